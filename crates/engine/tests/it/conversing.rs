//! Conversations after an action: corrections and confirmations.

use lemmascope_intent::{Cancellation, Cause};

use crate::lab::Act;
use crate::world::World;

const BUILD: &str = "
    parameters: [{ name: name, type: string, required: true, description: What is built. }]
    examples:
      - build the thing [lamp](name)
      - build me the thing [table](name)
      - please build a thing called [sofa](name)
      - build a thing
      - constrói a coisa [mesa](name)
      - constrói uma coisa chamada [cama](name)
    steps:
      - { action: lab.change, name: $name }
";

const POST: &str = "
    parameters: [{ name: name, type: string, required: true, description: Who gets it. }]
    examples:
      - post a letter to [bob](name)
      - send a letter by post to [carol](name)
      - post my letter to [dave](name)
      - manda uma carta pelo correio a [rita](name)
      - põe no correio a carta para [rui](name)
    steps:
      - { action: lab.send, name: $name }
";

pub(crate) async fn what_was_done_by_a_command_is_corrected_in_a_sentence(world: World) {
    world.intent("build", BUILD);
    world.say("build lamp").await.ok();
    world.lab.take_calls();
    let answer = world.say("say \"no, chair\"").await.ok();
    assert_eq!(world.lab.take_calls(), ["unchange lamp", "change chair"]);
    assert_eq!(world.lab.things(), ["chair"]);
    assert_eq!(answer.json["flow"]["turn"], "correction");
    // One undo reverts the corrected action; the original one is already undone.
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
    assert_eq!(world.say("undo").await.ok().text, "ok undo\n\n# result\nNothing to undo.\n");
}

pub(crate) async fn more_of_the_same_takes_nothing_back(world: World) {
    world.intent("build", BUILD);
    world.say("say \"build the thing lamp\"").await.ok();
    world.say("say \"the same with chair\"").await.ok();
    assert_eq!(world.lab.things(), ["chair", "lamp"]);
}

pub(crate) async fn what_cannot_be_taken_back_is_told_before_anything_is_done(world: World) {
    world.intent("post", POST);
    world.say("post bob --yes").await.ok();
    world.lab.take_calls();
    let answer = world.say("say \"no, alice\"").await;
    assert_eq!(answer.status(), "ask");
    assert!(answer.message().contains("cannot be undone"), "{}", answer.text);
    assert_eq!(world.say("say no").await.ok().report.intent, "cancel");
    assert_eq!(world.lab.take_calls(), [""; 0]);
    world.say("say \"no, alice\"").await;
    // A letter still needs a separate confirmation.
    assert_eq!(world.say("say yes").await.status(), "ask");
    assert_eq!(world.lab.take_calls(), [""; 0]);
    world.say("say \"sim, podes avançar\"").await.ok();
    assert_eq!(world.lab.take_calls(), ["send alice"]);
}

pub(crate) async fn a_yes_is_the_persons_and_to_what_was_asked_last(world: World) {
    world.intent("post", POST);
    assert_eq!(world.say("say \"post a letter to bob\"").await.status(), "ask");
    assert_eq!(world.say_by_program("say yes").await.status(), "error");
    assert_eq!(world.lab.take_calls(), [""; 0]);
    // A program's sentence does not affect the open question, but any other action closes it.
    world.say("lab.look around").await.ok();
    world.lab.take_calls();
    let stale = world.say("say yes").await;
    assert_eq!((stale.status(), stale.message()), ("error", "nothing waits for a yes; nothing was done"));
    assert_eq!(world.say("say \"post a letter to bob\"").await.status(), "ask");
    assert_eq!(world.say_by_program("say yes").await.status(), "error");
    world.say("say yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["send bob"]);
    // No person has seen the question to a program.
    assert_eq!(world.say_by_program("say \"post a letter to carol\"").await.status(), "ask");
    assert_eq!(world.say("say yes").await.status(), "error");
    assert_eq!(world.lab.take_calls(), [""; 0]);
}

pub(crate) async fn a_yes_to_a_goal_is_one_to_the_plan_that_was_shown(world: World) {
    world.intent("build", BUILD);
    assert_eq!(world.say("goal: build the thing lamp").await.status(), "ask");
    assert_eq!(world.say_by_program("say yes").await.status(), "error");
    world.say("say yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["change lamp"]);
    assert_eq!(world.say("goal: build the thing sofa").await.status(), "ask");
    // The definition has changed in the meantime; the shown plan is executed.
    world.intent("build", &format!("{BUILD}      - {{ action: lab.change, name: another }}\n"));
    world.say("say yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["change sofa"]);
}

pub(crate) async fn a_yes_to_a_plan_of_several_goals_reads_nothing_again(world: World) {
    world.intent("post", POST);
    world.intent("build", BUILD);
    let asked = world.say("say \"build the thing lamp and then post a letter to bob\"").await;
    assert_eq!(asked.status(), "ask");
    // If they were read again, the same words would not be understood.
    std::fs::remove_file(world.place.intents().join("post.yaml")).unwrap();
    world.say("say yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["change lamp", "send bob"]);
}

pub(crate) async fn a_plan_can_be_agreed_to_after_a_restart(mut world: World) {
    world.intent("post", POST);
    world.intent("build", BUILD);
    for sentence in [
        "goal: build the thing lamp",
        "goal: build the thing lamp and then build the thing sofa",
        "say \"post a letter to bob\"",
        "say \"build the thing lamp and then post a letter to bob\"",
    ] {
        assert_eq!(world.say(sentence).await.status(), "ask", "{sentence}");
        world.replace().await;
        assert_eq!(world.say_by_program("say yes").await.status(), "error", "{sentence}");
        let done = world.say("say yes").await;
        // A goal that includes a letter is confirmed as a whole.
        assert_eq!(done.status(), "ok", "{sentence}: {}", done.text);
        assert!(!world.lab.take_calls().is_empty(), "{sentence}");
        assert_ne!(world.say("say yes").await.status(), "ok", "{sentence}: a yes counts once");
        assert_eq!(world.lab.take_calls(), [""; 0], "{sentence}");
    }
}

pub(crate) async fn a_plan_with_a_secret_is_not_stored(mut world: World) {
    world.intent(
        "unlock",
        "
        parameters:
          - { name: name, type: string, required: true, description: The door. }
          - { name: password, type: string, description: The word for it. }
        examples:
          - unlock the door [cellar](name) with [sesame](password)
          - open up the door [attic](name) with [rosebud](password)
          - unlock the door [garage](name) with [tulip](password)
          - destranca a porta [sala](name) com [abacaxi](password)
        steps:
          - { action: lab.change, name: $name, password: $password }
    ",
    );
    let asked = world.say("goal: unlock the door cellar with hunter22").await;
    assert_eq!(asked.status(), "ask", "{}", asked.text);
    assert!(!asked.text.contains("hunter22"), "{}", asked.text);
    world.replace().await;
    assert_ne!(world.say("say yes").await.status(), "ok");
    assert_eq!(world.lab.take_calls(), [""; 0]);
}

pub(crate) async fn a_plan_that_is_another_after_a_restart_is_shown_again(mut world: World) {
    world.intent("build", BUILD);
    assert_eq!(world.say("goal: build the thing sofa").await.status(), "ask");
    world.intent("build", &format!("{BUILD}      - {{ action: lab.change, name: another }}\n"));
    world.replace().await;
    assert_eq!(world.say("say yes").await.status(), "ask");
    assert_eq!(world.lab.take_calls(), [""; 0]);
    world.say("say yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["change sofa", "change another"]);
}

pub(crate) async fn a_question_is_over_when_something_else_is_said_although_the_engine_restarts(
    mut world: World,
) {
    world.intent("build", BUILD);
    assert_eq!(world.say("goal: build the thing sofa").await.status(), "ask");
    world.say("lab.look a1").await.ok();
    world.lab.take_calls();
    world.replace().await;
    assert_ne!(world.say("say yes").await.status(), "ok");
    assert_eq!(world.lab.take_calls(), [""; 0]);
}

pub(crate) async fn a_correction_that_fails_leaves_what_was_done(world: World) {
    world.intent("build", BUILD);
    world.say("build lamp").await.ok();
    world.lab.script("chair", &[Act::Fail(Cause::Conflict)]);
    let answer = world.say("say \"no, chair\"").await;
    assert_eq!(answer.status(), "error");
    assert!(answer.text.contains("earlier changes are kept"), "{}", answer.text);
    assert_eq!(world.lab.things(), ["lamp"]);
    // The result can be corrected again, and undone.
    world.say("say \"no, sofa\"").await.ok();
    assert_eq!(world.lab.things(), ["sofa"]);
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn a_correction_that_stops_halfway_leaves_what_was_done(world: World) {
    world.intent("build", &format!("{BUILD}      - {{ action: lab.change, name: another }}\n"));
    world.say("build lamp").await.ok();
    // The undo succeeds, but the action cannot be repeated.
    world.lab.script("another", &[Act::Succeed, Act::Fail(Cause::Conflict)]);
    let answer = world.say("say \"no, chair\"").await;
    assert_ne!(answer.status(), "ok");
    assert_eq!(world.lab.things(), ["another", "lamp"]);
}

pub(crate) async fn what_is_no_answer_never_becomes_the_value(world: World) {
    world.intent("build", BUILD);
    for said in
        ["thanks", "why do you ask?", "obrigado", "porquê?", "I don't know", "you tell me", "help", "undo"]
    {
        world.ask("say \"build a thing\"").await;
        world.submit("main", &format!("say \"{said}\""), &Cancellation::default()).await;
        assert_eq!(world.lab.take_calls(), [""; 0], "{said}");
    }
    // A reply that is not an answer leaves the question open.
    world.ask("say \"build a thing\"").await;
    world.ask("say thanks").await;
    world.say("say \"call it chair, please\"").await.ok();
    assert_eq!(world.lab.take_calls(), ["change chair"]);
}

pub(crate) async fn a_plan_that_is_modified_is_shown_again_and_not_carried_out(world: World) {
    world.intent("build", BUILD);
    assert_eq!(world.say("goal: build the thing lamp").await.status(), "ask");
    let shown = world.say("modify: sofa").await;
    assert_eq!(shown.status(), "ask");
    assert!(shown.text.contains("sofa") && !shown.text.contains("lamp"), "{}", shown.text);
    assert_eq!(world.say("say \"modify: use chair instead of sofa\"").await.status(), "ask");
    assert_eq!(world.lab.take_calls(), [""; 0]);
    world.say("say yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["change chair"]);
    // No question is open any more.
    assert_eq!(world.say("modify: lamp").await.status(), "error");
}

pub(crate) async fn a_question_can_be_answered_after_a_restart(mut world: World) {
    world.intent("build", BUILD);
    world.ask("say \"build a thing\"").await;
    world.reopen().await;
    world.say("say \"call it chair, please\"").await.ok();
    assert_eq!(world.lab.take_calls(), ["change chair"]);
    // After the answer and another restart, no question is open.
    world.reopen().await;
    world.submit("main", "say sofa", &Cancellation::default()).await;
    assert_eq!(world.lab.take_calls(), [""; 0]);
}

pub(crate) async fn what_was_done_can_be_corrected_after_a_restart(mut world: World) {
    world.intent("build", BUILD);
    world.say("say \"build the thing lamp\"").await.ok();
    world.reopen().await;
    world.say("say \"no, chair\"").await.ok();
    assert_eq!(world.lab.things(), ["chair"]);
}

pub(crate) async fn another_engine_goes_on_with_a_conversation(world: World) {
    world.intent("build", BUILD);
    let other = world.beside().await;
    world.say("say \"build the thing lamp\"").await.ok();
    other.say("say \"no, chair\"").await.ok();
    world.say("say \"no, sofa\"").await.ok();
    assert_eq!(world.lab.things(), ["sofa"]);
    world.ask("say \"build a thing\"").await;
    other.say("say \"call it stool, please\"").await.ok();
    world.lab.take_calls();
    world.submit("main", "say bench", &Cancellation::default()).await;
    assert_eq!(world.lab.take_calls(), [""; 0], "the question was answered elsewhere");
}

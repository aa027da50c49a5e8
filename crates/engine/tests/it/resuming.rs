//! Checkpoints, and runs that resume from them.

use lemmascope_intent::{Cancellation, Cause};

use crate::lab::Act;
use crate::world::World;

const FAIL: Act = Act::Fail(Cause::Conflict);

pub(crate) async fn after_a_failed_run(mut world: World) {
    world.intent(
        "trip",
        "
        parameters:
          - { name: from, type: string, required: true }
          - { name: to, type: string, default: home }
        steps:
          - { action: lab.change, name: $from }
          - checkpoint: packed
          - { action: lab.change, name: $to }
          - checkpoint: there
          - { action: lab.change, name: last }
    ",
    );
    world.lab.script("last", &[FAIL]);
    let answer = world.say("trip a --to b").await.fails("STEP_FAILED");
    assert_eq!(answer.report.checkpoint.as_deref(), Some("there"));
    assert!(answer.hint().contains("\n  trip --resume there"), "{}", answer.hint());
    world.lab.take_calls();
    // The parameters are stored; new values override them.
    world.reopen().await;
    world.lab.script("last", &[FAIL]);
    world.say("trip --resume there").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["change last"]);
    world.say("trip --checkpoint-resume packed --to c").await.ok();
    assert_eq!(world.lab.take_calls(), ["change c", "change last"]);
    assert_eq!(world.lab.things(), ["a", "b", "c", "last"]);
    // Each run is undone separately.
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), ["a", "b"]);
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn in_a_loop(world: World) {
    world.intent(
        "each",
        "
        parameters: [{ name: items, type: array, required: true }]
        steps:
          - loop:
              over: $items
              as: item
              max: 10
              steps:
                - { action: lab.change, name: $item }
                - checkpoint: done
                - { action: lab.look, name: \"after $item\" }
    ",
    );
    world.lab.script("c", &[FAIL]);
    world.say("each 'a, b, c, d'").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.say("each --resume done").await.ok();
    assert_eq!(world.lab.calls(), ["look after b", "change c", "look after c", "change d", "look after d"]);
}

pub(crate) async fn in_an_arm_of_a_branch(world: World) {
    world.intent(
        "choose",
        "
        steps:
          - branch:
              if: { lab.holds: { name: x } }
              then: [{ action: lab.look, name: then }]
              else:
                - { action: lab.look, name: before }
                - checkpoint: inside
                - { action: lab.look, name: after }
          - { action: lab.look, name: last }
    ",
    );
    world.lab.script("last", &[FAIL]);
    world.say("choose").await.fails("STEP_FAILED");
    world.lab.take_calls();
    // The branch is not decided again, although the condition would now have another result.
    world.lab.put("x");
    world.say("choose --resume inside").await.ok();
    assert_eq!(world.lab.calls(), ["look after", "look last"]);
}

pub(crate) async fn in_a_try_and_in_its_catch(world: World) {
    world.intent(
        "attempt",
        "
        steps:
          - try:
              steps:
                - { action: lab.look, name: a }
                - checkpoint: tried
                - { action: lab.look, name: b }
              catch:
                - { action: lab.look, name: c }
                - checkpoint: caught
                - { action: lab.look, name: d }
          - { action: lab.look, name: last }
    ",
    );
    world.lab.script("last", &[FAIL]);
    world.say("attempt").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.lab.script("b", &[FAIL]);
    world.lab.script("last", &[FAIL]);
    world.say("attempt --resume tried").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["look b", "look c", "look d", "look last"]);
    world.say("attempt --resume caught").await.ok();
    assert_eq!(world.lab.take_calls(), ["look d", "look last"]);
}

pub(crate) async fn in_an_intent_inside(world: World) {
    world.intent(
        "inner",
        "
        parameters: [{ name: name, type: string, required: true }]
        steps:
          - { action: lab.look, name: \"$name 1\" }
          - checkpoint: middle
          - { action: lab.look, name: \"$name 2\" }
    ",
    );
    world.intent(
        "outer",
        "
        steps:
          - { action: lab.look, name: first }
          - { action: intent, name: inner, params: { name: in } }
          - { action: lab.look, name: last }
    ",
    );
    world.lab.script("last", &[FAIL]);
    world.say("outer").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.say("outer --resume middle").await.ok();
    assert_eq!(world.lab.calls(), ["look in 2", "look last"]);
}

pub(crate) async fn in_a_parallel_block(world: World) {
    world.say("config set intent_engine.execution.parallel_steps false").await.ok();
    world.intent(
        "together",
        "
        steps:
          - parallel:
              wait: all
              steps:
                - { action: lab.look, name: a }
                - try:
                    steps: [{ checkpoint: inside }, { action: lab.look, name: b }]
                    catch: [{ action: lab.look, name: never }]
                - { action: lab.look, name: c }
          - { action: lab.look, name: last }
    ",
    );
    world.lab.script("last", &[FAIL, FAIL]);
    world.say("together").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.say("together --resume inside").await.fails("STEP_FAILED");
    assert_eq!(
        world.lab.take_calls(),
        ["look b", "look c", "look last"],
        "one by one, the first was done before"
    );
    world.say("config set intent_engine.execution.parallel_steps true").await.ok();
    world.say("together --resume inside").await.ok();
    let mut calls = world.lab.take_calls();
    calls.sort();
    assert_eq!(
        calls,
        ["look a", "look b", "look c", "look last"],
        "at once, nobody knows how far the first came"
    );
}

pub(crate) async fn in_a_loop_that_has_shrunk(world: World) {
    world.intent(
        "elements",
        "
        steps:
          - loop:
              over: .card
              as: card
              max: 9
              steps: [{ action: lab.look, name: $card }, { checkpoint: seen }]
          - { action: lab.look, name: last }
    ",
    );
    world.lab.script("last", &[FAIL, FAIL]);
    world.say("elements").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.say("elements --resume seen").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["elements .card", "look last"]);
    world.lab.script(".card", &[Act::Return(vec!["e1".into()].into())]);
    world.say("elements --resume seen").await.fails("CHECKPOINT_INVALID");
    assert_eq!(world.lab.take_calls(), ["elements .card"]);
}

pub(crate) async fn after_the_process_was_killed(mut world: World) {
    world.intent(
        "trip",
        "
        steps:
          - { action: lab.change, name: a }
          - checkpoint: half
          - { action: lab.change, name: b }
    ",
    );
    world.lab.script("b", &[Act::Ignore]);
    let cancellation = Cancellation::default();
    tokio::select! {
        _ = world.submit("main", "trip", &cancellation) => panic!("it cannot end"),
        () = world.lab.called("change b", 1) => {}
    }
    world.replace().await;
    world.lab.take_calls();
    world.say("trip --resume half").await.ok();
    assert_eq!(world.lab.take_calls(), ["change b"]);
    world.say("undo").await.ok();
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn every_step_can_be_a_checkpoint(world: World) {
    world.intent(
        "steps",
        "
        steps:
          - { action: lab.change, name: a }
          - branch:
              if: { lab.holds: { name: a } }
              then: [{ action: lab.change, name: b }]
          - { action: lab.change, name: c }
        options: { checkpoint: true }
    ",
    );
    world.lab.script("c", &[FAIL]);
    let answer = world.say("steps").await.fails("STEP_FAILED");
    assert_eq!(answer.report.checkpoint.as_deref(), Some("step_2"));
    world.lab.take_calls();
    world.lab.script("c", &[FAIL]);
    world.say("steps --resume step_2").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["change c"]);
    world.say("steps --resume step_1").await.ok();
    assert_eq!(world.lab.take_calls(), ["holds a", "change b", "change c"]);
}

const LETTERS: &str = "
    parameters: [{ name: to, type: array, default: [ann, ben] }]
    steps:
      - checkpoint: begun
      - { action: lab.change, name: draft }
      - loop:
          over: $to
          as: who
          max: 9
          steps: [{ action: lab.send, name: $who }]
      - { action: lab.change, name: last }
";

pub(crate) async fn what_was_sent_is_not_sent_again(mut world: World) {
    world.intent("letters", LETTERS);
    world.lab.script("last", &[FAIL]);
    world.say("letters --yes").await.fails("STEP_FAILED");
    world.lab.take_calls();
    // A second run that fails before the letters does not make the third one forget them.
    world.lab.script("draft", &[FAIL]);
    world.say("letters --resume begun --yes").await.fails("STEP_FAILED");
    world.reopen().await;
    world.lab.take_calls();
    world.lab.script("last", &[FAIL]);
    let answer = world.say("letters --resume begun --yes").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["change draft", "change last"]);
    assert!(answer.actions().contains(&"send \"ann\" (already done before)"), "{}", answer.text);
    // A different letter at the same position is a new one.
    world.say("letters --resume begun --yes --to 'ann, carl'").await.ok();
    assert_eq!(world.lab.take_calls(), ["change draft", "send carl", "change last"]);
    world.say("letters --yes").await.ok();
    assert_eq!(world.lab.take_calls(), ["change draft", "send ann", "send ben", "change last"]);
}

pub(crate) async fn what_may_have_been_sent_is_refused(mut world: World) {
    world.intent(
        "letters",
        &format!("{LETTERS}\n    options: {{ on_error: {{ default: {{ action: skip }} }} }}"),
    );
    world.lab.script("ben", &[Act::Ignore]);
    let cancellation = Cancellation::default();
    tokio::select! {
        _ = world.submit("main", "letters --yes", &cancellation) => panic!("it cannot end"),
        () = world.lab.called("send ben", 1) => {}
    }
    world.replace().await;
    for _ in 0..2 {
        world.lab.take_calls();
        let answer = world.say("letters --resume begun --yes").await.fails("CHECKPOINT_INVALID");
        assert_eq!(answer.message(), "lab.send was begun before and may have been done");
        assert_eq!(world.lab.take_calls(), ["change draft"]);
    }
}

pub(crate) async fn what_was_certainly_not_sent_is_sent(world: World) {
    world.intent("letters", LETTERS);
    world.lab.script("ben", &[Act::Fail(Cause::PermissionDenied)]);
    world.say("letters --yes").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.say("letters --resume begun --yes").await.ok();
    assert_eq!(world.lab.calls(), ["change draft", "send ben", "change last"]);
    world.lab.script("ann", &[Act::Perhaps(Cause::Failed)]);
    world.say("letters --yes").await.fails("STEP_FAILED");
    world.say("letters --resume begun --yes").await.fails("CHECKPOINT_INVALID");
}

const SMALL: &str = "
    steps: [{ action: lab.look, name: a }, { checkpoint: one }, { action: lab.look, name: b }]
";

pub(crate) async fn another_version_is_refused(world: World) {
    world.intent("small", SMALL);
    world.lab.script("b", &[FAIL]);
    world.say("small").await.fails("STEP_FAILED");
    world.intent("small", &format!("version: 1.1\n{SMALL}").replace("    steps", "steps"));
    let answer = world.say("small --resume one").await.fails("CHECKPOINT_INVALID");
    assert_eq!(answer.message(), "the checkpoint was made by version 1.0 of small, and this is version 1.1");
    world.lab.script("b", &[FAIL]);
    world.say("small").await.fails("STEP_FAILED");
    world.say("small --resume one").await.ok();
}

/// A purchase, whose payment is a click that cannot be distinguished from others.
const PURCHASE: &str = "
    steps:
      - { action: lab.look, name: cart }
      - checkpoint: payment_started
      - { action: lab.change, name: paid }
      - checkpoint: payment_done
      - { action: lab.look, name: thanks }
";

pub(crate) async fn a_run_that_has_ended_is_not_resumed(mut world: World) {
    world.intent("buy", PURCHASE);
    world.say("buy").await.ok();
    world.lab.take_calls();
    for checkpoint in ["payment_started", "payment_done"] {
        let refused = world.say(&format!("buy --resume {checkpoint}")).await.fails("CHECKPOINT_INVALID");
        assert!(refused.message().contains("completed after"), "{}", refused.message());
        world.say_as("other", &format!("buy --resume {checkpoint}")).await.fails("CHECKPOINT_INVALID");
    }
    // A run that another run has resumed and completed cannot be resumed again, from any checkpoint.
    world.lab.script("thanks", &[FAIL]);
    world.say("buy").await.fails("STEP_FAILED");
    world.say("buy --resume payment_done").await.ok();
    world.lab.take_calls();
    world.reopen().await;
    for checkpoint in ["payment_started", "payment_done"] {
        world.say(&format!("buy --resume {checkpoint}")).await.fails("CHECKPOINT_INVALID");
    }
    assert_eq!(world.lab.calls(), [""; 0]);
}

pub(crate) async fn a_run_that_is_under_way_is_not_resumed(world: World) {
    world.intent("buy", PURCHASE);
    world.lab.script("thanks", &[Act::Heed]);
    let stop = Cancellation::default();
    let (_, ()) = tokio::join!(world.submit("main", "buy", &stop), async {
        world.lab.called("look thanks", 1).await;
        let refused = world.say_as("other", "buy --resume payment_started").await.fails("CHECKPOINT_INVALID");
        assert!(refused.message().contains("is already being executed"), "{}", refused.message());
        stop.cancel();
    });
    assert_eq!(world.lab.calls(), ["look cart", "change paid", "look thanks"]);
}

pub(crate) async fn an_unknown_name_is_refused_with_the_known(world: World) {
    world.intent("small", SMALL);
    let answer = world.say("small --resume two").await.fails("CHECKPOINT_INVALID");
    assert_eq!(answer.hint(), "Run it from the beginning; no checkpoint of it is stored.");
    world.say("small").await.ok();
    world.say_as("other", "small").await.ok();
    let answer = world.say("small --resume two").await.fails("CHECKPOINT_INVALID");
    assert_eq!(answer.hint(), "It has passed: one.");
    world.say("lab.look a --resume one").await.fails("CHECKPOINT_INVALID");
}

pub(crate) async fn a_place_that_is_gone_is_refused(world: World) {
    world.intent(
        "each",
        "
        parameters: [{ name: items, type: array, required: true }]
        steps:
          - loop:
              over: $items
              as: item
              max: 10
              steps: [{ action: lab.look, name: $item }, { checkpoint: seen }]
    ",
    );
    world.lab.script("c", &[FAIL]);
    world.say("each 'a, b, c'").await.fails("STEP_FAILED");
    world.lab.take_calls();
    let answer = world.say("each 'a' --resume seen").await.fails("CHECKPOINT_INVALID");
    assert_eq!(answer.message(), "with what is given now, \"seen\" is no longer where it was passed");
    assert!(world.lab.calls().is_empty());
    world.say("each 'a, b, c, d' --resume seen").await.ok();
    assert_eq!(world.lab.calls(), ["look c", "look d"]);
}

pub(crate) async fn secrets_are_given_again(world: World) {
    world.intent(
        "sign",
        "
        parameters:
          - { name: user, type: string, required: true }
          - { name: password, type: string, required: true }
          - { name: token, type: string }
        steps:
          - checkpoint: begun
          - { action: lab.change, name: $user, password: $password }
    ",
    );
    world.lab.script("ann", &[FAIL]);
    let answer = world.say("sign ann hunter2 --token t0ken").await.fails("STEP_FAILED");
    assert!(answer.hint().contains("\n  sign --resume begun --password {...} --token {...}"));
    let answer = world.say("sign --resume begun").await.fails("PARAMETER_MISSING");
    assert_eq!(answer.message(), "secrets are not stored; give again: password, token");
    let answer = world.say("sign --resume begun --password hunter2").await.fails("PARAMETER_MISSING");
    assert_eq!(answer.hint(), "Add --token <token>.");
    world.say("sign --resume begun --password hunter2 --token t0ken").await.ok();
}

/// Named results are known after the checkpoint, in another process too, and in a run that resumes a resumed
/// run.
pub(crate) async fn what_was_named_is_known_again(mut world: World) {
    world.intent(
        "shelf",
        "
        parameters: [{ name: rows, type: array, default: [r1, r2] }]
        steps:
          - { action: lab.look, name: first, as: found }
          - { action: lab.look, name: key, as: token }
          - loop:
              over: $rows
              as: row
              max: 10
              steps:
                - { action: lab.look, name: $row, as: inner }
                - checkpoint: looked
                - { action: lab.change, name: \"${found}, $inner\" }
          - checkpoint: sorted
          - { action: lab.change, name: $found, password: $token }
        success:
          extract: { told: $found }
    ",
    );
    world.lab.script("seen first, seen r2", &[FAIL]);
    world.say("shelf").await.fails("STEP_FAILED");
    world.lab.take_calls();
    world.reopen().await;
    world.lab.script("seen first", &[FAIL]);
    world.say("shelf --resume looked").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["change seen first, seen r2", "change seen first"]);
    world.reopen().await;
    let answer = world.say("shelf --resume sorted").await.ok();
    assert_eq!(world.lab.take_calls(), ["change seen first"]);
    assert!(answer.text.contains("told: seen first"), "{}", answer.text);
}

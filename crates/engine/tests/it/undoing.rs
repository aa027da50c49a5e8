//! Undo and redo.

use lemmascope_intent::Cause;

use crate::lab::Act;
use crate::world::World;

const THREE: &str = "
    steps:
      - { action: lab.change, name: a }
      - { action: lab.look, name: x }
      - { action: lab.change, name: b }
      - { action: lab.change, name: c }
";

pub(crate) async fn a_run_is_taken_back_and_done_again(world: World) {
    world.intent("three", THREE);
    world.say("lab.change before").await.ok();
    world.say("three").await.ok();
    world.lab.take_calls();
    let answer = world.say("undo").await.ok();
    assert_eq!(world.lab.take_calls(), ["unchange c", "unchange b", "unchange a"]);
    assert_eq!(
        answer.text,
        "ok undo\n\n# actions\nundo change \"c\"\nundo change \"b\"\nundo change \"a\"\n\n# changes\n- c\n- b\n- a\n"
    );
    assert_eq!(world.lab.things(), ["before"]);
    world.say("redo").await.ok();
    assert_eq!(world.lab.take_calls(), ["change a", "change b", "change c"]);
    world.say("undo").await.ok();
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
    assert_eq!(world.say("undo").await.ok().text, "ok undo\n\n# result\nNothing to undo.\n");
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["before"]);
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["a", "b", "before", "c"]);
    assert_eq!(world.say("redo").await.ok().text, "ok redo\n\n# result\nNothing to redo.\n");
}

pub(crate) async fn after_the_engine_was_opened_again(mut world: World) {
    world.intent("three", THREE);
    world.say("three").await.ok();
    world.reopen().await;
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
    world.reopen().await;
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["a", "b", "c"]);
    world.reopen().await;
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn a_conflict_half_way_is_partial(world: World) {
    world.intent("three", THREE);
    world.say("three").await.ok();
    world.lab.remove("b");
    let answer = world.say("undo").await;
    assert_eq!(
        answer.text,
        "partial undo: 1 of 3 steps; then: b is gone\n\n# completed\nundo change \"c\"\n\n# failed\nundo change \"b\"\n\n\
         # changes\n- c\n\n# hint\nPut it back.\n"
    );
    let again = world.say("undo").await.fails("STEP_FAILED");
    assert_eq!(again.message(), "b is gone");
    // After the obstacle is removed, the undo continues where it stopped.
    world.lab.put("b");
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["a", "b", "c"]);
}

pub(crate) async fn something_new_forgets_what_could_be_redone(world: World) {
    world.say("lab.change a").await.ok();
    world.say("undo").await.ok();
    world.say("lab.look x").await.ok();
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["a"], "to look is not to change");
    world.say("undo").await.ok();
    world.say("lab.change b").await.ok();
    assert_eq!(world.say("redo").await.ok().text, "ok redo\n\n# result\nNothing to redo.\n");
    assert_eq!(world.lab.things(), ["b"]);
}

pub(crate) async fn sessions_undo_their_own(world: World) {
    world.say_as("ann", "lab.change a").await.ok();
    world.say_as("ben", "lab.change b").await.ok();
    world.say_as("ann", "undo").await.ok();
    assert_eq!(world.lab.things(), ["b"]);
    world.say_as("ben", "lab.change c").await.ok();
    world.say_as("ann", "redo").await.ok();
    assert_eq!(world.lab.things(), ["a", "b", "c"]);
    assert!(world.say_as("carl", "undo").await.ok().text.contains("Nothing to undo."));
}

pub(crate) async fn a_stubborn_undo_is_reported(world: World) {
    world.say("config set intent_engine.execution.step_timeout 30ms").await.ok();
    world.say("lab.change a").await.ok();
    world.lab.script("a", &[Act::Panic]);
    assert_eq!(world.say("undo").await.fails("STEP_FAILED").message(), "lab.unchange broke off");
    world.lab.script("a", &[Act::Heed]);
    world.say("undo").await.fails("TIMEOUT");
    world.lab.script("a", &[Act::Fail(Cause::PermissionDenied)]);
    world.say("undo").await.fails("STEP_FAILED");
    // A timed-out undo that had its effect counts as undone.
    world.lab.script("a", &[Act::Late]);
    world.say("undo").await.fails("TIMEOUT");
    assert_eq!(world.lab.things(), [""; 0]);
    assert!(world.say("undo").await.ok().text.contains("Nothing to undo."));
    world.say("redo").await.ok();
    assert_eq!(world.lab.things(), ["a"]);
}

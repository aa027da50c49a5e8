//! Timeouts, and cancelled runs.

use std::time::{Duration, Instant};

use lemmascope_intent::{Cancellation, Cause, Owner};

use crate::lab::Act;
use crate::world::World;

const STEP: &str = "
    parameters: [{ name: name, type: string, required: true }]
    steps:
      - { action: lab.VERB, name: $name, timeout: 30ms }
      - { action: lab.look, name: after }
";

fn define(world: &World) {
    for verb in ["look", "change"] {
        world.intent(&format!("quick_{verb}"), &STEP.replace("VERB", verb));
    }
}

pub(crate) async fn a_late_step_is_told_to_stop(world: World) {
    define(&world);
    world.lab.script("a", &[Act::Heed]);
    let answer = world.say("quick_look a --retry 0").await.fails("TIMEOUT");
    assert_eq!(answer.message(), "lab.look took longer than 30ms");
    assert_eq!(answer.actions(), ["look \"a\" [failed]"]);
    world.lab.script("a", &[Act::Ignore]);
    world.say("quick_look a --retry 0").await.fails("TIMEOUT");
    // A late observation is not a success, although it returned a result.
    world.lab.script("a", &[Act::Late]);
    world.say("quick_look a --retry 0").await.fails("TIMEOUT");
    assert!(!world.lab.calls().contains(&"look after".to_string()));
}

pub(crate) async fn a_late_look_is_repeated_and_a_late_change_is_not(world: World) {
    define(&world);
    world.lab.script("a", &[Act::Heed]);
    world.say("quick_look a --retry 1").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a", "look a", "look after"]);
    world.lab.script("a", &[Act::Ignore]);
    let answer = world.say("quick_change a --retry 1").await.fails("TIMEOUT");
    assert_eq!(world.lab.take_calls(), ["change a"]);
    assert!(answer.text.contains("It may have had its effect all the same"), "{}", answer.text);
    // A call that reports no effect may be retried.
    world.lab.script("a", &[Act::Heed]);
    world.say("quick_change a --retry 1").await.ok();
    assert_eq!(world.lab.take_calls(), ["change a", "change a", "look after"]);
    // Without the option, a timed-out call is not retried.
    world.lab.script("a", &[Act::Heed]);
    world.say("quick_look a").await.fails("TIMEOUT");
    assert_eq!(world.lab.take_calls(), ["look a"]);
    world.intent("post", "steps: [{ action: lab.send, name: a, timeout: 30ms }]");
    world.lab.script("a", &[Act::Heed]);
    world.say("post --yes --retry 5").await.fails("TIMEOUT");
    assert_eq!(world.lab.take_calls(), ["send a"]);
}

pub(crate) async fn a_step_that_was_done_too_late_can_be_undone(world: World) {
    define(&world);
    world.lab.script("a", &[Act::Late]);
    let answer = world.say("quick_change a").await.fails("TIMEOUT");
    assert!(answer.text.contains("lab.change was done nonetheless"), "{}", answer.text);
    assert!(answer.hint().contains("`undo` reverts the changes."));
    assert_eq!(world.lab.take_calls(), ["change a"], "what was done is not repeated");
    assert_eq!(world.lab.things(), ["a"]);
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn an_intent_has_its_time(world: World) {
    world.intent(
        "short",
        "
        steps: [{ action: lab.look, name: a }, { action: lab.look, name: b }]
        options: { timeout: 60ms }
    ",
    );
    world.lab.script("a", &[Act::Heed]);
    world.say("short").await.fails("TIMEOUT");
    assert_eq!(world.lab.take_calls(), ["look a"], "no time is left to try again");
    world.lab.script("a", &[Act::Heed]);
    world.say("lab.look a --timeout 40ms").await.fails("TIMEOUT");
    world.say("config set intent_engine.execution.default_timeout 40ms").await.ok();
    world.lab.script("a", &[Act::Heed]);
    world.say("lab.look a").await.fails("TIMEOUT");
    // The options of the request override those of the definition.
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    world.say("short --timeout 20s").await.ok();
}

pub(crate) async fn an_intent_inside_another_has_its_own_time(world: World) {
    world.intent(
        "short",
        "
        steps: [{ action: lab.look, name: a }]
        options: { timeout: 60ms }
    ",
    );
    world.intent(
        "long",
        "
        steps:
          - try:
              steps: [{ action: intent, name: short, params: {} }]
              catch: [{ action: lab.look, name: otherwise }]
    ",
    );
    world.lab.script("a", &[Act::Heed]);
    world.say("long").await.ok();
    assert_eq!(world.lab.calls(), ["look a", "look otherwise"]);
}

pub(crate) async fn a_wait_has_its_time(world: World) {
    world.intent(
        "patient",
        "
        steps: [{ action: wait, condition: { lab.holds: { name: never } }, timeout: 40ms }]
    ",
    );
    let answer = world.say("patient").await.fails("TIMEOUT");
    assert_eq!(answer.message(), "waited 40ms in vain: lab.holds name=\"never\"");
    let answer = world.say("patient --timeout 10ms").await.fails("TIMEOUT");
    assert_eq!(answer.message(), "the time for this intent is up");
}

pub(crate) async fn the_deadline_cuts_a_pause_short(world: World) {
    world.say("config set intent_engine.execution.retry_delay 1h").await.ok();
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    let began = Instant::now();
    let answer = world.say("lab.look a --timeout 50ms --retry 1").await.fails("TIMEOUT");
    assert_eq!(answer.message(), "the time for this intent is up");
    assert!(began.elapsed() < Duration::from_secs(20));
}

pub(crate) async fn huge_times_are_no_trouble(world: World) {
    for timeout in ["99999999999999m", "1000000s"] {
        world.say(&format!("lab.look a --timeout {timeout}")).await.ok();
    }
    world.say("lab.look a --timeout 0s").await.fails("PARAMETER_INVALID");
}

pub(crate) async fn calling_off_ends_a_call(world: World) {
    world.intent(
        "long",
        "
        steps:
          - { action: lab.change, name: a }
          - try:
              steps: [{ action: lab.change, name: b }]
              catch: [{ action: lab.change, name: c }]
        options: { on_error: { default: { action: skip } } }
    ",
    );
    world.lab.script("b", &[Act::Heed]);
    let cancellation = Cancellation::default();
    let client = async {
        world.lab.called("change b", 1).await;
        cancellation.cancel();
    };
    let (answer, ()) = tokio::join!(world.say_until("long", &cancellation), client);
    let answer = answer.fails("CANCELLED");
    assert_eq!(answer.message(), "it was cancelled");
    assert_eq!(answer.actions(), ["change \"a\"", "change \"b\" [failed]"]);
    assert!(answer.text.contains("+ a"), "{}", answer.text);
    assert_eq!(
        world.lab.calls(),
        ["change a", "change b"],
        "what was called off is neither skipped nor rescued"
    );
    let nothing = world.say_until("lab.change d", &cancellation).await;
    assert_eq!(nothing.message(), "it was cancelled");
    assert_eq!(world.lab.things(), ["a"]);
}

pub(crate) async fn calling_off_ends_a_pause(world: World) {
    world.say("config set intent_engine.execution.retry_delay 1h").await.ok();
    world.intent(
        "patient",
        "
        steps: [{ action: wait, condition: { lab.holds: { name: never } }, timeout: 4m }]
        options: { timeout: 1h }
    ",
    );
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    for (line, call) in [("lab.look a --timeout 60m --retry 1", "look a"), ("patient", "holds never")] {
        let cancellation = Cancellation::default();
        let client = async {
            world.lab.called(call, 1).await;
            cancellation.cancel();
        };
        let (answer, ()) = tokio::join!(world.say_until(line, &cancellation), client);
        assert_eq!(answer.fails("CANCELLED").message(), "it was cancelled");
        let runs = world.engine.runs(&Owner::local(), None, None, 1).await.unwrap();
        assert_eq!(runs[0].status, "cancelled");
    }
}

//! Failing steps: retries, skips, and recovery.

use std::sync::Arc;

use lemmascope_intent::{Cancellation, Cause, Event};

use crate::lab::Act;
use crate::world::World;

pub(crate) async fn what_passes_is_tried_again(world: World) {
    let passing = Act::Fail(Cause::ElementStale);
    world.intent("once", "steps: [{ action: lab.change, name: a }]");
    world.lab.script("a", &[passing.clone(), passing.clone(), passing.clone()]);
    world.say("once").await.ok();
    assert_eq!(world.lab.take_calls().len(), 4);
    let retries: Vec<u32> = world
        .take_events()
        .into_iter()
        .filter_map(|event| match event {
            Event::Retrying { attempt, .. } => Some(attempt),
            _ => None,
        })
        .collect();
    assert_eq!(retries, [2, 3, 4]);
    world.lab.script("a", &vec![passing.clone(); 5]);
    world.say("once").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls().len(), 4);
    world.lab.script("a", std::slice::from_ref(&passing));
    world.say("lab.change a").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls().len(), 1, "who asks for one call gets one");
    world.lab.script("a", &[passing]);
    world.say("lab.change a --retry 1").await.ok();
    assert_eq!(world.lab.take_calls().len(), 2);
}

pub(crate) async fn what_has_waited_itself_is_not_tried_again(world: World) {
    world.intent("once", "steps: [{ action: lab.change, name: a }]");
    world.lab.script("a", &[Act::Judge(Cause::ElementDisabled, "disabled")]);
    let answer = world.say("once").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls().len(), 1);
    assert_eq!(answer.json["verdict"], "disabled");
    world.lab.script("a", &[Act::Judge(Cause::ElementDisabled, "disabled")]);
    world.say("once --retry 1").await.ok();
}

pub(crate) async fn what_does_not_pass_is_not(world: World) {
    for cause in [Cause::Conflict, Cause::DiskFull, Cause::AlreadyExists, Cause::TargetAmbiguous] {
        world.lab.script("a", &[Act::Fail(cause)]);
        assert_eq!(world.say("lab.change a").await.status(), "error");
        assert_eq!(world.lab.take_calls(), ["change a"]);
    }
}

pub(crate) async fn a_definition_names_what_is_tried_again(world: World) {
    world.intent(
        "stubborn",
        "
        steps: [{ action: lab.change, name: a }]
        options: { retry: { max_attempts: 3, delay: 1ms, on: [conflict] } }
    ",
    );
    world.lab.script("a", &[Act::Fail(Cause::Conflict), Act::Fail(Cause::Conflict)]);
    world.say("stubborn").await.ok();
    assert_eq!(world.lab.take_calls().len(), 3);
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    world.say("stubborn").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls().len(), 1, "only what is named is tried again");
    world.lab.script("a", &vec![Act::Fail(Cause::Conflict); 3]);
    world.say("stubborn").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls().len(), 3);
}

pub(crate) async fn a_step_says_how_often_it_is_tried_again(world: World) {
    world.intent(
        "patient",
        "
        steps:
          - { action: lab.change, name: a, retry: { max_attempts: 3, delay: 1ms, on: [conflict] } }
          - { action: lab.change, name: b }
    ",
    );
    world.lab.script("a", &[Act::Fail(Cause::Conflict), Act::Fail(Cause::Conflict)]);
    world.say("patient").await.ok();
    assert_eq!(world.lab.take_calls().len(), 4);
    world.lab.script("b", &[Act::Fail(Cause::Conflict)]);
    world.say("patient").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["change a", "change b"], "the other step is not tried again");
}

pub(crate) async fn a_wait_is_tried_again_where_the_definition_says_so(world: World) {
    let waits = |options: &str| {
        let step = "steps: [{ action: wait, condition: { lab.holds: { name: a } }, timeout: 20ms }]";
        world.intent("waits", &format!("\n        {step}\n        options: {{ {options} }}\n    "));
    };
    let retries =
        || world.take_events().into_iter().filter(|it| matches!(it, Event::Retrying { .. })).count();
    for (options, expected) in [
        ("timeout: 20s", 0),
        ("retry: { max_attempts: 3, delay: 1ms }", 2),
        ("retry: { max_attempts: 3, delay: 1ms, on: [timeout] }", 2),
        ("retry: { max_attempts: 3, delay: 1ms, on: [conflict] }", 0),
    ] {
        waits(options);
        world.take_events();
        world.say("waits").await.fails("TIMEOUT");
        assert_eq!(retries(), expected, "{options}");
    }
    // The options of the step override those of the intent.
    let step = "{ action: wait, condition: { lab.holds: { name: a } }, timeout: 20ms, retry: { max_attempts: 2, delay: 1ms } }";
    world.intent(
        "waits",
        &format!("\n        steps: [{step}]\n        options: {{ retry: {{ max_attempts: 5 }} }}\n    "),
    );
    world.take_events();
    world.say("waits").await.fails("TIMEOUT");
    assert_eq!(retries(), 1);
    waits("retry: { max_attempts: 3, delay: 1ms, on: [conflict] }");
    world.take_events();
    world.say("waits --retry 1").await.fails("TIMEOUT");
    assert_eq!(retries(), 0, "only what is named");
}

pub(crate) async fn a_request_says_how_often(world: World) {
    world.lab.script("a", &vec![Act::Fail(Cause::Failed); 5]);
    world.say("lab.change a --retry 5").await.ok();
    assert_eq!(world.lab.take_calls().len(), 6);
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    world.say("lab.change a --retry 0").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls().len(), 1);
    for bad in ["21", "99999999999"] {
        world.say(&format!("lab.change a --retry {bad}")).await.fails("PARAMETER_INVALID");
    }
}

pub(crate) async fn what_may_have_happened_is_not_repeated(world: World) {
    world.lab.script("a", &vec![Act::Perhaps(Cause::ElementStale); 3]);
    let answer = world.say("lab.change a --retry 5").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls(), ["change a"]);
    assert!(answer.text.contains("It may have had its effect all the same"), "{}", answer.text);
    world.say("lab.look a --retry 5").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a", "look a", "look a"], "to look twice does no harm");
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    world.say("lab.send a --retry 5 --yes").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls(), ["send a"], "a message is never sent twice by itself");
}

pub(crate) async fn on_error_decides(world: World) {
    world.intent(
        "handled",
        "
        steps:
          - { action: lab.change, name: a }
          - { action: lab.change, name: b }
        options:
          on_error:
            conflict: { action: skip }
            element_stale: { action: fail }
            already_exists: { action: retry }
            no_effect: { action: rescan_and_retry }
            element_disabled: { action: wait, timeout: 30s }
    ",
    );
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    let skipped = world.say("handled").await;
    assert_eq!(
        (skipped.status(), skipped.actions()),
        ("partial", vec!["change \"a\" [skipped]: a failed: conflict", "change \"b\""])
    );
    world.lab.take_calls();
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    world.say("handled").await.fails("TARGET_STALE");
    assert_eq!(world.lab.take_calls(), ["change a"], "although it may pass");
    for cause in [Cause::AlreadyExists, Cause::NoEffect] {
        world.lab.script("a", &[Act::Fail(cause)]);
        world.say("handled").await.ok();
        assert_eq!(world.lab.take_calls(), ["change a", "change a", "change b"]);
        world.lab.script("a", &vec![Act::Fail(cause); 2]);
        world.say("handled").await.fails("STEP_FAILED");
        world.lab.take_calls();
    }
    world.lab.script("a", &vec![Act::Fail(Cause::ElementDisabled); 5]);
    world.say("handled").await.ok();
    assert_eq!(world.lab.take_calls().len(), 7, "five in vain, one that works, and the other step");
    world.intent(
        "lenient",
        "
        steps: [{ action: lab.change, name: a }, { action: lab.change, name: b }]
        options: { on_error: { default: { action: skip } } }
    ",
    );
    world.lab.script("a", &[Act::Fail(Cause::DiskFull)]);
    assert_eq!(world.say("lenient").await.status(), "partial");
    assert_eq!(world.lab.take_calls(), ["change a", "change b"]);
}

pub(crate) async fn recovery_follows_a_failure(world: World) {
    world.intent(
        "tidy",
        "
        parameters: [{ name: name, type: string, required: true }]
        steps: [{ action: lab.change, name: $name }]
        failure: { recovery: [{ action: lab.change, name: \"tidied $name\" }] }
    ",
    );
    world.say("tidy a").await.ok();
    assert_eq!(world.lab.take_calls(), ["change a"]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    let answer = world.say("tidy a").await.fails("STEP_FAILED");
    assert_eq!(answer.actions(), ["change \"a\" [failed]", "change \"tidied a\""]);
    // A failed recovery does not hide the original failure.
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.lab.script("tidied a", &[Act::Fail(Cause::DiskFull)]);
    assert_eq!(world.say("tidy a").await.fails("STEP_FAILED").message(), "a failed: conflict");
    let warned = world.take_events().into_iter().any(
        |event| matches!(event, Event::Warning { message } if message == "recovery failed: tidied a failed: disk_full"),
    );
    assert!(warned);
    // The recovery has a separate time limit.
    world.lab.take_calls();
    world.lab.script("a", &[Act::Heed]);
    world.say("tidy a --timeout 50ms").await.fails("TIMEOUT");
    assert_eq!(world.lab.calls(), ["change a", "change tidied a"]);
}

pub(crate) async fn a_panic_is_a_failed_step(world: World) {
    world.lab.script("boom", &[Act::Panic]);
    let answer = world.say("lab.change boom").await.fails("STEP_FAILED");
    assert_eq!(answer.message(), "lab.change broke off");
    assert!(answer.text.contains("It may have had its effect"), "{}", answer.text);
    world.lab.script("boom", &[Act::Panic]);
    let answer = world.say("lab.look boom").await.fails("STEP_FAILED");
    assert!(!answer.text.contains("It may have had its effect"), "{}", answer.text);
    assert_eq!(world.lab.take_calls().len(), 2, "a panic is no passing trouble");
    world.say("lab.change next").await.ok();
}

pub(crate) async fn a_panic_ends_one_request_only(world: World) {
    let mut request = world.request("main", "lab.change a", &Cancellation::default());
    request.events = Arc::new(|_| panic!("secret"));
    let answer = world.report(world.engine.submit(request).await).fails("STEP_FAILED");
    assert_eq!(answer.message(), "the request broke off");
    assert!(!answer.text.contains("secret"), "{}", answer.text);
    world.say("lab.change b").await.ok();
}

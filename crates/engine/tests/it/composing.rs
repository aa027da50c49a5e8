//! Composed intents, and names for the results of steps.

use lemmascope_engine::Reply;
use lemmascope_intent::{Cancellation, Cause, Event, Status, Value};
use serde_json::json;

use crate::lab::Act;
use crate::world::World;

const SIGNUP: &str = "
    parameters:
      - { name: email, type: string, required: true }
      - { name: plan, type: string, default: free }
    steps: [{ action: lab.change, name: \"$email $plan\" }]
    success: { extract: { id: \"id of $email\" } }
";
const PROFILE: &str = "
    parameters: [{ name: id, type: string, required: true }, { name: bio, type: string }]
    steps: [{ action: lab.change, name: \"${id}: $bio\" }]
    success: { extract: { done: true } }
";

pub(crate) async fn a_composition_runs_its_parts_and_hands_on_what_they_find(world: World) {
    world.intent("signup", SIGNUP);
    world.intent("profile", PROFILE);
    world.intent(
        "setup",
        "
        compose:
          - intent: signup
            params: { email: $email }
            as: account
          - intent: profile
            params: { id: $account.id, bio: $about }
    ",
    );
    let answer = world.say("setup ann --about hello").await.ok();
    assert_eq!(world.lab.take_calls(), ["change ann free", "change id of ann: hello"]);
    assert_eq!(answer.json["result"], json!({ "account": { "id": "id of ann" }, "done": true }));
    // Its parameters are those of its parts.
    let help = world.say("help setup").await.ok();
    assert!(help.text.contains("setup <email> [--about <string>]"), "{}", help.text);
    assert!(help.text.contains("runs: signup, profile"), "{}", help.text);
    let missing = world.say_by_program("setup").await.fails("PARAMETER_MISSING");
    assert_eq!(missing.message(), "missing parameter: email");
    let asked = world.submit("main", "setup --about hello", &Cancellation::default()).await;
    let Reply::Refused { report, .. } = &asked else { panic!("{asked:?}") };
    assert!(report.status == Status::Ask && report.field.as_deref() == Some("email"), "{report:?}");
    assert!(world.lab.take_calls().is_empty());
    let answered = world.submit("main", "ann@example.com", &Cancellation::default()).await;
    assert!(matches!(&answered, Reply::Report(report) if report.status == Status::Ok), "{answered:?}");
    let done = ["change ann@example.com free", "change id of ann@example.com: hello"];
    assert_eq!(world.lab.take_calls(), done);
    let plan = world.say("setup ann --dry-run").await.ok();
    assert!(plan.text.contains("intent signup email=\"ann\""), "{}", plan.text);
    assert!(world.lab.calls().is_empty());
}

pub(crate) async fn what_a_composition_lacks_is_told_when_it_is_defined(world: World) {
    world.intent("signup", SIGNUP);
    for (parts, message) in [
        ("- intent: sgnup", "there is no intent \"sgnup\""),
        ("- { intent: signup, params: { mail: a } }", "signup has no parameter \"mail\""),
        ("- { intent: signup, params: {} }", "signup needs the parameter \"email\""),
    ] {
        let answer = world.say(&format!("define broken:\n  compose:\n    {parts}\n")).await;
        assert_eq!((answer.status(), answer.message()), ("error", message), "{}", answer.text);
    }
    world.say("define whole:\n  compose:\n    - intent: signup\n").await.ok();
    world.say("whole ann").await.ok();
    assert_eq!(world.lab.take_calls(), ["change ann free"]);
}

pub(crate) async fn steps_name_what_they_return(world: World) {
    world.intent(
        "named",
        "
        steps:
          - { action: lab.look, name: a, as: seen }
          - branch:
              if: $seen.count > 1
              then: [{ action: lab.look, name: \"many ${seen.count}\" }]
          - extract: { first: \"$seen.items[0]\" }
          - { action: lab.look, name: $first }
          - { action: lab.look, name: last }
        success:
          extract: { count: $seen.count }
    ",
    );
    let found = json!({ "count": 2, "items": ["x", "y"] });
    world.lab.script("a", &[Act::Return(Value::from(found))]);
    let answer = world.say("named").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a", "look many 2", "look x", "look last"]);
    assert_eq!(answer.json["result"], json!({ "first": "x", "count": 2 }));
    // Named results are reported even if a later step fails.
    world.lab.script("a", &[Act::Return(Value::from(json!({ "items": ["z"] })))]);
    world.lab.script("last", &[Act::Fail(Cause::Conflict)]);
    assert_eq!(world.say("named").await.fails("STEP_FAILED").json["result"], json!({ "first": "z" }));
    let wrong = world.say("define outside:\n  steps:\n    - branch:\n        if: true\n        then: [{ action: lab.look, name: a, as: it }]\n    - { action: lab.look, name: $it }\n").await;
    assert_eq!(wrong.message(), "$it is only known inside the block that names it");
}

pub(crate) async fn an_intent_inside_recovers_too(world: World) {
    world.intent(
        "inner",
        "
        parameters: [{ name: it, type: string, required: true }]
        steps: [{ action: lab.change, name: $it }]
        failure: { recovery: [{ action: lab.change, name: \"tidied $it\" }] }
    ",
    );
    world.intent(
        "outer",
        "
        steps:
          - try:
              steps: [{ action: intent, name: inner, params: { it: a } }]
              catch: [{ action: lab.change, name: b }]
    ",
    );
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.say("outer").await.ok();
    assert_eq!(world.lab.take_calls(), ["change a", "change tidied a", "change b"]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.lab.script("tidied a", &[Act::Fail(Cause::DiskFull)]);
    world.say("outer").await.ok();
    let warned = world.take_events().into_iter().any(
        |event| matches!(event, Event::Warning { message } if message == "recovery failed: tidied a failed: disk_full"),
    );
    assert!(warned);
    let plan = world.say("outer --dry-run").await.ok();
    assert!(plan.text.contains("if that fails, recovery"), "{}", plan.text);
}

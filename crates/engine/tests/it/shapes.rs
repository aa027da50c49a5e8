//! The exact text of responses.

use lemmascope_intent::{Cause, Code};
use serde_json::json;

use crate::lab::Act;
use crate::world::World;

const PAIR: &str = "
    parameters:
      - { name: first, type: string, required: true }
      - { name: second, type: string, required: true }
    steps:
      - { action: lab.change, name: $first }
      - checkpoint: half
      - { action: lab.change, name: $second }
    success:
      extract: { made: $second }
";

pub(crate) async fn ok_tells_actions_changes_and_result(world: World) {
    world.intent("pair", PAIR);
    let answer = world.say("pair a b").await;
    assert_eq!(
        answer.text,
        "ok pair \"a\"\n\n# actions\nchange \"a\"\nchange \"b\"\n\n# changes\n+ a\n+ b\n\n# result\nmade: b\n"
    );
    assert_eq!(answer.report.status.exit_code(), 0);
    let mut json = answer.json.clone();
    let object = json.as_object_mut().unwrap();
    assert!(object.remove("run").is_some() && object.remove("digest").is_some());
    assert_eq!(
        json,
        json!({
            "status": "ok",
            "intent": "pair",
            "summary": "\"a\"",
            "actions": [{"line": "change \"a\"", "ok": true}, {"line": "change \"b\"", "ok": true}],
            "changes": ["+ a", "+ b"],
            "result": {"made": "b"},
        })
    );
}

pub(crate) async fn error_tells_how_far_it_came(world: World) {
    world.intent("pair", PAIR);
    world.lab.script("b", &[Act::Fail(Cause::Conflict)]);
    let answer = world.say("pair a b").await;
    assert_eq!(
        answer.text,
        "error pair: b failed: conflict\n\n# actions\nchange \"a\"\nchange \"b\" [failed]\n\n# checkpoint\nhalf\n\n\
         # context\ncode: STEP_FAILED\nchanged so far:\n  + a\n\n\
         # hint\nEverything before \"half\" completed successfully. Retry from there:\n  pair --resume half\n`undo` reverts the changes.\n"
    );
    assert_eq!(answer.report.status.exit_code(), 1);
    assert_eq!(answer.json["code"], "STEP_FAILED");
    assert_eq!(answer.json["checkpoint"], "half");
    assert_eq!(answer.json["actions"][1], json!({"line": "change \"b\" [failed]", "ok": false}));
}

pub(crate) async fn partial_tells_completed_from_failed(world: World) {
    world
        .intent("pair", &format!("{PAIR}\n    options:\n      on_error: {{ conflict: {{ action: skip }} }}"));
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    let answer = world.say("pair a b").await;
    assert_eq!(
        answer.text,
        "partial pair: 1 of 2 steps failed\n\n# completed\nchange \"b\"\n\n# failed\nchange \"a\" [skipped]: a failed: conflict\n\n\
         # changes\n+ b\n\n# result\nmade: b\n\n\
         # hint\nStill to be done:\n  change \"a\"\n`undo` reverts the changes.\n"
    );
    assert_eq!(answer.report.status.exit_code(), 3);
    assert_eq!(answer.json["status"], "partial");
}

pub(crate) async fn a_question_tells_the_plan(world: World) {
    world.intent(
        "tell_all",
        "
        steps:
          - { action: lab.send, name: ann }
    ",
    );
    let answer = world.say("tell_all").await;
    let digest = answer.report.digest.clone().unwrap();
    assert_eq!(
        answer.text,
        format!(
            "ask tell_all: this cannot be undone; carry it out?\n\n\
             # plan\n1. lab.send name=\"ann\" (send, cannot be undone)\n\n\
             # hint\nTo agree to exactly this plan, add --confirm {digest}\n"
        )
    );
    assert_eq!(answer.report.status.exit_code(), 4);
    assert_eq!(answer.json["digest"], digest);
    assert_eq!(answer.json["plan"], json!(["1. lab.send name=\"ann\" (send, cannot be undone)"]));
}

pub(crate) async fn one_verb_is_a_run_of_its_own(world: World) {
    let answer = world.say("lab.change a").await;
    assert_eq!(answer.text, "ok lab.change \"a\"\n\n# actions\nchange \"a\"\n\n# changes\n+ a\n");
    let answer = world.say("lab.look a").await;
    assert_eq!(answer.text, "ok lab.look \"a\"\n\n# actions\nlook \"a\"\n\n# result\nseen a\n");
    world.say("lab.unchange a").await.fails("INTENT_NOT_FOUND");
    assert_eq!(world.lab.things(), ["a"]);
}

pub(crate) async fn every_code_can_be_met(world: World) {
    world.intent("pair", PAIR);
    world.intent(
        "count",
        "
        parameters: [{ name: n, type: number, required: true }]
        steps: [{ action: lab.look, name: x }]
        success: { conditions: [$n > 3] }
    ",
    );
    world.lab.script("gone", &[Act::Fail(Cause::TargetNotFound), Act::Fail(Cause::ElementStale)]);
    world.lab.script("twins", &[Act::Fail(Cause::TargetAmbiguous)]);
    world.lab.script("full", &[Act::Fail(Cause::DiskFull)]);
    world.lab.script("slow", &[Act::Fail(Cause::Timeout)]);
    world.lab.script("stopped", &[Act::Fail(Cause::Cancelled)]);
    let cases = [
        ("run pairs a b", Code::IntentNotFound),
        ("config set store.url a", Code::IntentUnavailable),
        ("count many", Code::ParameterInvalid),
        ("lab.look gone --retry 0", Code::TargetNotFound),
        ("lab.look twins", Code::TargetAmbiguous),
        ("lab.look full", Code::StepFailed),
        ("lab.look slow --retry 0", Code::Timeout),
        ("lab.look stopped", Code::Cancelled),
        ("count 1", Code::VerificationFailed),
        ("pair a b --resume nowhere", Code::CheckpointInvalid),
        ("define broken\n  steps: []", Code::DefinitionInvalid),
    ];
    for (line, code) in cases {
        let answer = world.say(line).await.fails(code.as_str());
        assert!(answer.text.contains(&format!("\ncode: {code}\n")), "{}", answer.text);
        assert_eq!(answer.json["code"], code.as_str(), "{line}");
    }
    let nearest = world.say("run pairs a b").await;
    assert_eq!(nearest.hint(), "Did you mean pair?");
    // A person at a terminal is asked for it instead.
    let missing = world.say_by_program("pair a").await.fails(Code::ParameterMissing.as_str());
    assert_eq!(
        (missing.message(), missing.hint().as_str()),
        ("missing parameter: second", "Usage: pair <first> <second>")
    );
}

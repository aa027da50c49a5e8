//! Success and failure conditions, and extraction.

use lemmascope_intent::{Cause, Value};

use crate::lab::Act;
use crate::world::World;

const CHECKED: &str = "
    parameters: [{ name: name, type: string, required: true }]
    steps: [{ action: lab.look, name: $name }]
    success: { conditions: [{ lab.holds: { name: $name } }, $name != \"bad\"] }
    failure: { conditions: [{ lab.holds: { name: \"no $name\" } }] }
";

pub(crate) async fn success_is_what_the_definition_says(world: World) {
    world.intent("checked", CHECKED);
    let answer = world.say("checked a").await.fails("VERIFICATION_FAILED");
    assert_eq!(answer.message(), "the steps ran, but this does not hold: lab.holds name=\"a\"");
    assert_eq!(answer.actions(), ["look \"a\""]);
    world.lab.put("a");
    world.say("checked a").await.ok();
    world.lab.put("bad");
    let answer = world.say("checked bad").await.fails("VERIFICATION_FAILED");
    assert!(answer.message().contains("$name != \"bad\""), "{}", answer.message());
    world.say("config set intent_engine.verification.verify_success false").await.ok();
    world.say("checked bad").await.ok();
    // The observation may fail too.
    world.say("config reset intent_engine").await.ok();
    world.lab.script("a", &[Act::Succeed, Act::Fail(Cause::PermissionDenied)]);
    world.lab.script("no a", &[Act::Fail(Cause::PermissionDenied)]);
    world.say("checked a").await.fails("STEP_FAILED");
}

pub(crate) async fn failure_is_recognized(world: World) {
    world.intent("checked", CHECKED);
    world.lab.put("a");
    world.lab.put("no a");
    let answer = world.say("checked a").await.fails("VERIFICATION_FAILED");
    assert_eq!(answer.message(), "it failed: lab.holds name=\"no a\"");
    world.say("config set intent_engine.verification.verify_failure false").await.ok();
    world.say("checked a").await.ok();
}

pub(crate) async fn nothing_is_verified_on_request(world: World) {
    world.intent("checked", CHECKED);
    world.lab.put("no a");
    world.say("checked a --no-verify").await.ok();
    assert_eq!(world.lab.calls(), ["look a"]);
}

const EXTRACTING: &str = "
    parameters: [{ name: name, type: string, required: true }]
    steps: [{ action: lab.look, name: x }]
    success:
      extract:
        name: $name
        pair: [$name, 1]
        seen: { from: lab.look, name: $name }
        last: { from: lab.look, name: $name, pattern: \"seen (.*)\" }
        whole: { from: lab.look, name: $name, pattern: \"se+n\" }
";

pub(crate) async fn data_is_extracted(world: World) {
    world.intent("extracting", EXTRACTING);
    let answer = world.say("extracting a").await.ok();
    assert!(
        answer.text.ends_with("# result\nname: a\npair: [\"a\",1]\nseen: seen a\nlast: a\nwhole: seen\n"),
        "{}",
        answer.text
    );
    let expected =
        serde_json::json!({"name": "a", "pair": ["a", 1], "seen": "seen a", "last": "a", "whole": "seen"});
    assert_eq!(answer.json["result"], expected);
}

pub(crate) async fn what_cannot_be_extracted_makes_it_partial(world: World) {
    world.intent("extracting", EXTRACTING);
    world.lab.script("a", &[Act::Fail(Cause::PermissionDenied), Act::Return(Value::from("nothing here"))]);
    let answer = world.say("extracting a").await;
    assert_eq!(
        answer.text,
        "partial extracting: 2 of 3 steps failed\n\n# completed\nlook \"x\"\n\n\
         # failed\nextract seen: a failed: permission_denied\nextract last: nothing matches seen (.*)\n\n\
         # result\nname: a\npair: [\"a\",1]\nwhole: seen\n\n\
         # hint\nNot found: seen, last. `observe` lists the elements, and `extract` reads them.\n"
    );
}

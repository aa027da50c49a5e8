//! Branches, loops, retries, parallel blocks, nested intents, and waits.

use lemmascope_intent::Cause;

use crate::lab::Act;
use crate::world::World;

pub(crate) async fn a_branch_goes_one_way(world: World) {
    world.intent(
        "choose",
        "
        parameters: [{ name: big, type: boolean, default: false }]
        steps:
          - branch:
              if: $big
              then: [{ action: lab.look, name: big }]
              else: [{ action: lab.look, name: small }]
          - branch:
              if: { all: [{ lab.holds: { name: here } }, $big] }
              then: [{ action: lab.look, name: both }]
          - branch:
              if: { any: [{ lab.holds: { name: here } }, { lab.holds: { name: there } }] }
              then: [{ action: lab.look, name: one }]
              else: [{ action: lab.look, name: none }]
    ",
    );
    world.say("choose").await.ok();
    assert_eq!(world.lab.take_calls(), ["look small", "holds here", "holds there", "look none"]);
    world.lab.put("here");
    world.say("choose --big").await.ok();
    assert_eq!(world.lab.take_calls(), ["look big", "holds here", "look both", "holds here", "look one"]);
}

pub(crate) async fn a_known_loop_stops_at_its_maximum(world: World) {
    world.intent(
        "each",
        "
        parameters: [{ name: items, type: array }]
        steps:
          - loop:
              over: $items
              as: item
              max: 2
              steps: [{ action: lab.change, name: \"${item.id}\" }]
    ",
    );
    let items = r#"[{"id": "a"}, {"id": "b"}, {"id": "c"}]"#;
    let answer = world.say(&format!("each '{items}'")).await.ok();
    assert_eq!(answer.actions(), ["change \"a\"", "change \"b\"", "loop stopped at 2: 1 left out"]);
    let plan = world.say(&format!("each '{items}' --dry-run")).await.ok();
    assert!(plan.text.contains("for each item of the first 2 (1 left out)"), "{}", plan.text);
    world.lab.take_calls();
    world.say("each").await.ok();
    world.say("each []").await.ok();
    assert!(world.lab.calls().is_empty());
}

pub(crate) async fn a_loop_that_is_only_known_on_the_way_asks_for_its_items(world: World) {
    world.intent(
        "elements",
        "
        steps:
          - loop:
              over: .card
              as: card
              max: 2
              steps:
                - { action: lab.look, name: \"$card!\" }
                - branch:
                    if: $card == \"e2\"
                    then: [{ action: lab.look, name: second }]
    ",
    );
    let answer = world.say("elements").await.ok();
    assert_eq!(world.lab.take_calls(), ["elements .card", "look e1!", "look e2!", "look second"]);
    assert_eq!(answer.actions().last(), Some(&"loop stopped at 2: 1 left out"));
    world.lab.script(".card", &[Act::Return(lemmascope_intent::Value::Null)]);
    world.say("elements").await.ok();
    assert_eq!(world.lab.calls(), ["elements .card"]);
}

pub(crate) async fn a_try_falls_back(world: World) {
    world.intent(
        "careful",
        "
        steps:
          - try:
              steps:
                - { action: lab.change, name: a }
                - { action: lab.change, name: b }
              catch:
                - { action: lab.change, name: c }
    ",
    );
    world.say("careful").await.ok();
    assert_eq!(world.lab.take_calls(), ["change a", "change b"]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    let answer = world.say("careful").await.ok();
    assert_eq!(answer.actions(), ["change \"a\" [failed]", "change \"c\""]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.lab.script("c", &[Act::Fail(Cause::DiskFull)]);
    assert_eq!(world.say("careful").await.fails("STEP_FAILED").message(), "c failed: disk_full");
}

const TOGETHER: &str = "
    steps:
      - parallel:
          wait: WAIT
          steps:
            - { action: lab.look, name: a }
            - { action: lab.look, name: b }
";

pub(crate) async fn parallel_one_by_one(world: World) {
    world.say("config set intent_engine.execution.parallel_steps false").await.ok();
    for wait in ["all", "any", "none"] {
        world.intent(&format!("together_{wait}"), &TOGETHER.replace("WAIT", wait));
    }
    world.say("together_all").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a", "look b"]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.say("together_all").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["look a"]);
    world.say("together_any").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a"]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.say("together_any").await.ok();
    assert_eq!(world.lab.take_calls(), ["look a", "look b"]);
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.lab.script("b", &[Act::Fail(Cause::DiskFull)]);
    assert_eq!(world.say("together_any").await.fails("STEP_FAILED").message(), "b failed: disk_full");
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    let answer = world.say("together_none").await;
    assert_eq!((answer.status(), answer.message()), ("partial", "1 of 2 steps failed"));
}

pub(crate) async fn parallel_at_once(world: World) {
    for wait in ["all", "any", "none"] {
        world.intent(&format!("together_{wait}"), &TOGETHER.replace("WAIT", wait));
    }
    // The first call ends only at its timeout, long after the second one was made.
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.say("together_all").await.fails("STEP_FAILED");
    assert_eq!(world.lab.take_calls(), ["look a", "look b"]);
    world.lab.script("b", &[Act::Fail(Cause::Conflict)]);
    assert_eq!(world.say("together_none").await.status(), "partial");
    world.lab.script("a", &[Act::Fail(Cause::Conflict)]);
    world.lab.script("b", &[Act::Fail(Cause::Conflict)]);
    world.say("together_any").await.fails("STEP_FAILED");
}

pub(crate) async fn the_first_of_several_stops_the_others(world: World) {
    world.intent(
        "race",
        "
        steps:
          - parallel:
              wait: any
              steps:
                - { action: lab.change, name: slow }
                - { action: lab.change, name: late }
                - { action: lab.change, name: fast }
          - { action: lab.change, name: after }
    ",
    );
    world.lab.script("slow", &[Act::Heed]);
    world.lab.script("late", &[Act::Late]);
    world.say("race").await.ok();
    assert_eq!(world.lab.things(), ["after", "fast", "late"]);
    // The effect of a cancelled branch is recorded, and undone with the rest.
    world.say("undo").await.ok();
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn an_intent_runs_another_with_parameters_of_its_own(world: World) {
    world.intent(
        "inner",
        "
        parameters:
          - { name: thing, type: string, required: true }
          - { name: again, type: string, default: d }
          - { name: outer, type: string }
        steps:
          - { action: lab.change, name: $thing }
          - { action: lab.change, name: \"$again$outer\" }
        success:
          conditions: [{ lab.holds: { name: $again } }]
    ",
    );
    world.intent(
        "outer",
        "
        parameters: [{ name: outer, type: string, required: true }]
        steps:
          - action: intent
            name: inner
            params: { thing: \"$outer!\" }
    ",
    );
    world.say("outer x").await.ok();
    assert_eq!(world.lab.take_calls(), ["change x!", "change d", "holds d"]);
    // The success conditions of the nested intent are checked.
    world.intent(
        "outer",
        "
        version: 2
        parameters: [{ name: outer, type: string, required: true }]
        steps:
          - { action: intent, name: inner, params: { thing: a, outer: $outer } }
          - { action: lab.change, name: never }
    ",
    );
    world.lab.remove("d");
    let failed = world.say("outer x").await.fails("VERIFICATION_FAILED");
    assert_eq!(failed.message(), "the steps ran, but this does not hold: lab.holds name=\"d\"");
    assert_eq!(world.lab.take_calls(), ["change a", "change dx", "holds d"]);
    // Its parameters are checked before the execution.
    world.intent("wrong", "steps: [{ action: intent, name: inner, params: { thng: a } }]");
    let wrong = world.say("wrong").await.fails("PARAMETER_INVALID");
    assert_eq!(wrong.hint(), "Did you mean thing?");
    world.intent("nobody", "steps: [{ action: intent, name: iner, params: {} }]");
    assert_eq!(world.say("nobody").await.fails("INTENT_NOT_FOUND").hint(), "Did you mean inner?");
    assert!(world.lab.calls().is_empty());
}

pub(crate) async fn a_wait_ends_when_its_condition_holds(world: World) {
    world.intent(
        "patient",
        "
        parameters: [{ name: what, type: string, required: true }]
        steps:
          - { action: wait, condition: { lab.holds: { name: $what } }, timeout: 20s }
          - { action: lab.look, name: done }
    ",
    );
    let waiting = world.say("patient a");
    let meanwhile = async {
        world.lab.called("holds a", 3).await;
        world.lab.put("a");
    };
    let (answer, ()) = tokio::join!(waiting, meanwhile);
    assert_eq!(answer.ok().actions(), ["wait lab.holds name=\"a\"", "look \"done\""]);
    // A transient failure of the observation is retried.
    world.lab.script("a", &[Act::Fail(Cause::ElementStale)]);
    world.say("patient a").await.ok();
    world.lab.script("a", &[Act::Fail(Cause::PermissionDenied)]);
    world.say("patient a").await.fails("STEP_FAILED");
}

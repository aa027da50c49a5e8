//! The open state that is stored with a checkpoint and restored.

use lemmascope_intent::Cause;
use lemmascope_store::query::{Expr, ExprTrait, Query};

use crate::lab::Act;
use crate::world::World;

const FAIL: Act = Act::Fail(Cause::Conflict);

const CHECKOUT: &str = "
    parameters:
      - { name: to, type: string, default: home }
    steps:
      - { action: lab.change, name: $to }
      - action: wait
        condition: { lab.holds: { name: $to } }
        timeout: 50ms
      - checkpoint: shipping_started
      - { action: lab.change, name: shipped }
      - checkpoint: payment_started
      - { action: lab.change, name: paid }
";

fn open(world: &World, session: &str, state: &str) {
    world.lab.open.lock().unwrap().insert(session.into(), state.into());
}

fn restored(world: &World) -> Vec<String> {
    std::mem::take(&mut world.lab.restored.lock().unwrap())
}

/// Returns the number of stored states.
async fn kept(world: &World) -> usize {
    let store = world.store().await;
    let mut select = Query::select();
    select.column("run").from("kept");
    let rows = store.fetch_all(select).await.unwrap().len();
    store.close().await;
    rows
}

pub(crate) async fn what_was_open_is_put_back_first(mut world: World) {
    world.intent("checkout", CHECKOUT);
    open(&world, "main", "c4nary-page");
    world.lab.script("paid", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    assert_eq!(crate::secrets::holds(world.place.folder.path(), b"c4nary-page"), None, "it is sealed");
    world.replace().await;
    world.lab.open.lock().unwrap().clear();
    world.lab.take_calls();
    let answer = world.say("checkout --resume payment_started").await.ok();
    assert_eq!(restored(&world), ["main c4nary-page false"]);
    assert_eq!(answer.actions()[0], "restore the lab");
    assert_eq!(world.lab.take_calls(), ["change paid"]);
}

pub(crate) async fn what_is_still_there_is_left_alone(world: World) {
    world.intent("checkout", CHECKOUT);
    // Without open state, nothing is stored or restored.
    world.lab.script("paid", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    assert_eq!(kept(&world).await, 0);
    world.say("checkout --resume payment_started").await.ok();
    assert_eq!(restored(&world), [""; 0]);
}

pub(crate) async fn what_held_before_the_checkpoint_must_hold(world: World) {
    world.intent("checkout", CHECKOUT);
    world.lab.script("shipped", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    world.lab.remove("home");
    world.lab.take_calls();
    let answer = world.say("checkout --resume shipping_started").await.fails("CHECKPOINT_INVALID");
    assert!(answer.message().contains("has changed: lab.holds"), "{}", answer.text);
    assert_eq!(answer.hint(), "Run it from the beginning.");
    assert!(!world.lab.calls().contains(&"change shipped".to_string()), "nothing more is done");
    // A partly restored state is restored completely before the run fails.
    open(&world, "main", "home");
    world.lab.script("shipped", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    world.lab.remove("home");
    world.say("checkout --resume shipping_started").await.ok();
    assert_eq!(restored(&world), ["main home false", "main home true"]);
    // Conditions before the last change are not checked for the checkpoint after it.
    world.lab.script("paid", &[FAIL]);
    world.lab.open.lock().unwrap().clear();
    world.say("checkout").await.fails("STEP_FAILED");
    world.lab.remove("home");
    world.say("checkout --resume payment_started").await.ok();
}

pub(crate) async fn a_condition_is_asked_with_the_values_of_its_place(world: World) {
    world.intent(
        "one",
        "
        parameters: [{ name: thing, type: string, required: true }]
        steps:
          - checkpoint: begun
          - { action: lab.change, name: $thing }
        success:
          conditions: [{ lab.holds: { name: $thing } }]
    ",
    );
    world.intent(
        "all",
        "
        parameters: [{ name: things, type: array, required: true }]
        steps:
          - loop:
              over: $things
              as: each
              max: 10
              steps:
                - { action: intent, name: one, params: { thing: $each } }
                - checkpoint: made
                - { action: lab.look, name: $each }
    ",
    );
    world.lab.script("b", &[FAIL]);
    // The second one fails; the last checkpoint is that of the nested intent.
    let answer = world.say("all a,b,c").await.fails("STEP_FAILED");
    assert_eq!(answer.report.checkpoint.as_deref(), Some("begun"));
    world.lab.script("c", &[Act::Succeed, Act::Return(true.into()), FAIL]);
    world.say("all --resume begun").await.fails("STEP_FAILED");
    assert_eq!(world.lab.things(), ["a", "b", "c"]);
    // After the checkpoint `made` of the third one, the effects of its intent must exist.
    world.lab.remove("c");
    let answer = world.say("all --resume made").await.fails("CHECKPOINT_INVALID");
    assert!(answer.message().contains('c'), "{}", answer.text);
    world.lab.put("c");
    world.say("all --resume made").await.ok();
}

pub(crate) async fn sessions_go_back_to_what_was_theirs(mut world: World) {
    world.intent("checkout", CHECKOUT);
    for session in ["ann", "bob"] {
        open(&world, session, &format!("page of {session}"));
        world.lab.script("paid", &[FAIL]);
        world.say_as(session, "checkout").await.fails("STEP_FAILED");
    }
    world.replace().await;
    world.lab.open.lock().unwrap().clear();
    for session in ["ann", "bob"] {
        world.say_as(session, "checkout --resume payment_started").await.ok();
        assert_eq!(restored(&world), [format!("{session} page of {session} false")]);
    }
}

pub(crate) async fn another_key_opens_nothing(mut world: World) {
    world.intent("checkout", CHECKOUT);
    open(&world, "main", "page");
    world.lab.script("paid", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    world.replace().await;
    let key = world.place.home().join("key");
    std::fs::remove_file(&key).unwrap();
    for _ in 0..2 {
        let answer = world.say("checkout --resume payment_started").await.fails("CHECKPOINT_INVALID");
        assert!(answer.message().contains("was sealed with another key"), "{}", answer.text);
        // The second time, a different key exists.
        world.give("credentials add x --origin a.com --replace", "ann", "pw", None).await.ok();
    }
    assert_eq!(restored(&world), [""; 0]);
}

pub(crate) async fn what_was_altered_opens_nothing(world: World) {
    world.intent("checkout", CHECKOUT);
    open(&world, "main", "page");
    world.lab.script("paid", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    let store = world.store().await;
    let mut update = Query::update();
    update.table("kept").value("name", "elsewhere").and_where(Expr::col("name").eq("shipping_started"));
    store.execute(update).await.unwrap();
    let mut other = Query::update();
    other.table("kept").value("name", "shipping_started").and_where(Expr::col("name").eq("payment_started"));
    store.execute(other).await.unwrap();
    store.close().await;
    let answer = world.say("checkout --resume shipping_started").await.fails("CHECKPOINT_INVALID");
    assert!(answer.message().contains("was altered"), "{}", answer.text);
}

pub(crate) async fn it_is_forgotten_when_it_is_of_no_use(mut world: World) {
    world.intent("checkout", CHECKOUT);
    open(&world, "main", "page");
    world.lab.script("paid", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    assert_eq!(kept(&world).await, 2);
    world.say("checkout --resume payment_started").await.ok();
    assert_eq!(kept(&world).await, 0, "the run has ended well, and so has the one that it continued");
    world.lab.script("paid", &[FAIL]);
    world.say("checkout").await.fails("STEP_FAILED");
    world.place.configure("intent_engine.execution.checkpoint_retention", "1ms");
    world.reopen().await;
    assert_eq!(kept(&world).await, 0, "it has become too old");
    let answer = world.say("checkout --resume payment_started").await.fails("CHECKPOINT_INVALID");
    assert!(answer.message().contains("has passed no checkpoint"), "{}", answer.text);
}

pub(crate) async fn the_hint_says_what_was_completed(world: World) {
    world.intent("checkout", CHECKOUT);
    let told =
        "Shipping completed successfully. Retry from payment step:\n  checkout --resume payment_started";
    world.lab.script("paid", &[FAIL, FAIL]);
    let answer = world.say("checkout").await.fails("STEP_FAILED");
    assert!(answer.hint().starts_with(told), "{}", answer.text);
    let answer = world.say("checkout --resume payment_started").await.fails("STEP_FAILED");
    assert!(answer.hint().starts_with(told), "{}", answer.text);
}

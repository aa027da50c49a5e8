//! Several sessions in one engine, and several engines on one store.

use std::sync::Arc;

use lemmascope_intent::Cancellation;

use crate::lab::Act;
use crate::world::World;

pub(crate) async fn sessions_run_side_by_side_and_each_in_order(world: World) {
    // The first request of a session ends only when it is cancelled. Another session does not wait for it,
    // but the next request of the same session does.
    world.lab.script("long", &[Act::Heed]);
    let cancellation = Cancellation::default();
    let first = world.say_until("lab.look long", &cancellation);
    let others = async {
        world.lab.called("look long", 1).await;
        let (next, ()) = tokio::join!(world.say("lab.look next"), async {
            world.say_as("other", "lab.look other").await.ok();
            assert_eq!(world.lab.calls(), ["look long", "look other"]);
            cancellation.cancel();
        });
        next.ok();
    };
    let (first, ()) = tokio::join!(first, others);
    assert_eq!(first.message(), "it was cancelled");
    assert_eq!(world.lab.calls(), ["look long", "look other", "look next"]);
    assert_eq!(world.say("sessions").await.ok().text, "ok sessions\n\n# sessions\nmain\nother\n");
}

pub(crate) async fn what_a_session_defines_is_its_own(world: World) {
    world.intent("greet", "steps: [{ action: lab.look, name: user }]");
    let hello = "define hello:\n  parameters: [{ name: who, type: string, required: true }]\n  steps:\n    - { action: lab.look, name: $who }";
    let answer = world.say_as("ann", hello).await.ok();
    assert!(answer.text.contains("# usage\nhello <who>"), "{}", answer.text);
    world.say_as("ann", "hello x").await.ok();
    world.say_as("ben", "run hello x").await.fails("INTENT_NOT_FOUND");
    assert!(world.say_as("ann", "intents --session").await.ok().text.contains("- hello (defined just now)"));
    assert!(!world.say_as("ben", "intents").await.ok().text.contains("hello"));
    // A user definition of the same name takes precedence, according to the order of the tiers.
    world.say_as("ann", "define greet\n  steps: [{ action: lab.look, name: session }]").await.ok();
    world.lab.take_calls();
    world.say_as("ann", "greet").await.ok();
    world.say("config set intent_engine.resolution.tier_priority session,user").await.ok();
    world.say_as("ann", "greet").await.ok();
    world.say_as("ben", "greet").await.ok();
    assert_eq!(world.lab.take_calls(), ["look user", "look session", "look user"]);
    world.say_as("ben", "undefine greet").await.fails("INTENT_NOT_FOUND");
    world.say_as("ann", "undefine greet").await.ok();
    world.say_as("ann", "greet").await.ok();
    assert_eq!(world.lab.take_calls(), ["look user"]);
    assert!(world.say_as("ann", "intents --clear-session").await.ok().text.contains("1 removed."));
    world.say_as("ann", "run hello x").await.fails("INTENT_NOT_FOUND");
    let bad = world
        .say_as("ann", "define bad\n  steps:\n    - { actoin: lab.look }")
        .await
        .fails("DEFINITION_INVALID");
    assert!(!bad.hint().is_empty());
}

pub(crate) async fn a_circle_cannot_be_defined(world: World) {
    world.intent("outer", "steps: [{ action: intent, name: inner, params: {} }]");
    let answer = world
        .say("define inner\n  steps: [{ action: intent, name: outer, params: {} }]")
        .await
        .fails("DEFINITION_INVALID");
    assert!(answer.message().contains("in a circle"), "{}", answer.text);
    assert_eq!(world.say("outer").await.fails("INTENT_NOT_FOUND").message(), "there is no intent \"inner\"");
    world.say("define inner\n  steps: [{ action: lab.look, name: x }]").await.ok();
    world.say("outer").await.ok();
}

pub(crate) async fn two_engines_share_a_store(world: World) {
    let world = Arc::new(world);
    let (engine, _) = world.place.open(&world.lab).await.unwrap();
    let other = Arc::new(World {
        heard: Arc::default(),
        engine,
        lab: Arc::clone(&world.lab),
        place: world.place.clone(),
        events: Arc::default(),
        said: Default::default(),
    });
    let work = async |world: &World, session: &str| {
        for number in 0..20 {
            let line = format!("lab.change {session}{number}");
            world.say_as(session, &line).await.ok();
        }
        for _ in 0..10 {
            world.say_as(session, "undo").await.ok();
        }
        world.say_as(session, "redo").await.ok();
    };
    tokio::join!(work(&world, "a"), work(&other, "b"), work(&world, "c"), work(&other, "d"));
    let mut expected: Vec<String> = ["a", "b", "c", "d"]
        .iter()
        .flat_map(|session| (0..11).map(move |n| format!("{session}{n}")))
        .collect();
    expected.sort();
    assert_eq!(world.lab.things(), expected);
    // An engine can undo the actions of another one.
    for session in ["a", "b", "c", "d"] {
        for _ in 0..11 {
            other.say_as(session, "undo").await.ok();
        }
        assert!(world.say_as(session, "undo").await.ok().text.contains("Nothing to undo."));
    }
    assert_eq!(world.lab.things(), [""; 0]);
}

pub(crate) async fn what_a_session_defines_outlives_the_engine(mut world: World) {
    let hello = |name: &str| format!("define hello\n  steps: [{{ action: lab.look, name: {name} }}]");
    world.say(&hello("first")).await.ok();
    world.reopen().await;
    world.say("hello").await.ok();
    assert_eq!(world.lab.take_calls(), ["look first"]);
    // Another engine on the same store has the current definition.
    let other = world.beside().await;
    world.say(&hello("second")).await.ok();
    other.say("hello").await.ok();
    other.say("undefine hello").await.ok();
    world.say("run hello").await.fails("INTENT_NOT_FOUND");
    assert_eq!(world.lab.take_calls(), ["look second"]);
    world.say(&hello("third")).await.ok();
    world.say("session close main").await.ok();
    world.reopen().await;
    world.say("run hello").await.fails("INTENT_NOT_FOUND");
}

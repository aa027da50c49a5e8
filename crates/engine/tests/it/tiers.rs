//! The tiers of definitions, and their precedence.

use lemmascope_intent::{Cause, Source, Status};

use crate::lab::Act;
use crate::world::{Place, World, write_intent};

const NAMED: &[Source] = &[Source {
    name: "named.yaml",
    text: "intent: named\nversion: 1.0\nsteps: [{ action: lab.look, name: core }]\n",
}];

async fn who(world: &World) -> String {
    world.lab.take_calls();
    world.say("named").await.ok();
    world.lab.take_calls().remove(0)
}

#[tokio::test]
async fn resolves_intents_in_tier_order() {
    let mut place = Place::new();
    place.core = NAMED;
    let world = World::at(place).await.with_pages().await;
    assert_eq!(who(&world).await, "look core");
    let packs = world.place.packs();
    write_intent(
        &packs.join("a.com/intents/named.yaml"),
        "named",
        "steps: [{ action: lab.look, name: pack }]",
    );
    assert_eq!(who(&world).await, "look core", "elsewhere a pack takes part by its full name");
    let go = |url: &str| *world.heard.here.lock().unwrap() = Some(url.into());
    go("https://a.com/login");
    assert_eq!(who(&world).await, "look pack");
    world.say("define named\n  steps: [{ action: lab.look, name: session }]").await.ok();
    assert_eq!(who(&world).await, "look session");
    world.intent("named", "steps: [{ action: lab.look, name: user }]");
    assert_eq!(who(&world).await, "look user");
    for (order, winner) in [("core", "look core"), ("pack,user", "look pack"), ("session", "look session")] {
        world.say(&format!("config set intent_engine.resolution.tier_priority {order}")).await.ok();
        assert_eq!(who(&world).await, winner, "{order}");
    }
    let listed = world.say("intents").await.ok();
    assert_eq!(listed.text.matches("named").count(), 2, "{}", listed.text);
}

#[tokio::test]
async fn loads_flat_and_nested_pack_layouts() {
    let world = World::on_sqlite().await;
    let packs = world.place.packs();
    write_intent(&packs.join("flat/one.yaml"), "one", "steps: [{ action: lab.look, name: one }]");
    write_intent(&packs.join("deep/intents/two.yml"), "two", "steps: [{ action: lab.look, name: two }]");
    std::fs::write(packs.join("deep/pack.yaml"), "pack: deep\n").unwrap();
    std::fs::write(
        packs.join("deep/patterns.yaml"),
        "patterns: { bar: { elements: { ok: { role: button } } } }\n",
    )
    .unwrap();
    std::fs::write(
        packs.join("flat/three.json"),
        r#"{"intent": "three", "version": "1.0", "steps": [{"action": "lab.look", "name": "three"}]}"#,
    )
    .unwrap();
    for name in ["flat/one", "deep/two", "flat/three"] {
        world.say(name).await.ok();
    }
    let listed = world.say("intents").await.ok();
    assert!(!listed.text.contains("left out"), "{}", listed.text);
    assert!(listed.text.contains("deep/two:  (pack)"), "{}", listed.text);
    let elsewhere = world.place.folder.path().join("elsewhere");
    write_intent(&elsewhere.join("p/four.yaml"), "four", "steps: [{ action: lab.look, name: four }]");
    world.say("config set intent_engine.packs.pack_paths ~/elsewhere").await.ok();
    world.say("p/four").await.ok();
    world.say("run flat/one").await.fails("INTENT_NOT_FOUND");
}

#[tokio::test]
async fn domains_define_own_intents() {
    let place = Place::new();
    let lab = std::sync::Arc::default();
    let mut domains = crate::lab::domains(&lab);
    domains[0].definitions = NAMED;
    let (engine, _) = lemmascope_engine::Engine::open(lemmascope_engine::Setup {
        configuration: place.configuration.clone(),
        home: place.home(),
        program: "/proc/self/exe".into(),
        user_home: place.home(),
        started_in: place.home(),
        domains,
        core: &[],
        packs: &[],
        places: lemmascope_language::goal::Places::default(),
    })
    .await
    .unwrap();
    let named = engine.callables().into_iter().find(|callable| callable.name == "named").unwrap();
    assert_eq!((named.parameters.len(), named.guarded), (0, false));
    let send = engine.callables().into_iter().find(|callable| callable.name == "lab.send").unwrap();
    assert!(send.guarded, "it takes a password");
    assert!(engine.callables().iter().all(|callable| callable.name != "lab.unchange"));
    assert_eq!(engine.intent_count(), 1);
}

#[tokio::test]
async fn falls_back_to_built_in_intent_after_failure() {
    let mut place = Place::new();
    place.builtin = NAMED;
    let world = World::at(place).await;
    world.intent("named", "steps: [{ action: lab.look, name: user }]");
    assert_eq!(who(&world).await, "look user");

    world.lab.script("user", &[Act::Fail(Cause::TargetNotFound)]);
    world.lab.take_calls();
    let answer = world.say("named").await;
    assert_eq!(world.lab.take_calls(), ["look user", "look core"]);
    assert_eq!(answer.report.status, Status::Ok, "{}", answer.text);
    assert!(
        answer.text.contains("the definition that goes before the built-in one failed"),
        "{}",
        answer.text
    );

    // An action that may have had its effect is not repeated.
    for act in [Act::Perhaps(Cause::TargetNotFound), Act::Fail(Cause::VerificationFailed)] {
        world.lab.script("user", &[act]);
        world.lab.take_calls();
        let answer = world.say("named").await;
        assert_eq!((world.lab.take_calls(), answer.report.status), (vec!["look user".into()], Status::Error));
    }
}

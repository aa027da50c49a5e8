//! The packs of a session: loaded by name or by a visit, unloaded, and excluded because of faults.

use lemmascope_intent::Status;

use crate::world::{Place, World, write_intent};

const LOOK: &str = "steps: [{ action: lab.look, name: NAME }]";

fn pack(world: &World, name: &str, manifest: &str) {
    let folder = world.place.packs().join(name);
    write_intent(&folder.join("intents/track.yaml"), "track", &LOOK.replace("NAME", name));
    std::fs::write(folder.join("pack.yaml"), format!("pack: {name}\n{manifest}")).unwrap();
}

fn go(world: &World, url: &str) {
    *world.heard.here.lock().unwrap() = Some(url.into());
}

async fn looked(world: &World, line: &str) -> String {
    world.lab.take_calls();
    world.say(line).await.ok();
    world.lab.take_calls().join(", ")
}

#[tokio::test]
async fn lists_loads_and_unloads_packs_per_session() {
    for world in [World::on_sqlite().await, World::on_postgres().await] {
        let mut world = world.with_pages().await;
        pack(&world, "shop.test", "version: 1.1.0\ndescription: A shop\nauthor: somebody\n");
        pack(&world, "mail.test", "version: 0.9\n");
        let listed = world.say("packs").await.ok();
        assert!(listed.text.contains("  mail.test (v0.9.0) - available\n"), "{}", listed.text);
        assert!(listed.text.contains("  shop.test (v1.1.0) - available"), "{}", listed.text);
        let of_shop = &listed.json["available intent packs"][1];
        assert_eq!(of_shop["version"], "1.1.0", "{}", listed.json);
        assert_eq!(of_shop["state"], "available", "{}", listed.json);
        assert_eq!(of_shop["intents"][0], "shop.test/track", "{}", listed.json);

        // Its intents now resolve by short names, regardless of the current page.
        world.say("track").await.fails("INTENT_NOT_FOUND");
        let loaded = world.say("pack load shop.test").await.ok();
        assert!(loaded.text.contains("Loading intent pack: shop.test (v1.1.0)"), "{}", loaded.text);
        assert_eq!(looked(&world, "track").await, "look shop.test");
        world.say_as("other", "track").await.fails("INTENT_NOT_FOUND");
        assert!(world.say("packs").await.ok().text.contains("✓ shop.test (v1.1.0) - loaded"));
        // The choice survives a restart.
        world.reopen().await;
        assert_eq!(looked(&world, "track").await, "look shop.test");

        world.say("pack unload shop.test").await.ok();
        go(&world, "https://shop.test/");
        world.say("track").await.fails("INTENT_NOT_FOUND");
        let refused = world.say("run shop.test/track").await;
        assert_eq!((refused.status(), refused.code()), ("error", "INTENT_UNAVAILABLE"), "{}", refused.text);
        assert!(refused.hint().contains("pack load shop.test"), "{}", refused.text);
        assert!(world.say("packs").await.ok().text.contains("  shop.test (v1.1.0) - unloaded"));
        assert!(!world.say("intents").await.ok().text.contains("shop.test/track"));
        // Other sessions are not affected.
        world.say_as("other", "shop.test/track").await.ok();
        world.reopen().await;
        world.say("run shop.test/track").await.fails("INTENT_UNAVAILABLE");
        world.say("pack load shop.test").await.ok();
        world.say("shop.test/track").await.ok();
    }
}

#[tokio::test]
async fn pack_auto_loads_on_its_pages_with_one_notice() {
    let world = World::on_sqlite().await.with_pages().await;
    pack(&world, "shop.test", "version: 1.2.0\nrequires: { base: ^1 }\n");
    pack(&world, "base", "version: 1.0.0\ndomains: [shop.test]\nauto_load: ['https://shop.test/never/*']\n");
    pack(&world, "orders", "domains: [shop.test]\nauto_load: ['https://shop.test/orders/*']\n");
    world.intent("see", "steps: [{ action: lab.look, name: x }]");
    go(&world, "https://elsewhere.test/");
    assert!(!world.say("see").await.ok().text.contains("auto-loading"));
    go(&world, "https://shop.test/cart");
    let told = world.say("see").await.ok();
    let expected =
        "# auto-loading\nLoading intent pack: base (v1.0.0)\nLoading intent pack: shop.test (v1.2.0)\n";
    assert!(told.text.contains(expected), "{}", told.text);
    assert!(!world.say("see").await.ok().text.contains("auto-loading"));
    go(&world, "https://shop.test/orders/5");
    assert!(world.say("see").await.ok().text.contains("# auto-loading\nLoading intent pack: orders\n"));
    assert!(world.say_as("other", "see").await.ok().text.contains("Loading intent pack: shop.test"));
    world.say("pack unload shop.test").await.ok();
    assert!(!world.say("see").await.ok().text.contains("auto-loading"), "it was unloaded");
}

#[tokio::test]
async fn packs_do_not_auto_load_when_disabled() {
    let mut place = Place::new();
    place.configure("intent_engine.packs.auto_load", "false");
    let world = World::at(place).await.with_pages().await;
    pack(&world, "shop.test", "version: 1.2.0\n");
    world.intent("see", "steps: [{ action: lab.look, name: x }]");
    go(&world, "https://shop.test/cart");
    assert!(!world.say("see").await.ok().text.contains("auto-loading"));
    world.say("track").await.fails("INTENT_NOT_FOUND");
    world.say("pack load shop.test").await.ok();
    assert_eq!(looked(&world, "track").await, "look shop.test");
}

#[tokio::test]
async fn pack_load_failure_reports_location_and_cause() {
    let world = World::on_sqlite().await.with_pages().await;
    pack(&world, "bad.test", "version: 1.0.0\ndomains: [bad.test]\nintent: [x]\n");
    pack(&world, "fine", "version: 1.0.0\n");
    let refused = world.say("pack load bad.test").await.fails("PACK_LOAD_FAILED");
    assert!(refused.message().contains("bad.test/pack.yaml:4:1: "), "{}", refused.text);
    let listed = world.say("packs").await.ok();
    assert!(listed.text.contains("✗ bad.test - failed\n"), "{}", listed.text);
    assert!(listed.text.contains("PACK_LOAD_FAILED: "), "{}", listed.text);
    world.intent("see", "steps: [{ action: lab.look, name: x }]");
    go(&world, "https://www.bad.test/cart");
    let told = world.say("see").await.ok();
    assert!(
        told.text.contains("PACK_LOAD_FAILED: the intent pack bad.test cannot be loaded: "),
        "{}",
        told.text
    );
    assert!(!world.say("see").await.ok().text.contains("PACK_LOAD_FAILED"), "it is told once");
    world.say("run bad.test/track").await.fails("PACK_LOAD_FAILED");
    world.say("fine/track").await.ok();
    // The other files of a pack with one faulty file are loaded.
    std::fs::write(world.place.packs().join("fine/intents/broken.yaml"), "intent: broken\nsteps: 5\n")
        .unwrap();
    let partly = world.say("pack load fine").await;
    assert_eq!(
        (partly.report.status, partly.code()),
        (Status::Partial, "PACK_LOAD_FAILED"),
        "{}",
        partly.text
    );
    assert!(partly.text.contains("fine/intents/broken.yaml:"), "{}", partly.text);
    assert_eq!(looked(&world, "track").await, "look fine");
    let nearly = world.say("pack load fin").await.fails("PACK_LOAD_FAILED");
    assert!(nearly.hint().contains("Did you mean fine?"), "{}", nearly.text);
    world.say("pack unload nothing").await.fails("PACK_LOAD_FAILED");
}

#[tokio::test]
async fn loads_packs_with_their_dependencies() {
    let world = World::on_sqlite().await.with_pages().await;
    pack(&world, "top", "version: 1.0.0\nrequires: { middle: '*', lemmascope: '>=1.0.0' }\n");
    pack(&world, "middle", "version: 1.0.0\nrequires: { base: ^2.1 }\n");
    pack(&world, "base", "version: 2.3.4\n");
    pack(&world, "round", "requires: { trip: '*' }\n");
    pack(&world, "trip", "requires: { round: '*' }\n");
    pack(&world, "old", "requires: { base: '<2' }\n");
    let loaded = world.say("pack load top").await.ok();
    let lines = "Loading intent pack: base (v2.3.4)\nLoading intent pack: middle (v1.0.0)\nLoading intent pack: top (v1.0.0)\n";
    assert!(loaded.text.contains(lines), "{}", loaded.text);
    let refused = world.say("pack unload base").await.fails("STEP_FAILED");
    assert!(refused.message().contains("\"middle\" is loaded and requires \"base\""), "{}", refused.text);
    let round = world.say("pack load round").await.fails("PACK_LOAD_FAILED");
    assert!(round.message().contains("round → trip → round"), "{}", round.text);
    let old = world.say("pack load old").await.fails("PACK_LOAD_FAILED");
    assert!(old.message().contains("2.3.4 is here"), "{}", old.text);
}

#[tokio::test]
async fn manifest_lists_intent_files_of_pack() {
    let world = World::on_sqlite().await.with_pages().await;
    let packs = world.place.packs();
    for (file, name) in [
        ("parts/one.yaml", "one"),
        ("parts/two.json.yaml", "two"),
        ("parts/draft_three.yaml", "three"),
        ("intents/four.yaml", "four"),
        ("five.yaml", "five"),
    ] {
        write_intent(&packs.join("lab").join(file), name, &LOOK.replace("NAME", name));
    }
    let manifest = "$schema: https://lemmascope.dev/schemas/pack-v1.json\npack: lab\nintents: [parts/one.yaml, parts/t*.yaml, five.yaml]\n";
    std::fs::write(packs.join("lab/pack.yaml"), manifest).unwrap();
    for name in ["one", "two", "five"] {
        assert_eq!(looked(&world, &format!("lab/{name}")).await, format!("look {name}"));
    }
    for name in ["three", "four"] {
        world.say(&format!("run lab/{name}")).await.fails("INTENT_NOT_FOUND");
    }
}

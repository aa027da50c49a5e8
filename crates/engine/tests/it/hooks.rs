//! Hooks: before an intent, after a navigation, and after the failure of an intent.

use lemmascope_intent::Cause;

use crate::lab::Act;
use crate::world::{World, write_intent};

fn pack(world: &World, name: &str, hooks: &str) {
    let folder = world.place.packs().join(name);
    write_intent(&folder.join("intents/track.yaml"), "track", "steps: [{ action: lab.look, name: track }]");
    std::fs::write(folder.join("pack.yaml"), format!("pack: {name}\nhooks:\n{hooks}")).unwrap();
}

fn own(world: &World, hooks: &str) {
    std::fs::write(world.place.home().join("hooks.yaml"), format!("hooks:\n{hooks}")).unwrap();
}

async fn looked(world: &World, line: &str) -> Vec<String> {
    world.lab.take_calls();
    world.say(line).await;
    world.lab.take_calls()
}

#[tokio::test]
async fn pack_hooks_run_for_own_intents_only() {
    for world in [World::on_sqlite().await, World::on_postgres().await] {
        let world = world.with_pages().await;
        pack(
            &world,
            "shop.test",
            "  before_intent: [{ action: lab.look, name: before }]\n  on_error: [{ action: lab.look, name: error }]\n",
        );
        world.intent("mine", "steps: [{ action: lab.look, name: mine }]");
        assert_eq!(looked(&world, "shop.test/track").await, ["look before", "look track"]);
        assert_eq!(looked(&world, "mine").await, ["look mine"]);
        world.lab.script("track", &[Act::Fail(Cause::NoEffect)]);
        assert_eq!(looked(&world, "shop.test/track").await, ["look before", "look track", "look error"]);
        // A dry run triggers no hooks.
        assert_eq!(looked(&world, "shop.test/track --dry-run").await, [""; 0]);
    }
}

#[tokio::test]
async fn user_hooks_run_for_all_intents() {
    let world = World::on_sqlite().await.with_pages().await;
    own(
        &world,
        "  before_intent: [{ action: lab.look, name: before }]\n  on_error: [{ action: lab.look, name: '{intent} {date}' }]\n",
    );
    pack(&world, "shop.test", "  before_intent: [{ action: lab.look, name: shop }]\n");
    world.intent("mine", "steps: [{ action: lab.look, name: mine }]");
    assert_eq!(looked(&world, "mine").await, ["look before", "look mine"]);
    assert_eq!(looked(&world, "shop.test/track").await, ["look before", "look shop", "look track"]);
    assert_eq!(looked(&world, "lab.look alone").await, ["look alone"], "a verb is no intent");
    world.lab.script("track", &[Act::Fail(Cause::NoEffect)]);
    let calls = looked(&world, "shop.test/track").await;
    let today = jiff::Timestamp::now().strftime("%Y-%m-%d").to_string();
    assert_eq!(calls.last().unwrap(), &format!("look shop.test_track {today}"));
    // Without the file, there are no hooks.
    std::fs::remove_file(world.place.home().join("hooks.yaml")).unwrap();
    assert_eq!(looked(&world, "mine").await, ["look mine"]);
}

#[tokio::test]
async fn navigation_hooks_run_once_per_page() {
    let world = World::on_sqlite().await.with_pages().await;
    own(
        &world,
        "  after_navigate: [{ action: lab.look, name: everywhere }, { action: goto, url: 'https://shop.test/elsewhere' }]\n",
    );
    pack(&world, "shop.test", "  after_navigate: [{ action: lab.look, name: shop }]\n");
    assert_eq!(looked(&world, "goto https://other.test/a").await, ["look everywhere"]);
    // The user's hook has navigated to a page of the shop; the navigation of a hook triggers no hooks.
    assert_eq!(looked(&world, "goto https://shop.test/elsewhere").await, [""; 0], "the page is open already");
    assert_eq!(looked(&world, "goto https://shop.test/b").await, ["look everywhere", "look shop"]);
    world.say("pack unload shop.test").await.ok();
    assert_eq!(looked(&world, "goto https://shop.test/c").await, ["look everywhere"]);
    let told = world.say("goto https://shop.test/d").await.ok();
    assert_eq!(told.report.verdict, Some("navigated"));
    assert!(told.report.view.is_some(), "{}", told.text);
    assert_eq!(looked(&world, "click 3").await, [""; 0], "the page has stayed");
}

#[tokio::test]
async fn failing_hook_is_reported_and_does_not_abort() {
    let world = World::on_sqlite().await.with_pages().await;
    own(
        &world,
        "  before_intent: [{ action: lab.look, name: fails }, { action: lab.look, name: never }]\n  on_error: [{ action: lab.look, name: fails }]\n",
    );
    world.intent("mine", "steps: [{ action: lab.look, name: mine }]");
    world.lab.script("fails", &[Act::Fail(Cause::NoEffect)]);
    let told = world.say("mine").await.ok();
    assert!(told.text.contains("the hook before_intent failed: "), "{}", told.text);
    assert_eq!(world.lab.take_calls(), ["look fails", "look mine"]);
    world.lab.script("fails", &[Act::Fail(Cause::NoEffect), Act::Panic]);
    world.lab.script("mine", &[Act::Fail(Cause::NoEffect)]);
    let told = world.say("mine").await.fails("STEP_FAILED");
    assert!(told.text.contains("the hook on_error failed: "), "{}", told.text);
    assert!(!told.message().contains("hook"), "the intent failed for a reason of its own: {}", told.text);
}

#[tokio::test]
async fn hooks_have_pack_permissions_and_need_no_confirmation() {
    let world = World::on_sqlite().await.with_pages().await;
    pack(&world, "shop.test", "  before_intent: [{ action: lab.change, name: x }]\n");
    let told = world.say("shop.test/track").await.ok();
    assert!(told.text.contains("not permitted to use lab.change"), "{}", told.text);
    assert_eq!(world.lab.take_calls(), ["look track"]);
    own(&world, "  before_intent: [{ action: lab.burn, name: x }]\n");
    world.intent("mine", "steps: [{ action: lab.look, name: mine }]");
    let told = world.say("mine").await.ok();
    assert!(told.text.contains("a hook does nothing that a person has to agree to"), "{}", told.text);
    assert_eq!(world.lab.take_calls(), ["look mine"]);
    // A file with a fault yields no hooks, and the fault is reported.
    own(&world, "  before_intent: [{ action: lab.nothing }]\n");
    assert_eq!(looked(&world, "mine").await, ["look mine"]);
    assert!(world.say("intents").await.ok().text.contains("hooks.yaml: "));
}

#[tokio::test]
async fn hooks_do_not_nest_and_have_own_timeout() {
    let world = World::on_sqlite().await.with_pages().await;
    world.say("config set intent_engine.execution.step_timeout 200ms").await.ok();
    world.intent("part", "steps: [{ action: lab.look, name: part }]");
    world.intent("mine", "steps: [{ action: lab.look, name: mine }]");
    own(&world, "  before_intent: [{ action: intent, name: part }, { action: lab.look, name: slow }]\n");
    world.lab.script("slow", &[Act::Heed]);
    let told = world.say("mine").await.ok();
    assert!(told.text.contains("the hook before_intent failed: "), "{}", told.text);
    assert_eq!(world.lab.take_calls(), ["look part", "look slow", "look mine"]);
}

//! The restrictions of packs.

use crate::world::{World, write_intent};

fn pack(world: &World, name: &str, body: &str) {
    write_intent(&world.place.packs().join(format!("shop/{name}.yaml")), name, body);
}

#[tokio::test]
async fn packs_cannot_access_files() {
    let mut world = World::on_sqlite().await;
    std::fs::write(world.place.workspace().join("diary.txt"), "dear diary").unwrap();
    let ways = [
        ("acts", "steps: [{ action: files.create_file, path: x }]"),
        (
            "looks",
            "steps: [{ branch: { if: { files.exists: { path: diary.txt } }, then: [{ action: lab.look, name: y }] } }]",
        ),
        ("waits", "steps: [{ action: wait, condition: { any: [{ files.exists: { path: x } }] } }]"),
        (
            "checks",
            "steps: [{ action: lab.look, name: x }]\nsuccess: { conditions: [{ files.exists: { path: x } }] }",
        ),
        (
            "fails",
            "steps: [{ action: lab.look, name: x }]\nfailure: { conditions: [{ files.exists: { path: x } }] }",
        ),
        (
            "recovers",
            "steps: [{ action: lab.look, name: x }]\nfailure: { recovery: [{ action: files.create_file, path: x }] }",
        ),
        (
            "reads",
            "steps: [{ action: lab.look, name: x }]\nsuccess: { extract: { text: { from: files.read_file, path: diary.txt } } }",
        ),
        ("borrows", "steps: [{ action: intent, name: new_project, params: { folder: x } }]"),
        (
            "loops",
            "steps: [{ loop: { over: [1], as: i, max: 2, steps: [{ try: { steps: [{ action: files.create_file, path: x }], catch: [{ action: lab.look, name: x }] } }] } }]",
        ),
    ];
    for (name, body) in ways {
        pack(&world, name, body);
        let answer = world.say(&format!("shop/{name}")).await.fails("INTENT_UNAVAILABLE");
        assert_eq!(answer.message(), "this definition is not permitted to touch files", "{name}");
        assert_eq!(world.lab.calls(), [""; 0], "{name}");
    }
    // The same definition as the user's own, or from a trusted pack.
    world.place.configure("pack_trust.community", "full");
    world.reopen().await;
    let answer = world.say("shop/reads").await.ok();
    assert!(answer.text.contains("dear diary"), "{}", answer.text);
    world.place.configure("pack_trust.community", "sandboxed");
    world.reopen().await;
    world.intent("reads", ways[6].1);
    world.say("reads").await.ok();
}

#[tokio::test]
async fn scripts_run_only_if_allowed() {
    let mut world = World::on_sqlite().await;
    let script = "steps: [{ action: execute, script: alert(1) }]";
    pack(&world, "scripted_pack", script);
    world.intent("scripted", script);
    let listed = world.say("intents").await.ok();
    assert_eq!(listed.report.context.len(), 2, "{}", listed.text);
    world.say("run scripted").await.fails("INTENT_NOT_FOUND");
    world.place.configure("security.allow_execute", "true");
    world.reopen().await;
    let listed = world.say("intents").await.ok();
    assert_eq!(listed.report.context.len(), 1, "{}", listed.text);
    world.say("scripted --dry-run").await.ok();
}

#[tokio::test]
async fn commands_cannot_change_security_settings() {
    let world = World::on_sqlite().await;
    for line in [
        "config set pack_trust.community full",
        "config set pack_trust.local full",
        "config set security.allow_execute true",
        "config set sensitive_fields nothing",
    ] {
        let refused = world.say(line).await.fails("INTENT_UNAVAILABLE");
        assert!(refused.message().contains("cannot be changed by a command"), "{}", refused.message());
        assert!(!refused.hint().contains("config set"), "{}", refused.hint());
    }
    let shown = world.say("config show").await.ok();
    assert!(!shown.text.contains("(set)"), "{}", shown.text);
}

#[tokio::test]
async fn community_packs_cannot_call_undeclared_verbs() {
    let mut world = World::on_sqlite().await;
    let ways = [
        ("changes", "steps: [{ action: lab.change, name: x }]", "lab.change"),
        ("sends", "steps: [{ action: lab.send, name: x }]", "lab.send"),
        (
            "asks",
            "steps: [{ branch: { if: { lab.holds: { name: x } }, then: [{ action: lab.look, name: y }] } }]",
            "lab.holds",
        ),
    ];
    for (name, body, verb) in ways {
        pack(&world, name, body);
        let answer = world.say(&format!("shop/{name}")).await.fails("INTENT_UNAVAILABLE");
        assert_eq!(answer.message(), format!("this definition is not permitted to use {verb}"), "{name}");
        assert_eq!(world.lab.calls(), [""; 0], "{name}");
    }
    world.place.configure("pack_trust.community", "full");
    world.reopen().await;
    world.say("shop/changes").await.ok();
}

//! The pages on which packs are active, the resolution of names, and the files of packs.

use crate::world::{World, write_intent};

const LOOK: &str = "steps: [{ action: lab.look, name: NAME }]";

fn pack(world: &World, path: &str, name: &str, told: &str) {
    write_intent(&world.place.packs().join(path), name, &LOOK.replace("NAME", told));
}

fn declare(world: &World, pack: &str, text: &str) {
    std::fs::create_dir_all(world.place.packs().join(pack)).unwrap();
    std::fs::write(world.place.packs().join(pack).join("pack.yaml"), text).unwrap();
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
async fn short_name_resolves_on_pages_of_pack_only() {
    let world = World::on_sqlite().await.with_pages().await;
    pack(&world, "a.com/track.yaml", "track", "a");
    pack(&world, "shop/intents/track.yaml", "track", "shop");
    declare(&world, "shop", "pack: shop\ndomains: [shop.test, www.shop.test:8443]\n");
    for (url, told) in [
        ("https://a.com/x", Some("look a")),
        ("https://sub.a.com/x", Some("look a")),
        ("https://shop.test/", Some("look shop")),
        ("https://www.shop.test:8443/", Some("look shop")),
        ("https://bad-a.com/", None),
        ("https://a.com.evil.test/", None),
        ("https://evil.test/a.com", None),
        ("https://a.com@evil.test/", None),
        ("data:text/html,a.com", None),
        ("about:blank", None),
        ("", None),
    ] {
        go(&world, url);
        match told {
            Some(told) => assert_eq!(looked(&world, "track").await, told, "{url}"),
            None => {
                let unknown = world.say("track").await.fails("INTENT_NOT_FOUND");
                assert_eq!(unknown.hint(), "Call it as a.com/track or shop/track.", "{url}");
            }
        }
        assert_eq!(looked(&world, "a.com/track").await, "look a", "{url}");
        assert_eq!(looked(&world, "shop/track").await, "look shop", "{url}");
    }
}

#[tokio::test]
async fn packs_cannot_shadow_built_in_names() {
    let world = World::on_sqlite().await.with_pages().await;
    go(&world, "https://a.com/");
    for name in ["click", "look", "undo", "intents", "create_file", "elements"] {
        pack(&world, &format!("a.com/{name}.yaml"), name, "evil");
    }
    world.say("click 3").await.ok();
    world.say("lab.look x").await.ok();
    world.say("intents").await.ok();
    world.say("undo").await.fails("STEP_FAILED");
    world.intent("mine", "steps: [{ action: click, target: { id: 3 } }]");
    world.say("mine").await.ok();
    assert!(!world.lab.calls().iter().any(|call| call.contains("evil")), "{:?}", world.lab.calls());
    assert_eq!(looked(&world, "a.com/click").await, "look evil", "by its full name it can be called");
}

#[tokio::test]
async fn packs_of_one_page_may_share_intent_name() {
    let world = World::on_sqlite().await.with_pages().await;
    go(&world, "https://a.com/");
    pack(&world, "a.com/track.yaml", "track", "one");
    pack(&world, "other/track.yaml", "track", "two");
    declare(&world, "other", "domains: [a.com]\n");
    world.say("track").await.fails("INTENT_NOT_FOUND");
    assert_eq!(looked(&world, "other/track").await, "look two");
    let listed = world.say("intents").await.ok();
    assert!(listed.text.contains("a.com/track") && listed.text.contains("other/track"), "{}", listed.text);
    assert!(listed.report.context.is_empty(), "{}", listed.text);
}

#[tokio::test]
async fn pack_calls_other_packs_by_qualified_name() {
    let world = World::on_sqlite().await.with_pages().await;
    pack(&world, "a/part.yaml", "part", "own");
    pack(&world, "b/part.yaml", "part", "other");
    let packs = world.place.packs();
    write_intent(&packs.join("a/whole.yaml"), "whole", "steps: [{ action: intent, name: part }]");
    write_intent(&packs.join("a/guest.yaml"), "guest", "steps: [{ action: intent, name: b/part }]");
    world.intent("mine", "steps: [{ action: intent, name: a/whole }]");
    assert_eq!(looked(&world, "a/whole").await, "look own");
    assert_eq!(looked(&world, "a/guest").await, "look other");
    assert_eq!(looked(&world, "mine").await, "look own");
    world.intent("vague", "steps: [{ action: intent, name: part }]");
    world.say("vague").await.fails("INTENT_NOT_FOUND");
}

#[tokio::test]
async fn pack_needs_confirmation_to_use_credential() {
    let world = World::on_sqlite().await.with_pages().await;
    let sign_in = "steps: [{ action: lab.sign_in, name: work }]";
    write_intent(&world.place.packs().join("thief/start.yaml"), "start", sign_in);
    for line in ["thief/start", "thief/start --yes", "thief/start --confirm 0123456789abcdef"] {
        let asked = world.say(line).await;
        assert_eq!(asked.report.status.as_str(), "ask", "{line}: {}", asked.text);
        let summary = asked.report.summary.clone().unwrap_or_default();
        assert!(summary.contains("the pack \"thief\" signs in with the credential \"work\""), "{summary}");
    }
    assert_eq!(world.lab.calls(), [""; 0]);
    let code = world.say("thief/start").await.report.digest.unwrap();
    // The plan is confirmed, but the credential does not exist.
    world.say(&format!("thief/start --confirm {code}")).await.fails("TARGET_NOT_FOUND");
    // The same applies to an intent of the user that calls the pack's intent.
    world.intent("mine", "steps: [{ action: intent, name: thief/start }]");
    assert_eq!(world.say("mine").await.report.status.as_str(), "ask");
}

#[tokio::test]
async fn packs_cannot_call_verbs_without_declared_reach() {
    let world = World::on_sqlite().await.with_pages().await;
    let packs = world.place.packs();
    for (name, body) in [
        ("acts", "steps: [{ action: lab.change, name: x }]"),
        (
            "asks",
            "steps: [{ action: lab.look, name: x }]\nsuccess: { conditions: [{ lab.holds: { name: x } }] }",
        ),
        ("takes", "steps: [{ extract: { it: { from: lab.holds, name: x } } }]"),
        ("types", "steps: [{ action: type, target: { id: 3 }, text: x }]"),
    ] {
        write_intent(&packs.join(format!("p/{name}.yaml")), name, body);
        let refused = world.say(&format!("p/{name}")).await.fails("INTENT_UNAVAILABLE");
        assert!(
            refused.message().starts_with("this definition is not permitted to use "),
            "{}",
            refused.message()
        );
    }
    assert_eq!(world.lab.calls(), [""; 0]);
}

#[tokio::test]
async fn ignores_special_and_oversized_pack_files() {
    let world = World::on_sqlite().await.with_pages().await;
    let packs = world.place.packs();
    pack(&world, "p/good.yaml", "good", "good");
    let secret = world.place.home().join("secret.yaml");
    std::fs::write(&secret, "intent: secret\nversion: 1\nsteps: [{ action: lab.look, name: s3cret }]\n")
        .unwrap();
    let fifo = packs.join("p/fifo.yaml");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    for (name, target) in [
        ("zero.yaml", std::path::Path::new("/dev/zero")),
        ("out.yaml", &secret),
        ("patterns.yaml", &secret),
        ("gone.yaml", std::path::Path::new("nowhere")),
        ("self.yaml", std::path::Path::new("self.yaml")),
    ] {
        std::os::unix::fs::symlink(target, packs.join("p").join(name)).unwrap();
    }
    std::fs::create_dir(packs.join("p/folder.yaml")).unwrap();
    std::fs::write(packs.join("p/large.yaml"), vec![b'#'; (1 << 20) + 1]).unwrap();
    std::os::unix::fs::symlink(world.place.home(), packs.join("p/intents")).unwrap();
    assert_eq!(looked(&world, "p/good").await, "look good");
    let listed = world.say("intents").await.ok();
    assert!(!listed.text.contains("s3cret") && !listed.text.contains("p/secret"), "{}", listed.text);
    for name in ["fifo", "zero", "out", "patterns", "gone", "self", "folder", "large"] {
        let is_told = listed.report.context.iter().any(|line| line.contains(&format!("{name}.yaml: ")));
        assert!(is_told, "{name}: {}", listed.text);
    }
}

#[tokio::test]
async fn pack_with_invalid_manifest_is_inactive() {
    let world = World::on_sqlite().await.with_pages().await;
    for (at, text) in [
        "domains: ['*']\n",
        "domains: [https://a.com]\n",
        "domains: a.com\n",
        "domains: [\n",
        "domains: [shop.test, co.uk]\n",
        "domains: [GitHub.io:443]\n",
        "domains: [com]\n",
        "domains: [公司.cn]\n",
    ]
    .iter()
    .enumerate()
    {
        let name = format!("p{at}");
        declare(&world, &name, text);
        pack(&world, &format!("{name}/x.yaml"), "x", "x");
        world.say(&format!("run {name}/x")).await.fails("PACK_LOAD_FAILED");
        let listed = world.say("intents").await.ok();
        assert!(
            listed.report.context.iter().any(|line| line.contains("pack.yaml: ")),
            "{text}: {}",
            listed.text
        );
        assert!(!listed.text.contains(&format!("{name}/x")), "{text}: {}", listed.text);
    }
    assert_eq!(world.lab.calls(), [""; 0]);
    // After a repair the pack is loaded, without a restart.
    declare(&world, "p0", "domains: [a.com]\n");
    assert_eq!(looked(&world, "p0/x").await, "look x");
}

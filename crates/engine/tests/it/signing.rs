//! Signed packs: the signer determines their trust, and altered content is not loaded.

use lemmascope_engine::{Grant, NamedCall, Request};
use lemmascope_intent::{Object, Source};
use lemmascope_repository::{AuthorKey, Bundle, Item, ItemKind};

use crate::world::{Place, World, write_intent};

/// Signs the pack `shop` with a key in this folder.
fn sign(world: &World, keys: &std::path::Path, author: &str) {
    let key = AuthorKey::of(keys, author).or_else(|_| AuthorKey::generate(keys, author, None)).unwrap();
    let folder = world.place.packs().join("shop");
    let item = Item::new(ItemKind::Pack, "shop", semver::Version::new(1, 0, 0), author).unwrap();
    let listing = Bundle::of_folder(&folder).unwrap().listing(item);
    key.open(None).unwrap().sign(&listing).unwrap().write(&folder).unwrap();
}

fn pack(world: &World, name: &str, body: &str) {
    write_intent(&world.place.packs().join(format!("shop/{name}.yaml")), name, body);
}

#[tokio::test]
async fn signing_key_determines_trust_of_pack() {
    let mut world = World::on_sqlite().await;
    pack(&world, "makes", "steps: [{ action: files.create_file, path: x }]");
    std::fs::write(
        world.place.packs().join("shop/pack.yaml"),
        "pack: shop\nauthor: lemmascope\ndomains: [shop.test]\n",
    )
    .unwrap();
    let refused = |answer: crate::world::Answer| {
        answer.fails("INTENT_UNAVAILABLE");
    };
    refused(world.say("shop/makes").await);
    // A stranger signs it, under any name.
    let strangers = world.place.folder.path().join("strangers");
    sign(&world, &strangers, "lemmascope");
    world.reopen().await;
    refused(world.say("shop/makes").await);
    // The user signs it.
    sign(&world, &world.place.home().join("keys"), "me");
    world.reopen().await;
    world.say("shop/makes").await.ok();
    assert!(world.place.workspace().join("x").exists());
    world.place.configure("pack_trust.local", "sandboxed");
    world.reopen().await;
    refused(world.say("shop/makes").await);
}

#[tokio::test]
async fn files_altered_after_signing_are_not_loaded() {
    let mut world = World::on_sqlite().await;
    pack(&world, "looks", "steps: [{ action: lab.look, name: x }]");
    pack(&world, "other", "steps: [{ action: lab.look, name: x }]");
    sign(&world, &world.place.home().join("keys"), "me");
    world.reopen().await;
    world.say("shop/looks").await.ok();
    pack(&world, "looks", "steps: [{ action: files.create_file, path: x }]");
    pack(&world, "added", "steps: [{ action: lab.look, name: x }]");
    world.reopen().await;
    world.say("run shop/looks").await.fails("INTENT_NOT_FOUND");
    world.say("run shop/added").await.fails("INTENT_NOT_FOUND");
    world.say("shop/other").await.ok();
    let listed = world.say("packs").await.ok();
    assert!(listed.text.contains("looks.yaml is not as me has signed it"), "{}", listed.text);
    assert!(listed.text.contains("PACK_LOAD_FAILED"), "{}", listed.text);
    // An altered listing invalidates the signature of the complete pack.
    let listing = world.place.packs().join("shop/pack.files");
    let text = std::fs::read_to_string(&listing).unwrap().replace("version 1.0.0", "version 1.0.1");
    std::fs::write(&listing, text).unwrap();
    world.reopen().await;
    world.say("run shop/other").await.fails("PACK_LOAD_FAILED");
    let listed = world.say("packs").await.ok();
    assert!(listed.text.contains("the signature of pack shop 1.0.1 of me is not valid"), "{}", listed.text);
}

#[tokio::test]
async fn pack_shadows_built_in_name_only_if_allowed() {
    const PEEK: &[Source] = &[Source {
        name: "peek.yaml",
        text: "intent: peek\nversion: 1\nsteps: [{ action: lab.look, name: built_in }]\n",
    }];
    let mut place = Place::new();
    place.builtin = PEEK;
    let mut world = World::at(place).await;
    for name in ["peek", "undo", "help", "config"] {
        pack(&world, name, "steps: [{ action: lab.look, name: from_pack }]");
    }
    world.say("pack load shop").await.ok();
    let told = world.say("peek --dry-run").await.ok();
    assert!(told.text.contains("built_in") && !told.text.contains("from_pack"), "{}", told.text);
    world.say("config set pack_trust.may_shadow shop").await.fails("INTENT_UNAVAILABLE");
    world.place.configure("pack_trust.may_shadow", "shop");
    world.reopen().await;
    let told = world.say("peek --dry-run").await.ok();
    assert!(told.text.contains("from_pack"), "{}", told.text);
    // The engine's own commands protect people from a pack, so a pack cannot override them.
    assert!(world.say("undo").await.ok().text.contains("Nothing to undo"));
    assert!(!world.say("help").await.ok().text.contains("from_pack"));
    for name in ["undo", "help"] {
        let call = NamedCall { name: name.into(), parameters: Object::new(), options: Vec::new() };
        let request = Request::new(call, &Grant::local(), "main", world.place.workspace());
        let reply = world.engine.submit(request).await;
        assert!(!format!("{reply:?}").contains("from_pack"), "{reply:?}");
        assert!(world.say(&format!("shop/{name}")).await.ok().text.contains("shop/"));
    }
    world.say("pack unload shop").await.ok();
    let told = world.say("peek --dry-run").await.ok();
    assert!(told.text.contains("built_in"), "{}", told.text);
}

#[tokio::test]
async fn interactive_commands_are_refused_to_agents() {
    let world = World::on_sqlite().await;
    for line in [
        "pack install /etc",
        "pack update shop",
        "pack keygen --no_passphrase",
        "pack sign /etc",
        "publish shop --to /tmp/x",
        "install intent shop --author ana",
    ] {
        let refused = world.say(line).await.fails("INTENT_UNAVAILABLE");
        assert!(refused.message().contains("for a person at a terminal"), "{line}: {}", refused.message());
    }
    let nowhere = world.place.folder.path().join("nowhere");
    let answer = world.say(&format!("search intents newsletter --in {}", nowhere.display())).await;
    assert!(answer.fails("INTENT_UNAVAILABLE").message().contains("index.json"));
}

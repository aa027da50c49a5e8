//! Credentials: stored sealed, found by name, and never revealed.

use lemmascope_store::query::{Expr, ExprTrait, Query};

use crate::secrets::holds;
use crate::world::World;

const ADD: &str = "credentials add shop --origin https://Shop.example/login";

pub(crate) async fn what_is_kept_is_found_by_its_name(mut world: World) {
    world.say("credentials list").await.ok();
    world.say("lab.sign_in shop").await.fails("TARGET_NOT_FOUND");
    let added = world.give(ADD, "ann", "hunter2-canary", None).await.ok();
    assert_eq!(added.hint(), "Only the origin is used: the path was left out.");
    world.give(ADD, "bob", "other-canary", None).await.fails("STEP_FAILED");
    world.reopen().await;
    let used = world.say("lab.sign_in shop").await.ok();
    assert!(used.text.contains("ann at https://shop.example"), "{}", used.text);
    assert!(used.text.contains("signed in with ••••••••"), "{}", used.text);
    let unknown = world.say("lab.sign_in shpo").await.fails("TARGET_NOT_FOUND");
    assert_eq!(unknown.hint(), "Did you mean shop?");

    let totp = "credentials add shop --origin http://localhost:81 --totp --replace";
    world.give(totp, "bob", "other-canary", None).await.fails("PARAMETER_MISSING");
    world.give(totp, "bob", "other-canary", Some("no secret!")).await.fails("PARAMETER_INVALID");
    world.give(totp, "bob", "other-canary", Some("JBSWY3DP")).await.ok();
    assert!(world.say("lab.sign_in shop").await.ok().text.contains("bob at http://localhost:81"));
    let shown = world.say("credentials show shop").await.ok();
    assert!(shown.text.contains("origin: http://localhost:81\nusername: bob\none_time_codes: true\nadded: "));
    let listed = world.say("credentials list").await.ok();
    assert!(listed.text.contains("- shop: http://localhost:81 as bob, with one-time codes, added 2"));
    world.say("credentials remove shop").await.ok();
    world.say("credentials remove shop").await.fails("TARGET_NOT_FOUND");
    world.say("credentials show shop").await.fails("TARGET_NOT_FOUND");
    for line in ["credentials add a/b --origin a.com", "credentials add x --origin *.a.com"] {
        world.give(line, "ann", "hunter2-canary", None).await.fails("PARAMETER_INVALID");
    }
    let said = world.said.lock().unwrap().clone();
    for canary in ["hunter2-canary", "other-canary", "JBSWY3DP"] {
        assert!(!said.contains(canary), "{canary} was told");
        assert!(!format!("{:?}", world.events.lock().unwrap()).contains(canary));
    }
}

pub(crate) async fn a_program_can_see_them_and_not_change_them(world: World) {
    world.give(ADD, "ann", "hunter2-canary", None).await.ok();
    world.say_by_program("credentials list").await.ok();
    world.say_by_program("credentials show shop").await.ok();
    let refused = world.say_by_program("credentials remove shop").await.fails("INTENT_UNAVAILABLE");
    assert_eq!(refused.hint(), "In a terminal: lemmascope credentials remove shop");
    let refused =
        world.say_by_program("credentials add new --origin a.com").await.fails("INTENT_UNAVAILABLE");
    assert_eq!(refused.hint(), "In a terminal: lemmascope credentials add new --origin https://a.com");
    world.say("lab.sign_in shop").await.ok();
}

pub(crate) async fn a_copy_opens_nowhere_else(world: World) {
    world.give(ADD, "ann", "hunter2-canary", None).await.ok();
    let store = world.store().await;
    for (column, value) in [("origin", "https://evil.example"), ("name", "other")] {
        let mut update = Query::update();
        update.table("credential").value(column, value).and_where(Expr::col("added").gt(0));
        store.execute(update).await.unwrap();
        let name = if column == "name" { "other" } else { "shop" };
        let refused = world.say(&format!("lab.sign_in {name}")).await.fails("STEP_FAILED");
        assert!(refused.message().contains("were altered, or stored for another"), "{}", refused.text);
    }
    let listed = world.say("credentials list").await.ok();
    assert!(listed.text.contains("cannot be opened"), "{}", listed.text);
    store.close().await;
}

pub(crate) async fn a_lost_key_is_told(world: World) {
    world.give(ADD, "ann", "hunter2-canary", None).await.ok();
    let key = world.place.home().join("key");
    let mode = std::os::unix::fs::MetadataExt::mode(&std::fs::metadata(&key).unwrap());
    assert_eq!(mode & 0o777, 0o600);
    std::fs::remove_file(&key).unwrap();
    let lost = world.say("lab.sign_in shop").await.fails("STEP_FAILED");
    assert!(lost.message().contains("were sealed with another key"), "{}", lost.text);
    assert!(lost.hint().contains("credentials add shop --origin https://shop.example --replace"));
    assert!(world.say("credentials list").await.ok().text.contains("cannot be opened"));
    std::fs::write(&key, "not a key").unwrap();
    let refused = world.give(&format!("{ADD} --replace"), "ann", "hunter2-canary", None).await;
    refused.fails("STEP_FAILED");
    std::fs::remove_file(&key).unwrap();
    world.give(&format!("{ADD} --replace"), "ann", "hunter2-canary", None).await.ok();
    world.say("lab.sign_in shop").await.ok();
}

pub(crate) async fn what_is_written_tells_nothing(world: World) {
    world.give(ADD, "username-canary", "hunter2-canary", Some("JBSWY3DPEHPK3PXP")).await.ok();
    world.say("lab.sign_in shop").await.ok();
    world.engine.close().await;
    for canary in ["hunter2-canary", "username-canary", "JBSWY3DPEHPK3PXP"] {
        assert_eq!(holds(world.place.folder.path(), canary.as_bytes()), None, "{canary} was written");
    }
    let url = world.place.configuration.text("store.url");
    if !url.is_empty() {
        let dump = std::process::Command::new("pg_dump").arg(&url).output().unwrap();
        let dump = String::from_utf8_lossy(&dump.stdout).into_owned();
        assert!(dump.contains("https://shop.example"), "{dump}");
        // The dump contains bytes in hexadecimal.
        let hex: String = "hunter2-canary".bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(!dump.contains("hunter2-canary") && !dump.contains(&hex));
    }
}

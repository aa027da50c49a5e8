//! Damaged or unwritable state, and a full disk.

use std::fs;
use std::process::Command;
use std::sync::Arc;

use crate::lab::Lab;
use crate::world::{Place, World};

#[tokio::test]
async fn damaged_database_is_set_aside() {
    let mut world = World::on_sqlite().await;
    world.say("lab.change a").await.ok();
    world.engine.close().await;
    let state = world.place.home().join("state.db");
    fs::write(&state, "this is no database, and never was one: ".repeat(200)).unwrap();
    let notices = world.replace().await;
    assert_eq!(notices.len(), 1);
    assert!(notices[0].contains("state.db"), "{notices:?}");
    let kept = fs::read_dir(world.place.home())
        .unwrap()
        .filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok())
        .any(|text| text.starts_with("this is no database"));
    assert!(kept, "what was there is not thrown away");
    world.say("lab.change b").await.ok();
    world.say("undo").await.ok();
}

#[tokio::test]
async fn reports_unusable_store_url() {
    let mut place = Place::new();
    let blocked = place.folder.path().join("blocked");
    fs::write(&blocked, "a file where a folder should be").unwrap();
    place.configure("store.url", &format!("sqlite:{}", blocked.join("state.db").display()));
    let failure = place.open(&Arc::default()).await.err().unwrap();
    assert_eq!(failure.code().as_str(), "STEP_FAILED");
    assert!(failure.message.starts_with("the state could not be stored: "), "{failure}");
    assert!(failure.hint.is_some(), "{failure:?}");
    place.configure("store.url", "mysql://ann:s3cret@host/db");
    let failure = place.open(&Arc::default()).await.err().unwrap();
    assert!(failure.message.contains("`mysql:` is not a store"), "{failure}");
    assert!(!format!("{failure:?}").contains("s3cret"));
}

const CHILD: &str = "LEMMASCOPE_TEST_MOUNT";

/// Runs a test of this program in a mount namespace, after `prepare` has mounted a file system on `$1`. Skips
/// the test if the system forbids namespaces.
fn in_own_mounts(prepare: &str, test: &str) {
    if std::env::var_os(CHILD).is_some() {
        return;
    }
    let allowed = Command::new("unshare").args(["-Urm", "true"]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = format!("set -e; {prepare}; exec \"$2\" --exact \"$3\" --nocapture");
    let output = Command::new("unshare")
        .args(["-Urm", "sh", "-c", &script, "sh"])
        .arg(folder.path())
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .env(CHILD, folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn mounted() -> Option<std::path::PathBuf> {
    std::env::var_os(CHILD).map(Into::into)
}

#[test]
fn reports_read_only_home() {
    in_own_mounts("mount -t tmpfs -o ro none \"$1\"", "damage::read_only_child");
}

#[tokio::test]
async fn read_only_child() {
    let Some(folder) = mounted() else { return };
    let mut place = Place::new();
    place.configure("store.url", &format!("sqlite:{}", folder.join("state.db").display()));
    let failure = place.open(&Arc::<Lab>::default()).await.err().unwrap();
    assert_eq!(failure.cause, lemmascope_intent::Cause::PermissionDenied);
    assert!(failure.message.contains("read-only"), "{failure}");
    assert!(failure.hint.is_some());
}

#[test]
fn reports_full_disk() {
    in_own_mounts("mount -t tmpfs -o size=1m none \"$1\"", "damage::full_disk_child");
}

#[tokio::test]
async fn full_disk_child() {
    let Some(folder) = mounted() else { return };
    let mut place = Place::new();
    place.configure("store.url", &format!("sqlite:{}", folder.join("state.db").display()));
    let world = World::at(place).await;
    world.say("lab.change before").await.ok();
    let filler = folder.join("filler");
    let mut room = 1 << 20;
    let mut filled: Vec<u8> = Vec::new();
    while room > 0 {
        filled.resize(filled.len() + room, 0);
        if fs::write(&filler, &filled).is_err() {
            filled.truncate(filled.len() - room);
            room /= 2;
        }
    }
    // A name of this length does not fit into the remaining space.
    let long = "x".repeat(100_000);
    let answer = world.say(&format!("lab.change {long}")).await;
    assert_eq!(answer.status(), "partial", "{}", &answer.text[answer.text.len() - 500..]);
    assert_eq!(answer.message(), "it was done, but could not be recorded, so that undo will not find it");
    assert!(
        answer.report.context.iter().any(|line| line.contains("no room left")),
        "{:?}",
        answer.report.context
    );
    assert!(answer.hint().contains("free some space"));
    // A step that must be recorded in advance is not started.
    world.lab.take_calls();
    world.say(&format!("lab.send {long} --yes")).await.fails("STEP_FAILED");
    assert!(world.lab.calls().is_empty());
    fs::remove_file(filler).unwrap();
    world.say("lab.change after").await.ok();
    world.say("undo").await.ok();
}

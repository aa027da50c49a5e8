//! Verifies that deleted and overwritten files are kept until they are purged permanently.

use lemmascope_intent::Cause;
use serde_json::json;

use crate::world::{World, changes, path};

fn trashed(world: &World, arguments: serde_json::Value) -> Vec<String> {
    let listed = serde_json::to_value(world.call("list_trash", arguments).value).unwrap();
    listed.as_array().unwrap().iter().map(|entry| entry["name"].as_str().unwrap().to_string()).collect()
}

/// Adds an item that another program moved to the trash.
fn throw_by_another(world: &World, date: &str) {
    let trash = world.base().join("data/Trash");
    for folder in ["files", "info"] {
        std::fs::create_dir_all(trash.join(folder)).unwrap();
    }
    std::fs::write(trash.join("files/theirs"), "theirs").unwrap();
    let note = format!("[Trash Info]\nPath=/somewhere/theirs\nDeletionDate={date}\n");
    std::fs::write(trash.join("info/theirs.trashinfo"), note).unwrap();
}

#[test]
fn lists_trashed_items_with_their_original_paths() {
    let world = World::new();
    world.write("a b", "12");
    world.call("delete_file", path("a b"));
    throw_by_another(&world, "2020-01-01T00:00:00");
    let listed = serde_json::to_value(world.call("list_trash", json!({})).value).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    let entry = &listed[0];
    assert_eq!(entry["path"], world.at("a b").to_str().unwrap());
    assert_eq!((entry["name"].as_str(), entry["type"].as_str()), (Some("a b"), Some("file")));
    assert_eq!((entry["size"].as_i64(), entry["ours"].as_bool()), (Some(2), Some(true)));
    assert_eq!(trashed(&world, json!({"others": true})), ["a b", "theirs"]);
}

#[test]
fn purge_deletes_only_items_of_the_engine() {
    let world = World::new();
    world.write("a", "1");
    world.write("f/b", "2");
    world.write("c", "3");
    std::os::unix::fs::symlink(world.base().join("outside"), world.at("f/link")).unwrap();
    std::fs::write(world.base().join("outside/kept"), "").unwrap();
    let back = world.call("delete_file", path("a")).undo.unwrap();
    world.call("delete_folder", json!({"path": "f", "recursive": true}));
    let version =
        world.call("write_file", json!({"path": "c", "content": "4", "overwrite": true})).undo.unwrap();
    throw_by_another(&world, "2020-01-01T00:00:00");
    let outcome = world.call("purge", json!({}));
    assert_eq!(serde_json::to_value(&outcome.value).unwrap()["items"], 2);
    assert_eq!(serde_json::to_value(&outcome.value).unwrap()["versions"], 1);
    assert!(outcome.undo.is_none());
    assert_eq!(changes(&outcome).len(), 1);
    assert_eq!(trashed(&world, json!({"others": true})), ["theirs"]);
    assert!(world.base().join("outside/kept").exists(), "a link in the trash was followed");
    assert_eq!(std::fs::read_dir(world.base().join("data/versions")).unwrap().count(), 0);
    for call in [back, version] {
        let failure = world.replay(&call).unwrap_err();
        assert_eq!(failure.cause, Cause::TargetNotFound, "{failure:?}");
    }
    assert_eq!(world.read("c"), "4");
    world.call("purge", json!({"others": true}));
    assert_eq!(trashed(&world, json!({"others": true})), [""; 0]);
}

#[test]
fn purge_keeps_items_younger_than_the_given_age() {
    let world = World::new();
    world.write("a", "1");
    world.write("b", "2");
    let back = world.call("delete_file", path("a")).undo.unwrap();
    world.call("write_file", json!({"path": "b", "content": "3", "overwrite": true}));
    throw_by_another(&world, "2020-01-01T00:00:00");
    let outcome = world.call("purge", json!({"older_than": "1d", "others": true}));
    assert_eq!(serde_json::to_value(&outcome.value).unwrap()["items"], 1);
    assert_eq!(serde_json::to_value(&outcome.value).unwrap()["versions"], 0);
    assert_eq!(trashed(&world, json!({"others": true})), ["a"]);
    world.replay(&back).unwrap();
    assert_eq!(world.read("a"), "1");
    assert_eq!(world.fail("purge", json!({"older_than": "soon"})).cause, Cause::InvalidParameter);
}

#[test]
fn purge_requires_confirmation_with_a_warning() {
    let world = World::new();
    let verb = world.domain().capabilities.iter().find(|it| it.signature().name == "files.purge").unwrap();
    assert!(verb.signature().asks() && !verb.signature().reversible);
    assert!(verb.signature().warning.unwrap().contains("deleted permanently"));
}

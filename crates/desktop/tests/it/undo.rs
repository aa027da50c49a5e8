use std::os::unix::fs::{PermissionsExt, symlink};

use lemmascope_intent::Cause;
use serde_json::json;

use crate::world::{World, path};

fn world() -> World {
    let world = World::new();
    world.write("a", "one\nno newline at the end");
    world.write("b", "two");
    world.write("f/x", "three");
    world.write("f/sub/y", "four");
    std::fs::create_dir(world.at("empty")).unwrap();
    symlink("a", world.at("link")).unwrap();
    for (path, mode) in [("a", 0o600), ("b", 0o755), ("f", 0o700), ("f/sub", 0o511)] {
        std::fs::set_permissions(world.at(path), std::fs::Permissions::from_mode(mode)).unwrap();
    }
    world
}

#[test]
fn undo_and_redo_are_exact_for_every_change() {
    for (verb, arguments) in [
        ("create_file", json!({"path": "new", "content": "x"})),
        ("create_file", json!({"path": "n/e/w/file", "content": "x"})),
        ("create_folder", json!({"path": "new"})),
        ("create_folder", json!({"path": "n/e/w"})),
        ("append_file", json!({"path": "a", "content": "more"})),
        ("append_file", json!({"path": "link", "content": "more"})),
        ("append_file", json!({"path": "a", "content": "", "newline": false})),
        ("write_file", json!({"path": "new", "content": "x"})),
        ("write_file", json!({"path": "a", "content": "x", "overwrite": true})),
        ("write_file", json!({"path": "link", "content": "x", "overwrite": true})),
        ("copy", json!({"source": "a", "destination": "c"})),
        ("copy", json!({"source": "a", "destination": "b", "overwrite": true})),
        ("copy", json!({"source": "f", "destination": "g"})),
        ("copy", json!({"source": "f", "destination": "empty"})),
        ("copy", json!({"source": "b", "destination": "link", "overwrite": true})),
        ("move", json!({"source": "a", "destination": "c"})),
        ("move", json!({"source": "a", "destination": "b", "overwrite": true})),
        ("move", json!({"source": "f", "destination": "empty"})),
        ("move", json!({"source": "link", "destination": "f"})),
        ("rename", json!({"path": "f", "new_name": "g"})),
        ("delete_file", json!({"path": "a"})),
        ("delete_file", json!({"path": "link"})),
        ("delete_folder", json!({"path": "empty"})),
        ("delete_folder", json!({"path": "f", "recursive": true})),
    ] {
        let world = world();
        let before = world.tree();
        let outcome = world.call(verb, arguments);
        world.round_trip(&before, &outcome);
    }
}

#[test]
fn undo_restores_replaced_folder() {
    let world = world();
    world.write("empty/f/old", "old");
    for verb in ["copy", "move"] {
        let before = world.tree();
        let outcome = world.call(verb, json!({"source": "f", "destination": "empty", "overwrite": true}));
        assert!(!world.at("empty/f/old").exists() && world.at("empty/f/x").exists());
        world.round_trip(&before, &outcome);
    }
}

#[test]
fn undo_rejects_files_edited_since() {
    let world = World::new();
    world.write("old", "before");
    for (verb, arguments, at) in [
        ("create_file", json!({"path": "a", "content": "x"}), "a"),
        ("create_file", json!({"path": "n/e/w", "content": "x"}), "n/e/w"),
        ("write_file", json!({"path": "b", "content": "x"}), "b"),
        ("write_file", json!({"path": "old", "content": "x", "overwrite": true}), "old"),
    ] {
        let undo = world.call(verb, arguments).undo.unwrap();
        for edited in ["edited", "y"] {
            world.write(at, edited);
            let failure = world.replay(&undo).unwrap_err();
            assert_eq!(failure.cause, Cause::Conflict, "{verb} {at}");
            assert!(failure.message.contains("has been changed since"), "{failure:?}");
            assert_eq!(world.read(at), edited);
        }
        world.write(at, "x");
        world.replay(&undo).unwrap();
    }
    assert_eq!(world.read("old"), "before");
}

#[test]
fn undo_keeps_created_folder_with_other_files() {
    let world = World::new();
    let undo = world.call("create_folder", path("n/e/w")).undo.unwrap();
    world.write("n/e/other", "");
    let failure = world.replay(&undo).unwrap_err();
    assert_eq!(failure.cause, Cause::Conflict);
    assert!(failure.message.contains("e/other"), "{}", failure.message);
    std::fs::remove_file(world.at("n/e/other")).unwrap();
    world.replay(&undo).unwrap();
    assert!(world.tree().is_empty());

    let undo = world.call("create_file", path("n/e/w")).undo.unwrap();
    world.write("n/other", "");
    assert_eq!(world.replay(&undo).unwrap_err().cause, Cause::Conflict);
}

#[test]
fn undo_of_append_rejects_edited_files() {
    let world = World::new();
    for edited in ["one\ntwo\nthree\n", "one\nTWO\n", "one"] {
        world.write("a", "one\n");
        let undo = world.call("append_file", json!({"path": "a", "content": "two"})).undo.unwrap();
        world.write("a", edited);
        assert_eq!(world.replay(&undo).unwrap_err().cause, Cause::Conflict);
        assert_eq!(world.read("a"), edited);
    }
    let undo = world.call("append_file", json!({"path": "a", "content": "two"})).undo.unwrap();
    let redo = world.replay(&undo).unwrap().undo.unwrap();
    world.write("a", "other");
    assert_eq!(world.replay(&redo).unwrap_err().cause, Cause::Conflict);
}

#[test]
fn undo_of_move_rejects_occupied_source_path() {
    let world = world();
    let undo = world.call("move", json!({"source": "a", "destination": "c"})).undo.unwrap();
    world.write("a", "other");
    assert_eq!(world.replay(&undo).unwrap_err().cause, Cause::Conflict);
    assert_eq!(world.read("a"), "other");
}

#[test]
fn undo_restores_overwritten_file_deleted_since() {
    let world = world();
    let arguments = json!({"path": "b", "content": "x", "overwrite": true});
    let undo = world.call("write_file", arguments).undo.unwrap();
    std::fs::remove_file(world.at("b")).unwrap();
    let redo = world.replay(&undo).unwrap().undo.unwrap();
    assert_eq!(world.read("b"), "two");
    world.replay(&redo).unwrap();
    assert!(!world.at("b").exists());
}

#[test]
fn undo_calls_contain_no_file_content() {
    let world = world();
    for (verb, arguments) in [
        ("create_file", json!({"path": "s", "content": "hunter2"})),
        ("append_file", json!({"path": "a", "content": "hunter2"})),
        ("write_file", json!({"path": "a", "content": "hunter2", "overwrite": true})),
    ] {
        let undo = world.call(verb, arguments).undo.unwrap();
        let redo = world.replay(&undo).unwrap().undo.unwrap();
        assert!(!format!("{undo:?}{redo:?}").contains("hunter2"));
    }
}

#[test]
fn versions_on_another_file_system_round_trip() {
    // /dev/shm is a separate file system on Linux.
    let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
    let world = World::with(|settings, _| settings.versions = other.path().join("versions"));
    world.write("a", "one");
    world.write("g/f/x", "two");
    world.write("f/y", "three");
    for (verb, arguments) in [
        ("write_file", json!({"path": "a", "content": "x", "overwrite": true})),
        ("copy", json!({"source": "f", "destination": "g", "overwrite": true})),
        ("move", json!({"source": "f", "destination": "g", "overwrite": true})),
        ("append_file", json!({"path": "a", "content": "x"})),
    ] {
        let before = world.tree();
        let outcome = world.call(verb, arguments);
        world.round_trip(&before, &outcome);
    }
}

#[test]
fn undo_log_lines_show_user_facing_paths() {
    let world = World::with(|settings, base| settings.roots = vec![".".into(), base.join("home")]);
    world.write("a", "");
    let undo = world.call("delete_file", path("a")).undo.unwrap();
    assert_eq!(world.replay(&undo).unwrap().line.as_deref(), Some(r#"restore "a" from the trash"#));
    let undo = world.call("create_file", path("~/b")).undo.unwrap();
    assert_eq!(world.replay(&undo).unwrap().line.as_deref(), Some(r#"trash "~/b""#));
}

use std::os::unix::fs::PermissionsExt;

use lemmascope_intent::Cause;

use crate::world::{World, path};

#[test]
fn trash_layout_follows_the_specification() {
    let world = World::new();
    world.write("a b/ç.txt", "x");
    world.call("delete_file", path("a b/ç.txt"));
    let trash = world.base().join("data/Trash");
    assert_eq!(std::fs::read_to_string(trash.join("files/ç.txt")).unwrap(), "x");
    let note = std::fs::read_to_string(trash.join("info/ç.txt.trashinfo")).unwrap();
    let lines: Vec<_> = note.lines().collect();
    let original = format!("{}a%20b/%C3%A7.txt", world.at("").to_str().unwrap());
    assert_eq!(lines[..2], ["[Trash Info]".to_string(), format!("Path={original}")]);
    let date = lines[2].strip_prefix("DeletionDate=").unwrap();
    assert!(date.parse::<jiff::civil::DateTime>().is_ok() && date.len() == 19, "{date}");
    for folder in ["", "files", "info"] {
        let mode = std::fs::metadata(trash.join(folder)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
    }
}

#[test]
fn trash_names_are_unique_and_within_the_length_limit() {
    let world = World::new();
    let long = "é".repeat(127);
    for turn in 0..3 {
        for name in ["a", long.as_str()] {
            world.write(name, &turn.to_string());
            world.call("delete_file", path(name));
        }
    }
    let trash = world.base().join("data/Trash");
    for name in ["a", "a.2", "a.3"] {
        assert!(trash.join("files").join(name).exists());
        assert!(trash.join(format!("info/{name}.trashinfo")).exists());
    }
    assert_eq!(std::fs::read_dir(trash.join("files")).unwrap().count(), 6);
}

#[test]
fn restore_removes_trash_info_and_never_overwrites() {
    let world = World::new();
    world.write("a", "old");
    let undo = world.call("delete_file", path("a")).undo.unwrap();
    world.write("a", "new");
    let failure = world.replay(&undo).unwrap_err();
    assert_eq!(failure.cause, Cause::Conflict);
    assert_eq!(world.read("a"), "new");
    std::fs::remove_file(world.at("a")).unwrap();
    world.replay(&undo).unwrap();
    assert_eq!(world.read("a"), "old");
    let trash = world.base().join("data/Trash");
    assert_eq!(std::fs::read_dir(trash.join("files")).unwrap().count(), 0);
    assert_eq!(std::fs::read_dir(trash.join("info")).unwrap().count(), 0);
    assert_eq!(world.replay(&undo).unwrap_err().cause, Cause::TargetNotFound);
}

#[test]
fn restores_from_another_file_system_by_copy() {
    // /dev/shm is a separate file system on Linux.
    let Ok(other) = tempfile::tempdir_in("/dev/shm") else { return };
    let trash = other.path().join("Trash");
    let world = World::with(|settings, _| settings.trash = trash.clone());
    world.write("x", "");
    for folder in ["files", "info"] {
        std::fs::create_dir_all(trash.join(folder)).unwrap();
    }
    std::fs::create_dir(trash.join("files/f")).unwrap();
    std::fs::write(trash.join("files/f/a"), "1").unwrap();
    world.call("restore", serde_json::json!({"trashed": "f", "path": "f"}));
    assert_eq!(world.read("f/a"), "1");
    assert!(!trash.join("files/f").exists());
}

#[test]
fn restore_rejects_paths_outside_trash_and_versions() {
    let world = World::new();
    std::fs::write(world.base().join("outside/secret"), "s").unwrap();
    for trashed in ["../../../outside/secret", "..", "a/b", "/etc/passwd"] {
        let failure = world.fail("restore", serde_json::json!({"trashed": trashed, "path": "a"}));
        assert_eq!(failure.cause, Cause::InvalidParameter, "{trashed}");
        let failure = world.fail("restore_version", serde_json::json!({"version": trashed, "path": "a"}));
        assert_eq!(failure.cause, Cause::InvalidParameter, "{trashed}");
    }
    let elsewhere = world.base().join("outside");
    let failure =
        world.fail("restore", serde_json::json!({"trashed": "secret", "path": "a", "trash": elsewhere}));
    assert_eq!(failure.cause, Cause::PermissionDenied);
}

use lemmascope_intent::Cause;
use serde_json::json;

use crate::world::{World, path};

#[test]
fn missing_file_error_suggests_similar_name() {
    let world = World::new();
    world.write("notes/notes.txt", "");
    let failure = world.fail("read_file", path("notes/note.txt"));
    assert_eq!(failure.cause, Cause::TargetNotFound);
    assert!(failure.message.contains("notes/note.txt"));
    assert_eq!(failure.hint.as_deref(), Some("Did you mean notes.txt?"));
    let failure = world.fail("read_file", path("note/notes.txt"));
    assert_eq!(failure.hint.as_deref(), Some("Did you mean notes?"));
}

#[test]
fn rejects_invalid_paths() {
    let world = World::new();
    for at in ["", "  ", "a\0b", &"x".repeat(256), &"a/".repeat(2500)] {
        for verb in ["create_file", "read_file", "delete_file", "list_directory"] {
            let failure = world.fail(verb, path(at));
            assert_eq!(failure.cause, Cause::InvalidParameter, "{verb} {at:?}");
        }
    }
    assert!(world.tree().is_empty());
}

#[test]
fn rejects_symlink_cycles() {
    let world = World::new();
    std::os::unix::fs::symlink("b", world.at("a")).unwrap();
    std::os::unix::fs::symlink("a", world.at("b")).unwrap();
    assert_eq!(world.fail("read_file", path("a")).cause, Cause::InvalidParameter);
}

#[test]
fn reports_permission_denied() {
    if rustix::process::geteuid().is_root() {
        // Root ignores permissions; the conversion of the error has a separate unit test.
        return;
    }
    use std::os::unix::fs::PermissionsExt;
    let world = World::new();
    world.write("f/a", "");
    std::fs::set_permissions(world.at("f"), std::fs::Permissions::from_mode(0o555)).unwrap();
    for (verb, arguments) in [
        ("create_file", path("f/b")),
        ("delete_file", path("f/a")),
        ("rename", json!({"path": "f/a", "new_name": "c"})),
    ] {
        assert_eq!(world.fail(verb, arguments).cause, Cause::PermissionDenied, "{verb}");
    }
    std::fs::set_permissions(world.at("f"), std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn failed_copy_leaves_no_partial_files() {
    let world = World::new();
    world.write("f/a", "1");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        world.at("f/pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    let failure = world.fail("copy", json!({"source": "f", "destination": "g"}));
    assert_eq!(failure.cause, Cause::InvalidParameter);
    assert!(!failure.effect_unknown);
    assert_eq!(std::fs::read_dir(world.at("")).unwrap().count(), 1);
}

use std::os::unix::fs::symlink;

use lemmascope_intent::Cause;
use serde_json::json;

use crate::world::{World, path};

/// Creates a world in which the whole disk is a root.
fn wide_open() -> World {
    World::with(|settings, base| {
        settings.roots = vec!["/".into()];
        settings.protected = vec![base.join("engine"), base.join("unborn/deep")];
    })
}

#[test]
fn denies_system_directories_within_a_root() {
    let world = wide_open();
    for at in [
        "/etc/passwd",
        "/etc",
        "/usr/bin/env",
        "/bin/sh",
        "/proc/self/environ",
        "/dev/null",
        "/var/log",
        "/sys",
    ] {
        assert_eq!(world.fail("read_file", path(at)).cause, Cause::OutsideRoots, "{at}");
        assert_eq!(world.fail("list_directory", path(at)).cause, Cause::OutsideRoots, "{at}");
        assert_eq!(world.fail("exists", path(at)).cause, Cause::OutsideRoots, "{at}");
    }
    assert_eq!(world.fail("create_file", path("/etc/lemmascope-test/x")).cause, Cause::OutsideRoots);
    assert_eq!(
        world.fail("delete_folder", json!({"path": "/", "recursive": true})).cause,
        Cause::OutsideRoots
    );
    world.write("a", "");
    assert_eq!(world.fail("move", json!({"source": "a", "destination": "/var"})).cause, Cause::OutsideRoots);
    let root = World::with(|settings, _| settings.roots = vec!["/etc".into(), "/var/tmp".into()]);
    assert_eq!(root.fail("read_file", path("/etc/passwd")).cause, Cause::OutsideRoots);
    root.call("list_directory", path("/var/tmp"));
}

#[test]
fn denies_existing_and_missing_key_directories() {
    let world = World::with(|settings, base| settings.roots = vec![base.join("home"), ".".into()]);
    std::fs::create_dir(world.base().join("home/.ssh")).unwrap();
    std::fs::create_dir(world.base().join("home/docs")).unwrap();
    std::fs::write(world.base().join("home/.ssh/id"), "key").unwrap();
    symlink(".ssh", world.base().join("home/link")).unwrap();
    symlink(".ssh/id", world.base().join("home/key")).unwrap();
    for at in ["~/.ssh/id", "~/.ssh", "~/link/id", "~/link", "~/key", "~/docs/../.ssh/id", "~/.gnupg/new"] {
        for verb in ["read_file", "list_directory", "create_file", "create_folder"] {
            assert_eq!(world.fail(verb, path(at)).cause, Cause::OutsideRoots, "{verb} {at}");
        }
    }
    assert_eq!(world.fail("create_folder", path("~/.gnupg")).cause, Cause::OutsideRoots);
    assert_eq!(world.fail("rename", json!({"path": "~/.ssh", "new_name": "ssh"})).cause, Cause::OutsideRoots);
    world.write("keys/id", "");
    let refused = world.fail("move", json!({"source": "keys", "destination": "~/.gnupg"}));
    assert_eq!(refused.cause, Cause::OutsideRoots);
}

#[test]
fn denies_moving_or_deleting_parents_of_protected_paths() {
    let world = wide_open();
    std::fs::create_dir(world.base().join("engine")).unwrap();
    let base = world.base().to_str().unwrap();
    for (verb, arguments) in [
        ("delete_folder", json!({"path": base, "recursive": true})),
        ("move", json!({"source": base, "destination": "/tmp/elsewhere"})),
        ("rename", json!({"path": base, "new_name": "elsewhere"})),
        ("copy", json!({"source": base, "destination": "/tmp/elsewhere"})),
        ("discard", path(base)),
        ("read_file", json!({"path": format!("{base}/engine/db")})),
        ("create_file", json!({"path": format!("{base}/unborn/deep/x")})),
        ("create_folder", json!({"path": format!("{base}/unborn/deep")})),
        ("list_directory", json!({"path": format!("{base}/data/Trash")})),
    ] {
        if verb == "list_directory" {
            std::fs::create_dir_all(world.base().join("data/Trash")).unwrap();
        }
        assert_eq!(world.fail(verb, arguments).cause, Cause::OutsideRoots, "{verb}");
    }
    world.call("create_folder", json!({"path": format!("{base}/unborn")}));
    assert_eq!(
        world.fail("create_folder", json!({"path": format!("{base}/unborn/deep")})).cause,
        Cause::OutsideRoots
    );
}

#[test]
fn denies_deleting_or_moving_a_root() {
    let world = World::with(|settings, _| settings.roots = vec![".".into(), "a/inner".into()]);
    world.write("a/inner/x", "");
    for (verb, at) in
        [("delete_folder", "."), ("delete_folder", "a/inner"), ("delete_folder", "a"), ("discard", "a")]
    {
        let arguments = if verb == "discard" { path(at) } else { json!({"path": at, "recursive": true}) };
        assert_eq!(world.fail(verb, arguments).cause, Cause::OutsideRoots, "{verb} {at}");
    }
    assert_eq!(world.fail("rename", json!({"path": "a", "new_name": "b"})).cause, Cause::OutsideRoots);
    assert_eq!(world.fail("move", json!({"source": ".", "destination": "a"})).cause, Cause::OutsideRoots);
    assert!(world.at("a/inner/x").exists());
}

#[test]
fn executables_and_libraries_are_read_only() {
    let world = World::new();
    world.write("a.exe", "MZ");
    world.write("a.txt", "");
    symlink("a.exe", world.at("innocent.txt")).unwrap();
    world.call("read_file", path("a.exe"));
    for (verb, arguments) in [
        ("create_file", path("b.DLL")),
        ("write_file", json!({"path": "a.exe", "content": "", "overwrite": true})),
        ("write_file", json!({"path": "innocent.txt", "content": "", "overwrite": true})),
        ("append_file", json!({"path": "a.exe", "content": ""})),
        ("copy", json!({"source": "a.txt", "destination": "lib.so"})),
        ("move", json!({"source": "a.txt", "destination": "x.sys"})),
        ("rename", json!({"path": "a.txt", "new_name": "a.msi"})),
        ("delete_file", path("a.exe")),
    ] {
        let failure = world.fail(verb, arguments);
        assert_eq!(failure.cause, Cause::OutsideRoots, "{verb}: {failure:?}");
        assert!(failure.message.contains("protected"));
    }
}

/// Creates a world whose engine folder is inside the root, behind a link.
fn linked() -> World {
    let world = World::with(|settings, base| {
        settings.roots = vec![".".into()];
        settings.protected = vec![base.join("work/conf/engine")];
    });
    world.write("real/engine/config.yaml", "policy");
    world.write("real/engine/intents/own.yaml", "own");
    world.write("mine", "mine");
    std::fs::create_dir(world.at("conf")).unwrap();
    symlink("../real/engine", world.at("conf/engine")).unwrap();
    world
}

#[test]
fn denies_changing_symlinks_to_engine_settings() {
    let world = linked();
    let before = world.tree();
    for (verb, arguments) in [
        ("delete_file", path("conf/engine")),
        ("rename", json!({"path": "conf/engine", "new_name": "other"})),
        ("rename", json!({"path": "conf", "new_name": "other"})),
        ("rename", json!({"path": "real", "new_name": "other"})),
        ("delete_folder", json!({"path": "conf", "recursive": true})),
        ("move", json!({"source": "mine", "destination": "conf/engine", "overwrite": true})),
        ("move", json!({"source": "conf/engine", "destination": "other"})),
        ("copy", json!({"source": "mine", "destination": "conf/engine", "overwrite": true})),
        ("write_file", json!({"path": "conf/engine/config.yaml", "content": "evil", "overwrite": true})),
        ("write_file", json!({"path": "real/engine/config.yaml", "content": "evil", "overwrite": true})),
        ("discard", path("conf")),
        ("relocate", json!({"from": "conf", "to": "other"})),
    ] {
        assert_eq!(world.fail(verb, arguments.clone()).cause, Cause::OutsideRoots, "{verb} {arguments}");
    }
    assert_eq!(world.tree(), before);
}

#[test]
fn denies_hard_links_to_engine_settings() {
    let world = linked();
    std::fs::create_dir(world.at("f")).unwrap();
    for (from, to) in [("config.yaml", "f/hard"), ("intents/own.yaml", "f/own")] {
        std::fs::hard_link(world.at("real/engine").join(from), world.at(to)).unwrap();
    }
    let before = world.tree();
    for at in ["f/hard", "f/own"] {
        for (verb, arguments) in [
            ("read_file", path(at)),
            ("append_file", json!({"path": at, "content": "evil"})),
            ("write_file", json!({"path": at, "content": "evil", "overwrite": true})),
            ("copy", json!({"source": at, "destination": "stolen"})),
            ("copy", json!({"source": "f", "destination": "stolen"})),
        ] {
            assert_eq!(world.fail(verb, arguments).cause, Cause::OutsideRoots, "{verb} {at}");
        }
    }
    assert_eq!(world.tree(), before);
}

#[test]
fn append_rejects_files_with_other_hard_links() {
    let world = World::new();
    world.write("a", "one");
    std::fs::hard_link(world.at("a"), world.base().join("outside/a")).unwrap();
    let failure = world.fail("append_file", json!({"path": "a", "content": "two"}));
    assert_eq!(failure.cause, Cause::Conflict);
    assert!(failure.message.contains("other names"), "{failure:?}");
    world.call("write_file", json!({"path": "a", "content": "two", "overwrite": true}));
    assert_eq!(std::fs::read_to_string(world.base().join("outside/a")).unwrap(), "one");
    // Only one name is left, so the file is no longer shared.
    world.call("append_file", json!({"path": "a", "content": "three"}));
}

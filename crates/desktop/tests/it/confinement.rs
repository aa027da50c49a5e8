use std::os::unix::fs::symlink;
use std::sync::atomic::{AtomicBool, Ordering};

use lemmascope_intent::Cause;
use serde_json::{Value as Json, json};

use crate::world::{World, path, snapshot};

/// Returns a call of every verb with this path.
fn everything(at: &str) -> Vec<(&'static str, Json)> {
    vec![
        ("create_file", json!({"path": at, "content": "evil"})),
        ("create_folder", json!({"path": at, "exist_ok": false})),
        ("append_file", json!({"path": at, "content": "evil"})),
        ("write_file", json!({"path": at, "content": "evil", "overwrite": true})),
        ("read_file", path(at)),
        ("copy", json!({"source": at, "destination": "stolen"})),
        ("copy", json!({"source": "mine", "destination": at, "overwrite": true})),
        ("move", json!({"source": at, "destination": "stolen"})),
        ("move", json!({"source": "mine", "destination": at, "overwrite": true})),
        ("rename", json!({"path": at, "new_name": "evil"})),
        ("delete_file", path(at)),
        ("delete_folder", json!({"path": at, "recursive": true})),
        ("get_info", path(at)),
        ("list_directory", path(at)),
        ("exists", path(at)),
        ("discard", path(at)),
        ("restore", json!({"trashed": "x", "path": at})),
        ("restore_version", json!({"path": at, "version": "x"})),
        ("relocate", json!({"from": at, "to": "stolen"})),
        ("relocate", json!({"from": "mine", "to": at, "displace": true})),
        ("truncate", json!({"path": at, "length": 0, "left": 6, "tail": ""})),
        ("extend", json!({"path": at, "length": 0, "version": "x"})),
    ]
}

fn check_refused(world: &World, at: &str) {
    let outside = snapshot(&world.base().join("outside"));
    for (verb, arguments) in everything(at) {
        let failure = world.fail(verb, arguments);
        assert_eq!(failure.cause, Cause::OutsideRoots, "{verb} {at}: {failure:?}");
        assert!(!failure.effect_unknown);
    }
    assert_eq!(snapshot(&world.base().join("outside")), outside, "{at}");
}

fn world() -> World {
    let world = World::new();
    std::fs::write(world.base().join("outside/secret"), "secret").unwrap();
    world.write("mine", "mine");
    world
}

#[test]
fn rejects_traversal_and_absolute_paths() {
    let world = world();
    world.write("folder/x", "");
    let outside = world.base().join("outside/secret");
    for at in [
        "../outside/secret",
        "folder/../../outside/secret",
        "./../work/../outside/secret",
        outside.to_str().unwrap(),
        "/etc/passwd",
        "~/secret",
        "~",
    ] {
        check_refused(&world, at);
    }
}

#[test]
fn hint_contains_the_roots() {
    let world = world();
    let hint = world.fail("read_file", path("../outside/secret")).hint.unwrap();
    assert!(hint.contains(world.at("").to_str().unwrap().trim_end_matches('/')), "{hint}");
}

#[test]
fn rejects_sibling_directories_with_the_same_prefix() {
    let world = World::with(|settings, base| settings.roots = vec![base.join("work/safe")]);
    world.write("safe/a", "1");
    world.write("safe-evil/b", "2");
    assert_eq!(world.fail("read_file", path("safe-evil/b")).cause, Cause::OutsideRoots);
    assert_eq!(world.fail("read_file", path("safe/../safe-evil/b")).cause, Cause::OutsideRoots);
    world.call("read_file", path("safe/a"));
}

#[test]
fn rejects_symlinks_out_of_the_root() {
    let world = world();
    world.write("deep/x", "");
    let outside = world.base().join("outside");
    symlink(&outside, world.at("absolute")).unwrap();
    symlink("../outside", world.at("relative")).unwrap();
    symlink("../../outside", world.at("deep/relative")).unwrap();
    symlink("deep/relative", world.at("chain")).unwrap();
    for at in ["absolute/secret", "relative/secret", "deep/relative/secret", "chain/secret"] {
        check_refused(&world, at);
    }
    // As the last name, the link may not be followed, but may be removed or moved itself.
    symlink(outside.join("secret"), world.at("last")).unwrap();
    symlink("../outside/new", world.at("dangling")).unwrap();
    for at in ["last", "dangling"] {
        for (verb, arguments) in [
            ("read_file", path(at)),
            ("write_file", json!({"path": at, "content": "evil", "overwrite": true})),
            ("append_file", json!({"path": at, "content": "evil"})),
            ("create_file", json!({"path": at, "content": "evil"})),
            ("create_folder", path(at)),
            ("list_directory", path(at)),
            ("copy", json!({"source": at, "destination": "stolen"})),
            ("copy", json!({"source": "mine", "destination": at})),
            ("move", json!({"source": "mine", "destination": at})),
        ] {
            assert_eq!(world.fail(verb, arguments).cause, Cause::OutsideRoots, "{verb} {at}");
        }
    }
    world.call("delete_file", path("last"));
    assert!(outside.join("secret").exists() && !outside.join("new").exists());
}

#[test]
fn follows_symlinks_within_the_root() {
    let world = world();
    world.write("real/a", "1");
    symlink("real", world.at("link")).unwrap();
    symlink("real/a", world.at("file")).unwrap();
    world.call("write_file", json!({"path": "file", "content": "2", "overwrite": true}));
    assert_eq!(world.read("real/a"), "2");
    assert!(world.at("file").is_symlink(), "the link stays a link");
    world.call("create_file", path("link/b"));
    assert!(world.at("real/b").exists());
    world.call("copy", json!({"source": "mine", "destination": "link"}));
    assert!(world.at("real/mine").exists());
}

#[test]
fn follows_absolute_symlinks_within_the_root() {
    let world = world();
    world.write("real/a", "1");
    symlink(world.at("real/a"), world.at("link")).unwrap();
    symlink(world.at("link"), world.at("second")).unwrap();
    symlink(world.at("circle"), world.at("circle")).unwrap();
    world.call("write_file", json!({"path": "second", "content": "2", "overwrite": true}));
    assert_eq!(world.read("real/a"), "2");
    assert!(world.at("link").is_symlink() && world.at("second").is_symlink());
    assert_eq!(world.fail("read_file", path("circle")).cause, Cause::InvalidParameter);
}

#[test]
fn accepts_paths_with_dots_within_the_root() {
    let world = world();
    world.write("a/x", "1");
    world.call("read_file", path("a/../a/x"));
    world.call("read_file", path("./a//x"));
    world.call("read_file", path(world.at("a/x").to_str().unwrap()));
    world.call("list_directory", path("a/.."));
    assert_eq!(world.fail("read_file", path("none/../a/x")).cause, Cause::TargetNotFound);
}

#[test]
fn accepts_nested_roots_and_roots_in_home() {
    let world = World::with(|settings, base| {
        settings.roots = vec![".".into(), "inner".into(), "~/docs".into(), base.join("outside")];
    });
    world.write("inner/a", "1");
    std::fs::create_dir(world.base().join("home/docs")).unwrap();
    world.call("read_file", path("inner/a"));
    world.call("move", json!({"source": "inner/a", "destination": "b"}));
    world.call("create_file", path("~/docs/c"));
    assert!(world.base().join("home/docs/c").exists());
    world.call("copy", json!({"source": "b", "destination": "../outside/d"}));
    assert_eq!(world.fail("create_file", path("~/e")).cause, Cause::OutsideRoots);
}

#[test]
fn resolves_symlinked_roots() {
    let world = World::with(|settings, base| settings.roots = vec![base.join("work/alias")]);
    world.write("real/a", "1");
    symlink(world.at("real"), world.at("alias")).unwrap();
    world.call("read_file", path("alias/a"));
    world.call("read_file", path("real/a"));
}

#[test]
fn concurrently_swapped_symlink_does_not_escape_the_root() {
    let world = world();
    let outside = world.base().join("outside");
    std::fs::create_dir(world.at("honest")).unwrap();
    symlink("../outside", world.at("evil")).unwrap();
    std::fs::rename(world.at("honest"), world.at("swap")).unwrap();
    let stop = AtomicBool::new(false);
    let before = snapshot(&outside);
    let mut made = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (swap, evil) = (world.at("swap"), world.at("evil"));
            while !stop.load(Ordering::Relaxed) {
                let _ = rustix::fs::renameat_with(
                    rustix::fs::CWD,
                    &swap,
                    rustix::fs::CWD,
                    &evil,
                    rustix::fs::RenameFlags::EXCHANGE,
                );
            }
        });
        for turn in 0..300 {
            let at = format!("swap/file{turn}");
            made +=
                usize::from(world.try_call("create_file", json!({"path": at, "content": "evil"})).is_ok());
            let _ = world.try_call("copy", json!({"source": "mine", "destination": format!("{at}c")}));
            let _ = world
                .try_call("write_file", json!({"path": "swap/secret", "content": "x", "overwrite": true}));
            let _ = world.try_call("delete_file", path("swap/secret"));
            if let Ok(read) = world.try_call("read_file", path("swap/secret")) {
                assert!(!read.value.to_string().contains(r#""secret","bytes":6"#));
            }
        }
        stop.store(true, Ordering::Relaxed);
    });
    assert_eq!(snapshot(&outside), before);
    assert!(made > 0, "the honest folder was never there in time, so this has shown nothing");
}

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;

use lemmascope_intent::{Cause, Effect, Event, Format, Object, Value};
use serde_json::json;

use crate::world::{World, changes, path};

#[test]
fn every_verb_is_registered_with_its_parameters() {
    let world = World::new();
    let usages: Vec<_> = world
        .domain()
        .capabilities
        .iter()
        .map(|capability| capability.signature())
        .filter(|signature| !signature.internal)
        .map(|signature| {
            let parameters = signature.parameters.iter().map(|parameter| match &parameter.default {
                Some(default) => format!("{}={default}", parameter.name),
                None if parameter.required => parameter.name.clone(),
                None => format!("{}?", parameter.name),
            });
            format!("{}({})", signature.verb(), parameters.collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(
        usages,
        [
            "create_file(path, content?, create_parents=true)",
            "create_folder(path, parents=true, exist_ok=true)",
            "append_file(path, content, newline=true)",
            "write_file(path, content, overwrite=false, create_if_missing=true)",
            "read_file(path, encoding?)",
            "copy(source, destination, overwrite=false)",
            "move(source, destination, overwrite=false)",
            "rename(path, new_name)",
            "delete_file(path)",
            "delete_folder(path, recursive=false)",
            "get_info(path)",
            "list_directory(path, include_hidden=false, extensions?, name?, changed?)",
            "exists(path, type?)",
            "list_trash(others=false)",
            "purge(older_than?, others=false)",
        ]
    );
    for capability in &world.domain().capabilities {
        let signature = capability.signature();
        assert_eq!(signature.domain(), "files");
        let looks =
            ["read_file", "get_info", "list_directory", "exists", "list_trash"].contains(&signature.verb());
        assert_eq!(signature.effect == Effect::Observe, looks, "{}", signature.name);
        assert_eq!(signature.lists == Some(Format::Path), signature.verb() == "list_directory");
    }
}

#[test]
fn create_file_creates_parent_folders_and_reports_changes() {
    let world = World::new();
    let outcome = world.call("create_file", json!({"path": "notes/new/todo.txt", "content": "buy milk, 12"}));
    assert_eq!(world.read("notes/new/todo.txt"), "buy milk, 12");
    assert_eq!(outcome.line.as_deref(), Some(r#"create_file "notes/new/todo.txt" (12 bytes)"#));
    assert_eq!(changes(&outcome), ["+ notes/new/todo.txt"]);
    assert_eq!(world.call("create_file", path("empty")).value.to_string(), r#"{"path":"empty","bytes":0}"#);
}

#[test]
fn create_file_rejects_existing_and_invalid_targets() {
    let world = World::new();
    world.write("a.txt", "precious");
    let failure = world.fail("create_file", json!({"path": "a.txt", "content": "x"}));
    assert_eq!(failure.cause, Cause::AlreadyExists);
    assert!(failure.hint.unwrap().contains("overwrite"));
    assert_eq!(world.read("a.txt"), "precious");
    let failure = world.fail("create_file", json!({"path": "no/b.txt", "create_parents": false}));
    assert_eq!(failure.cause, Cause::TargetNotFound);
    assert!(!world.at("no").exists());
    assert_eq!(world.fail("create_file", path("a.txt/b")).cause, Cause::InvalidParameter);
}

#[test]
fn create_folder_accepts_existing_folders() {
    let world = World::new();
    assert_eq!(changes(&world.call("create_folder", path("a/b/c"))), ["+ a/b/c"]);
    assert!(world.at("a/b/c").is_dir());
    let again = world.call("create_folder", path("a/b/c"));
    assert!(again.changes.is_empty() && again.undo.is_none());
    let refused = world.fail("create_folder", json!({"path": "a", "exist_ok": false}));
    assert_eq!(refused.cause, Cause::AlreadyExists);
    world.write("file", "");
    assert_eq!(world.fail("create_folder", path("file")).cause, Cause::AlreadyExists);
    let refused = world.fail("create_folder", json!({"path": "x/y", "parents": false}));
    assert_eq!(refused.cause, Cause::TargetNotFound);
}

#[test]
fn append_file_adds_lines_or_raw_text() {
    let world = World::new();
    world.write("a", "one");
    let outcome = world.call("append_file", json!({"path": "a", "content": "two"}));
    assert_eq!(world.read("a"), "one\ntwo\n");
    assert_eq!(changes(&outcome), ["~ a: 3 bytes → 8 bytes"]);
    world.call("append_file", json!({"path": "a", "content": "three", "newline": false}));
    assert_eq!(world.read("a"), "one\ntwo\nthree");
    assert_eq!(world.fail("append_file", json!({"path": "b", "content": "x"})).cause, Cause::TargetNotFound);
    world.call("create_folder", path("f"));
    assert_eq!(
        world.fail("append_file", json!({"path": "f", "content": "x"})).cause,
        Cause::InvalidParameter
    );
}

#[test]
fn write_file_overwrites_only_on_request_and_keeps_permissions() {
    let world = World::new();
    world.write("a", "twelve bytes");
    std::fs::set_permissions(world.at("a"), std::fs::Permissions::from_mode(0o640)).unwrap();
    assert_eq!(world.fail("write_file", json!({"path": "a", "content": "x"})).cause, Cause::AlreadyExists);
    let outcome =
        world.call("write_file", json!({"path": "a", "content": "x".repeat(40), "overwrite": true}));
    assert_eq!(changes(&outcome), ["~ a: 12 bytes → 40 bytes"]);
    assert_eq!(std::fs::metadata(world.at("a")).unwrap().permissions().mode() & 0o777, 0o640);
    let refused = world.fail("write_file", json!({"path": "b", "content": "", "create_if_missing": false}));
    assert_eq!(refused.cause, Cause::TargetNotFound);
    assert_eq!(changes(&world.call("write_file", json!({"path": "b", "content": ""}))), ["+ b"]);
    let versions = world.base().join("data/versions");
    assert_eq!(std::fs::metadata(versions).unwrap().permissions().mode() & 0o777, 0o700);
    world.call("create_folder", path("f"));
    let refused = world.fail("write_file", json!({"path": "f", "content": "", "overwrite": true}));
    assert_eq!(refused.cause, Cause::InvalidParameter);
}

#[test]
fn failed_calls_leave_no_temporary_files() {
    let world = World::new();
    world.write("a", "1");
    world.fail("create_file", path("a"));
    world.fail("copy", json!({"source": "a", "destination": "no/b"}));
    world.call("write_file", json!({"path": "a", "content": "2", "overwrite": true}));
    assert_eq!(world.tree().len(), 1);
}

#[test]
fn read_file_accepts_only_text_files() {
    let world = World::new();
    world.write("a", "olá");
    let value = world.call("read_file", path("a")).value;
    assert_eq!(value.to_string(), r#"{"path":"a","content":"olá","bytes":4,"encoding":"utf-8"}"#);
    std::fs::write(world.at("latin"), b"ol\xE1").unwrap();
    assert!(world.fail("read_file", path("latin")).hint.unwrap().contains("latin-1"));
    let value = world.call("read_file", json!({"path": "latin", "encoding": "latin-1"})).value;
    assert!(value.to_string().contains("olá"));
    std::fs::write(world.at("binary"), b"\x7FELF\0\0").unwrap();
    assert!(world.fail("read_file", path("binary")).message.contains("not a text file"));
    let unknown = world.fail("read_file", json!({"path": "a", "encoding": "ebcdic"}));
    assert_eq!(unknown.cause, Cause::InvalidParameter);
    std::fs::File::create(world.at("large")).unwrap().set_len(10 * 1024 * 1024 + 1).unwrap();
    assert!(world.fail("read_file", path("large")).message.contains("10 MB"));
    assert_eq!(world.fail("read_file", path(".")).cause, Cause::InvalidParameter);
    rustix::fs::mknodat(
        rustix::fs::CWD,
        world.at("pipe"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RWXU,
        0,
    )
    .unwrap();
    assert!(world.fail("read_file", path("pipe")).message.contains("pipe"));
}

#[test]
fn copy_copies_files_and_folders_recursively() {
    let world = World::new();
    world.write("a.txt", "x");
    let outcome = world.call("copy", json!({"source": "a.txt", "destination": "b.txt"}));
    assert_eq!(outcome.line.as_deref(), Some(r#"copy "a.txt" → "b.txt""#));
    assert_eq!(changes(&outcome), ["+ b.txt"]);
    world.write("f/sub/deep", "y");
    std::os::unix::fs::symlink("sub", world.at("f/link")).unwrap();
    std::fs::set_permissions(world.at("f/sub"), std::fs::Permissions::from_mode(0o750)).unwrap();
    world.call("copy", json!({"source": "f", "destination": "g"}));
    assert_eq!(
        crate::world::snapshot(&world.at("f")),
        crate::world::snapshot(&world.at("g")),
        "a copy is the same, links and permissions too"
    );
    let outcome = world.call("copy", json!({"source": "a.txt", "destination": "g/"}));
    assert_eq!(changes(&outcome), ["+ g/a.txt"]);
}

#[test]
fn copy_rejects_invalid_sources_and_destinations() {
    let world = World::new();
    world.write("a", "1");
    world.write("b", "2");
    world.write("f/x", "3");
    let cause = |source: &str, destination: &str, overwrite: bool| {
        let arguments = json!({"source": source, "destination": destination, "overwrite": overwrite});
        world.fail("copy", arguments).cause
    };
    assert_eq!(cause("a", "b", false), Cause::AlreadyExists);
    assert_eq!(cause("none", "c", false), Cause::TargetNotFound);
    assert_eq!(cause("a", "a", true), Cause::InvalidParameter);
    assert_eq!(cause("f", "f/g", false), Cause::InvalidParameter);
    assert_eq!(cause("f", "f", false), Cause::InvalidParameter);
    assert_eq!(cause(".", "f", false), Cause::InvalidParameter);
    assert_eq!(cause("f", "b", true), Cause::AlreadyExists);
    assert_eq!(cause("a", "no/c", false), Cause::TargetNotFound);
    assert_eq!(world.read("b"), "2");
}

#[test]
fn copy_reports_progress_and_can_be_cancelled() {
    let world = World::new();
    world.write("big", &"x".repeat(3 << 20));
    world.call("copy", json!({"source": "big", "destination": "copy"}));
    let progress: Vec<_> = world
        .events
        .lock()
        .unwrap()
        .iter()
        .filter_map(|event| match event {
            Event::Progress { done, total, .. } => Some((*done, *total)),
            _ => None,
        })
        .collect();
    assert_eq!(progress.last(), Some(&(3 << 20, Some(3 << 20))));
    assert!(progress.len() >= 3);
    world.cancellation.cancel();
    let failure = world.fail("copy", json!({"source": "big", "destination": "other"}));
    assert_eq!((failure.cause, failure.effect_unknown), (Cause::Cancelled, false));
    assert_eq!(world.tree().len(), 2);
}

#[test]
fn move_and_rename_change_paths() {
    let world = World::new();
    world.write("a", "1");
    world.write("f/x", "2");
    let outcome = world.call("move", json!({"source": "a", "destination": "f"}));
    assert_eq!(changes(&outcome), ["~ path: a → f/a"]);
    assert_eq!(world.read("f/a"), "1");
    let outcome = world.call("rename", json!({"path": "f", "new_name": "g"}));
    assert_eq!(outcome.line.as_deref(), Some(r#"rename "f" → "g""#));
    assert_eq!(world.read("g/x"), "2");
}

#[test]
fn move_and_rename_reject_invalid_destinations() {
    let world = World::new();
    world.write("a", "1");
    world.write("b", "2");
    world.write("f/x", "3");
    let cause = |source: &str, destination: &str, overwrite: bool| {
        let arguments = json!({"source": source, "destination": destination, "overwrite": overwrite});
        world.fail("move", arguments).cause
    };
    assert_eq!(cause("a", "b", false), Cause::AlreadyExists);
    assert_eq!(cause("none", "c", false), Cause::TargetNotFound);
    assert_eq!(cause("f", "f/g", false), Cause::InvalidParameter);
    assert_eq!(cause("a", "a", false), Cause::InvalidParameter);
    assert_eq!(cause("f", "a", true), Cause::AlreadyExists);
    std::fs::create_dir_all(world.at("g/b/b")).unwrap();
    assert_eq!(cause("g/b/b", "g", true), Cause::InvalidParameter, "it would replace the folder it is in");
    assert_eq!(cause("a", "no/c", false), Cause::TargetNotFound);
    let cause = |path: &str, name: &str| world.fail("rename", json!({"path": path, "new_name": name})).cause;
    assert_eq!(cause("a", "b"), Cause::AlreadyExists);
    assert_eq!(cause("a", "f"), Cause::AlreadyExists);
    assert_eq!(cause("a", "f/a"), Cause::InvalidParameter);
    assert_eq!(cause("a", ".."), Cause::InvalidParameter);
    assert_eq!(cause("a", "a"), Cause::InvalidParameter);
    assert_eq!(cause("none", "c"), Cause::TargetNotFound);
}

#[test]
fn delete_verbs_distinguish_files_from_folders() {
    let world = World::new();
    world.write("f/x", "1");
    assert!(world.fail("delete_file", path("f")).hint.unwrap().contains("delete_folder"));
    assert!(world.fail("delete_folder", path("f/x")).hint.unwrap().contains("delete_file"));
    let failure = world.fail("delete_folder", path("f"));
    assert!(failure.message.contains("not empty") && failure.hint.unwrap().contains("recursive"));
    assert_eq!(world.fail("delete_file", path("none")).cause, Cause::TargetNotFound);
    assert_eq!(changes(&world.call("delete_file", path("f/x"))), ["- f/x"]);
    assert_eq!(changes(&world.call("delete_folder", path("f"))), ["- f"]);
    assert!(world.tree().is_empty());
}

#[test]
fn get_info_does_not_follow_symlinks() {
    let world = World::new();
    world.write("a", "123");
    std::os::unix::fs::symlink("/etc/passwd", world.at("link")).unwrap();
    let Value::Object(info) = world.call("get_info", path("a")).value else { panic!() };
    assert_eq!(info["type"], "file".into());
    assert_eq!(info["size"], 3.into());
    let modified: jiff::Timestamp = info["modified"].as_text().unwrap().parse().unwrap();
    assert!(jiff::Timestamp::now().duration_since(modified).as_secs() < 60);
    assert_eq!(info["permissions"].as_text().map(str::len), Some(9));
    let Value::Object(info) = world.call("get_info", path("link")).value else { panic!() };
    assert_eq!((&info["type"], &info["target"]), (&"link".into(), &"/etc/passwd".into()));
    let Value::Object(info) = world.call("get_info", path(".")).value else { panic!() };
    assert_eq!(info["type"], "folder".into());
}

#[test]
fn list_directory_sorts_and_decodes_any_name() {
    let world = World::new();
    world.write("b", "1");
    world.write("ação 🦀", "");
    world.write(".hidden", "");
    std::fs::create_dir(world.at("a")).unwrap();
    std::fs::write(world.at("").join(OsStr::from_bytes(b"bad\xFFname")), "").unwrap();
    let names = |arguments| -> Vec<String> {
        let value = world.call("list_directory", arguments).value;
        let name = |entry: &Value| entry.as_object().unwrap()["name"].as_text().unwrap().to_string();
        value.as_list().unwrap().iter().map(name).collect()
    };
    assert_eq!(names(path(".")), ["a", "ação 🦀", "b", "bad\u{FFFD}name"]);
    assert_eq!(names(json!({"path": "", "path": ".", "include_hidden": true})).len(), 5);
    assert_eq!(world.fail("list_directory", path("b")).cause, Cause::InvalidParameter);
    assert_eq!(world.fail("list_directory", path("none")).cause, Cause::TargetNotFound);
}

#[test]
fn exists_returns_a_boolean() {
    let world = World::new();
    world.write("f/a", "");
    std::os::unix::fs::symlink("nothing", world.at("dangling")).unwrap();
    let exists = |path: &str, kind: Option<&str>| {
        let arguments = match kind {
            Some(kind) => json!({"path": path, "type": kind}),
            None => json!({ "path": path }),
        };
        world.call("exists", arguments).value == Value::Boolean(true)
    };
    assert!(exists("f", None) && exists("f/a", Some("file")) && exists("f", Some("folder")));
    assert!(!exists("f", Some("file")) && !exists("f/a", Some("folder")));
    assert!(
        !exists("f/b", None) && !exists("x/y/z", None) && !exists("f/a/b", None) && !exists("dangling", None)
    );
    assert_eq!(world.fail("exists", json!({"path": "f", "type": "pipe"})).cause, Cause::InvalidParameter);
    assert_eq!(world.fail("exists", path("../outside")).cause, Cause::OutsideRoots);
}

#[test]
fn outcomes_and_errors_contain_no_secrets() {
    let world = World::new();
    let secret = |text: &str| Value::from(text).into_secret();
    let arguments = Object::from_iter([
        ("path".to_string(), secret("pin-1234")),
        ("content".to_string(), secret("s3cret")),
    ]);
    let outcome = world.run("create_file", arguments.clone(), "k", false).unwrap();
    assert_eq!(world.read("pin-1234"), "s3cret");
    let told = format!("{outcome:?}");
    assert!(!told.contains("pin-1234") && !told.contains("s3cret"), "{told}");
    let failure = world.run("create_file", arguments, "k", false).unwrap_err();
    assert!(!format!("{failure:?}").contains("pin-1234"));
}

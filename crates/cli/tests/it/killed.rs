//! Kills the engine while it changes files: at the first file event, at the second, and so on. In all cases,
//! the next engine undoes exactly the completed changes, once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use rustix::fs::inotify;

use crate::background::{kill, pid};
use crate::desk::Desk;

const SIGNS: usize = 4;

#[test]
fn recovers_from_kill_during_file_creation() {
    check(&["files.create_file", "x/new.txt", "--content", "new"]);
}

#[test]
fn recovers_from_kill_during_file_write() {
    check(&["files.write_file", "a.txt", "other", "--overwrite"]);
}

#[test]
fn recovers_from_kill_during_overwriting_move() {
    check(&["files.move", "a.txt", "b.txt", "--overwrite"]);
}

#[test]
fn recovers_from_kill_during_folder_deletion() {
    check(&["files.delete_folder", "f", "--recursive"]);
}

fn check(line: &[&str]) {
    for sign in 1..=SIGNS {
        let desk = Desk::new();
        for (name, content) in [("a.txt", "first"), ("b.txt", "second"), ("f/c.txt", "third")] {
            desk.write(name, content);
        }
        let before = tree(&desk.work());
        desk.lemmascope(&["files.exists", "a.txt"]);
        let engine = pid(&desk).unwrap();
        let watch = inotify::init(inotify::CreateFlags::CLOEXEC | inotify::CreateFlags::NONBLOCK).unwrap();
        let changes = inotify::WatchFlags::CREATE | inotify::WatchFlags::MOVE | inotify::WatchFlags::DELETE;
        inotify::add_watch(&watch, desk.work(), changes).unwrap();
        let mut command = desk.command(env!("CARGO_BIN_EXE_lemmascope"));
        let mut child = command.args(line).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
        let mut reader = inotify::Reader::new(&watch, &mut buffer);
        for _ in 0..sign {
            // If there are fewer events, the command has completed, and this is the last case.
            while reader.next().is_err() && child.try_wait().unwrap().is_none() {
                std::thread::yield_now();
            }
        }
        kill(engine);
        child.wait().unwrap();

        let undone = desk.lemmascope(&["undo"]);
        assert_eq!(undone.code, 0, "{line:?} {sign}: {undone:?}");
        assert_eq!(tree(&desk.work()), before, "{line:?} {sign}: {undone:?}");
        let twice = desk.lemmascope(&["undo"]);
        assert!(twice.out.contains("Nothing to undo"), "{line:?} {sign}: {twice:?}");
        assert_eq!(tree(&desk.work()), before, "{line:?} {sign}");
        let redone = desk.lemmascope(&["redo"]);
        assert_eq!(redone.code, 0, "{line:?} {sign}: {redone:?}");
        let undone = desk.lemmascope(&["undo"]);
        assert_eq!(undone.code, 0, "{line:?} {sign}: {undone:?}");
        assert_eq!(tree(&desk.work()), before, "{line:?} {sign}: {undone:?}");
    }
}

/// Returns paths and contents, without temporary files under hidden names.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<String>> {
    fn gather(folder: &Path, found: &mut BTreeMap<PathBuf, Option<String>>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().starts_with(".lemmascope-") {
                continue;
            }
            if path.is_dir() {
                gather(&path, found);
                found.insert(path, None);
            } else {
                let content = std::fs::read_to_string(&path).unwrap();
                found.insert(path, Some(content));
            }
        }
    }
    let mut found = BTreeMap::new();
    gather(folder, &mut found);
    found
}

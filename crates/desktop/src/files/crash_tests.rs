//! Tests that a crash at any point can be undone and redone exactly.
//!
//! Each verb that changes files is interrupted before every single change to the disk or the journal, and so
//! are its undo, its redo, and the recovery after the first crash. The journal here is a minimal version of
//! the engine's: it records the undo call before a change and the result after it, and recovery inspects the
//! state on disk.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex};

use lemmascope_intent::{Args, Call, Failure, Object, Outcome, Promise, Value};
use tempfile::TempDir;

use super::call_scope::CallScope;
use super::fault_injection;
use super::handle::moment;
use super::temporary;
use super::verb::Act;

#[test]
fn creations_survive_crashes() {
    check(Disk::One, "create_file", &[("path", "new"), ("content", "text")]);
    check(Disk::One, "create_file", &[("path", "x/y/new"), ("content", "text")]);
    check(Disk::One, "create_folder", &[("path", "folder")]);
    check(Disk::One, "create_folder", &[("path", "x/y/z")]);
    check(Disk::One, "write_file", &[("path", "new"), ("content", "text")]);
    check(Disk::One, "copy", &[("source", "a"), ("destination", "new")]);
    check(Disk::One, "copy", &[("source", "f"), ("destination", "new")]);
    check(Disk::One, "copy", &[("source", "f"), ("destination", "g")]);
}

#[test]
fn modifications_survive_crashes() {
    check(Disk::One, "append_file", &[("path", "a"), ("content", "more")]);
    check(Disk::One, "append_file", &[("path", "empty"), ("content", "more")]);
    check(Disk::One, "append_file", &[("path", "link"), ("content", "more")]);
    check(Disk::One, "write_file", &[("path", "a"), ("content", "other"), OVERWRITE]);
    check(Disk::One, "write_file", &[("path", "link"), ("content", "other"), OVERWRITE]);
    check(Disk::One, "copy", &[("source", "a"), ("destination", "b"), OVERWRITE]);
    check(Disk::One, "copy", &[("source", "h/f"), ("destination", "."), OVERWRITE]);
}

#[test]
fn moves_survive_crashes() {
    check(Disk::One, "rename", &[("path", "a"), ("new_name", "new")]);
    check(Disk::One, "rename", &[("path", "f"), ("new_name", "new")]);
    check(Disk::One, "rename", &[("path", "link"), ("new_name", "new")]);
    check(Disk::One, "move", &[("source", "a"), ("destination", "g")]);
    check(Disk::One, "move", &[("source", "f"), ("destination", "g")]);
    check(Disk::One, "move", &[("source", "a"), ("destination", "b"), OVERWRITE]);
    check(Disk::One, "move", &[("source", "h/f"), ("destination", "."), OVERWRITE]);
}

#[test]
fn deletions_survive_crashes() {
    check(Disk::One, "delete_file", &[("path", "a")]);
    check(Disk::One, "delete_file", &[("path", "link")]);
    check(Disk::One, "delete_folder", &[("path", "f"), ("recursive", "yes")]);
}

#[test]
fn changes_survive_crashes_with_trash_on_another_disk() {
    check(Disk::Two, "create_file", &[("path", "x/y/new"), ("content", "text")]);
    check(Disk::Two, "append_file", &[("path", "a"), ("content", "more")]);
    check(Disk::Two, "write_file", &[("path", "a"), ("content", "other"), OVERWRITE]);
    check(Disk::Two, "copy", &[("source", "h/f"), ("destination", "."), OVERWRITE]);
    check(Disk::Two, "move", &[("source", "a"), ("destination", "b"), OVERWRITE]);
    check(Disk::Two, "move", &[("source", "h/f"), ("destination", "."), OVERWRITE]);
    check(Disk::Two, "delete_file", &[("path", "a")]);
    check(Disk::Two, "delete_folder", &[("path", "f"), ("recursive", "yes")]);
}

#[test]
fn cross_device_copies_and_moves_survive_crashes() {
    check(Disk::Two, "copy", &[("source", "f"), ("destination", "~/new")]);
    check(Disk::Two, "copy", &[("source", "a"), ("destination", "~/a"), OVERWRITE]);
    for (source, destination) in
        [("a", "~/new"), ("f", "~/new"), ("~/a", "new"), ("~/f", "new"), ("link", "~/new")]
    {
        check(Disk::Two, "move", &[("source", source), ("destination", destination)]);
    }
    for (source, destination) in [("a", "~/a"), ("f", "~/."), ("~/a", "a"), ("~/f", ".")] {
        check(Disk::Two, "move", &[("source", source), ("destination", destination), OVERWRITE]);
    }
}

const OVERWRITE: (&str, &str) = ("overwrite", "yes");

/// The location of the workspace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Disk {
    /// On the same file system as everything else.
    One,
    /// On a simulated separate file system, on which no trash can be created.
    Two,
}

/// Runs a verb once without a crash, and then with a crash at every point.
fn check(disk: Disk, verb: &'static str, arguments: &[(&'static str, &'static str)]) {
    let desk = Desk::new(disk, verb, arguments);
    let before = desk.tree();
    desk.carry_out().unwrap();
    let after = desk.tree();
    assert_ne!(before, after, "{verb} {arguments:?} does nothing");
    let story = |deaths: &[(&str, u32)]| format!("{disk:?} {verb} {arguments:?}, cut off at {deaths:?}");

    // The verb crashes, and so does its undo.
    for act in 0.. {
        let mut act_died = false;
        for undo in second_deaths(disk) {
            let desk = Desk::new(disk, verb, arguments);
            act_died = desk.die_after(act, Desk::carry_out);
            let undo_died = desk.die_after(undo, Desk::undo);
            let story = story(&[("act", act), ("undo", undo)]);
            desk.rounds(&before, &after, !act_died, &story);
            if !undo_died {
                break;
            }
        }
        if !act_died {
            break;
        }
    }
    // The undo crashes, and so does the recovery with the second undo.
    for undo in 0.. {
        let mut first_died = false;
        for second in second_deaths(disk) {
            let desk = Desk::new(disk, verb, arguments);
            desk.carry_out().unwrap();
            first_died = desk.die_after(undo, Desk::undo);
            let second_died = desk.die_after(second, Desk::undo);
            desk.rounds(&before, &after, true, &story(&[("undo", undo), ("undo again", second)]));
            if !second_died {
                break;
            }
        }
        if !first_died {
            break;
        }
    }
    // The redo crashes, and so does the recovery with the second redo.
    for redo in 0.. {
        let mut first_died = false;
        for second in second_deaths(disk) {
            let desk = Desk::new(disk, verb, arguments);
            desk.carry_out().unwrap();
            desk.undo().unwrap();
            first_died = desk.die_after(redo, Desk::redo);
            let second_died = desk.die_after(second, Desk::redo);
            let story = story(&[("redo", redo), ("redo again", second)]);
            desk.redo().unwrap_or_else(|failure| panic!("{story}: {failure:?}"));
            same(&desk.tree(), &after, &story, "redo");
            desk.rounds(&before, &after, true, &story);
            if !second_died {
                break;
            }
        }
        if !first_died {
            break;
        }
    }
}

/// Returns the points at which the second process crashes. Across two file systems only a single crash is
/// supported, so there the next process survives.
fn second_deaths(disk: Disk) -> Box<dyn Iterator<Item = u32>> {
    match disk {
        Disk::One => Box::new(0..),
        Disk::Two => Box::new(std::iter::once(u32::MAX)),
    }
}

/// The visible content of a workspace: path → type, permissions, content.
type Tree = BTreeMap<PathBuf, (char, u32, Vec<u8>)>;

/// A step in the journal.
#[derive(Default)]
struct Step {
    undo: Option<Call>,
    redo: Option<Call>,
    /// Whether its undo call is recorded but not its end.
    started: bool,
    undone: bool,
    pending: Option<Way>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Back,
    Forth,
}

struct Desk {
    home: TempDir,
    call: Call,
    step: Arc<Mutex<Step>>,
    calls: Cell<u32>,
}

/// The journal is written on a separate thread, as in the engine.
static RUNTIME: LazyLock<tokio::runtime::Runtime> =
    LazyLock::new(|| tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap());

impl Desk {
    fn new(disk: Disk, verb: &str, arguments: &[(&str, &str)]) -> Self {
        // In memory where possible, since every test runs many times.
        let home = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
        let mut given = Object::new();
        for (name, value) in arguments {
            let value = if *value == "yes" { Value::from(true) } else { Value::from(*value) };
            given.insert((*name).to_string(), value);
        }
        let call = Call { capability: format!("files.{verb}"), arguments: given };
        let desk = Self { home, call, step: Arc::default(), calls: Cell::new(0) };
        furnish(&desk.work(), "");
        furnish(&desk.home.path().join("home"), " at home");
        fault_injection::set_apart((disk == Disk::Two).then(|| desk.work()));
        desk
    }

    fn work(&self) -> PathBuf {
        self.home.path().join("work")
    }

    /// The content of both folders between which files are moved.
    fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        for (name, folder) in [("work", self.work()), ("home", self.home.path().join("home"))] {
            gather(&folder, Path::new(name), &mut tree);
        }
        tree
    }

    fn step(&self) -> std::sync::MutexGuard<'_, Step> {
        self.step.lock().unwrap()
    }

    /// Runs a command in a process that crashes after a number of changes. Returns whether it crashed.
    fn die_after(&self, changes: u32, command: fn(&Self) -> Result<(), Failure>) -> bool {
        let (done, died) = fault_injection::after(changes, || command(self));
        if !died {
            done.unwrap();
        }
        died
    }

    /// Undoes, redoes and undoes again. A step that certainly completed must be redone; an interrupted one
    /// may or may not be.
    fn rounds(&self, before: &Tree, after: &Tree, certain: bool, story: &str) {
        let go = |command: fn(&Self) -> Result<(), Failure>, what: &str| {
            command(self).unwrap_or_else(|failure| panic!("{story}: {what}: {failure:?}"));
        };
        go(Self::undo, "undo");
        same(&self.tree(), before, story, "undo");
        go(Self::undo, "undo once more");
        same(&self.tree(), before, story, "undo once more");
        let can = self.step().redo.is_some();
        assert!(can || !certain, "{story}: it cannot be done again");
        go(Self::redo, "redo");
        same(&self.tree(), if can { after } else { before }, story, "redo");
        go(Self::undo, "the last undo");
        same(&self.tree(), before, story, "the last undo");
    }

    fn carry_out(&self) -> Result<(), Failure> {
        let step = Arc::clone(&self.step);
        let promise = promise(move |undo| {
            let mut step = step.lock().unwrap();
            (step.undo, step.started) = (Some(undo), true);
        });
        let outcome = self.make(&self.call.clone(), false, promise)?;
        written()?;
        let mut step = self.step();
        (step.undo, step.started) = (outcome.undo, false);
        Ok(())
    }

    fn undo(&self) -> Result<(), Failure> {
        self.settle()?;
        let (undo, started, undone) = {
            let step = self.step();
            (step.undo.clone(), step.started, step.undone)
        };
        let (Some(undo), false) = (undo, undone) else { return Ok(()) };
        let step = Arc::clone(&self.step);
        let promise = promise(move |redo| {
            let mut step = step.lock().unwrap();
            (step.redo, step.pending) = (Some(redo), Some(Way::Back));
        });
        let outcome = self.make(&undo, started, promise)?;
        written()?;
        let mut step = self.step();
        (step.redo, step.undone, step.pending, step.started) = (outcome.undo, true, None, false);
        Ok(())
    }

    fn redo(&self) -> Result<(), Failure> {
        self.settle()?;
        let (redo, undone) = {
            let step = self.step();
            (step.redo.clone(), step.undone)
        };
        let (Some(redo), true) = (redo, undone) else { return Ok(()) };
        let step = Arc::clone(&self.step);
        let promise = promise(move |undo| {
            let mut step = step.lock().unwrap();
            (step.undo, step.pending) = (Some(undo), Some(Way::Forth));
        });
        let outcome = self.make(&redo, false, promise)?;
        written()?;
        let mut step = self.step();
        (step.undo, step.undone, step.pending) = (outcome.undo, false, None);
        Ok(())
    }

    /// Recovers an interrupted undo or redo.
    fn settle(&self) -> Result<(), Failure> {
        let (pending, undo, redo) = {
            let step = self.step();
            (step.pending, step.undo.clone(), step.redo.clone())
        };
        let Some(pending) = pending else { return Ok(()) };
        let back = if pending == Way::Back { redo } else { undo };
        let step = Arc::clone(&self.step);
        let promise = promise(move |again| {
            let mut step = step.lock().unwrap();
            match pending {
                Way::Back => step.undo = Some(again),
                Way::Forth => step.redo = Some(again),
            }
        });
        let again = self.make(&back.unwrap(), true, promise)?.undo;
        written()?;
        let mut step = self.step();
        step.pending = None;
        match pending {
            Way::Back => {
                step.undo = again.or_else(|| step.undo.take());
                step.redo = None;
            }
            Way::Forth => step.redo = again.or_else(|| step.redo.take()),
        }
        Ok(())
    }

    fn make(&self, call: &Call, unsettled: bool, promise: Promise) -> Result<Outcome, Failure> {
        let home = self.home.path();
        let mut site = CallScope::unguarded(home, vec![self.work(), home.join("home")]);
        site.surroundings.workspace = self.work();
        self.calls.set(self.calls.get() + 1);
        site.surroundings.key = format!("step-{}", self.calls.get());
        site.surroundings.unsettled = unsettled;
        site.surroundings.promise = promise;
        site.surroundings.runtime = Some(RUNTIME.handle().clone());
        // The call is serialized and parsed again, as in storage.
        let stored = serde_json::to_value(call).unwrap();
        let Value::Object(mut arguments) = Value::from(stored["arguments"].clone()) else {
            panic!("no object")
        };
        if ["files.create_file", "files.create_folder", "files.append_file", "files.write_file"]
            .contains(&call.capability.as_str())
        {
            for name in ["create_parents", "parents", "newline", "create_if_missing"] {
                arguments.insert(name.into(), true.into());
            }
        }
        act(&call.capability)(&site, &Args::new(arguments))
    }
}

/// Writes to the journal, unless the process has crashed.
fn promise(write: impl Fn(Call) + Send + Sync + 'static) -> Promise {
    Arc::new(move |call| {
        let written = written().map(|()| write(call));
        Box::pin(async { written })
    })
}

fn written() -> Result<(), Failure> {
    moment().map_err(|error| super::fault::fault("the journal", error))
}

fn act(name: &str) -> Act {
    use super::*;
    match name {
        "files.create_file" => create_file::act,
        "files.create_folder" => create_folder::act,
        "files.append_file" => append_file::act,
        "files.write_file" => write_file::act,
        "files.copy" => copy::act,
        "files.move" => r#move::act,
        "files.rename" => rename::act,
        "files.delete_file" => delete_file::act,
        "files.delete_folder" => delete_folder::act,
        "files.discard" => discard::act,
        "files.restore" => restore::act,
        "files.restore_version" => restore_version::act,
        "files.relocate" => relocate::act,
        "files.truncate" => truncate::act,
        "files.extend" => extend::act,
        _ => panic!("no act {name}"),
    }
}

fn same(found: &Tree, wanted: &Tree, story: &str, after: &str) {
    let missing: Vec<_> = wanted.iter().filter(|(path, it)| found.get(*path) != Some(it)).collect();
    let extra: Vec<_> = found.iter().filter(|(path, it)| wanted.get(*path) != Some(it)).collect();
    assert!(
        missing.is_empty() && extra.is_empty(),
        "{story}, after {after}: {missing:?} missing, {extra:?} there"
    );
}

fn furnish(folder: &Path, mark: &str) {
    for name in ["f/deep", "g", "h/f"] {
        std::fs::create_dir_all(folder.join(name)).unwrap();
    }
    let files = [
        ("a", "first"),
        ("b", "second\n"),
        ("empty", ""),
        ("f/one", "1"),
        ("f/deep/two", "22"),
        ("h/f/three", "3"),
    ];
    for (name, content) in files {
        std::fs::write(folder.join(name), format!("{content}{mark}")).unwrap();
    }
    symlink("b", folder.join("link")).unwrap();
    symlink("../nowhere", folder.join("f/link")).unwrap();
    for (name, mode) in [("a", 0o640), ("b", 0o751), ("f", 0o750)] {
        std::fs::set_permissions(folder.join(name), std::fs::Permissions::from_mode(mode)).unwrap();
    }
}

fn gather(folder: &Path, shown: &Path, tree: &mut Tree) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // Files with temporary names are removed later.
        if temporary::maker(path.file_name().unwrap()).is_some() {
            continue;
        }
        let shown = shown.join(path.file_name().unwrap());
        let metadata = std::fs::symlink_metadata(&path).unwrap();
        let mode = metadata.permissions().mode() & 0o7777;
        if metadata.is_symlink() {
            let target = std::fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes();
            tree.insert(shown, ('l', 0, target));
        } else if metadata.is_dir() {
            tree.insert(shown.clone(), ('d', mode, Vec::new()));
            gather(&path, &shown, tree);
        } else {
            tree.insert(shown, ('f', mode, std::fs::read(&path).unwrap()));
        }
    }
}

//! Verifies that no sequence of calls, whatever another program does to the folders meanwhile, reads or
//! changes anything outside the roots, nor the engine's own files inside a root.
//!
//! Outside the roots is a tree whose names and contents must not occur in any answer, which must be unchanged
//! afterwards, and which inotify monitors: even opening a file in it fails the test.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lemmascope_desktop::files::{self, Access, Settings};
use lemmascope_desktop::reader::Reader;
use lemmascope_desktop::{intents, system};
use lemmascope_intent::{Args, Capability, Context, Failure, Object, Outcome, Value};
use proptest::prelude::*;
use rustix::fs::{CWD, Mode, RenameFlags, inotify, renameat_with};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::seat::Seat;

/// A text in all names and contents that are inaccessible.
const CANARY: &str = "CANARY";

const EVERYTHING: inotify::WatchFlags = inotify::WatchFlags::ALL_EVENTS;

/// Generates a name: ordinary ones, so that calls affect each other, and every trap.
fn name() -> impl Strategy<Value = String> {
    let known = prop_oneof![
        6 => prop::sample::select(vec!["a", "b", "f", "new"]),
        4 => prop::sample::select(vec!["..", ".", "out", "out-absolute", "file-out", "swap", "back"]),
        2 => prop::sample::select(vec!["loop", "pipe", "socket", "hard-out", "chain", "CANARY-secret", "deep"]),
        2 => prop::sample::select(vec![".engine", "engine-link", "engine-hard", "config.yaml", "intents"]),
        1 => prop::sample::select(vec!["ç d", "\u{202e}txt", " ", "a\nb", "-rf", "*", "~", "a\\..\\b"]),
    ];
    let long = prop::sample::select(vec!["x".repeat(255), "x".repeat(256), "é".repeat(127)]);
    prop_oneof![20 => known.prop_map(str::to_string), 1 => long]
}

fn place() -> impl Strategy<Value = String> {
    let start = prop::sample::select(vec![
        "",
        "",
        "",
        "",
        "~/",
        "/",
        "BASE/outside/",
        "BASE/work/",
        "BASE/work/../outside/",
        "/etc/",
    ]);
    (start, prop::collection::vec(name(), 1..5))
        .prop_map(|(start, names)| format!("{start}{}", names.join("/")))
}

#[derive(Debug, Clone)]
enum Step {
    Call(&'static str, Json),
    /// Undoes an earlier call or redoes an undone one, by its distance.
    Back(usize),
}

fn step() -> impl Strategy<Value = Step> {
    let one = |verb: &'static str| place().prop_map(move |path| Step::Call(verb, json!({ "path": path })));
    let two = |verb: &'static str| {
        (place(), place(), any::<bool>()).prop_map(move |(source, destination, overwrite)| {
            Step::Call(verb, json!({"source": source, "destination": destination, "overwrite": overwrite}))
        })
    };
    let filled = |verb: &'static str, flag: &'static str| {
        place().prop_map(move |path| Step::Call(verb, json!({"path": path, "content": "mine", flag: true})))
    };
    prop_oneof![
        filled("files.create_file", "create_parents"),
        filled("files.append_file", "newline"),
        filled("files.write_file", "overwrite"),
        one("files.create_folder"),
        one("files.read_file"),
        two("files.copy"),
        two("files.move"),
        (place(), name())
            .prop_map(|(path, name)| Step::Call("files.rename", json!({"path": path, "new_name": name}))),
        one("files.delete_file"),
        place().prop_map(|path| Step::Call("files.delete_folder", json!({"path": path, "recursive": true}))),
        one("files.get_info"),
        one("files.exists"),
        place().prop_map(|path| Step::Call(
            "files.list_directory",
            json!({"path": path, "include_hidden": true})
        )),
        Just(Step::Call("files.list_trash", json!({"others": true}))),
        Just(Step::Call("files.purge", json!({"others": true}))),
        // Calls for undo, with arguments that an attacker could have written into the database.
        one("files.discard"),
        (place(), place()).prop_map(|(from, to)| Step::Call(
            "files.relocate",
            json!({"from": from, "to": to, "displace": true})
        )),
        (place(), place())
            .prop_map(|(path, name)| Step::Call("files.restore", json!({"path": path, "trashed": name}))),
        (place(), place()).prop_map(|(path, name)| Step::Call(
            "files.restore_version",
            json!({"path": path, "version": name})
        )),
        place().prop_map(|path| Step::Call(
            "files.truncate",
            json!({"path": path, "length": 0, "left": 6, "tail": ""})
        )),
        (place(), place()).prop_map(|(path, name)| Step::Call(
            "files.extend",
            json!({"path": path, "length": 0, "version": name})
        )),
        // The other entry points.
        (name(), place()).prop_map(|(title, path)| Step::Call(
            "desktop.create_file",
            json!({"title": title, "path": path, "content": "mine"})
        )),
        place().prop_map(|path| Step::Call(
            "desktop.analyze_spreadsheet",
            json!({"path": path, "op": "sum", "column": "a"})
        )),
        place()
            .prop_map(|path| Step::Call("desktop.summarize_doc", json!({"path": path, "length": "short"}))),
        (place(), place()).prop_map(|(path, save)| Step::Call(
            "desktop.chart_spreadsheet",
            json!({"path": path, "op": "sum", "column": "a", "save": format!("{save}.svg")})
        )),
        (0_usize..4).prop_map(Step::Back),
        (0_usize..4).prop_map(Step::Back),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn calls_never_access_files_outside_the_roots(steps in prop::collection::vec(step(), 1..24)) {
        let world = Traps::lay();
        let before = world.out_of_reach();
        let watch = world.watch();
        let stop = AtomicBool::new(false);
        let seen = std::thread::scope(|scope| {
            scope.spawn(|| world.swap_until(&stop));
            let seen = world.follow(&steps);
            stop.store(true, Ordering::Relaxed);
            seen
        });
        let touched = events(&watch);
        prop_assert!(touched.is_empty(), "outside {:?} by {:?}, answered {:?}", touched, steps, seen);
        prop_assert_eq!(world.out_of_reach(), before);
        for (step, answer) in seen {
            prop_assert!(!answer.contains(CANARY), "{} gave away {}", step, answer);
        }
    }
}

/// Verifies that the watch detects accesses.
#[test]
fn watch_detects_reads_outside_the_roots() {
    let world = Traps::lay();
    let watch = world.watch();
    assert!(events(&watch).is_empty());
    std::fs::read(world.at("outside/CANARY-secret")).unwrap();
    assert!(!events(&watch).is_empty());
    let watch = world.watch();
    assert!(std::fs::read_dir(world.at("outside/deep")).unwrap().next().is_some());
    assert!(!events(&watch).is_empty());
}

struct Traps {
    base: TempDir,
    verbs: Vec<Arc<dyn Capability>>,
    runtime: tokio::runtime::Runtime,
    _socket: UnixListener,
}

impl Traps {
    fn lay() -> Self {
        let base = tempfile::tempdir().unwrap();
        let at = |path: &str| base.path().join(path);
        for folder in ["work/a", "work/f/deep", "work/swap", "work/.engine/intents", "outside/deep", "home"] {
            std::fs::create_dir_all(at(folder)).unwrap();
        }
        let files = [
            ("work/a/b", "inside"),
            ("work/b", "inside"),
            ("work/f/new", "inside"),
            ("outside/CANARY-secret", "CANARY outside"),
            ("outside/b", "CANARY outside"),
            ("outside/deep/CANARY-b", "CANARY outside"),
            ("outside/linked", "shared"),
            ("work/.engine/config.yaml", "policy: CANARY"),
            ("work/.engine/state.db", "CANARY"),
            ("work/.engine/intents/own.yaml", "CANARY"),
            ("data/Trash/keep", ""),
        ];
        for (path, content) in files {
            std::fs::create_dir_all(at(path).parent().unwrap()).unwrap();
            std::fs::write(at(path), content).unwrap();
        }
        std::fs::write(at("work/f").join(OsStr::from_bytes(b"\xFF\xFE")), "inside").unwrap();
        for (target, link) in [
            ("../outside", "work/out"),
            ("../outside/b", "work/file-out"),
            ("loop", "work/loop"),
            ("out/deep", "work/chain"),
            ("..", "work/a/back"),
            ("../../outside", "work/f/out"),
            (".engine", "work/engine-link"),
            ("../outside", "work/evil"),
        ] {
            symlink(target, at(link)).unwrap();
        }
        symlink(at("outside"), at("work/out-absolute")).unwrap();
        std::fs::hard_link(at("work/.engine/config.yaml"), at("work/engine-hard")).unwrap();
        std::fs::hard_link(at("outside/linked"), at("work/hard-out")).unwrap();
        rustix::fs::mknodat(CWD, at("work/pipe"), rustix::fs::FileType::Fifo, Mode::RWXU, 0).unwrap();
        let socket = UnixListener::bind(at("work/socket")).unwrap();
        let files = Access::from(Settings {
            roots: vec![".".into()],
            protected: vec![at("work/.engine")],
            home: at("home"),
            trash: at("data/Trash"),
            versions: at("work/.engine/versions"),
            programs: Vec::new(),
        });
        let reader = Reader { program: at("no-reader"), arguments: Vec::new(), memory: 1 << 28 };
        let system = system::Settings { files: files.clone(), ..Seat::empty().settings() };
        let intents =
            intents::Settings { files: files.clone(), reader, programs: Vec::new(), system: system.into() };
        let mut verbs = files::domain(files).capabilities;
        verbs.extend(intents::domain(intents).capabilities);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        Self { base, verbs, runtime, _socket: socket }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.base.path().join(path)
    }

    /// Returns everything that must not change: names, types, contents, and modification times.
    fn out_of_reach(&self) -> Vec<(PathBuf, u32, i64, i64, Vec<u8>)> {
        let mut found = Vec::new();
        for top in
            ["outside", "work/.engine/config.yaml", "work/.engine/state.db", "work/.engine/intents", "home"]
        {
            gather(&self.at(top), &mut found);
        }
        found
    }

    fn watch(&self) -> rustix::fd::OwnedFd {
        let watch = inotify::init(inotify::CreateFlags::NONBLOCK | inotify::CreateFlags::CLOEXEC).unwrap();
        for folder in ["outside", "outside/deep", "home"] {
            inotify::add_watch(&watch, self.at(folder), EVERYTHING).unwrap();
        }
        watch
    }

    /// Repeatedly exchanges a regular folder with a link that leads outside.
    fn swap_until(&self, stop: &AtomicBool) {
        let (swap, evil) = (self.at("work/swap"), self.at("work/evil"));
        let (a, f) = (self.at("work/a"), self.at("work/f/out"));
        while !stop.load(Ordering::Relaxed) {
            let _ = renameat_with(CWD, &swap, CWD, &evil, RenameFlags::EXCHANGE);
            let _ = renameat_with(CWD, &a, CWD, &f, RenameFlags::EXCHANGE);
            std::thread::yield_now();
        }
    }

    fn follow(&self, steps: &[Step]) -> Vec<(String, String)> {
        let mut seen = Vec::new();
        let mut back = Vec::new();
        let mut asked = false;
        for (turn, step) in steps.iter().enumerate() {
            let (verb, arguments) = match step {
                Step::Call(verb, arguments) => {
                    let written = arguments.to_string().replace("BASE", self.base.path().to_str().unwrap());
                    (verb.to_string(), serde_json::from_str(&written).unwrap())
                }
                Step::Back(ago) => match back.len().checked_sub(ago + 1).map(|at| back.remove(at)) {
                    Some(call) => {
                        let call: Json = serde_json::to_value::<lemmascope_intent::Call>(call).unwrap();
                        (call["capability"].as_str().unwrap().to_string(), call["arguments"].clone())
                    }
                    None => continue,
                },
            };
            let answer = self.call(&verb, &arguments, turn);
            // A name from a request is no longer a secret, since a file inside may have it now.
            asked |= arguments.to_string().contains(CANARY);
            let told = match answer {
                Ok(outcome) => {
                    let told = format!("{} {:?} {:?}", outcome.value, outcome.line, outcome.changes);
                    back.extend(outcome.undo);
                    told
                }
                Err(failure) => format!("{failure:?}"),
            };
            let told = if asked { told.replace("CANARY-secret", "") } else { told };
            seen.push((format!("{verb} {arguments}"), told));
        }
        seen
    }

    fn call(&self, verb: &str, arguments: &Json, turn: usize) -> Result<Outcome, Failure> {
        let capability = self.verbs.iter().find(|it| it.signature().name == verb).unwrap();
        let Value::Object(given) = Value::from(arguments.clone()) else { panic!("not an object") };
        let mut checked = Object::new();
        for parameter in &capability.signature().parameters {
            let value = given.get(&parameter.name).cloned().or_else(|| parameter.default.clone());
            if let Some(value) = value {
                checked.insert(parameter.name.clone(), value);
            }
        }
        let cx = Context { idempotency_key: format!("step-{turn}"), ..Context::new("test", self.at("work")) };
        let called = async {
            tokio::time::timeout(Duration::from_secs(60), capability.call(Args::new(checked), &cx)).await
        };
        self.runtime.block_on(called).unwrap_or_else(|_| panic!("{verb} {arguments} waits for ever"))
    }
}

fn gather(path: &Path, found: &mut Vec<(PathBuf, u32, i64, i64, Vec<u8>)>) {
    let metadata = std::fs::symlink_metadata(path).unwrap();
    let content = if metadata.is_file() { std::fs::read(path).unwrap() } else { Vec::new() };
    found.push((path.to_path_buf(), metadata.mode(), metadata.mtime(), metadata.mtime_nsec(), content));
    if metadata.is_dir() {
        let mut names: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
        names.sort();
        names.iter().for_each(|path| gather(path, found));
    }
}

/// Returns the events of the kernel in order.
fn events(watch: &rustix::fd::OwnedFd) -> Vec<String> {
    let mut buffer = [std::mem::MaybeUninit::uninit(); 4096];
    let mut reader = inotify::Reader::new(watch, &mut buffer);
    std::iter::from_fn(|| reader.next().ok().map(|event| format!("{event:?}"))).collect()
}

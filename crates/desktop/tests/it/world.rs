use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lemmascope_desktop::files::{self, Settings};
use lemmascope_intent::{Args, Call, Cancellation, Context, Domain, Event, Failure, Object, Outcome, Value};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

/// A workspace with a home folder, a trash and surrounding folders, and the verbs to work in it.
pub(crate) struct World {
    base: TempDir,
    domain: Domain,
    pub(crate) events: Arc<Mutex<Vec<Event>>>,
    pub(crate) cancellation: Cancellation,
    runtime: tokio::runtime::Runtime,
    calls: AtomicU64,
}

/// The content of a tree: path → type, permissions, content.
pub(crate) type Tree = BTreeMap<Vec<u8>, (char, u32, Vec<u8>)>;

impl World {
    pub(crate) fn new() -> Self {
        Self::with(|_, _| {})
    }

    pub(crate) fn with(adjust: impl FnOnce(&mut Settings, &Path)) -> Self {
        let base = tempfile::tempdir().unwrap();
        for folder in ["work", "home", "outside"] {
            std::fs::create_dir(base.path().join(folder)).unwrap();
        }
        let mut settings = Settings {
            roots: vec![".".into()],
            protected: Vec::new(),
            home: base.path().join("home"),
            trash: base.path().join("data/Trash"),
            versions: base.path().join("data/versions"),
            programs: Vec::new(),
        };
        adjust(&mut settings, base.path());
        Self {
            domain: files::domain(settings),
            base,
            events: Arc::default(),
            cancellation: Cancellation::default(),
            runtime: tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap(),
            calls: AtomicU64::new(0),
        }
    }

    pub(crate) fn base(&self) -> &Path {
        self.base.path()
    }

    /// Returns a path in the workspace.
    pub(crate) fn at(&self, path: &str) -> PathBuf {
        self.base().join("work").join(path)
    }

    pub(crate) fn write(&self, path: &str, content: &str) {
        std::fs::create_dir_all(self.at(path).parent().unwrap()).unwrap();
        std::fs::write(self.at(path), content).unwrap();
    }

    pub(crate) fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.at(path)).unwrap()
    }

    pub(crate) fn tree(&self) -> Tree {
        snapshot(&self.at(""))
    }

    /// Calls a verb as the engine does: with checked arguments and defaults.
    pub(crate) fn try_call(&self, verb: &str, arguments: Json) -> Result<Outcome, Failure> {
        let Value::Object(arguments) = Value::from(arguments) else { panic!("not an object") };
        let key = format!("step-{}", self.calls.fetch_add(1, Ordering::Relaxed));
        self.run(verb, arguments, &key, false)
    }

    pub(crate) fn call(&self, verb: &str, arguments: Json) -> Outcome {
        self.try_call(verb, arguments).unwrap_or_else(|failure| panic!("{verb}: {failure:?}"))
    }

    pub(crate) fn fail(&self, verb: &str, arguments: Json) -> Failure {
        match self.try_call(verb, arguments) {
            Ok(outcome) => panic!("{verb} should have failed: {outcome:?}"),
            Err(failure) => failure,
        }
    }

    /// Repeats a step that may have been executed before.
    pub(crate) fn again(&self, verb: &str, arguments: Json, key: &str) -> Outcome {
        let Value::Object(arguments) = Value::from(arguments) else { panic!("not an object") };
        self.run(verb, arguments, key, true).unwrap_or_else(|failure| panic!("{verb}: {failure:?}"))
    }

    /// Replays a call that was serialized to JSON and parsed, as after a restart.
    pub(crate) fn replay(&self, call: &Call) -> Result<Outcome, Failure> {
        let stored = serde_json::to_string(call).unwrap();
        let read: Json = serde_json::from_str(&stored).unwrap();
        self.try_call(read["capability"].as_str().unwrap(), read["arguments"].clone())
    }

    pub(crate) fn run(
        &self,
        verb: &str,
        arguments: Object,
        key: &str,
        repeated: bool,
    ) -> Result<Outcome, Failure> {
        let name = format!("files.{}", verb.trim_start_matches("files."));
        let capability = self
            .domain
            .capabilities
            .iter()
            .find(|capability| capability.signature().name == name)
            .unwrap_or_else(|| panic!("no {name}"));
        let mut checked = Object::new();
        for parameter in &capability.signature().parameters {
            match arguments.get(&parameter.name) {
                Some(value) => {
                    checked.insert(parameter.name.clone(), parameter.accept(value.clone()).unwrap())
                }
                None if parameter.required => panic!("{name} wants {}", parameter.name),
                None => {
                    parameter.default.clone().and_then(|value| checked.insert(parameter.name.clone(), value))
                }
            };
        }
        for given in arguments.keys() {
            assert!(
                capability.signature().parameters.iter().any(|parameter| parameter.name == *given),
                "{name} takes no {given}"
            );
        }
        let events = Arc::clone(&self.events);
        let cx = Context {
            idempotency_key: key.into(),
            repeated,
            cancellation: self.cancellation.clone(),
            events: Arc::new(move |event| events.lock().unwrap().push(event)),
            ..Context::new("test", self.at("").components().collect::<PathBuf>())
        };
        self.runtime.block_on(capability.call(Args::new(checked), &cx))
    }

    /// Undoes, redoes and undoes again, and verifies the tree each time.
    pub(crate) fn round_trip(&self, before: &Tree, outcome: &Outcome) {
        let after = self.tree();
        let undo = outcome.undo.as_ref().expect("an undo");
        let redo = self.replay(undo).unwrap().undo.expect("a redo");
        assert_eq!(self.tree(), *before, "after undo by {undo:?}");
        let undo = self.replay(&redo).unwrap().undo.expect("an undo of the redo");
        assert_eq!(self.tree(), after, "after redo by {redo:?}");
        self.replay(&undo).unwrap();
        assert_eq!(self.tree(), *before, "after the second undo by {undo:?}");
    }

    pub(crate) fn domain(&self) -> &Domain {
        &self.domain
    }
}

pub(crate) fn path(path: &str) -> Json {
    json!({ "path": path })
}

pub(crate) fn changes(outcome: &Outcome) -> Vec<String> {
    outcome.changes.iter().map(ToString::to_string).collect()
}

pub(crate) fn snapshot(root: &Path) -> Tree {
    fn visit(root: &Path, folder: &Path, tree: &mut Tree) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let metadata = std::fs::symlink_metadata(&path).unwrap();
            let key = path.strip_prefix(root).unwrap().as_os_str().as_bytes().to_vec();
            let mode = metadata.permissions().mode() & 0o7777;
            if metadata.is_symlink() {
                let target = std::fs::read_link(&path).unwrap();
                tree.insert(key, ('l', 0, target.as_os_str().as_bytes().to_vec()));
            } else if metadata.is_dir() {
                tree.insert(key, ('d', mode, Vec::new()));
                visit(root, &path, tree);
            } else {
                tree.insert(key, ('f', mode, std::fs::read(&path).unwrap()));
            }
        }
    }
    let mut tree = Tree::new();
    visit(root, root, &mut tree);
    tree
}

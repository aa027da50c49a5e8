use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lemmascope_engine::{Catalog, declared_domains};
use lemmascope_intent::definition::{Step, StepKind};
use lemmascope_intent::{Definition, PackManifest, Reach};
use serde_json::json;

/// A pack as its files declare it, before anything of it is loaded: where it acts, and what it reaches.
pub(super) struct PackSummary {
    name: String,
    domains: Vec<String>,
    /// The verbs that are open to packs.
    calls: BTreeSet<String>,
    /// Those that are not, unless the settings trust the pack.
    denied: BTreeSet<String>,
    /// The intents that it runs.
    runs: BTreeSet<String>,
    /// Whether it signs in with a credential of the user's.
    uses_credentials: bool,
}

/// The folders of packs at a path and below it.
pub(super) fn pack_folders(path: &Path) -> Vec<PathBuf> {
    let is_pack =
        |path: &Path| ["pack.yaml", "pack.yml", "pack.json"].iter().any(|file| path.join(file).is_file());
    if is_pack(path) {
        return vec![path.to_path_buf()];
    }
    let Ok(entries) = std::fs::read_dir(path) else { return Vec::new() };
    let mut folders: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).filter(|path| is_pack(path)).collect();
    folders.sort();
    folders
}

impl PackSummary {
    /// Of the pack in a folder, whose definitions are these. A declaration that cannot be read is a fault elsewhere, and
    /// declares nothing.
    pub(super) fn of<'a>(
        folder: &Path,
        manifest: &PackManifest,
        definitions: impl IntoIterator<Item = &'a Definition>,
        catalog: &Catalog,
    ) -> Self {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let domains = declared_domains(folder).unwrap_or_default().iter().map(ToString::to_string).collect();
        let mut summary = Self {
            name,
            domains,
            calls: BTreeSet::new(),
            denied: BTreeSet::new(),
            runs: BTreeSet::new(),
            uses_credentials: false,
        };
        for definition in definitions {
            summary.add(&definition.steps, catalog);
            summary.add(&definition.failure.recovery, catalog);
        }
        let hooks = &manifest.hooks;
        for steps in [&hooks.before_intent, &hooks.after_navigate, &hooks.on_error] {
            summary.add(steps, catalog);
        }
        summary
    }

    fn add(&mut self, steps: &[Step], catalog: &Catalog) {
        for step in steps {
            match &step.kind {
                StepKind::Action(action) => {
                    let Some(verb) = catalog.get(&action.name.value) else { continue };
                    let signature = verb.signature();
                    self.uses_credentials |= signature.reach == Some(Reach::Credentials);
                    let which = if signature.reach.is_some_and(Reach::is_open) {
                        &mut self.calls
                    } else {
                        &mut self.denied
                    };
                    which.insert(signature.name.to_string());
                }
                StepKind::Intent(intent) => {
                    self.runs.insert(intent.name.value.clone());
                }
                StepKind::Branch(branch) => {
                    self.add(&branch.then, catalog);
                    self.add(&branch.otherwise, catalog);
                }
                StepKind::Try(attempt) => {
                    self.add(&attempt.steps, catalog);
                    self.add(&attempt.catch, catalog);
                }
                StepKind::Loop(inner) => self.add(&inner.steps, catalog),
                StepKind::Parallel(inner) => self.add(&inner.steps, catalog),
                StepKind::Block(inner) => self.add(&inner.steps, catalog),
                StepKind::Wait(_) | StepKind::Checkpoint(_) | StepKind::Extract(_) => {}
            }
        }
    }

    /// As a person reads it.
    pub(super) fn text(&self) -> String {
        let list = |items: &BTreeSet<String>| items.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let domains = if self.domains.is_empty() { "none".into() } else { self.domains.join(", ") };
        let mut text = format!("pack {}\n  domains: {domains}\n", self.name);
        let mut line = |what: &str, items: &BTreeSet<String>| {
            if !items.is_empty() {
                text.push_str(&format!("  {what}: {}\n", list(items)));
            }
        };
        line("calls", &self.calls);
        line("runs", &self.runs);
        line("denied unless trusted", &self.denied);
        if self.uses_credentials {
            text.push_str("  signs in with a stored credential, which is asked for each time\n");
        }
        text
    }

    pub(super) fn json(&self) -> serde_json::Value {
        json!({
            "name": self.name,
            "domains": self.domains,
            "calls": self.calls,
            "runs": self.runs,
            "denied": self.denied,
            "credentials": self.uses_credentials,
        })
    }
}

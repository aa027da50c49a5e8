use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::{Cause, Failure, Here, SitePattern, nearest};

use super::composition::Catalog;
use super::faulty_file::FaultyFile;
use super::loading::Loader;
use super::registry::{Caller, Entry, Priority, Registry};
use super::watch::Watched;
use crate::configuration::Configuration;

/// What changes while the engine runs.
pub(crate) struct State {
    pub(crate) configuration: Configuration,
    /// What was left out when the definitions were loaded.
    pub(crate) faults: Vec<FaultyFile>,
    loader: Loader,
    catalog: Arc<Catalog>,
    /// What packs and the user have described of pages.
    patterns: Arc<[SitePattern]>,
    /// What everybody can call.
    pub(crate) shared: Registry,
    /// What the sessions can call that have defined something.
    own: BTreeMap<String, Own>,
    user_home: PathBuf,
    started_in: PathBuf,
    /// Where sessions are.
    here: Vec<Here>,
    /// Which of several definitions of a name wins, as the configuration has it.
    priority: Priority,
}

/// What a session has defined for itself, and the registry with that in it.
#[derive(Default)]
struct Own {
    entries: Vec<Entry>,
    registry: Registry,
}

impl State {
    /// Reads all definitions. The folders are the user's home, which `~` stands for, and the one that relative paths start from.
    pub(crate) fn new(
        configuration: Configuration,
        loader: Loader,
        catalog: Arc<Catalog>,
        here: Vec<Here>,
        (user_home, started_in): (PathBuf, PathBuf),
    ) -> Self {
        let mut state = Self {
            configuration,
            faults: Vec::new(),
            loader,
            catalog,
            patterns: Arc::default(),
            shared: Registry::default(),
            own: BTreeMap::new(),
            user_home,
            started_in,
            here,
            priority: Priority::new(&[], false),
        };
        state.reread();
        state
    }

    /// Reads definitions that have changed. Says whether any had.
    pub(crate) fn refresh(&mut self) -> bool {
        let changed = self.loader.refresh(&self.configuration, &self.catalog);
        if changed {
            self.rebuild();
        }
        changed
    }

    /// The folders that definitions are read from.
    pub(crate) fn watched(&self) -> Watched {
        self.loader.watched()
    }

    /// The patterns of pages that packs and the user have described.
    pub(crate) fn patterns(&self) -> Arc<[SitePattern]> {
        Arc::clone(&self.patterns)
    }

    /// Reads all definitions anew, as the configuration has it now.
    pub(crate) fn reread(&mut self) {
        let paths = self.configuration.texts("intent_engine.packs.pack_paths");
        let packs = paths.iter().map(|path| expand(path, &self.user_home, &self.started_in)).collect();
        self.loader.reread(packs, &self.configuration, &self.catalog);
        self.rebuild();
    }

    /// Builds the registries anew from what was loaded and what was defined since.
    fn rebuild(&mut self) {
        let priority = Priority::new(
            &self.configuration.texts("intent_engine.resolution.tier_priority"),
            self.configuration.switch("intent_engine.resolution.allow_discovered"),
        );
        self.priority = priority.clone();
        self.patterns = self.loader.patterns();
        (self.shared, self.faults) = self.loader.build(&self.catalog, &priority, &[]);
        for own in self.own.values_mut() {
            own.registry = self.loader.build(&self.catalog, &priority, &own.entries).0;
        }
    }

    /// Registers an intent for a session, unless it closes a circle.
    pub(crate) fn define(&mut self, session: &str, entry: Entry) -> Result<(), FaultyFile> {
        let known = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        let named = |other: &Entry| other.definition.intent.value == entry.definition.intent.value;
        let mut entries: Vec<Entry> = known.iter().filter(|known| !named(known)).cloned().collect();
        entries.push(entry);
        let (registry, mut faults) = self.loader.build(&self.catalog, &self.priority, &entries);
        let closed = faults.len() > self.faults.len();
        match faults.pop().filter(|_| closed) {
            Some(fault) => Err(fault),
            None => {
                self.own.insert(session.into(), Own { entries, registry });
                Ok(())
            }
        }
    }

    /// The sources of the intents that a session has defined, in the order in which they were.
    pub(crate) fn sources_of(&self, session: &str) -> Vec<String> {
        let entries = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        entries.iter().map(|entry| entry.source.to_string()).collect()
    }

    /// Forgets what a session has defined: the intent of that name, or all. Says how many there were.
    pub(crate) fn undefine(&mut self, session: &str, name: Option<&str>) -> usize {
        let Some(own) = self.own.get_mut(session) else { return 0 };
        let before = own.entries.len();
        own.entries.retain(|entry| name.is_some_and(|name| entry.definition.intent.value != name));
        let removed = before - own.entries.len();
        if own.entries.is_empty() {
            self.own.remove(session);
        }
        self.rebuild();
        removed
    }

    /// Which of several definitions of a name wins.
    pub(crate) fn priority(&self) -> &Priority {
        &self.priority
    }

    /// What a session can call.
    pub(crate) fn registry(&self, session: &str) -> &Registry {
        self.own.get(session).map_or(&self.shared, |own| &own.registry)
    }

    pub(crate) fn resolve(&self, name: &str, session: &str) -> Option<&Entry> {
        self.registry(session).resolve(name, &self.caller(session), &self.priority)
    }

    /// The home folder of the user, which `~` stands for.
    pub(crate) fn user_home(&self) -> &Path {
        &self.user_home
    }

    /// From where the person of a session calls: the page that is open in it.
    pub(crate) fn caller(&self, session: &str) -> Caller {
        Caller::at(self.here.iter().find_map(|here| here(session)).as_deref())
    }

    /// Whether a page is open in a session.
    pub(crate) fn has_place(&self, session: &str) -> bool {
        self.here.iter().any(|here| here(session).is_some())
    }

    /// The failure for a name that nothing has.
    pub(crate) fn unknown(&self, name: &str, session: &str, catalog: &Catalog) -> Failure {
        if catalog.grammar().form(name).is_some_and(|form| form.is_planned) {
            return Failure::new(Cause::Unavailable, format!("\"{name}\" is not there yet"))
                .hint("The command is read, and nothing carries it out in this version. `help` lists those that work.");
        }
        if catalog.grammar().form(name).is_some() {
            return Failure::new(Cause::Unavailable, format!("\"{name}\" is not available"))
                .hint("The command is known, but what carries it out is not part of this build.");
        }
        let verbs = catalog.signatures().map(|signature| signature.name);
        let names = self.registry(session).names().chain(verbs);
        let failure = Failure::new(Cause::UnknownIntent, format!("there is no intent \"{name}\""));
        let in_packs: Vec<String> = self.registry(session).in_packs(name).map(Entry::full_name).collect();
        if !in_packs.is_empty() {
            let failure =
                failure.context("an intent of a pack goes by its name alone on the pack's own pages");
            return failure.hint(format!("Call it as {}.", in_packs.join(" or ")));
        }
        match nearest(name, names) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`intents` lists what there is."),
        }
    }
}

/// A path as the configuration writes it: `~` is the user's home, and relative ones start somewhere.
pub(crate) fn expand(path: &str, user_home: &Path, start: &Path) -> PathBuf {
    match path.strip_prefix('~') {
        Some("") => user_home.to_path_buf(),
        Some(rest) if rest.starts_with('/') => user_home.join(rest.trim_start_matches('/')),
        _ => start.join(path),
    }
}

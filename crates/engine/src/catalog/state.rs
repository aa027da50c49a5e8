mod learned;
mod pack_selection;
mod session_hooks;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use lemmascope_intent::{Cause, Failure, Here, Owner, SitePattern, nearest};

use self::learned::Learned;
use super::composition::Catalog;
use super::faulty_file::FaultyFile;
use super::loading::Loader;
use super::packs::{Choice, Visitor};
use super::registry::{Caller, Entry, Priority, Registry};
use super::watch::Watched;
use crate::configuration::Configuration;
pub(crate) use pack_selection::{PackStanding, PackState};
pub(crate) use session_hooks::SessionHooks;

/// The mutable part of the catalog: definitions, configuration, and the state of sessions.
pub(crate) struct State {
    pub(crate) configuration: Configuration,
    /// The files that were excluded because of faults.
    pub(crate) faults: Vec<FaultyFile>,
    loader: Loader,
    catalog: Arc<Catalog>,
    /// The page patterns of all packs and of the user.
    patterns: Arc<[SitePattern]>,
    /// The page patterns for sessions without a choice of packs.
    common_patterns: Arc<[SitePattern]>,
    /// The registry of sessions without definitions of their own.
    pub(crate) shared: Registry,
    /// The definitions and pack choices of sessions.
    own: BTreeMap<String, Own>,
    /// The intents that were learned for more than one session.
    discovered: Vec<Learned>,
    /// The registries of the owners with learned intents.
    owners: HashMap<Owner, Registry>,
    user_home: PathBuf,
    started_in: PathBuf,
    /// The functions that return the current address of a session.
    here: Vec<Here>,
    /// The configured precedence among definitions of the same name.
    priority: Priority,
}

/// The definitions and the pack choices of a session.
#[derive(Default)]
struct Own {
    entries: Vec<Entry>,
    /// The time at which each intent was defined, by name, in seconds since 1970.
    defined: BTreeMap<String, i64>,
    choice: Choice,
    /// The resulting registry, if it differs from the shared one.
    registry: Option<Registry>,
    /// The page patterns for this choice of packs.
    patterns: Arc<[SitePattern]>,
}

impl Own {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.choice == Choice::default()
    }
}

impl State {
    /// Loads all definitions. The folders are the user's home, to which `~` expands, and the working
    /// directory, against which relative paths are resolved.
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
            common_patterns: Arc::default(),
            shared: Registry::default(),
            own: BTreeMap::new(),
            discovered: Vec::new(),
            owners: HashMap::new(),
            user_home,
            started_in,
            here,
            priority: Priority::new(&[], false),
        };
        state.reread();
        state
    }

    /// Reloads changed definitions. Returns whether there were any.
    pub(crate) fn refresh(&mut self) -> bool {
        let changed = self.loader.refresh(&self.configuration, &self.catalog);
        if changed {
            self.rebuild();
        }
        changed
    }

    /// Returns the folders and files to watch.
    pub(crate) fn watched(&self) -> Watched {
        self.loader.watched()
    }

    /// Returns the page patterns of the user and of a session's packs.
    pub(crate) fn patterns(&self, session: &str) -> Arc<[SitePattern]> {
        Arc::clone(self.own.get(session).map_or(&self.common_patterns, |own| &own.patterns))
    }

    /// Returns the page patterns for a choice of packs. Observers compare the returned `Arc` by address, so
    /// it is stored and stays the same while the choice does not change.
    fn patterns_of(&self, choice: &Choice) -> Arc<[SitePattern]> {
        let visitor = Visitor::new(None, choice.clone(), self.loads_alone());
        let is_wanted =
            |pattern: &&SitePattern| pattern.pack.as_ref().is_none_or(|pack| visitor.looks_for(pack));
        match self.patterns.iter().all(|pattern| is_wanted(&pattern)) {
            true => Arc::clone(&self.patterns),
            false => self.patterns.iter().filter(is_wanted).cloned().collect(),
        }
    }

    /// Reloads all definitions under the current configuration.
    pub(crate) fn reread(&mut self) {
        let paths = self.configuration.texts("intent_engine.packs.pack_paths");
        let packs = paths.iter().map(|path| expand(path, &self.user_home, &self.started_in)).collect();
        self.loader.reread(packs, &self.configuration, &self.catalog);
        self.rebuild();
    }

    /// Rebuilds the registries from the loaded, learned and session definitions.
    fn rebuild(&mut self) {
        let priority = Priority::new(
            &self.configuration.texts("intent_engine.resolution.tier_priority"),
            self.configuration.switch("intent_engine.resolution.allow_discovered"),
        );
        self.priority = priority.clone();
        self.patterns = self.loader.patterns();
        (self.shared, self.faults) =
            self.loader.build(&self.catalog, &priority, &self.learned_for(None), &BTreeSet::new());
        let mut own = std::mem::take(&mut self.own);
        own.iter_mut().for_each(|(session, own)| self.settle(session, own));
        self.own = own;
        self.build_learned();
        self.common_patterns = self.patterns_of(&Choice::default());
    }

    /// Returns the registry of a session, if it differs from the shared one.
    fn registry_of(&self, session: &str, own: &Own) -> Option<Registry> {
        let is_other = !own.entries.is_empty() || !own.choice.unloaded.is_empty();
        let entries = self.all_for(session, &own.entries);
        let build = || self.loader.build(&self.catalog, &self.priority, &entries, &own.choice.unloaded);
        is_other.then(|| build().0)
    }

    /// Derives the registry and the patterns of a session from its definitions and pack choices.
    fn settle(&self, session: &str, own: &mut Own) {
        own.registry = self.registry_of(session, own);
        own.patterns = self.patterns_of(&own.choice);
    }

    /// Changes the definitions or pack choices of a session. A visit to a page of a pack does not rebuild the
    /// registry, which may be large.
    fn change<T>(&mut self, session: &str, change: impl FnOnce(&mut Own) -> T) -> T {
        let mut own = self.own.remove(session).unwrap_or_default();
        let sources = |own: &Own| own.entries.iter().map(|it| Arc::clone(&it.source)).collect::<Vec<_>>();
        let before = (sources(&own), own.choice.unloaded.clone());
        let changed = change(&mut own);
        if !own.is_empty() {
            match before == (sources(&own), own.choice.unloaded.clone()) {
                true => own.patterns = self.patterns_of(&own.choice),
                false => self.settle(session, &mut own),
            }
            self.own.insert(session.into(), own);
        }
        changed
    }

    /// Registers an intent for a session, unless it closes a cycle of calls.
    pub(crate) fn define(&mut self, session: &str, entry: Entry) -> Result<(), FaultyFile> {
        let known = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        let named = |other: &Entry| other.definition.intent.value == entry.definition.intent.value;
        let mut entries: Vec<Entry> = known.iter().filter(|known| !named(known)).cloned().collect();
        entries.push(entry);
        let all = self.all_for(session, &entries);
        let (_, mut faults) = self.loader.build(&self.catalog, &self.priority, &all, &BTreeSet::new());
        let closed = faults.len() > self.faults.len();
        match faults.pop().filter(|_| closed) {
            Some(fault) => Err(fault),
            None => {
                let now = jiff::Timestamp::now().as_second();
                let name = entries.last().map(|entry| entry.definition.intent.value.clone());
                self.change(session, |own| {
                    own.entries = entries;
                    own.defined.extend(name.map(|name| (name, now)));
                });
                Ok(())
            }
        }
    }

    /// Returns the sources of the intents that a session has defined, in the order of definition.
    pub(crate) fn sources_of(&self, session: &str) -> Vec<String> {
        let entries = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        entries.iter().map(|entry| entry.source.to_string()).collect()
    }

    /// Returns the intents that a session has defined, in the order of definition, each with its time in
    /// seconds since 1970.
    pub(crate) fn defined_by(&self, session: &str) -> Vec<(&Entry, Option<i64>)> {
        let Some(own) = self.own.get(session) else { return Vec::new() };
        let time = |entry: &Entry| own.defined.get(&entry.definition.intent.value).copied();
        own.entries.iter().map(|entry| (entry, time(entry))).collect()
    }

    /// Restores the times at which a session has defined its intents.
    pub(crate) fn note_defined(&mut self, session: &str, defined: BTreeMap<String, i64>) {
        if let Some(own) = self.own.get_mut(session) {
            own.defined = defined;
        }
    }

    /// Removes the intent with this name that a session has defined, or all of them. Returns their number.
    pub(crate) fn undefine(&mut self, session: &str, name: Option<&str>) -> usize {
        self.change(session, |own| {
            let before = own.entries.len();
            own.entries.retain(|entry| name.is_some_and(|name| entry.definition.intent.value != name));
            before - own.entries.len()
        })
    }

    /// Removes the state of a session that has ended.
    pub(crate) fn forget(&mut self, session: &str) {
        self.own.remove(session);
    }

    /// Returns the configured precedence among definitions of the same name.
    pub(crate) fn priority(&self) -> &Priority {
        &self.priority
    }

    /// Returns the registry of a session.
    pub(crate) fn registry(&self, session: &str) -> &Registry {
        let own = self.own.get(session).and_then(|own| own.registry.as_ref());
        own.unwrap_or_else(|| self.learned_registry(session))
    }

    pub(crate) fn resolve(&self, name: &str, session: &str) -> Option<&Entry> {
        self.registry(session).resolve(name, &self.caller(session), &self.priority)
    }

    /// Returns the home folder of the user, to which `~` expands.
    pub(crate) fn user_home(&self) -> &Path {
        &self.user_home
    }

    /// Returns the scope of a person's calls in a session: the open page, and the session's pack choices.
    pub(crate) fn caller(&self, session: &str) -> Caller {
        Caller::Person(self.visitor(session))
    }

    /// Returns the current address of a session.
    pub(crate) fn place(&self, session: &str) -> Option<String> {
        self.here.iter().find_map(|here| here(session))
    }

    fn visitor(&self, session: &str) -> Visitor {
        self.visitor_of(session, self.place(session).as_deref())
    }

    /// Returns the visitor of a session on the page with this address.
    pub(super) fn visitor_at(&self, session: &str, address: &str) -> Visitor {
        self.visitor_of(session, Some(address))
    }

    fn visitor_of(&self, session: &str, address: Option<&str>) -> Visitor {
        Visitor::new(address, self.choice(session), self.loads_alone())
    }

    /// Whether packs are loaded automatically on their pages.
    fn loads_alone(&self) -> bool {
        self.configuration.switch("intent_engine.packs.auto_load")
    }

    /// Whether a session has an open page.
    pub(crate) fn has_place(&self, session: &str) -> bool {
        self.place(session).is_some()
    }

    /// Returns the failure for an unknown name.
    pub(crate) fn unknown(&self, name: &str, session: &str, catalog: &Catalog) -> Failure {
        if catalog.grammar().form(name).is_some() {
            return Failure::new(Cause::Unavailable, format!("\"{name}\" is not available"))
                .hint("The command is known, but its implementation is not part of this build.");
        }
        let verbs = catalog.signatures().map(|signature| signature.name);
        let names = self.registry(session).names().chain(verbs);
        let failure = Failure::new(Cause::UnknownIntent, format!("there is no intent \"{name}\""));
        if let Some((pack, _)) = name.rsplit_once('/')
            && let Some(failure) = self.without_pack(pack, session)
        {
            return failure;
        }
        let in_packs: Vec<String> = self.registry(session).in_packs(name).map(Entry::full_name).collect();
        if !in_packs.is_empty() {
            let failure =
                failure.context("an intent of a pack goes by its name alone on the pack's own pages");
            return failure.hint(format!("Call it as {}.", in_packs.join(" or ")));
        }
        match nearest(name, names) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`intents` lists the intents."),
        }
    }
}

/// Expands a path from the configuration: `~` is the user's home, and a relative path is resolved against
/// `start`.
pub(crate) fn expand(path: &str, user_home: &Path, start: &Path) -> PathBuf {
    match path.strip_prefix('~') {
        Some("") => user_home.to_path_buf(),
        Some(rest) if rest.starts_with('/') => user_home.join(rest.trim_start_matches('/')),
        _ => start.join(path),
    }
}

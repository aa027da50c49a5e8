mod choosing;
mod hooking;
mod learned;

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
pub(crate) use choosing::{PackStanding, PackState};
pub(crate) use hooking::Hooking;

/// What changes while the engine runs.
pub(crate) struct State {
    pub(crate) configuration: Configuration,
    /// What was left out when the definitions were loaded.
    pub(crate) faults: Vec<FaultyFile>,
    loader: Loader,
    catalog: Arc<Catalog>,
    /// What packs and the user have described of pages.
    patterns: Arc<[SitePattern]>,
    /// Those that are looked for in sessions that have chosen nothing.
    common_patterns: Arc<[SitePattern]>,
    /// What everybody can call.
    pub(crate) shared: Registry,
    /// What the sessions have of their own.
    own: BTreeMap<String, Own>,
    /// What was learned for more than a session.
    discovered: Vec<Learned>,
    /// The registries of the owners for whom something was learned.
    owners: HashMap<Owner, Registry>,
    user_home: PathBuf,
    started_in: PathBuf,
    /// Where sessions are.
    here: Vec<Here>,
    /// Which of several definitions of a name wins, as the configuration has it.
    priority: Priority,
}

/// What a session has defined for itself and chosen among the packs.
#[derive(Default)]
struct Own {
    entries: Vec<Entry>,
    /// When each of them was defined, by name, in seconds since 1970.
    defined: BTreeMap<String, i64>,
    choice: Choice,
    /// The registry that follows from that, where it is another than everybody's.
    registry: Option<Registry>,
    /// The patterns that are looked for.
    patterns: Arc<[SitePattern]>,
}

impl Own {
    fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.choice == Choice::default()
    }
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

    /// The patterns of pages that the user and the packs of a session have described.
    pub(crate) fn patterns(&self, session: &str) -> Arc<[SitePattern]> {
        Arc::clone(self.own.get(session).map_or(&self.common_patterns, |own| &own.patterns))
    }

    /// The patterns that are looked for where a session has made this choice. Whoever looks compares them by their place, so that
    /// they stay the same as long as the choice does.
    fn patterns_of(&self, choice: &Choice) -> Arc<[SitePattern]> {
        let visitor = Visitor::new(None, choice.clone(), self.loads_alone());
        let is_wanted =
            |pattern: &&SitePattern| pattern.pack.as_ref().is_none_or(|pack| visitor.looks_for(pack));
        match self.patterns.iter().all(|pattern| is_wanted(&pattern)) {
            true => Arc::clone(&self.patterns),
            false => self.patterns.iter().filter(is_wanted).cloned().collect(),
        }
    }

    /// Reads all definitions again, as the configuration has it now.
    pub(crate) fn reread(&mut self) {
        let paths = self.configuration.texts("intent_engine.packs.pack_paths");
        let packs = paths.iter().map(|path| expand(path, &self.user_home, &self.started_in)).collect();
        self.loader.reread(packs, &self.configuration, &self.catalog);
        self.rebuild();
    }

    /// Builds the registries again from what was loaded and what was defined since.
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

    /// The registry of a session, where it is another than everybody's.
    fn registry_of(&self, session: &str, own: &Own) -> Option<Registry> {
        let is_other = !own.entries.is_empty() || !own.choice.unloaded.is_empty();
        let entries = self.all_for(session, &own.entries);
        let build = || self.loader.build(&self.catalog, &self.priority, &entries, &own.choice.unloaded);
        is_other.then(|| build().0)
    }

    /// Makes what follows from what a separate session has.
    fn settle(&self, session: &str, own: &mut Own) {
        own.registry = self.registry_of(session, own);
        own.patterns = self.patterns_of(&own.choice);
    }

    /// Changes what a separate session has. A visit to the page of a pack changes no registry, of which there may be large ones.
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

    /// Registers an intent for a session, unless it closes a circle.
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

    /// The sources of the intents that a session has defined, in the order in which they were.
    pub(crate) fn sources_of(&self, session: &str) -> Vec<String> {
        let entries = self.own.get(session).map(|own| own.entries.as_slice()).unwrap_or_default();
        entries.iter().map(|entry| entry.source.to_string()).collect()
    }

    /// The intents that a session has defined, in the order in which they were, each with when that was in seconds since 1970.
    pub(crate) fn defined_by(&self, session: &str) -> Vec<(&Entry, Option<i64>)> {
        let Some(own) = self.own.get(session) else { return Vec::new() };
        let time = |entry: &Entry| own.defined.get(&entry.definition.intent.value).copied();
        own.entries.iter().map(|entry| (entry, time(entry))).collect()
    }

    /// Takes over when a session has defined its intents.
    pub(crate) fn note_defined(&mut self, session: &str, defined: BTreeMap<String, i64>) {
        if let Some(own) = self.own.get_mut(session) {
            own.defined = defined;
        }
    }

    /// Forgets what a session has defined: the intent of that name, or all. Says how many there were.
    pub(crate) fn undefine(&mut self, session: &str, name: Option<&str>) -> usize {
        self.change(session, |own| {
            let before = own.entries.len();
            own.entries.retain(|entry| name.is_some_and(|name| entry.definition.intent.value != name));
            before - own.entries.len()
        })
    }

    /// Forgets everything about a session that is over.
    pub(crate) fn forget(&mut self, session: &str) {
        self.own.remove(session);
    }

    /// Which of several definitions of a name wins.
    pub(crate) fn priority(&self) -> &Priority {
        &self.priority
    }

    /// What a session can call.
    pub(crate) fn registry(&self, session: &str) -> &Registry {
        let own = self.own.get(session).and_then(|own| own.registry.as_ref());
        own.unwrap_or_else(|| self.learned_registry(session))
    }

    pub(crate) fn resolve(&self, name: &str, session: &str) -> Option<&Entry> {
        self.registry(session).resolve(name, &self.caller(session), &self.priority)
    }

    /// The home folder of the user, which `~` stands for.
    pub(crate) fn user_home(&self) -> &Path {
        &self.user_home
    }

    /// From where the person of a session calls: the page that is open in it, with the packs that it has chosen.
    pub(crate) fn caller(&self, session: &str) -> Caller {
        Caller::Person(self.visitor(session))
    }

    /// The address that a session is at.
    pub(crate) fn place(&self, session: &str) -> Option<String> {
        self.here.iter().find_map(|here| here(session))
    }

    fn visitor(&self, session: &str) -> Visitor {
        self.visitor_of(session, self.place(session).as_deref())
    }

    /// The person of a session on the page of this address.
    pub(super) fn visitor_at(&self, session: &str, address: &str) -> Visitor {
        self.visitor_of(session, Some(address))
    }

    fn visitor_of(&self, session: &str, address: Option<&str>) -> Visitor {
        Visitor::new(address, self.choice(session), self.loads_alone())
    }

    /// Whether packs load by themselves when their pages are visited.
    fn loads_alone(&self) -> bool {
        self.configuration.switch("intent_engine.packs.auto_load")
    }

    /// Whether a page is open in a session.
    pub(crate) fn has_place(&self, session: &str) -> bool {
        self.place(session).is_some()
    }

    /// The failure for a name that nothing has.
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

/// A path as the configuration writes it: `~` is the user's home, and relative ones start somewhere.
pub(crate) fn expand(path: &str, user_home: &Path, start: &Path) -> PathBuf {
    match path.strip_prefix('~') {
        Some("") => user_home.to_path_buf(),
        Some(rest) if rest.starts_with('/') => user_home.join(rest.trim_start_matches('/')),
        _ => start.join(path),
    }
}

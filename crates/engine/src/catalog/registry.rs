use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use lemmascope_intent::{Definition, Parameter};
use lemmascope_language::reader::Reader;

use super::availability::Offers;
use super::composition::Catalog;
use super::packs::{Pack, Visitor};

/// The origin of a definition, which determines its precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Tier {
    /// Compiled in with a domain.
    Builtin,
    /// Shipped with the project.
    Core,
    /// From a pack.
    Pack,
    /// From the user's own folder.
    User,
    /// Defined while the engine runs.
    Session,
    /// Learned, and accepted.
    Discovered,
}

impl Tier {
    /// Returns the name of the tier in the configuration.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Builtin => "builtin",
            Self::Core => "core",
            Self::Pack => "pack",
            Self::User => "user",
            Self::Session => "session",
            Self::Discovered => "discovered",
        }
    }

    const ALL: [Tier; 6] =
        [Self::User, Self::Session, Self::Pack, Self::Core, Self::Builtin, Self::Discovered];
}

/// The order in which tiers are searched for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Priority(Vec<Tier>);

impl Priority {
    /// Creates the configured order. Tiers that the configuration does not name keep their default positions:
    /// session after user, discovered last. Discovered intents are excluded unless they are allowed.
    pub(crate) fn new(configured: &[String], allow_discovered: bool) -> Self {
        let named = |tier: &Tier| configured.iter().any(|name| name == tier.as_str());
        let mut order: Vec<Tier> = configured
            .iter()
            .filter_map(|name| Tier::ALL.into_iter().find(|tier| tier.as_str() == name))
            .collect();
        let after_user = order.iter().position(|tier| *tier == Tier::User).map(|at| at + 1);
        if let Some(place) = after_user.filter(|_| !named(&Tier::Session)) {
            order.insert(place, Tier::Session);
        }
        let rest: Vec<Tier> = Tier::ALL.into_iter().filter(|tier| !order.contains(tier)).collect();
        order.extend(rest);
        order.retain(|tier| allow_discovered || *tier != Tier::Discovered);
        Self(order)
    }

    fn rank(&self, tier: Tier) -> Option<usize> {
        self.0.iter().position(|known| *known == tier)
    }
}

/// A definition in the registry.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The definition.
    pub definition: Arc<Definition>,
    /// The tier of the definition.
    pub tier: Tier,
    /// The path of its file, or the name of its source.
    pub origin: String,
    /// The text of its source.
    pub source: Arc<str>,
    /// The pack that it belongs to.
    pub pack: Option<Pack>,
}

impl Entry {
    /// Returns the parameters of the intent.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        self.definition.parameters.iter().map(|parameter| parameter.value.clone()).collect()
    }

    /// Returns the globally unique name: for an intent of a pack, `pack/name`.
    pub(crate) fn full_name(&self) -> String {
        let name = &self.definition.intent.value;
        match self.pack_name() {
            Some(pack) => format!("{pack}/{name}"),
            None => name.clone(),
        }
    }

    pub(crate) fn pack_name(&self) -> Option<&str> {
        self.pack.as_ref().map(|pack| &*pack.name)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.tier == other.tier && self.pack_name() == other.pack_name()
    }
}

/// The scope of a call, which determines the packs whose intents resolve by short names.
#[derive(Debug, Clone, Default)]
pub(crate) enum Caller {
    /// A definition that belongs to no pack, or no caller. Intents of packs resolve by full names only.
    #[default]
    Nowhere,
    /// A definition of this pack.
    Pack(String),
    /// A person. Intents of packs resolve by short names on the pages of the pack, and in sessions that have
    /// loaded it.
    Person(Visitor),
}

impl Caller {
    /// Returns the scope for the calls that a definition makes.
    pub(crate) fn of(entry: &Entry) -> Self {
        entry.pack_name().map_or(Self::Nowhere, |pack| Self::Pack(pack.into()))
    }

    /// Whether the intents of a pack resolve by short names.
    fn sees(&self, pack: &Pack) -> bool {
        self.is_at_home_with(pack) || self.has_loaded(pack)
    }

    /// Whether the caller is the pack itself, or is on one of its pages.
    fn is_at_home_with(&self, pack: &Pack) -> bool {
        match self {
            Self::Nowhere => false,
            Self::Pack(own) => *pack.name == **own,
            Self::Person(visitor) => visitor.is_on_page_of(pack),
        }
    }

    fn has_loaded(&self, pack: &Pack) -> bool {
        matches!(self, Self::Person(visitor) if visitor.has_loaded(pack))
    }
}

/// The names that packs cannot claim.
#[derive(Debug, Default)]
pub(crate) struct Reserved {
    /// The names of verbs, which a pack may override if the user allows it.
    pub(crate) verbs: HashSet<String>,
    /// The names of the engine's own commands, which no pack may override.
    pub(crate) commands: HashSet<String>,
}

/// The intents with the same name. Those of packs are indexed by pack, because many packs may use the same
/// name.
#[derive(Debug, Clone, Default)]
struct Namesakes {
    /// The intents without a pack, which differ by tier.
    own: Vec<Entry>,
    of_packs: BTreeMap<Arc<str>, Entry>,
}

impl Namesakes {
    fn all(&self) -> impl Iterator<Item = &Entry> {
        self.own.iter().chain(self.of_packs.values())
    }

    fn get(&self, tier: Tier, pack: Option<&str>) -> Option<&Entry> {
        match pack {
            Some(pack) => self.of_packs.get(pack).filter(|entry| entry.tier == tier),
            None => self.own.iter().find(|entry| entry.tier == tier),
        }
    }
}

/// The index of all intents by name. Intents of the same name differ by tier and pack.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    entries: HashMap<String, Namesakes>,
    /// The full names of the intents of packs.
    full_names: BTreeSet<String>,
    /// The names that packs cannot claim.
    reserved: Arc<Reserved>,
    /// The packs that may override built-in names.
    may_shadow: BTreeSet<String>,
    offers: Arc<Offers>,
    /// The sentence readers, by the set of visible packs, created on first use.
    readers: Arc<Mutex<Readers>>,
}

type Readers = HashMap<Vec<String>, Arc<OnceLock<Arc<Reader>>>>;

impl Registry {
    /// Creates a registry with reserved names, which only the packs in `may_shadow` can override.
    pub(crate) fn new(reserved: Arc<Reserved>, may_shadow: BTreeSet<String>) -> Self {
        Self { reserved, may_shadow, ..Self::default() }
    }

    /// Adds a definition. Returns the definition of the same name, tier and pack that it replaces.
    pub(crate) fn insert(&mut self, entry: Entry) -> Option<Entry> {
        if entry.pack.is_some() {
            self.full_names.insert(entry.full_name());
        }
        let namesakes = self.entries.entry(entry.definition.intent.value.clone()).or_default();
        if let Some(pack) = &entry.pack {
            return namesakes.of_packs.insert(Arc::clone(&pack.name), entry);
        }
        let known = namesakes.own.iter().position(|known| known.tier == entry.tier);
        let replaced = known.map(|at| namesakes.own.remove(at));
        namesakes.own.push(entry);
        replaced
    }

    /// Removes a definition.
    pub(crate) fn remove(&mut self, entry: &Entry) {
        let name = &entry.definition.intent.value;
        self.full_names.remove(&entry.full_name());
        let Some(namesakes) = self.entries.get_mut(name) else { return };
        match &entry.pack {
            Some(pack) => drop(namesakes.of_packs.remove(&pack.name)),
            None => namesakes.own.retain(|known| known.tier != entry.tier),
        }
        if namesakes.all().next().is_none() {
            self.entries.remove(name);
        }
    }

    /// Resolves a name for a caller. `pack/name` always resolves to the intent of that pack.
    ///
    /// A short name resolves to an intent of a pack on the pages of the pack and in sessions that have loaded
    /// it, but never if a built-in intent, a verb or a command has the name. A pack of the current page takes
    /// precedence over a loaded one. If several packs match equally, none is chosen.
    pub(crate) fn resolve(&self, name: &str, caller: &Caller, priority: &Priority) -> Option<&Entry> {
        if let Some((pack, name)) = name.rsplit_once('/') {
            return self.of_tier(name, Tier::Pack, Some(pack));
        }
        let namesakes = self.entries.get(name)?;
        let is_taken = self.is_builtin(name);
        let is_free =
            |entry: &&Entry| !is_taken || entry.pack.as_ref().is_some_and(|pack| self.may_take(pack, name));
        let of_pack = match caller {
            Caller::Nowhere => None,
            Caller::Pack(own) => namesakes.of_packs.get(&**own).filter(is_free),
            Caller::Person(_) => {
                let only = |is_meant: &dyn Fn(&Pack) -> bool| {
                    let is_meant = |entry: &&Entry| entry.pack.as_ref().is_some_and(is_meant);
                    let mut meant = namesakes.of_packs.values().filter(is_free).filter(is_meant);
                    meant.next().map(|first| (first, meant.next().is_none()))
                };
                let here = only(&|pack| caller.is_at_home_with(pack));
                let meant = here.or_else(|| only(&|pack| caller.has_loaded(pack)));
                meant.filter(|(_, is_only)| *is_only).map(|(entry, _)| entry)
            }
        };
        namesakes
            .own
            .iter()
            .chain(of_pack)
            .filter_map(|entry| priority.rank(entry.tier).map(|rank| (rank, entry)))
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, entry)| entry)
    }

    /// Whether the user allows a pack to override this built-in name.
    fn may_take(&self, pack: &Pack, name: &str) -> bool {
        self.may_shadow.contains(&*pack.name) && !self.reserved.commands.contains(name)
    }

    /// Whether a name is reserved for a verb, a command or a built-in intent.
    fn is_builtin(&self, name: &str) -> bool {
        let is_reserved = self.reserved.verbs.contains(name) || self.reserved.commands.contains(name);
        is_reserved || self.of_tier(name, Tier::Builtin, None).is_some()
    }

    /// Returns the name under which an intent is offered: its short name, or its full name if the short name
    /// is built-in or belongs to a definition outside of packs, other than a core one. Does not check for
    /// other packs of the same page.
    pub(crate) fn offered_name(&self, entry: &Entry) -> String {
        let name = &entry.definition.intent.value;
        let is_other = |other: &Entry| !other.is_same(entry) && other.tier != Tier::Core;
        let has_others = self.entries.get(name).is_some_and(|namesakes| namesakes.own.iter().any(is_other));
        let may_take = entry.pack.as_ref().is_some_and(|pack| self.may_take(pack, name));
        match (self.is_builtin(name) || has_others) && !may_take {
            true => entry.full_name(),
            false => name.clone(),
        }
    }

    /// Returns the intents of packs with this name.
    pub(crate) fn in_packs<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.get(name).into_iter().flat_map(|namesakes| namesakes.of_packs.values())
    }

    /// Returns the intents of all packs.
    pub(crate) fn of_packs(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values().flat_map(|namesakes| namesakes.of_packs.values())
    }

    /// Returns all definitions, sorted by name.
    pub(crate) fn all(&self) -> Vec<&Entry> {
        let mut all: Vec<&Entry> = self.entries.values().flat_map(Namesakes::all).collect();
        all.sort_by(|a, b| {
            let key = |entry: &Entry| (entry.pack.is_some(), entry.tier);
            let names = (&a.definition.intent.value, &b.definition.intent.value);
            names.0.cmp(names.1).then(key(a).cmp(&key(b))).then(a.pack_name().cmp(&b.pack_name()))
        });
        all
    }

    /// Returns the definitions that all names resolve to for a caller, sorted by name.
    pub(crate) fn seen(&self, caller: &Caller, priority: &Priority) -> Vec<&Entry> {
        let mut seen: Vec<&Entry> =
            self.entries.keys().filter_map(|name| self.resolve(name, caller, priority)).collect();
        seen.sort_by(|a, b| a.definition.intent.value.cmp(&b.definition.intent.value));
        seen
    }

    /// Returns the definitions that the names outside of packs resolve to, and all intents of packs, sorted
    /// by name.
    pub(crate) fn winners(&self, priority: &Priority) -> Vec<&Entry> {
        let mut winners = self.seen(&Caller::Nowhere, priority);
        winners.extend(self.of_packs());
        winners.sort_by(|a, b| {
            let names = (&a.definition.intent.value, &b.definition.intent.value);
            names.0.cmp(names.1).then_with(|| a.full_name().cmp(&b.full_name()))
        });
        winners
    }

    /// Returns the names of the packs that have intents, sorted.
    pub(crate) fn packs(&self) -> Vec<String> {
        let names = self.of_packs().filter_map(Entry::pack_name);
        let names: BTreeSet<&str> = names.collect();
        names.into_iter().map(str::to_string).collect()
    }

    /// Returns all names that a line may contain: short names, and full names of intents of packs.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        let is_free = |name: &str, namesakes: &Namesakes| {
            let may_take = |entry: &Entry| entry.pack.as_ref().is_none_or(|pack| self.may_take(pack, name));
            let is_reserved = self.reserved.verbs.contains(name) || self.reserved.commands.contains(name);
            !is_reserved || namesakes.all().any(may_take)
        };
        let alone = self.entries.iter().filter(move |(name, namesakes)| is_free(name, namesakes));
        alone.map(|(name, _)| name.as_str()).chain(self.full_names.iter().map(String::as_str))
    }

    /// Returns the definition with this name in a tier and pack.
    pub(crate) fn of_tier(&self, name: &str, tier: Tier, pack: Option<&str>) -> Option<&Entry> {
        self.entries.get(name)?.get(tier, pack)
    }

    /// Builds the index of available intents. Must be called after all definitions are inserted.
    pub(crate) fn put_in_order(&mut self, catalog: &Catalog, priority: &Priority) {
        self.offers = Arc::new(Offers::new(self, catalog, priority));
    }

    /// Returns the index of available intents.
    pub(crate) fn offers(&self) -> &Offers {
        &self.offers
    }

    /// Returns the cell for the sentence reader of the intents that a caller sees. It may still be empty.
    pub(crate) fn reader(&self, caller: &Caller) -> Arc<OnceLock<Arc<Reader>>> {
        let seen = self.of_packs().filter_map(|entry| entry.pack.as_ref());
        let seen: BTreeSet<&str> = seen.filter(|pack| caller.sees(pack)).map(|pack| &*pack.name).collect();
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(readers.entry(seen.into_iter().map(str::to_string).collect()).or_default())
    }

    /// Returns the number of definitions.
    pub(crate) fn count(&self) -> usize {
        self.entries.values().map(|namesakes| namesakes.own.len() + namesakes.of_packs.len()).sum()
    }
}

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use lemmascope_intent::{Definition, Parameter};
use lemmascope_language::reader::Reader;

use crate::availability::Offers;

/// Where a definition comes from.
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
    /// As the configuration names it.
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

/// The order in which tiers are asked for a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Priority(Vec<Tier>);

impl Priority {
    /// The configured order. Tiers that it does not name keep their places: session comes right after
    /// user, learned ones last, and not at all unless they are allowed.
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
    /// What it says.
    pub definition: Arc<Definition>,
    /// Where it comes from.
    pub tier: Tier,
    /// The file or the name it was read from.
    pub origin: String,
    /// What the file says.
    pub source: Arc<str>,
    /// The site that the pack is for which it belongs to.
    pub site: Option<String>,
}

impl Entry {
    /// The parameters of the intent.
    pub(crate) fn parameters(&self) -> Vec<Parameter> {
        self.definition.parameters.iter().map(|parameter| parameter.value.clone()).collect()
    }
}

/// All intents by name; several of a name are told apart by their tiers.
#[derive(Clone, Default)]
pub(crate) struct Registry {
    entries: HashMap<String, Vec<Entry>>,
    offers: Arc<Offers>,
    /// What reads sentences that mean one of them, once there has been one.
    reader: Arc<OnceLock<Arc<Reader>>>,
}

impl Registry {
    /// Adds a definition. One of the same name and tier is replaced, and returned.
    pub(crate) fn insert(&mut self, entry: Entry) -> Option<Entry> {
        let entries = self.entries.entry(entry.definition.intent.value.clone()).or_default();
        let replaced = entries.iter().position(|known| known.tier == entry.tier).map(|at| entries.remove(at));
        entries.push(entry);
        replaced
    }

    /// Takes a definition out.
    pub(crate) fn remove(&mut self, name: &str, tier: Tier) -> Option<Entry> {
        let entries = self.entries.get_mut(name)?;
        let removed = entries.iter().position(|known| known.tier == tier).map(|at| entries.remove(at));
        if entries.is_empty() {
            self.entries.remove(name);
        }
        removed
    }

    /// The definition that wins.
    pub(crate) fn resolve(&self, name: &str, priority: &Priority) -> Option<&Entry> {
        self.entries
            .get(name)?
            .iter()
            .filter_map(|entry| priority.rank(entry.tier).map(|rank| (rank, entry)))
            .min_by_key(|(rank, _)| *rank)
            .map(|(_, entry)| entry)
    }

    /// The winners of all names, sorted by name.
    pub(crate) fn winners(&self, priority: &Priority) -> Vec<&Entry> {
        let mut winners: Vec<&Entry> =
            self.entries.keys().filter_map(|name| self.resolve(name, priority)).collect();
        winners.sort_by(|a, b| a.definition.intent.value.cmp(&b.definition.intent.value));
        winners
    }

    /// All names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The definition of that name in one tier.
    pub(crate) fn of_tier(&self, name: &str, tier: Tier) -> Option<&Entry> {
        self.entries.get(name)?.iter().find(|entry| entry.tier == tier)
    }

    /// Puts in order what may be on offer. To be called when everything is in.
    pub(crate) fn put_in_order(&mut self, priority: &Priority) {
        self.offers = Arc::new(Offers::new(self, priority));
    }

    /// What may be on offer.
    pub(crate) fn offers(&self) -> &Offers {
        &self.offers
    }

    /// What reads sentences that mean one of them, or the place where it will be.
    pub(crate) fn reader(&self) -> Arc<OnceLock<Arc<Reader>>> {
        Arc::clone(&self.reader)
    }

    /// How many definitions there are.
    pub(crate) fn count(&self) -> usize {
        self.entries.values().map(Vec::len).sum()
    }
}

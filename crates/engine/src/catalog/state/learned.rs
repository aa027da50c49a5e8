//! Intents that were learned for more than one session.

use std::collections::{BTreeSet, HashSet};

use lemmascope_intent::Owner;

use super::State;
use crate::catalog::faulty_file::FaultyFile;
use crate::catalog::registry::{Entry, Registry};

/// A learned definition, of one owner or of all.
pub(super) struct Learned {
    owner: Option<Owner>,
    entry: Entry,
}

impl State {
    /// Registers a learned intent for an owner, or for all, unless it closes a cycle of calls.
    pub(crate) fn discover(&mut self, owner: Option<&Owner>, entry: Entry) -> Result<(), FaultyFile> {
        let name = entry.definition.intent.value.clone();
        let is_same = |it: &Learned| it.owner.as_ref() == owner && it.entry.definition.intent.value == name;
        let mut entries = self.learned_for(owner);
        entries.retain(|known| known.definition.intent.value != name);
        entries.push(entry.clone());
        let (_, mut faults) = self.loader.build(&self.catalog, &self.priority, &entries, &BTreeSet::new());
        let is_closed = faults.len() > self.faults.len();
        if let Some(fault) = faults.pop().filter(|_| is_closed) {
            return Err(fault);
        }
        self.discovered.retain(|it| !is_same(it));
        self.discovered.push(Learned { owner: owner.cloned(), entry });
        self.rebuild();
        Ok(())
    }

    /// Returns the intents that were learned for an owner, or for all.
    pub(super) fn learned_for(&self, owner: Option<&Owner>) -> Vec<Entry> {
        let is_for = |it: &&Learned| it.owner.is_none() || it.owner.as_ref() == owner;
        self.discovered.iter().filter(is_for).map(|it| it.entry.clone()).collect()
    }

    /// Returns the intents that were learned for the owner of a session, and those of the session, which
    /// replace learned ones of the same name.
    pub(super) fn all_for(&self, session: &str, entries: &[Entry]) -> Vec<Entry> {
        let is_replaced =
            |it: &Entry| entries.iter().any(|own| own.definition.intent.value == it.definition.intent.value);
        let mut all = self.learned_for(Some(&Owner::of_session(session)));
        all.retain(|entry| !is_replaced(entry));
        all.extend(entries.iter().cloned());
        all
    }

    /// Builds the registries of the owners with learned intents.
    pub(super) fn build_learned(&mut self) {
        let owners: HashSet<Owner> = self.discovered.iter().filter_map(|it| it.owner.clone()).collect();
        let build =
            |entries: &[Entry]| self.loader.build(&self.catalog, &self.priority, entries, &BTreeSet::new()).0;
        let registries =
            owners.into_iter().map(|owner| (owner.clone(), build(&self.learned_for(Some(&owner)))));
        self.owners = registries.collect();
    }

    /// Returns the registry of a session that has no definitions of its own.
    pub(super) fn learned_registry(&self, session: &str) -> &Registry {
        match self.owners.is_empty() {
            true => &self.shared,
            false => self.owners.get(&Owner::of_session(session)).unwrap_or(&self.shared),
        }
    }
}

//! The packs of a session: their states, and loading and unloading.

use std::collections::{BTreeMap, BTreeSet};

use lemmascope_intent::{Cause, Definition, Failure, PackDomain, host_and_port, nearest};

use super::State;
use crate::catalog::packs::{Choice, Pack};
use crate::catalog::{Caller, Checker, EffectReader, FaultyFile, PackEffects};

/// The state of a pack in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PackStanding {
    /// Active.
    Loaded,
    /// Available for loading.
    Available,
    /// Unloaded, and inactive until it is loaded again.
    Unloaded,
    /// Faulty, so that it cannot be loaded.
    Failed,
}

impl PackStanding {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::Available => "available",
            Self::Unloaded => "unloaded",
            Self::Failed => "failed",
        }
    }
}

/// A pack and its state in a session.
pub(crate) struct PackState {
    /// The name of the pack.
    pub(crate) name: String,
    /// The pack, unless it cannot be loaded.
    pub(crate) pack: Option<Pack>,
    /// Its state.
    pub(crate) standing: PackStanding,
    /// The full names of its intents.
    pub(crate) intents: Vec<String>,
    /// The faults of its files, each with its position.
    pub(crate) faults: Vec<String>,
}

/// The result of loading a pack.
#[derive(Debug, Default)]
pub(crate) struct Loaded {
    /// The titles of the newly loaded packs. Required packs come first.
    pub(crate) packs: Vec<String>,
    /// The files that were excluded because of faults, each with its position.
    pub(crate) left_out: Vec<String>,
}

impl State {
    /// Returns the pack choices of a session.
    pub(crate) fn choice(&self, session: &str) -> Choice {
        self.own.get(session).map(|own| own.choice.clone()).unwrap_or_default()
    }

    /// Restores the stored pack choices of a session.
    pub(crate) fn choose(&mut self, session: &str, stored: Choice) {
        if !self.choice(session).is_stored_as(&stored) {
            self.change(session, |own| own.choice = Choice { visited: own.choice.visited.clone(), ..stored });
        }
    }

    /// Returns all packs, sorted by name.
    pub(crate) fn packs(&self, session: &str) -> Vec<PackState> {
        let choice = self.choice(session);
        let visitor = self.visitor(session);
        let mut names: BTreeSet<&str> = self.loader.packs().iter().map(|pack| &*pack.name).collect();
        names.extend(self.faults.iter().filter_map(|fault| fault.pack.as_deref()));
        let mut intents: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for entry in self.shared.of_packs() {
            let own = entry.pack_name().map(|pack| intents.entry(pack).or_default());
            own.into_iter().for_each(|own| own.push(entry.full_name()));
        }
        intents.values_mut().for_each(|own| own.sort());
        let mut state = |name: &str| {
            let pack = self.pack(name).cloned();
            let standing = match &pack {
                None => PackStanding::Failed,
                Some(_) if choice.unloaded.contains(name) => PackStanding::Unloaded,
                Some(pack) if choice.has_loaded(name) || visitor.is_on_page_of(pack) => PackStanding::Loaded,
                Some(_) => PackStanding::Available,
            };
            let intents = intents.remove(name).unwrap_or_default();
            PackState { name: name.into(), pack, standing, intents, faults: self.faults_of(name) }
        };
        names.into_iter().map(&mut state).collect()
    }

    /// Returns the effects of a pack, including the files that were excluded.
    pub(crate) fn effects_of(&self, name: &str) -> Result<PackEffects, Failure> {
        let pack = self.pack(name).ok_or_else(|| self.no_pack(name))?;
        let own = self.shared.of_packs().filter(|entry| entry.pack_name() == Some(name));
        let own: Vec<Definition> = own.map(|entry| (*entry.definition).clone()).collect();
        let others = self.shared.seen(&Caller::Nowhere, &self.priority);
        let checker = Checker::new(&self.catalog, &self.configuration);
        let known = others.iter().map(|entry| &*entry.definition);
        let effects = EffectReader::new(&self.catalog, &checker, known).of(pack, &own);
        Ok(PackEffects { left_out: self.faults_of(name), ..effects })
    }

    /// Loads a pack for a session, with the packs that it requires.
    pub(crate) fn load_pack(&mut self, session: &str, name: &str) -> Result<Loaded, Failure> {
        let Some(pack) = self.pack(name) else { return Err(self.no_pack(name)) };
        let faults = self.faults_of(name);
        let has_intents = self.shared.of_packs().any(|it| it.pack_name() == Some(name));
        if let Some(first) = faults.first().filter(|_| !has_intents) {
            return Err(cannot_load(name, first, &faults));
        }
        let all = self.with_required(pack);
        let choice = self.choice(session);
        let fresh = all.iter().filter(|pack| !choice.loaded.contains(&*pack.name));
        let packs = fresh.map(|pack| pack.title()).collect();
        let names: Vec<String> = all.iter().map(|pack| pack.name.to_string()).collect();
        self.change(session, |own| own.choice.load(names));
        Ok(Loaded { packs, left_out: faults })
    }

    /// Unloads a pack for a session. Fails if a loaded pack requires it.
    pub(crate) fn unload_pack(&mut self, session: &str, name: &str) -> Result<String, Failure> {
        let Some(title) = self.pack(name).map(Pack::title) else { return Err(self.no_pack(name)) };
        let choice = self.choice(session);
        let mut packs = self.loader.packs().iter();
        let needs_it =
            |pack: &&Pack| choice.has_loaded(&pack.name) && pack.required().any(|required| required == name);
        if let Some(other) = packs.find(needs_it) {
            let message = format!("the pack \"{}\" is loaded and requires \"{name}\"", other.name);
            return Err(Failure::new(Cause::Conflict, message)
                .hint(format!("Unload it first: `pack unload {}`.", other.name)));
        }
        self.change(session, |own| own.choice.unload(name));
        Ok(title)
    }

    /// Returns the packs that load automatically on the open page of a session, with their requirements. Each
    /// is reported once.
    pub(crate) fn to_load_here(&self, session: &str) -> Loaded {
        let visitor = self.visitor(session);
        let choice = self.choice(session);
        let mut found = Loaded::default();
        let mut known: BTreeSet<&str> = BTreeSet::new();
        for pack in self.loader.packs().iter().filter(|pack| visitor.is_to_load(pack)) {
            for pack in self.with_required(pack) {
                if !choice.has_loaded(&pack.name) && known.insert(&pack.name) {
                    found.packs.push(pack.name.to_string());
                }
            }
        }
        found
    }

    /// Returns the packs that should load on the open page of a session and cannot, recognized by their
    /// names, each with the reason.
    pub(crate) fn failed_here(&self, session: &str) -> Vec<(String, String)> {
        let Some(address) = self.here.iter().find_map(|here| here(session)) else { return Vec::new() };
        let Some((host, port)) = host_and_port(&address) else { return Vec::new() };
        let choice = self.choice(session);
        let is_meant = |name: &str| {
            PackDomain::read(name).is_some_and(|domain| domain.covers(&host, port))
                && self.pack(name).is_none()
                && !choice.visited.contains(name)
                && !choice.unloaded.contains(name)
        };
        let failed = self.faults.iter().filter_map(|fault| Some((fault.pack.as_deref()?, fault)));
        failed
            .filter(|(name, _)| is_meant(name))
            .filter_map(|(name, fault)| Some((name.to_string(), fault.lines().next()?)))
            .collect()
    }

    /// Records that packs were loaded, or failed to load, on a visit to one of their pages. Returns their
    /// titles.
    pub(crate) fn visited(&mut self, session: &str, names: &[String]) -> Vec<String> {
        self.change(session, |own| own.choice.visited.extend(names.iter().cloned()));
        names.iter().map(|name| self.pack(name).map_or_else(|| name.clone(), Pack::title)).collect()
    }

    /// Returns the reason why none of a pack's intents can be called in a session, if there is one.
    pub(crate) fn without_pack(&self, name: &str, session: &str) -> Option<Failure> {
        if self.choice(session).unloaded.contains(name) {
            let message = format!("the pack \"{name}\" was unloaded in this session");
            return Some(
                Failure::new(Cause::Unavailable, message).hint(format!("`pack load {name}` loads it again.")),
            );
        }
        let faults = self.faults_of(name);
        faults.first().filter(|_| self.pack(name).is_none()).map(|first| cannot_load(name, first, &faults))
    }

    fn pack(&self, name: &str) -> Option<&Pack> {
        self.loader.packs().iter().find(|pack| *pack.name == *name)
    }

    /// Returns a pack and all packs that it requires, dependencies first. Packs that can be loaded have no
    /// cycles.
    fn with_required<'s>(&'s self, pack: &'s Pack) -> Vec<&'s Pack> {
        let mut found: Vec<&Pack> = Vec::new();
        let mut wanted = vec![(pack, false)];
        while let Some((pack, is_ready)) = wanted.pop() {
            if found.iter().any(|known| known.name == pack.name) {
                continue;
            }
            if is_ready {
                found.push(pack);
                continue;
            }
            wanted.push((pack, true));
            wanted.extend(pack.required().filter_map(|name| self.pack(name)).map(|pack| (pack, false)));
        }
        found
    }

    fn faults_of(&self, name: &str) -> Vec<String> {
        let own = self.faults.iter().filter(|fault| fault.pack.as_deref() == Some(name));
        own.flat_map(FaultyFile::lines).collect()
    }

    fn no_pack(&self, name: &str) -> Failure {
        let faults = self.faults_of(name);
        if let Some(first) = faults.first() {
            return cannot_load(name, first, &faults);
        }
        let failure = Failure::new(Cause::PackLoadFailed, format!("there is no pack \"{name}\""));
        match nearest(name, self.loader.packs().iter().map(|pack| &*pack.name)) {
            Some(meant) => failure.hint(format!("Did you mean {meant}? `packs` lists the packs.")),
            None => failure.hint("`packs` lists the packs."),
        }
    }
}

fn cannot_load(name: &str, first: &str, faults: &[String]) -> Failure {
    let failure =
        Failure::new(Cause::PackLoadFailed, format!("the pack \"{name}\" cannot be loaded: {first}"));
    faults
        .iter()
        .skip(1)
        .take(9)
        .fold(failure, |failure, fault| failure.context(fault.clone()))
        .hint("`lemmascope check FOLDER` lists the errors.")
}

//! The effects of a pack, computed with all verbs and definitions of this program.

use std::path::Path;

use lemmascope_engine::{Checker, EffectReader, PackEffects, Tier, unloadable};
use lemmascope_intent::{Definition, Domain, Failure};

use super::Job;
use crate::compose;

impl Job<'_> {
    /// Returns the effects of the pack in a folder.
    pub(super) fn effects(&self, folder: &Path) -> Result<PackEffects, Failure> {
        let domains = compose::domains(self.place, &self.configuration);
        let catalog = lemmascope_engine::compose(&domains);
        let checker = Checker::new(&catalog, &self.configuration);
        let known = shipped(&domains, &checker);
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let read = EffectReader::new(&catalog, &checker, &known).read(folder);
        read.map_err(|fault| unloadable(&name, &fault))
    }
}

/// Returns the definitions that are compiled in.
pub(crate) fn shipped(domains: &[Domain], checker: &Checker<'_>) -> Vec<Definition> {
    let sources = domains.iter().flat_map(|domain| domain.definitions).chain(compose::CORE);
    sources.filter_map(|source| checker.check(source.text, Tier::Core).definition).collect()
}

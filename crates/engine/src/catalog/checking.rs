use lemmascope_intent::Definition;
use lemmascope_intent::Signature;
use lemmascope_intent::definition::{Checked, Rules};

use super::composition::Catalog;
use super::registry::Tier;
use super::trust::Trust;
use crate::configuration::Configuration;

/// Checks definitions against the verbs there are and what their origin is trusted with.
pub struct Checker<'a> {
    verbs: Vec<&'a Signature>,
    blocks: Vec<&'static str>,
    configuration: &'a Configuration,
}

impl<'a> Checker<'a> {
    /// A checker for these verbs under this configuration.
    pub fn new(catalog: &'a Catalog, configuration: &'a Configuration) -> Self {
        Self { verbs: catalog.signatures().collect(), blocks: catalog.blocks(), configuration }
    }

    /// Reads the source of a definition of that tier and collects its faults.
    pub fn check(&self, source: &str, tier: Tier) -> Checked {
        let allow_execute = Trust::allows_execute(tier, self.configuration);
        let rules =
            Rules { allow_execute, catalog: Some(&self.verbs), blocks: &self.blocks, ..Rules::default() };
        Definition::read(source, &rules)
    }
}

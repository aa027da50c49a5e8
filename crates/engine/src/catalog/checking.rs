use lemmascope_intent::Definition;
use lemmascope_intent::Signature;
use lemmascope_intent::definition::{Checked, CheckedManifest, CustomCode, Rules};
use lemmascope_intent::{Operation, PackManifest};

use super::composition::Catalog;
use super::registry::Tier;
use super::trust::Trust;
use crate::configuration::Configuration;

/// Checks definitions against the verbs there are and what their origin is trusted with.
pub struct Checker<'a> {
    verbs: Vec<&'a Signature>,
    blocks: Vec<&'static str>,
    /// The verbs that run functions of packs in a page.
    run: Option<&'static str>,
    ask: Option<&'static str>,
    configuration: &'a Configuration,
}

impl<'a> Checker<'a> {
    /// A checker for these verbs under this configuration.
    pub fn new(catalog: &'a Catalog, configuration: &'a Configuration) -> Self {
        Self {
            verbs: catalog.signatures().collect(),
            blocks: catalog.blocks(),
            run: catalog.operation(Operation::RunFunction),
            ask: catalog.operation(Operation::AskFunction),
            configuration,
        }
    }

    /// Reads the source of a definition of that tier and collects its faults.
    pub fn check(&self, source: &str, tier: Tier) -> Checked {
        self.check_in(source, tier, None)
    }

    /// The same for a definition of a pack with this manifest: it may call what the pack brings.
    pub fn check_in(&self, source: &str, tier: Tier, pack: Option<&PackManifest>) -> Checked {
        let custom = pack.map(|manifest| CustomCode {
            actions: &manifest.custom_actions,
            conditions: &manifest.custom_conditions,
            run: self.run,
            ask: self.ask,
        });
        Definition::read(source, &Rules { custom, ..self.rules(tier) })
    }

    /// Reads the manifest of a pack.
    pub fn manifest(&self, source: &str) -> CheckedManifest {
        let (actions, conditions) = Default::default();
        let custom = CustomCode { actions: &actions, conditions: &conditions, run: self.run, ask: self.ask };
        PackManifest::read(source, &Rules { custom: Some(custom), ..self.rules(Tier::Pack) })
    }

    fn rules(&self, tier: Tier) -> Rules<'_> {
        let allow_execute = Trust::allows_execute(tier, self.configuration);
        Rules { allow_execute, catalog: Some(&self.verbs), blocks: &self.blocks, ..Rules::default() }
    }
}

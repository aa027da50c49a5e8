use lemmascope_intent::Definition;
use lemmascope_intent::Diagnostic;
use lemmascope_intent::Signature;
use lemmascope_intent::definition::{Checked, CheckedManifest, CustomCode, Hooks, Rules};
use lemmascope_intent::{Operation, PackDomain, PackManifest};

use super::composition::Catalog;
use super::packs::{Origin, Pack, faults};
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
        self.check_with(source, None, &[], self.rules(tier, Origin::Folder))
    }

    /// The same for a definition of a pack with this manifest: it may call what the pack brings. Whether the pack is trusted with
    /// code is not asked.
    pub fn check_for(&self, source: &str, manifest: &PackManifest) -> Checked {
        let rules = Rules { allow_execute: true, ..self.rules(Tier::User, Origin::Folder) };
        self.check_with(source, Some(manifest), &[], rules)
    }

    /// The same for a definition of a tier, and of this pack.
    pub(crate) fn check_in(&self, source: &str, tier: Tier, pack: Option<&Pack>) -> Checked {
        let origin = pack.map_or(Origin::Folder, |pack| pack.origin);
        // A pack that says of no site that it is for it brings functions for any.
        let is_for_sites = |pack: &&Pack| pack.manifest.domains.is_some() || pack.name.contains('.');
        let domains = pack.filter(is_for_sites).map(|pack| &*pack.domains).unwrap_or_default();
        self.check_with(source, pack.map(|pack| &*pack.manifest), domains, self.rules(tier, origin))
    }

    fn check_with(
        &self,
        source: &str,
        pack: Option<&PackManifest>,
        domains: &[PackDomain],
        rules: Rules<'_>,
    ) -> Checked {
        let custom = pack.map(|manifest| CustomCode {
            actions: &manifest.custom_actions,
            conditions: &manifest.custom_conditions,
            run: self.run,
            ask: self.ask,
            domains,
        });
        Definition::read(source, &Rules { custom, ..rules })
    }

    /// Reads the manifest of a pack in a folder of that name. Whether the pack is trusted with code is not asked.
    pub fn manifest(&self, source: &str, folder: &str) -> CheckedManifest {
        let rules = Rules { allow_execute: true, ..self.rules(Tier::User, Origin::Folder) };
        let mut checked = self.read_manifest(source, rules);
        if let Some(manifest) = &checked.manifest {
            checked.diagnostics.extend(faults(manifest, folder));
        }
        checked
    }

    /// Reads the manifest of a pack from there.
    pub(crate) fn manifest_of(&self, source: &str, origin: Origin) -> CheckedManifest {
        self.read_manifest(source, self.rules(Tier::Pack, origin))
    }

    fn read_manifest(&self, source: &str, rules: Rules<'_>) -> CheckedManifest {
        let (actions, conditions) = Default::default();
        let (run, ask) = (self.run, self.ask);
        let custom = CustomCode { actions: &actions, conditions: &conditions, run, ask, domains: &[] };
        PackManifest::read(source, &Rules { custom: Some(custom), ..rules })
    }

    /// Reads the hooks of a tier.
    pub(crate) fn hooks(&self, source: &str, tier: Tier) -> (Hooks, Vec<Diagnostic>) {
        Hooks::read(source, &self.rules(tier, Origin::Folder))
    }

    fn rules(&self, tier: Tier, origin: Origin) -> Rules<'_> {
        let allow_execute = Trust::allows_execute(tier, origin, self.configuration);
        Rules { allow_execute, catalog: Some(&self.verbs), blocks: &self.blocks, ..Rules::default() }
    }
}

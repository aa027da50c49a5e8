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

/// Checks definitions against the available verbs and against the permissions of their origin.
pub struct Checker<'a> {
    verbs: Vec<&'a Signature>,
    blocks: Vec<&'static str>,
    /// The verb that runs a pack's function in a page; `ask` is the verb that queries one.
    run: Option<&'static str>,
    ask: Option<&'static str>,
    configuration: &'a Configuration,
}

impl<'a> Checker<'a> {
    /// Creates a checker for the verbs of a catalog under a configuration.
    pub fn new(catalog: &'a Catalog, configuration: &'a Configuration) -> Self {
        Self {
            verbs: catalog.signatures().collect(),
            blocks: catalog.blocks(),
            run: catalog.operation(Operation::RunFunction),
            ask: catalog.operation(Operation::AskFunction),
            configuration,
        }
    }

    /// Parses the source of a definition of a tier and collects its faults.
    pub fn check(&self, source: &str, tier: Tier) -> Checked {
        self.check_with(source, None, &[], self.rules(tier, Origin::Folder))
    }

    /// Like [`check`](Self::check), for a definition of a pack with this manifest: it may call the functions
    /// of the pack. Assumes that the pack is trusted to run code.
    pub fn check_for(&self, source: &str, manifest: &PackManifest) -> Checked {
        let rules = Rules { allow_execute: true, ..self.rules(Tier::User, Origin::Folder) };
        self.check_with(source, Some(manifest), &[], rules)
    }

    /// Like [`check`](Self::check), for a definition of a tier and of this pack, if any.
    pub(crate) fn check_in(&self, source: &str, tier: Tier, pack: Option<&Pack>) -> Checked {
        let origin = pack.map_or(Origin::Folder, |pack| pack.origin);
        // The functions of a pack that declares no site are available on all sites.
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

    /// Parses the manifest of a pack in the folder of that name. Assumes that the pack is trusted to run
    /// code.
    pub fn manifest(&self, source: &str, folder: &str) -> CheckedManifest {
        let rules = Rules { allow_execute: true, ..self.rules(Tier::User, Origin::Folder) };
        let mut checked = self.read_manifest(source, rules);
        if let Some(manifest) = &checked.manifest {
            checked.diagnostics.extend(faults(manifest, folder));
        }
        checked
    }

    /// Parses the manifest of a pack with this origin.
    pub(crate) fn manifest_of(&self, source: &str, origin: Origin) -> CheckedManifest {
        self.read_manifest(source, self.rules(Tier::Pack, origin))
    }

    fn read_manifest(&self, source: &str, rules: Rules<'_>) -> CheckedManifest {
        let (actions, conditions) = Default::default();
        let (run, ask) = (self.run, self.ask);
        let custom = CustomCode { actions: &actions, conditions: &conditions, run, ask, domains: &[] };
        PackManifest::read(source, &Rules { custom: Some(custom), ..rules })
    }

    /// Parses the hooks of a tier.
    pub(crate) fn hooks(&self, source: &str, tier: Tier) -> (Hooks, Vec<Diagnostic>) {
        Hooks::read(source, &self.rules(tier, Origin::Folder))
    }

    fn rules(&self, tier: Tier, origin: Origin) -> Rules<'_> {
        let allow_execute = Trust::allows_execute(tier, origin, self.configuration);
        Rules { allow_execute, catalog: Some(&self.verbs), blocks: &self.blocks, ..Rules::default() }
    }
}

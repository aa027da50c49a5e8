use std::collections::BTreeMap;
use std::sync::Arc;

use lemmascope_intent::{Capability, Domain, Signature, nearest};

/// Every verb of every domain, by its full name.
#[derive(Default)]
pub struct Catalog {
    capabilities: BTreeMap<&'static str, Arc<dyn Capability>>,
}

impl Catalog {
    /// The verbs of these domains.
    pub fn new(domains: &[Domain]) -> Self {
        let capabilities = domains
            .iter()
            .flat_map(|domain| &domain.capabilities)
            .map(|capability| (capability.signature().name, Arc::clone(capability)))
            .collect();
        Self { capabilities }
    }

    /// The verb of that name. An action of a definition without a domain is one of the web's, as the
    /// definition format has it.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Capability>> {
        match name.contains('.') {
            true => self.capabilities.get(name),
            false => self.capabilities.get(format!("web.{name}").as_str()),
        }
    }

    /// The signatures of all verbs that people may call, by name.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.capabilities.values().map(|capability| capability.signature()).filter(|it| !it.internal)
    }

    /// The verb that was probably meant.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.signatures().map(|signature| signature.name))
    }
}

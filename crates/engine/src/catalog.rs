use std::collections::BTreeMap;
use std::sync::Arc;

use lemmascope_intent::{Capability, Cause, Domain, Failure, Format, Signature, nearest};

/// The domain of the actions that the definition format names without one.
pub(crate) const PAGES: &str = "web";

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

    /// The verb of that name.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Capability>> {
        match name.contains('.') {
            true => self.capabilities.get(name),
            false => self.capabilities.get(format!("{PAGES}.{name}").as_str()),
        }
    }

    /// The internal verbs that are called so, each with the name of its domain.
    pub(crate) fn named(
        &self,
        verb: &'static str,
    ) -> impl Iterator<Item = (&'static str, &Arc<dyn Capability>)> {
        self.capabilities.iter().filter_map(move |(name, capability)| {
            let (domain, called) = name.split_once('.')?;
            (called == verb && capability.signature().internal).then_some((domain, capability))
        })
    }

    /// The verbs that list names, with what they are names of.
    pub(crate) fn listing(&self) -> impl Iterator<Item = (Format, &Arc<dyn Capability>)> {
        self.capabilities.values().filter_map(|capability| Some((capability.signature().lists?, capability)))
    }

    /// The signatures of all verbs that people may call, by name.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.capabilities.values().map(|capability| capability.signature()).filter(|it| !it.internal)
    }

    /// The failure for a name that no verb has.
    pub(crate) fn unknown(&self, name: &str) -> Failure {
        let failure = Failure::new(Cause::Unavailable, format!("there is no verb \"{name}\" here"));
        let known = || self.signatures().map(|signature| signature.name);
        let domain = name.split_once('.').map_or(PAGES, |(domain, _)| domain);
        if !known().any(|verb| verb.split('.').next() == Some(domain)) {
            return failure
                .hint(format!("It needs the domain \"{domain}\", which is not part of this build."));
        }
        match nearest(name, known()) {
            Some(meant) => failure.hint(format!("Did you mean {meant}?")),
            None => failure.hint("`help` lists the verbs."),
        }
    }
}

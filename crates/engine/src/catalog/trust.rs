use std::sync::Arc;

use indexmap::IndexMap;
use lemmascope_intent::definition::Template;
use lemmascope_intent::{Cause, Failure, Reach, Sandbox, Signature, Value};

use super::packs::{Origin, Pack};
use super::registry::{Entry, Tier};
use crate::configuration::Configuration;

/// The permissions of a definition, by its origin. A pack cannot declare them: the folder from which it was
/// loaded determines them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trust {
    /// Whether the definition may run scripts.
    pub allow_execute: bool,
    /// The sandbox of an untrusted definition, which keeps it from the data of the person at this machine.
    pub sandbox: Option<Arc<Sandbox>>,
}

impl Trust {
    /// Returns the trust of a definition with trust `other` when this one calls it: the intersection of both.
    pub(crate) fn through(&self, other: &Self) -> Self {
        let sandbox = match (&self.sandbox, &other.sandbox) {
            (Some(outer), Some(inner)) => Some(Arc::new(outer.around(inner))),
            (one, other) => one.clone().or_else(|| other.clone()),
        };
        Self { allow_execute: self.allow_execute && other.allow_execute, sandbox }
    }

    /// Returns the trust of the person at this machine.
    pub(crate) fn of_person() -> Self {
        Self { allow_execute: true, sandbox: None }
    }

    /// Returns the configured trust of a definition.
    pub(crate) fn of(entry: &Entry, configuration: &Configuration) -> Self {
        Self::of_tier(entry.tier, entry.pack.as_ref(), configuration)
    }

    /// Returns the configured trust for the definitions of a tier, or of this pack.
    pub(crate) fn of_tier(tier: Tier, pack: Option<&Pack>, configuration: &Configuration) -> Self {
        let sandbox = match pack {
            Some(pack) => Sandbox::of_pack(Arc::clone(&pack.name), Arc::clone(&pack.domains)),
            None => Sandbox::of_page(),
        };
        let origin = pack.map_or(Origin::Folder, |pack| pack.origin);
        match level(tier, origin, configuration).as_str() {
            "full" | "verified" => Self::of_person(),
            "configurable" => {
                Self { allow_execute: configuration.switch("security.allow_execute"), sandbox: None }
            }
            _ => Self { allow_execute: false, sandbox: Some(Arc::new(sandbox)) },
        }
    }

    /// Whether the configuration allows the definitions of a tier to run scripts.
    pub(crate) fn allows_execute(tier: Tier, origin: Origin, configuration: &Configuration) -> bool {
        match level(tier, origin, configuration).as_str() {
            "full" | "verified" => true,
            "configurable" => configuration.switch("security.allow_execute"),
            _ => false,
        }
    }

    /// Checks whether the definition may call a verb. An untrusted definition is limited to the open reaches.
    pub(crate) fn admit(&self, verb: &Signature) -> Result<(), Failure> {
        let is_granted = match verb.reach {
            Some(Reach::Code) if !self.allow_execute => false,
            _ if self.sandbox.is_none() => true,
            reach => reach.is_some_and(Reach::is_open),
        };
        if is_granted {
            return Ok(());
        }
        let permission = verb.reach.and_then(Reach::permission).map(str::to_string);
        Err(not_trusted(&permission.unwrap_or_else(|| format!("use {}", verb.name))))
    }

    /// Returns the text that a person must confirm before an untrusted definition makes this call, if there
    /// is one.
    pub(crate) fn consent(&self, verb: &Signature, arguments: &IndexMap<String, Template>) -> Option<String> {
        let sandbox = self.sandbox.as_ref().filter(|_| verb.reach == Some(Reach::Credentials))?;
        let mut required = verb.parameters.iter().filter(|parameter| parameter.required);
        let argument = required.next().and_then(|parameter| arguments.get(&parameter.name));
        let named = argument.and_then(|argument| match argument {
            Template::Literal(Value::Text(name)) => Some(format!("the credential \"{name}\"")),
            _ => None,
        });
        let named = named.unwrap_or_else(|| "a credential of its choice".into());
        Some(format!("{} signs in with {named}", sandbox.subject()))
    }
}

/// Returns the failure for a call that an untrusted definition may not make.
pub(crate) fn not_trusted(what: &str) -> Failure {
    Failure::new(Cause::Forbidden, format!("this definition is not permitted to {what}")).hint(
        "Copy it into your own intents if you trust it, or change pack_trust in the configuration file.",
    )
}

fn level(tier: Tier, origin: Origin, configuration: &Configuration) -> String {
    configuration.text(match (tier, origin) {
        (Tier::Builtin, _) => "pack_trust.builtin",
        (Tier::Core, _) | (Tier::Pack, Origin::Shipped | Origin::Official) => "pack_trust.official",
        (Tier::Pack, Origin::Folder) => "pack_trust.community",
        (Tier::Pack, Origin::Own) | (Tier::User | Tier::Session | Tier::Discovered, _) => "pack_trust.local",
    })
}

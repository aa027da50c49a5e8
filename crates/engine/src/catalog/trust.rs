use std::sync::Arc;

use indexmap::IndexMap;
use lemmascope_intent::definition::Template;
use lemmascope_intent::{Cause, Failure, Reach, Sandbox, Signature, Value};

use super::packs::{Origin, Pack};
use super::registry::{Entry, Tier};
use crate::configuration::Configuration;

/// What a definition is allowed, by where it comes from. A pack cannot say it of itself: what counts
/// is the folder it was loaded from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Trust {
    /// Whether it may run scripts.
    pub allow_execute: bool,
    /// The bounds of a definition that is kept away from what belongs to the person at this machine.
    pub sandbox: Option<Arc<Sandbox>>,
}

impl Trust {
    /// The rest when a definition with this trust calls on one with that: nobody borrows more than
    /// he has.
    pub(crate) fn through(&self, other: &Self) -> Self {
        let sandbox = match (&self.sandbox, &other.sandbox) {
            (Some(outer), Some(inner)) => Some(Arc::new(outer.around(inner))),
            (one, other) => one.clone().or_else(|| other.clone()),
        };
        Self { allow_execute: self.allow_execute && other.allow_execute, sandbox }
    }

    /// What the person at this machine may ask for.
    pub(crate) fn of_person() -> Self {
        Self { allow_execute: true, sandbox: None }
    }

    /// What the configuration allows a definition.
    pub(crate) fn of(entry: &Entry, configuration: &Configuration) -> Self {
        Self::of_tier(entry.tier, entry.pack.as_ref(), configuration)
    }

    /// What the configuration allows what a tier brings, and of packs what this one brings.
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

    /// Whether the configuration lets the definitions of a tier run scripts.
    pub(crate) fn allows_execute(tier: Tier, origin: Origin, configuration: &Configuration) -> bool {
        match level(tier, origin, configuration).as_str() {
            "full" | "verified" => true,
            "configurable" => configuration.switch("security.allow_execute"),
            _ => false,
        }
    }

    /// Whether it may call or ask that verb. A definition that is not trusted has the open reaches only.
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

    /// What the person has to agree to before such a call is made for a definition that is not trusted.
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

/// The refusal of a call to a definition that is not trusted.
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

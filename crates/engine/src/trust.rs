use lemmascope_intent::{Cause, Failure};

use crate::configuration::Configuration;
use crate::registry::Tier;

/// What a definition is allowed, by where it comes from. A pack cannot say it of itself: what counts
/// is the folder it was loaded from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Trust {
    /// Whether it may run scripts.
    pub allow_execute: bool,
    /// Whether it may touch files.
    pub allow_files: bool,
}

impl Trust {
    /// What is left when a definition with this trust calls on one with that: nobody borrows more than
    /// he has.
    pub(crate) fn through(self, other: Self) -> Self {
        Self {
            allow_execute: self.allow_execute && other.allow_execute,
            allow_files: self.allow_files && other.allow_files,
        }
    }

    /// Whether it is kept away from what belongs to the person at this machine.
    pub(crate) fn is_sandboxed(self) -> bool {
        !self.allow_files
    }

    /// What the person at this machine may ask for.
    pub(crate) fn of_person() -> Self {
        Self { allow_execute: true, allow_files: true }
    }

    /// What the configuration allows a tier.
    pub(crate) fn of(tier: Tier, configuration: &Configuration) -> Self {
        let level = configuration.text(match tier {
            Tier::Builtin => "pack_trust.builtin",
            Tier::Core => "pack_trust.official",
            Tier::Pack => "pack_trust.community",
            Tier::User | Tier::Session | Tier::Discovered => "pack_trust.local",
        });
        match level.as_str() {
            "full" | "verified" => Self { allow_execute: true, allow_files: true },
            "configurable" => {
                Self { allow_execute: configuration.switch("security.allow_execute"), allow_files: true }
            }
            _ => Self { allow_execute: false, allow_files: false },
        }
    }

    /// Whether it may call or ask that capability.
    pub(crate) fn admit(self, capability: &str) -> Result<(), Failure> {
        let refused = match capability.split_once('.') {
            Some((_, "execute")) if !self.allow_execute => "run scripts",
            Some(("files" | "desktop", _)) if !self.allow_files => "touch files",
            Some(("system", _)) if !self.allow_files => "use this machine",
            Some(("memory", _)) if !self.allow_files => "know what was remembered",
            _ => return Ok(()),
        };
        Err(Failure::new(Cause::Forbidden, format!("this definition is not trusted to {refused}")).hint(
            "Copy it into your own intents if you trust it, or change pack_trust in the configuration.",
        ))
    }
}

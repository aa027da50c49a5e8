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
}

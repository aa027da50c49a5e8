//! The desktop domains: files, documents, programs and this machine, as verbs.
//!
//! Each domain is a module with a function `domain` that the composition root registers. Nothing here prints
//! or reads the environment: the settings state the locations of home, trash and roots.

pub mod files;
pub mod intents;
pub mod memory;
pub mod opening;
pub mod reader;
mod recognition;
pub mod system;
mod verb;

use lemmascope_intent::Setting;

/// Returns the settings of all desktop domains.
pub fn settings() -> Vec<Setting> {
    [files::settings(), intents::settings()].concat()
}

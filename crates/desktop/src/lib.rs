//! The desktop: what a person does with files, documents and programs, as verbs.
//!
//! Each domain is a module with one function, `domain`, that the composition root registers. Nothing
//! here prints, and nothing reads the environment: where home, trash and roots are is told by
//! settings.

pub mod files;
pub mod intents;
pub mod memory;
pub mod opening;
pub mod reader;
mod recognition;
pub mod system;
mod verb;

use lemmascope_intent::Setting;

/// What of the desktop can be configured.
pub fn settings() -> Vec<Setting> {
    [files::settings(), intents::settings()].concat()
}

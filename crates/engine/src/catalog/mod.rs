//! The catalog of everything callable: the verbs and commands of the domains, and the intents of all tiers.
//!
//! Definitions are found (`loading`, `packs`, `patterns`), checked (`checking`, `trust`), linked (`linking`)
//! and registered (`registry`). `availability` selects the intents that are available on the current page.

mod availability;
mod checking;
mod composition;
mod definition_file;
mod everyday;
mod faulty_file;
mod hooks_file;
mod linking;
mod loading;
mod packs;
mod patterns;
mod registry;
mod state;
mod trust;
mod watch;

pub(crate) use availability::{is_bound_to_pages, unavailable};
pub use checking::Checker;
pub use composition::Catalog;
pub use definition_file::{definition_files, is_definition, is_patterns};
pub(crate) use everyday::Everyday;
pub use faulty_file::FaultyFile;
pub use linking::unlinked;
pub(crate) use loading::{Folder, Loader};
#[cfg(test)]
pub(crate) use packs::Origin as PackOrigin;
pub use packs::ShippedPack;
pub(crate) use packs::{Choice, Pack, Signers, Visitor};
pub use packs::{EffectReader, PackEffects, manifest_file, official_key, read_definition, unloadable};
pub use patterns::pattern_files;
pub use registry::Tier;
pub(crate) use registry::{Caller, Entry, Priority, Registry};
pub(crate) use state::{PackStanding, PackState, SessionHooks, State, expand};
pub(crate) use trust::{Trust, not_trusted};
pub(crate) use watch::Watch;

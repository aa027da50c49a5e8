//! The engine: what is registered, and what becomes of a request.
//!
//! A request is a line, a document, or a sentence. It is read once, resolved to a definition, bound to its parameters, planned,
//! executed, verified and reported; each stage is a file here, and each hands a value to the next.
//! The engine names no domain: it knows capabilities by their signatures alone, and everything about
//! time-outs, retries, trust, confirmation, checkpoints and undo follows from those.

pub mod configuration;

mod file_stamp;
mod lock;
mod vault;

mod ledger;

mod catalog;
mod credentials;
mod learning;
mod model;

mod plan;

mod execution;

mod report;

mod request;
mod sessions;
mod stored_input;

mod approvals;

mod engine;

mod approval_store;
mod keys;
mod learned_store;
mod runs;
mod tasks;

mod pipeline;

mod commands;
mod dialogue;
mod document;
mod offering;

mod checks;
mod opening;
mod submission;

mod deciding;

pub use approvals::Approval;
pub use catalog::{
    Catalog, Checker, EffectReader, FaultyFile, PackEffects, ShippedPack, Tier, definition_files,
    is_definition, is_patterns, manifest_file, official_key, pattern_files, read_definition, unlinked,
    unloadable,
};
pub use checks::{Surroundings, checks};
pub use commands::signatures as command_signatures;
pub use credentials::Given;
pub use engine::{Callable, Engine};
pub use keys::random_token;
pub use ledger::RunSummary;
pub use offering::{DefinitionSource, Fault, LeftOut, Offering, OfferingKind};
pub use opening::{Setup, compose};
pub use plan::MOST_RETRIES;
pub use report::{to_json, to_text, unread};
pub use request::{Grant, Input, NamedCall, Reply, Request};
pub use runs::Earlier;
pub use sessions::Follower;
pub use tasks::StoredTask;
#[doc(hidden)]
pub use vault::open_anything;

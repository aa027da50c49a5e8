//! The engine: it registers intents and verbs, and executes requests.
//!
//! A request is a line, a document, or a sentence. The engine parses it once, resolves it to a definition,
//! binds its parameters, plans, executes, verifies and reports it. Each stage is a module here, and passes a
//! value to the next.
//!
//! The engine names no domain. It knows capabilities only by their signatures, which determine timeouts,
//! retries, trust, confirmation, checkpoints and undo.

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

mod approval_decisions;

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

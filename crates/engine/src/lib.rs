//! The engine: what is registered, and what becomes of a request.
//!
//! A request is a line, a document, or a sentence. It is read once, resolved to a definition, bound to its parameters, planned,
//! carried out, verified and reported; each stage is a file here, and each hands a value to the next.
//! The engine names no domain: it knows capabilities by their signatures alone, and everything about
//! time-outs, retries, trust, confirmation, checkpoints and undo follows from those.

pub mod configuration;

mod catalog;
mod checking;
mod linking;
mod loading;
mod packs;
mod patterns;
mod registry;
mod trust;

mod invocation;
mod planning;
mod preparing;

mod confirmation;

mod execution;
mod verification;

mod credentials;
mod leases;
mod ledger;
mod process;
mod run_events;
mod session;
mod vault;

mod availability;
mod commands;
mod document;
mod engine;
mod fallback;
mod masking;
mod model;
mod running;
mod telling;
mod understanding;

mod respond;

pub use catalog::Catalog;
pub use checking::Checker;
pub use commands::signatures as command_signatures;
pub use credentials::Given;
pub use engine::{Callable, Engine, Reply, Request, Setup};
pub use linking::unlinked;
pub use loading::{FaultyFile, definition_files, is_definition};
pub use packs::{declared_domains, read_definition};
pub use patterns::{is_patterns, pattern_files};
pub use registry::Tier;
pub use respond::{to_json, to_text};
pub use run_events::Follower;
#[doc(hidden)]
pub use vault::open_anything;

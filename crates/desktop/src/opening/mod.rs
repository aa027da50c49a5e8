//! Opening of items: desktop entries of applications, MIME types of files, and fuzzy matching of names.
//!
//! No command passes through a shell: command lines are parsed as the Desktop Entry Specification requires,
//! and each opened item is one argument, whatever its name.

mod keys;

mod entry;
mod exec;

mod catalog;
mod kind;

mod associations;

mod likeness;
mod memory;

mod calling;
mod choosing;

mod opener;
mod start;

pub use entry::Entry;

pub(crate) use calling::Called;
pub(crate) use catalog::{Catalog, program};
pub(crate) use choosing::{Candidate, Choice, Kind, ambiguous, choose};
pub(crate) use exec::Target;
pub(crate) use likeness::{Likeness, Said, Tier};
pub(crate) use memory::Memory;
pub(crate) use opener::{application_of, file_manager};
pub(crate) use start::Start;

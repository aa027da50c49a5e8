//! What opens what: the applications of this machine by their desktop entries, the types of files, and how a name that
//! a person says is found among many.
//!
//! Nothing goes through a shell: command lines are taken apart as the specification of desktop entries says, and what is opened
//! is one argument, whatever it is called.

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

//! Parses untrusted files in a sandboxed child process.
//!
//! A workbook or PDF controls its parser, and may come from anyone. So it is parsed by a child process that
//! gets the open file and nothing else: no other files, no network, limited memory and limited time. Whatever
//! the file does to the parser, the engine survives and reports the error.
//!
//! Parent and child are the same program. The file is the child's standard input, the job is in memory under
//! a fixed file descriptor, and the child responds on its standard output with one JSON object per line.

mod check;
mod child;
mod confinement;
mod job;
mod message;
mod parent;

pub(crate) use check::check;
pub use child::serve;
pub(crate) use job::{Drawn, Job};
pub(crate) use message::Refusal;
pub use parent::Reader;

//! Files of others are read in a separate process.
//!
//! A workbook or a PDF is a program for its reader, written by a person unknown. So it is read by a child that is given the
//! open file and nothing else: no other file, no network, so much memory and so much time. Whatever the file does to
//! its reader, the engine lives, and says what was wrong.
//!
//! Parent and child are the same program. The file is the child's standard input, the job lies in memory under a number
//! that is agreed on, and the child answers on its standard output, a JSON object a line.

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

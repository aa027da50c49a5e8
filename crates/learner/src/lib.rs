//! Traces into proposals: commands that were given several times in the same order become a proposed intent.
//!
//! The crate is pure: it is handed the steps of sessions, in the order in which they were taken, and returns proposals.
//! It has no path to execution or to trust, so that nothing it learns runs before somebody has accepted it.
//!
//! - [`Step`] is a command that was carried out, with secrets as holes.
//! - [`Learner`] aligns each new step with earlier ones (`alignment`), and collects sequences that agree (`pattern`).
//! - A pattern that was seen often enough is generalised (`generalization`) into a [`Proposal`], which prints itself and
//!   its definition.

mod alignment;
mod generalization;
mod learner;
mod likeness;
mod naming;
mod pattern;
mod proposal;
mod step;
mod values;
mod words;

pub use generalization::demonstration;
pub use learner::{Learner, MOST_STEPS, Thresholds};
pub use proposal::{Argument, Inferred, Proposal, ProposedStep, Seen, TargetPart, quoted};
pub use step::{Held, Kind, Step};
pub use values::ValueKind;

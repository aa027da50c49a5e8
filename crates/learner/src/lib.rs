//! Learns intents from traces: commands that occur several times in the same order become a proposed intent.
//!
//! The crate is pure: it receives the steps of sessions, in the order of their execution, and returns proposals.
//! It has no access to execution or trust, so that nothing that it learns runs before a person has accepted it.
//!
//! - [`Step`] is an executed command, without secrets.
//! - [`Learner`] aligns each new step with earlier ones (`alignment`), and collects sequences that agree
//!   (`pattern`).
//! - A pattern with enough observations is generalized (`generalization`) into a [`Proposal`], which prints
//!   itself and its definition.

mod alignment;
mod generalization;
mod learner;
mod naming;
mod pattern;
mod proposal;
mod similarity;
mod step;
mod values;
mod words;

pub use generalization::demonstration;
pub use learner::{Learner, MOST_STEPS, Thresholds};
pub use proposal::{Argument, InferredParameter, Proposal, ProposedStep, Seen, TargetPart, quoted};
pub use step::{Held, Kind, Step};
pub use values::ValueKind;

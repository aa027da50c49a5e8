//! Plans: everything that is going to be done, before any of it is done.
//!
//! An invocation names an intent or a verb and the values that were given. The planner turns it into a plan; a prepared plan is one
//! with the way in which it is executed, ready to be shown, agreed to, or run.

mod arguments;
mod block_conflicts;
mod invocation;
mod known;
mod layout;
mod planner;
mod policy;
mod position;
mod prepared;
mod warning;

pub(crate) use block_conflicts::acts_here;
pub use invocation::MOST_RETRIES;
pub(crate) use invocation::{Invocation, RunOptions, is_masked};
pub(crate) use planner::Planner;
pub(crate) use policy::{Checks, Policy};
pub(crate) use position::{Fate, Position};
pub(crate) use prepared::{Prepared, Resumed, Show};

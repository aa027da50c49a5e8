//! Plans: all calls, before the first one is executed.
//!
//! An invocation is the name of an intent or a verb with its arguments. The planner turns it into a plan. A
//! prepared plan also has its execution policy, and can be shown, confirmed, or executed.

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
pub(crate) use position::{Position, ResumeAction};
pub(crate) use prepared::{Prepared, Resumed, Show};

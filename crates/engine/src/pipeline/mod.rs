//! One invocation from its name to its report: prepared, agreed to, carried out, verified, told.

mod confirmation;
mod fallback;
mod observing;
mod preparing;
mod running;
mod services;

pub(crate) use observing::proposal_data;

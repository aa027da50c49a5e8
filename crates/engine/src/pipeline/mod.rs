//! The stages of an invocation, from its name to its report: preparation, confirmation, execution,
//! verification, report.

mod confirmation;
mod fallback;
mod observing;
mod preparing;
mod running;
mod services;

pub(crate) use observing::proposal_data;

//! Resolves targets, as users write them, to elements.
//!
//! Everything here is a pure function of a [`Snapshot`](crate::page::Snapshot). For questions that a snapshot
//! cannot answer, such as a selector, `resolve` returns `Step::Need` with a `Query`; the caller queries the
//! page, adds the result to the `Findings`, and calls again. A target issues each query only once, so this
//! terminates.

mod anchor;
mod candidates;
mod choice;
mod grouping;
mod healing;
mod missing;
mod number;
mod query;
mod relation;
mod resolution;
mod roles;
mod rules;
mod subject;
mod target;
mod wording;

#[cfg(test)]
mod describe;
#[cfg(test)]
mod heal_rate;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

pub(crate) use query::{Findings, Group, Grouping, Query};
pub(crate) use resolution::{Step, resolve, resolve_all};
pub use rules::Rules;
pub(crate) use subject::subject_of;
pub use target::{How, Target, Way};

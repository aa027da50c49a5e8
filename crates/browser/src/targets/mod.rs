//! From what a person wrote to the element that was meant.
//!
//! Everything here is a pure function of a [`Snapshot`](crate::page::Snapshot). What a snapshot cannot answer, a selector
//! for one, is asked back: `resolve` returns `Step::Need` with a `Query`, the caller puts it to the page, adds
//! the answer to the `Findings`, and calls again. A target asks each question once, so this ends.

mod anchor;
mod candidates;
mod choice;
mod grouping;
mod healing;
mod missing;
mod number;
mod query;
mod reading;
mod relation;
mod resolution;
mod roles;
mod rules;
mod subject;
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
pub use reading::{How, Target, Way};
pub(crate) use resolution::{Step, resolve, resolve_all};
pub use rules::Rules;
pub(crate) use subject::subject_of;

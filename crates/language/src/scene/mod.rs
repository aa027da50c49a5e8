//! Sentences about what is in front of somebody: "select Portugal from the list and click Send".
//!
//! The things that there are now are the vocabulary. A sentence is taken apart at its verbs; each part has to be explained
//! to its last word by names, nouns and values, and mean things that are there. What is not explained is asked about, so that
//! nothing is submitted of which a part was passed over.

mod choosing;
mod clause;
mod kind;
mod mention;
mod reading;
mod resolve;
mod said;
mod step;
mod suits;
mod thing;
mod using;
mod writing;

#[cfg(test)]
mod tests;

pub use kind::Kind;
pub use reading::{may_speak, read};
pub use resolve::Doubt;
pub use step::{Aim, Spoken, Step};
pub use thing::{Scene, Thing};

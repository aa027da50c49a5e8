//! Reads sentences about the controls on a page: "select Portugal from the list and click Send".
//!
//! The controls of the page are the vocabulary. A sentence is split into clauses at its verbs. Names, nouns and values have to
//! explain every word of a clause, and each mention has to resolve to a control. Anything else becomes a question, so that no form
//! is submitted after a clause was dropped.

mod acts;
mod asking;
mod choosing;
mod clause;
mod counting;
mod dragging;
mod kind;
mod look;
mod mention;
mod own;
mod quoting;
mod reading;
mod resolve;
mod said;
mod scrolling;
mod sets;
mod sorting;
mod stating;
mod step;
mod styling;
mod suits;
mod superlative;
mod table;
mod thing;
mod using;
mod writing;

#[cfg(test)]
mod describing_tests;
#[cfg(test)]
mod tests;

pub use asking::{Answer, Answered, answer, is_question};
pub use kind::Kind;
pub use reading::{is_about_machine, read};
pub use resolve::Doubt;
pub use step::{Aim, Spoken, Step};
pub use table::Table;
pub use thing::{Counter, Group, Scene, Thing};

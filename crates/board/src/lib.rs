//! The board domain: cards and columns, in an embedded store or on a Kanboard server.
//!
//! Reading order: the values of a board, the trait of stores and the embedded one.

mod limits;
pub mod model;

mod error;
mod store;

pub mod embedded;

use lemmascope_intent::Domain;

pub use error::BoardError;
pub use store::{Answer, Store};

/// The verbs and definitions of this domain.
pub fn domain() -> Domain {
    Domain::new("board", Vec::new())
}

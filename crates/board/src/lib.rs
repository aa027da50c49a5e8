//! The board domain: cards and columns, in an embedded store or on a Kanboard server.
//!
//! It brings no verbs yet; its issue fills it.

use lemmascope_intent::Domain;

/// The verbs and definitions of this domain.
pub fn domain() -> Domain {
    Domain::new("board", Vec::new())
}

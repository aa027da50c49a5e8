//! The channels domain: envelopes, adapters and contacts, by which agents speak to one another.
//!
//! It brings no verbs yet; its issue fills it.

use lemmascope_intent::Domain;

/// The verbs and definitions of this domain.
pub fn domain() -> Domain {
    Domain::new("channels", Vec::new())
}

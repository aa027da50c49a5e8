//! The web domain: a scanner, a browser driver, and the verbs of pages.
#![allow(dead_code, unused_imports)]

mod page;

mod driver;

use lemmascope_intent::Domain;

/// The verbs and definitions of this domain.
pub fn domain() -> Domain {
    Domain { name: "web", definitions: &[], capabilities: Vec::new() }
}

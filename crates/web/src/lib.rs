//! The web domain: a scanner, a browser driver, and the verbs and intents of pages.
//!
//! It brings no verbs yet; the web issues fill it. A definition that clicks or types is checked and
//! loaded all the same, and answers that its verbs are not available when it is run.

use lemmascope_intent::Domain;

/// The verbs and definitions of this domain.
pub fn domain() -> Domain {
    Domain { name: "web", definitions: &[], capabilities: Vec::new() }
}

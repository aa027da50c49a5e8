//! The intents that are built in. Each is a verb like any other, made of looks, clicks and keys, and a small definition by
//! which it has a name, parameters and triggers as every intent has. What such a verb does on its way it tells in the
//! call's logbook, line by line.

mod hands;
mod proceed;

use std::sync::Arc;

use lemmascope_intent::Source;

use crate::session::Sessions;
use crate::verbs::{Verb, table};

pub(crate) use hands::Hands;

/// The definitions by which they are called.
pub(crate) const DEFINITIONS: &[Source] = &[source("scroll_to", include_str!("scroll_to.yaml"))];

const fn source(name: &'static str, text: &'static str) -> Source {
    Source { name, text }
}

/// What the definitions call.
pub(crate) fn verbs(sessions: &Arc<Sessions>) -> Vec<Verb> {
    table! { sessions:
        proceed
    }
}

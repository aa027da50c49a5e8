//! Adapters: payloads of ChatGPT and Gemini as envelopes.

use std::sync::Arc;

use lemmascope_intent::Route;
use lemmascope_store::Migration;

use crate::site::Site;

/// The tables of this part, oldest first.
pub(crate) const MIGRATIONS: &[Migration] = &[];

/// The routes of this part.
pub fn routes(_site: &Arc<Site>) -> Vec<Route> {
    Vec::new()
}

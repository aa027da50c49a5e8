//! The gateway: accepts intents, delivers them, and keeps what becomes of them.

mod failure;
mod submission;

use std::sync::Arc;

use lemmascope_intent::{Cancellation, Route, Submit};
use lemmascope_store::Migration;

pub use failure::GatewayFailure;
pub use submission::{Accepted, Submission, Trace};

use crate::site::Site;

/// The tables of this part, oldest first.
pub(crate) const MIGRATIONS: &[Migration] = &[];

/// The routes of this part.
pub fn routes(_site: &Arc<Site>) -> Vec<Route> {
    Vec::new()
}

/// Hands an intent to the gateway on behalf of a sender, the owner of a key. When it returns, the intent is durable.
pub async fn submit(site: &Site, sender: &str, submission: Submission) -> Result<Accepted, GatewayFailure> {
    let _ = (site, sender, submission);
    Err(GatewayFailure::new(503, "STORE_UNAVAILABLE", "the gateway does not accept intents yet"))
}

/// Delivers what was accepted, until it is cancelled.
pub(crate) async fn work(_site: Arc<Site>, _engine: Arc<dyn Submit>, cancellation: Cancellation) {
    cancellation.cancelled().await;
}

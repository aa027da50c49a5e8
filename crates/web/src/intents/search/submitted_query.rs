use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::page::{ElementId, Snapshot};

use super::evidence::Evidence;

/// A query in its field, and the state of the page before it was submitted.
pub(super) struct SubmittedQuery<'q> {
    pub(super) field: ElementId,
    pub(super) query: &'q str,
    pub(super) before: Arc<Snapshot>,
    pub(super) evidence: Evidence,
    pub(super) wait: Duration,
}

use std::sync::Arc;
use std::time::Duration;

use lemmascope_browser::page::{ElementId, Snapshot};

use super::evidence::Evidence;

/// A query that is in its field, and how the page was before it did.
pub(super) struct Asked<'q> {
    pub(super) field: ElementId,
    pub(super) query: &'q str,
    pub(super) before: Arc<Snapshot>,
    pub(super) evidence: Evidence,
    pub(super) wait: Duration,
}

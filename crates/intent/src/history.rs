use std::sync::Arc;

use crate::failure::Failure;
use crate::future::BoxFuture;

/// Something that was done and changed something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// When, in microseconds since the epoch.
    pub at: i64,
    /// The verb.
    pub verb: String,
    /// As the action log tells it, secrets masked.
    pub line: String,
    /// Whether it was undone since.
    pub undone: bool,
}

/// What was done in the session since a moment, in microseconds since the epoch; the newest first.
pub type History = Arc<dyn Fn(i64) -> BoxFuture<'static, Result<Vec<Deed>, Failure>> + Send + Sync>;

use std::sync::Arc;

use crate::failure::Failure;
use crate::future::BoxFuture;

/// An action that changed something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deed {
    /// The time, in microseconds since the Unix epoch.
    pub at: i64,
    /// The verb.
    pub verb: String,
    /// The line of the action log, with secrets masked.
    pub line: String,
    /// Whether it has been undone.
    pub undone: bool,
}

/// Returns the actions of the session since a time in microseconds since the Unix epoch, the newest first.
pub type History = Arc<dyn Fn(i64) -> BoxFuture<'static, Result<Vec<Deed>, Failure>> + Send + Sync>;

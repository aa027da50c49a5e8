use lemmascope_intent::{Cause, Failure};
use thiserror::Error;

use super::super::obstacle::page_gone_failure;

/// The reason why a command has no result.
#[derive(Debug, Clone, Error)]
pub(super) enum Fault {
    #[error("{0}")]
    Closed(String),
    #[error("{message}")]
    Refused { method: &'static str, code: String, message: String },
    #[error("the browser did not answer in time")]
    TimedOut { method: &'static str },
}

impl Fault {
    /// Whether the target of the command no longer exists: a document that was left, a frame that was
    /// removed, or a tab that was closed.
    pub(super) fn is_gone(&self) -> bool {
        let Self::Refused { code, message, .. } = self else { return false };
        matches!(code.as_str(), "no such frame" | "no such node" | "no such handle" | "no such realm")
            || GONE.iter().any(|known| message.contains(known))
    }

    /// Whether the browser does not support the command or its parameters.
    pub(super) fn is_unsupported(&self) -> bool {
        matches!(self, Self::Refused { code, .. } if matches!(code.as_str(), "unknown command" | "unsupported operation"))
    }
}

/// Error messages of Firefox and Chrome for a document that was left while a command was in flight.
const GONE: [&str; 7] = [
    "AbortError",
    "DiscardedBrowsingContext",
    "Browsing context got discarded",
    "destroyed",
    "Cannot find context",
    "Inspected target navigated or closed",
    "Execution context was destroyed",
];

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        if fault.is_gone() {
            return page_gone_failure();
        }
        match fault {
            Fault::Closed(message) => {
                Failure::new(Cause::Unavailable, message).hint("The next command starts the browser again.")
            }
            Fault::Refused { method, message, .. } => {
                Failure::new(Cause::Failed, format!("the browser refuses: {message}")).context(method)
            }
            Fault::TimedOut { method } => {
                tracing::debug!(method, "no answer in time");
                Failure::new(Cause::Timeout, "the page did not answer in time")
                    .hint("It may be busy: try again in a moment, or reload it with `refresh`.")
                    .verdict("timeout")
            }
        }
    }
}

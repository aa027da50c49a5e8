use lemmascope_intent::{Cause, Failure};
use thiserror::Error;

use super::super::obstacle::page_gone_failure;
use super::super::recovery::script_terminated;

/// The reason why a command has no response.
#[derive(Debug, Clone, Error)]
pub(super) enum Fault {
    #[error("{0}")]
    Closed(String),
    #[error("{message}")]
    Refused { method: &'static str, message: String },
    #[error("the browser did not answer in time")]
    TimedOut { method: &'static str },
    #[error("the browser's answer makes no sense")]
    Malformed { method: &'static str, detail: String },
}

impl Fault {
    /// Whether the target of the command no longer exists: a document that was left, a frame that was
    /// removed, or a tab that was closed.
    pub(super) fn is_gone(&self) -> bool {
        let Self::Refused { message, .. } = self else { return false };
        [
            "Cannot find context",
            "Execution context was destroyed",
            "Inspected target navigated or closed",
            "Session with given id not found",
            "Target closed",
            "uniqueContextId not found",
            "Cannot find execution context",
            "Could not find object with given id",
            "Frame with the given id was not found",
            "Frame with the given id does not belong",
            "No frame for given id found",
            "Could not find node with given id",
            "Node is detached from document",
            "No node found",
        ]
        .iter()
        .any(|known| message.contains(known))
    }
}

impl Fault {
    /// Whether the browser is between two documents of a tab, so that a retry may succeed.
    pub(super) fn is_transient(&self) -> bool {
        matches!(self, Self::Refused { message, .. } if message.contains("Not attached to an active page"))
    }

    /// Whether a script was terminated while it ran or before it started.
    pub(super) fn is_termination(&self) -> bool {
        matches!(self, Self::Refused { message, .. } if message.contains("Execution was terminated"))
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        if fault.is_gone() {
            return page_gone_failure();
        }
        if fault.is_termination() {
            return script_terminated();
        }
        match fault {
            Fault::Closed(message) => {
                Failure::new(Cause::Unavailable, message).hint("The next command starts the browser again.")
            }
            Fault::Refused { method, message } => {
                Failure::new(Cause::Failed, format!("the browser refuses: {message}")).context(method)
            }
            Fault::TimedOut { method } => {
                tracing::debug!(method, "no answer in time");
                Failure::new(Cause::Timeout, "the page did not answer in time")
                    .hint("It may be busy: try again in a moment, or reload it with `refresh`.")
                    .verdict("timeout")
            }
            Fault::Malformed { method, detail } => {
                Failure::new(Cause::Failed, "the browser's answer could not be read")
                    .context(format!("{method}: {detail}"))
            }
        }
    }
}

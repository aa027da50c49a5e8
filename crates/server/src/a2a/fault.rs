use lemmascope_intent::Failure;
use serde_json::Value;

use crate::json_rpc;

/// An error of the protocol.
#[derive(Debug)]
pub(super) struct Fault {
    code: i32,
    message: String,
}

impl Fault {
    /// Creates an error with this code.
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// Returns the error for invalid parameters of a method.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    /// Returns the error for a body that is not JSON.
    pub(super) fn unreadable(error: &serde_json::Error) -> Self {
        Self::new(-32700, format!("the body is not JSON: {error}"))
    }

    /// Returns the error for a body that is not a JSON-RPC request.
    pub(super) fn malformed_request() -> Self {
        Self::new(-32600, "the body is not a request of JSON-RPC 2.0")
    }

    /// Returns the error for an unknown method.
    pub(super) fn method_not_found(name: &str) -> Self {
        Self::new(-32601, format!("there is no method \"{name}\""))
    }

    /// Returns the error for a temporary failure of the server.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(-32603, message)
    }

    /// Converts a failure of the engine.
    pub(super) fn of(failure: Failure) -> Self {
        Self::internal(failure.message)
    }

    /// Returns the error for an unknown task.
    pub(super) fn task_not_found(id: &str) -> Self {
        Self::new(-32001, format!("there is no task \"{id}\""))
    }

    /// Returns the error for a task that has ended.
    pub(super) fn task_not_cancelable(id: &str) -> Self {
        Self::new(-32002, format!("the task \"{id}\" is over"))
    }

    /// Returns the error for push notifications, which are not supported.
    pub(super) fn push_notifications_unsupported() -> Self {
        Self::new(-32003, "this agent sends no push notifications; follow the task as a stream")
    }

    /// Returns the error for a task whose state does not allow the operation.
    pub(super) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(-32004, message)
    }

    /// Returns the error for a part that is neither a text nor an object.
    pub(super) fn content() -> Self {
        Self::new(-32005, "this agent takes text and data parts only")
    }

    /// Returns the error for an extended card, which does not exist.
    pub(super) fn extended_card_unsupported() -> Self {
        Self::new(-32007, "this agent has no extended card")
    }

    /// Returns the error for an unsupported protocol version.
    pub(super) fn version(version: &str) -> Self {
        Self::new(-32009, format!("version {version} is not spoken here; 1.0 and 0.3 are"))
    }

    /// Returns the error as a response.
    pub(super) fn to_json(&self, id: &Value) -> Value {
        json_rpc::error(id, self.code, &self.message)
    }
}

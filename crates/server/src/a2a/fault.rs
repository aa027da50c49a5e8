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
    /// A fault of that code.
    fn new(code: i32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// The parameters of a method are not as they should be.
    pub(super) fn invalid(message: impl Into<String>) -> Self {
        Self::new(-32602, message)
    }

    /// The body is no JSON.
    pub(super) fn unreadable(error: &serde_json::Error) -> Self {
        Self::new(-32700, format!("the body is not JSON: {error}"))
    }

    /// The body is no request of JSON-RPC.
    pub(super) fn no_request() -> Self {
        Self::new(-32600, "the body is not a request of JSON-RPC 2.0")
    }

    /// There is no such method.
    pub(super) fn no_method(name: &str) -> Self {
        Self::new(-32601, format!("there is no method \"{name}\""))
    }

    /// The server cannot do it now.
    pub(super) fn internal(message: impl Into<String>) -> Self {
        Self::new(-32603, message)
    }

    /// The engine has failed.
    pub(super) fn of(failure: Failure) -> Self {
        Self::internal(failure.message)
    }

    /// The owner has no such task.
    pub(super) fn no_task(id: &str) -> Self {
        Self::new(-32001, format!("there is no task \"{id}\""))
    }

    /// The task is over.
    pub(super) fn not_cancelable(id: &str) -> Self {
        Self::new(-32002, format!("the task \"{id}\" is over"))
    }

    /// There are no push notifications.
    pub(super) fn no_push() -> Self {
        Self::new(-32003, "this agent sends no push notifications; follow the task as a stream")
    }

    /// The task is not in a state for this.
    pub(super) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(-32004, message)
    }

    /// A part is neither a text nor an object.
    pub(super) fn content() -> Self {
        Self::new(-32005, "this agent takes text and data parts only")
    }

    /// There is one card for everybody.
    pub(super) fn no_extended_card() -> Self {
        Self::new(-32007, "this agent has no extended card")
    }

    /// The client speaks a version that this agent does not.
    pub(super) fn version(version: &str) -> Self {
        Self::new(-32009, format!("version {version} is not spoken here; 1.0 and 0.3 are"))
    }

    /// The fault as the answer to a request.
    pub(super) fn to_json(&self, id: &Value) -> Value {
        json_rpc::error(id, self.code, &self.message)
    }
}

//! JSON-RPC responses, for the protocols that use it over HTTP.

use std::fmt::Display;

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Returns an error response.
pub(crate) fn error(id: &Value, code: i32, message: impl Display) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message.to_string()}})
}

/// Returns the HTTP response to a body that is not a valid message.
pub(crate) fn refusal(id: &Value, code: i32, message: &dyn Display) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (StatusCode::BAD_REQUEST, kind, error(id, code, message).to_string()).into_response()
}

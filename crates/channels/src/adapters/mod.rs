//! Adapters: requests of ChatGPT, of Gemini and in plain JSON as envelopes, sent to the recipient whom the user means.
//!
//! A [`Connector`] has the names of the fields. With them a [`Request`](request::Request) is read, which is the same for all, and
//! becomes a payload; the recipient is looked up in the contacts; and the envelope goes to the gateway.

mod adapting;
mod connector;
mod functions;
mod kept;
mod openapi;
mod request;
mod routes;

use serde_json::{Value as Json, json};

pub(crate) use adapting::Door;
pub use connector::Connector;
pub use functions::functions;
pub(crate) use kept::MIGRATIONS;
pub use openapi::openapi;
pub use request::read as read_request;
pub use routes::routes;

/// A refusal of the server in the normal form of the protocol.
pub(crate) fn refusal(problem: &Json) -> Json {
    let text = |name: &str| problem.get(name).and_then(Json::as_str);
    let mut error = json!({
        "code": text("code").unwrap_or("REFUSED"),
        "field": text("field"),
        "reason": text("detail").unwrap_or("the request was refused"),
    });
    let hint = problem.get("hint").and_then(|hint| hint.get(0).unwrap_or(hint).as_str());
    if let Some(hint) = hint {
        error["hint"] = json!(hint);
    }
    json!({"ok": false, "error": error})
}

//! The endpoints for the journal: the actions in a session, undo and redo.

use axum::http::Method;
use lemmascope_intent::Permission;
use serde_json::{Value, json};

use super::calls::submit;
use crate::answer::Answer;
use crate::call;
use crate::endpoint::{Endpoint, Exchange};
use crate::problem::Problem;
use crate::schema;

/// Microseconds per millisecond: the journal counts microseconds, responses milliseconds.
const MICROSECONDS: i64 = 1000;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let entry = json!({
        "type": "object",
        "required": ["at", "verb", "line", "undone"],
        "properties": {
            "at": {"type": "integer", "description": "Milliseconds since 1970."},
            "verb": {"type": "string"},
            "line": {"type": "string"},
            "undone": {"type": "boolean"},
        },
    });
    let list = json!({
        "type": "object",
        "required": ["entries"],
        "properties": {"entries": {"type": "array", "items": entry}},
    });
    let session = || schema::object(&[], &[("session", schema::session())]);
    vec![
        Endpoint::new(
            Method::GET,
            "/v1/journal",
            "listJournal",
            "List the changes, the latest first.",
            list_all,
        )
        .query("session", schema::session(), "The session.")
        .answers(list),
        Endpoint::new(Method::POST, "/v1/journal/undo", "undo", "Undo the last run of a session.", undo)
            .needs(Permission::Act)
            .body(session())
            .answers(schema::report()),
        Endpoint::new(Method::POST, "/v1/journal/redo", "redo", "Redo the last undone change.", redo)
            .needs(Permission::Act)
            .body(session())
            .answers(schema::report()),
    ]
}

async fn list_all(exchange: Exchange) -> Result<Answer, Problem> {
    let deeds = exchange.service.engine.deeds(&exchange.grant.owner, exchange.session()).await?;
    let entries: Vec<Value> = deeds
        .into_iter()
        .map(|deed| json!({"at": deed.at / MICROSECONDS, "verb": deed.verb, "line": deed.line, "undone": deed.undone}))
        .collect();
    Ok(Answer::json(json!({"entries": entries})))
}

async fn undo(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::command("engine.undo", []);
    submit(&exchange, exchange.request(call)).await
}

async fn redo(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::command("engine.redo", []);
    submit(&exchange, exchange.request(call)).await
}

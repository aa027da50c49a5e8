//! The endpoints for keys and settings, for administrators.

use axum::http::{Method, StatusCode};
use lemmascope_intent::{Permission, Value as Given};
use serde_json::{Value, json};

use super::calls::submit;
use crate::answer::Answer;
use crate::call;
use crate::endpoint::{Endpoint, Exchange};
use crate::problem::Problem;
use crate::schema;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let key = json!({
        "type": "object",
        "required": ["agent", "key"],
        "properties": {"agent": {"type": "string"}, "key": {"type": "string"}},
    });
    let list = json!({"type": "object", "required": ["keys"], "properties": {"keys": {"type": "array"}}});
    let agent = json!({"type": "string", "minLength": 1, "maxLength": 100, "pattern": r"^[A-Za-z0-9_@+-][A-Za-z0-9._@+-]*$"});
    let scopes = json!({
        "type": "array",
        "minItems": 1,
        "items": {"enum": Permission::ALL},
    });
    let new =
        [("agent", agent), ("scopes", scopes), ("expires", schema::span("How long it is valid, as in 90d."))];
    let rotation = [("overlap", schema::span("How long the old key stays valid, as in 24h."))];
    let value = [("value", json!({"description": "The new value."}))];
    let admin = |endpoint: Endpoint| endpoint.needs(Permission::Admin);
    vec![
        admin(Endpoint::new(
            Method::GET,
            "/v1/keys",
            "listKeys",
            "List the keys, without secrets.",
            list_all,
        ))
        .answers(list),
        admin(Endpoint::new(
            Method::POST,
            "/v1/keys",
            "createKey",
            "Create a key; it is shown once.",
            create,
        ))
        .body(schema::object(&["agent"], &new))
        .creates(key.clone()),
        admin(Endpoint::new(Method::POST, "/v1/keys/{id}/rotate", "rotateKey", "Replace a key.", rotate))
            .body(schema::object(&[], &rotation))
            .creates(key),
        admin(Endpoint::new(Method::DELETE, "/v1/keys/{id}", "revokeKey", "Revoke a key at once.", revoke))
            .answers(schema::report()),
        admin(Endpoint::new(Method::GET, "/v1/settings", "listSettings", "List the settings.", settings))
            .answers(schema::report()),
        admin(Endpoint::new(Method::PUT, "/v1/settings/{key}", "changeSetting", "Change a setting.", change))
            .body(schema::object(&["value"], &value))
            .answers(schema::report()),
        admin(Endpoint::new(Method::DELETE, "/v1/settings/{key}", "resetSetting", "Reset a setting.", reset))
            .answers(schema::report()),
    ]
}

async fn submit_command(
    exchange: &Exchange,
    command: &str,
    parameters: &[(&str, Given)],
) -> Result<Answer, Problem> {
    let call = call::command(command, parameters.iter().cloned());
    submit(exchange, exchange.request(call)).await
}

async fn list_all(exchange: Exchange) -> Result<Answer, Problem> {
    match submit_command(&exchange, "engine.keys_list", &[]).await? {
        Answer::Json { body, .. } => {
            let keys = body.get("keys").cloned().unwrap_or_else(|| json!([]));
            Ok(Answer::json(json!({"keys": keys})))
        }
        other => Ok(other),
    }
}

async fn create(exchange: Exchange) -> Result<Answer, Problem> {
    let mut parameters = vec![("agent", Given::from(exchange.text("agent").unwrap_or_default()))];
    if let Some(scopes) = exchange.body["scopes"].as_array() {
        let names: Vec<&str> = scopes.iter().filter_map(Value::as_str).collect();
        parameters.push(("scopes", names.join(",").into()));
    }
    parameters.extend(exchange.text("expires").map(|span| ("expires", Given::from(span))));
    created(submit_command(&exchange, "engine.keys_create", &parameters).await?)
}

async fn rotate(exchange: Exchange) -> Result<Answer, Problem> {
    let mut parameters = vec![("id", Given::from(exchange.part("id")))];
    parameters.extend(exchange.text("overlap").map(|span| ("overlap", Given::from(span))));
    created(submit_command(&exchange, "engine.keys_rotate", &parameters).await?)
}

fn created(answer: Answer) -> Result<Answer, Problem> {
    match answer {
        Answer::Json { body, headers, .. } => Ok(Answer::Json { status: StatusCode::CREATED, body, headers }),
        other => Ok(other),
    }
}

async fn revoke(exchange: Exchange) -> Result<Answer, Problem> {
    submit_command(&exchange, "engine.keys_revoke", &[("id", exchange.part("id").into())]).await
}

async fn settings(exchange: Exchange) -> Result<Answer, Problem> {
    submit_command(&exchange, "engine.config_show", &[]).await
}

async fn change(exchange: Exchange) -> Result<Answer, Problem> {
    let value = match &exchange.body["value"] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let parameters = [("key", exchange.part("key").into()), ("value", Given::from(value))];
    submit_command(&exchange, "engine.config_set", &parameters).await
}

async fn reset(exchange: Exchange) -> Result<Answer, Problem> {
    submit_command(&exchange, "engine.config_reset", &[("key", exchange.part("key").into())]).await
}

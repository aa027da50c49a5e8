//! The endpoints for definitions of intents: read, check, and register them for a session.

use axum::http::Method;
use lemmascope_engine::{DefinitionSource, Fault};
use lemmascope_intent::{Cause, Failure, Permission};
use serde_json::{Value, json};

use super::calls::submit;
use crate::answer::Answer;
use crate::call;
use crate::endpoint::{Endpoint, Exchange};
use crate::problem::Problem;
use crate::schema;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let fault = json!({
        "type": "object",
        "required": ["line", "column", "severity", "message"],
    });
    let faults = json!({
        "type": "object",
        "required": ["valid", "faults"],
        "properties": {"valid": {"type": "boolean"}, "faults": {"type": "array", "items": fault}},
    });
    let list = json!({
        "type": "object",
        "required": ["definitions", "left_out"],
        "properties": {"definitions": {"type": "array"}, "left_out": {"type": "array"}},
    });
    let source = json!({"type": "string", "minLength": 1, "maxLength": 1_000_000});
    let body = [("steps", source.clone()), ("session", schema::session())];
    vec![
        Endpoint::new(Method::GET, "/v1/definitions", "listDefinitions", "List the definitions.", list_all)
            .query("session", schema::session(), "The session, which may have defined intents.")
            .answers(list),
        Endpoint::new(Method::GET, "/v1/definitions/{name}", "getDefinition", "Show a definition.", show)
            .query("session", schema::session(), "The session, which may have defined intents.")
            .answers(json!({"type": "object", "required": ["name", "source"]})),
        Endpoint::new(
            Method::PUT,
            "/v1/definitions/{name}",
            "define",
            "Define an intent for a session. `steps` is a definition in YAML without its first two lines.",
            define,
        )
        .needs(Permission::Act)
        .body(schema::object(&["steps"], &body))
        .answers(schema::report()),
        Endpoint::new(
            Method::DELETE,
            "/v1/definitions/{name}",
            "undefine",
            "Forget an intent of a session.",
            undefine,
        )
        .needs(Permission::Act)
        .query("session", schema::session(), "The session.")
        .answers(schema::report()),
        Endpoint::new(Method::POST, "/v1/definition-checks", "checkDefinition", "Check a definition.", check)
            .body(schema::object(&["source"], &[("source", source)]))
            .answers(faults),
    ]
}

async fn list_all(exchange: Exchange) -> Result<Answer, Problem> {
    let engine = &exchange.service.engine;
    let definitions = engine.definitions(&exchange.grant.owner, exchange.session());
    let definitions: Vec<Value> = definitions.iter().map(|it| described(it, false)).collect();
    let left_out: Vec<Value> = engine
        .left_out()
        .into_iter()
        .map(|file| json!({"path": file.path, "faults": file.faults.iter().map(fault).collect::<Vec<_>>()}))
        .collect();
    Ok(Answer::json(json!({"definitions": definitions, "left_out": left_out})))
}

async fn show(exchange: Exchange) -> Result<Answer, Problem> {
    let name = exchange.part("name");
    let definitions = exchange.service.engine.definitions(&exchange.grant.owner, exchange.session());
    let found = definitions.iter().find(|definition| definition.name == name);
    let unknown = || Failure::new(Cause::UnknownIntent, format!("there is no definition \"{name}\""));
    Ok(Answer::json(described(found.ok_or_else(unknown)?, true)))
}

async fn define(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::definition(exchange.part("name"), exchange.text("steps").unwrap_or_default());
    submit(&exchange, exchange.request(call)).await
}

async fn undefine(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::command("engine.undefine", [("name", exchange.part("name").into())]);
    submit(&exchange, exchange.request(call)).await
}

async fn check(exchange: Exchange) -> Result<Answer, Problem> {
    let faults = exchange.service.engine.check_definition(exchange.text("source").unwrap_or_default());
    let valid = !faults.iter().any(|fault| fault.severity == "error");
    Ok(Answer::json(json!({"valid": valid, "faults": faults.iter().map(fault).collect::<Vec<_>>()})))
}

fn described(definition: &DefinitionSource, whole: bool) -> Value {
    let mut described = json!({
        "name": definition.name,
        "version": definition.version,
        "tier": definition.tier.as_str(),
        "origin": definition.origin,
    });
    if whole {
        described["source"] = definition.source.clone().into();
    }
    described
}

fn fault(fault: &Fault) -> Value {
    json!({
        "line": fault.line,
        "column": fault.column,
        "severity": fault.severity,
        "message": fault.message,
        "remedy": fault.remedy,
    })
}

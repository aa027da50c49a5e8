//! JSON Schemas of parameters and responses.

use lemmascope_engine::{MOST_RETRIES, Offering, OfferingKind};
use lemmascope_intent::{Format, Notation, Parameter, Type};
use serde_json::{Map, Value, json};

/// Returns the schema of an object with these parameters.
pub(crate) fn parameters_schema(parameters: &[Parameter]) -> Value {
    let properties: Map<String, Value> =
        parameters.iter().map(|parameter| (parameter.name.clone(), of_parameter(parameter))).collect();
    let required: Vec<&str> =
        parameters.iter().filter(|it| it.required).map(|parameter| parameter.name.as_str()).collect();
    let mut schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Returns the schema of a parameter.
fn of_parameter(parameter: &Parameter) -> Value {
    let notation = parameter.notation();
    let mut schema = match (parameter.kind, notation) {
        (Type::Boolean, _) => json!({"type": "boolean"}),
        (_, Notation::Choice(words)) => json!({"type": "string", "enum": words}),
        (Type::Any, notation) if notation.is_element() => target(),
        (Type::String, _) => json!({"type": "string"}),
        (Type::Number, Notation::Number(low, high)) => {
            json!({"type": "integer", "minimum": low, "maximum": high})
        }
        (Type::Number, _) => json!({"type": "number"}),
        (Type::Object, _) => json!({"type": "object"}),
        (Type::Array, _) => json!({"type": "array"}),
        (Type::Any, _) => json!({}),
    };
    if let Some((low, high)) = parameter.within {
        schema["minimum"] = low.into();
        schema["maximum"] = high.into();
    }
    if !parameter.description.is_empty() {
        schema["description"] = parameter.description.clone().into();
    }
    if let Some(default) = &parameter.default {
        schema["default"] = json!(default);
    }
    if parameter.format == Some(Format::Url) {
        schema["format"] = "uri-reference".into();
    }
    schema
}

/// Returns the schema of an element: its id, its text, or an object with its target.
fn target() -> Value {
    json!({
        "anyOf": [
            {"type": "integer", "minimum": 0},
            {"type": "string"},
            {"type": "object"},
        ],
    })
}

/// Returns the schema of a report.
pub(crate) fn report() -> Value {
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    json!({
        "type": "object",
        "description": "The outcome of a request. A look at something is answered by the view alone, which has no status.",
        "properties": {
            "status": {"type": "string", "enum": ["ok", "partial", "error", "ask"]},
            "intent": {"type": "string"},
            "summary": {"type": "string"},
            "code": {"type": "string"},
            "field": {"type": "string"},
            "instead": texts(),
            "verdict": {"type": "string"},
            "actions": {"type": "array", "items": {
                "type": "object",
                "required": ["line", "ok"],
                "properties": {"line": {"type": "string"}, "ok": {"type": "boolean"}},
            }},
            "changes": texts(),
            "result": {},
            "view": {},
            "checkpoint": {"type": "string"},
            "context": texts(),
            "hint": texts(),
            "run": {"type": "string"},
            "digest": {"type": "string"},
        },
    })
}

/// Returns the schema of problem details.
pub(crate) fn problem() -> Value {
    let texts = || json!({"type": "array", "items": {"type": "string"}});
    json!({
        "type": "object",
        "description": "A request that led to nothing (RFC 9457).",
        "required": ["type", "title", "status", "detail", "code"],
        "properties": {
            "type": {"type": "string"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string"},
            "code": {"type": "string"},
            "cause": {"type": "string"},
            "intent": {"type": "string"},
            "field": {"type": "string"},
            "instead": texts(),
            "context": texts(),
            "hint": texts(),
            "position": {"type": "integer"},
        },
    })
}

/// Returns the schema of a run.
pub(crate) fn run() -> Value {
    json!({
        "type": "object",
        "required": ["run", "session", "intent", "status", "parameters", "started"],
        "properties": {
            "run": {"type": "string"},
            "session": {"type": "string"},
            "intent": {"type": "string"},
            "status": {
                "type": "string",
                "enum": ["running", "ok", "partial", "error", "ask", "cancelled", "interrupted"],
            },
            "parameters": {"type": "object"},
            "continues": {"type": "string"},
            "started": {"type": "integer", "description": "Milliseconds since 1970."},
            "finished": {"type": "integer"},
            "report": {"type": "object"},
        },
    })
}

/// Returns the schema of a run in progress.
pub(crate) fn started_run() -> Value {
    json!({
        "type": "object",
        "description": "A run that is under way.",
        "required": ["run", "status", "events"],
        "properties": {
            "run": {"type": "string"},
            "status": {"type": "string", "enum": ["running"]},
            "events": {"type": "string", "description": "The path of its events."},
        },
    })
}

/// Returns the schema of an event of a run.
pub(crate) fn run_event() -> Value {
    json!({
        "type": "object",
        "description": "An event of a run. The members of `event` follow from its type.",
        "required": ["run", "number", "at", "event"],
        "properties": {
            "run": {"type": "string"},
            "number": {"type": "integer", "description": "Its number in the run, from 1 without gaps."},
            "at": {"type": "integer", "description": "Milliseconds since 1970."},
            "event": {
                "type": "object",
                "required": ["type"],
                "properties": {"type": {"type": "string"}},
            },
        },
    })
}

/// Returns the schema of a session name.
pub(crate) fn session() -> Value {
    json!({
        "type": "string",
        "minLength": 1,
        "maxLength": 100,
        "pattern": r"^[A-Za-z0-9_@+-][A-Za-z0-9._@+-]*$",
        "description": "The session; \"default\" where none is named.",
    })
}

/// Returns the schema of an object with these required and optional properties.
pub(crate) fn object(required: &[&str], properties: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        properties.iter().map(|(name, schema)| (name.to_string(), schema.clone())).collect();
    let mut schema = json!({"type": "object", "properties": properties, "additionalProperties": false});
    if !required.is_empty() {
        schema["required"] = json!(required);
    }
    schema
}

/// Returns the schema of a text with a description.
pub(crate) fn text(about: &str) -> Value {
    json!({"type": "string", "description": about})
}

/// Returns the schema of a boolean with a description.
pub(crate) fn switch(about: &str) -> Value {
    json!({"type": "boolean", "description": about})
}

/// Returns the schema of a duration with a description. The minimum is a millisecond.
pub(crate) fn span(about: &str) -> Value {
    let whole = r"[1-9][0-9]{0,8}(\.[0-9]{1,3})?(ms|s|m|min|h|d)";
    let fraction = r"0\.[0-9]{0,2}[1-9](s|m|min|h|d)";
    json!({"type": "string", "pattern": format!("^({whole}|{fraction})$"), "description": about})
}

/// Returns the options of all calls.
pub(crate) fn call_options() -> Vec<(&'static str, Value)> {
    vec![
        ("session", session()),
        ("dry_run", switch("Show the plan, and do nothing.")),
        ("confirm", text("The digest of the plan that was shown: agrees to just this plan.")),
        ("timeout", span("How long it may take, as in 30s.")),
        (
            "retry",
            json!({"type": "integer", "minimum": 0, "maximum": MOST_RETRIES, "description": "Attempts after the first."}),
        ),
        ("verify", switch("Whether the outcome is verified; true unless it is given.")),
        ("resume", text("The checkpoint to continue from.")),
    ]
}

/// Returns the summary of an offering, or a default if its author wrote none, because protocols require a
/// description.
pub(crate) fn summary(offering: &Offering) -> String {
    match offering.summary.trim() {
        "" => format!("Execute {}.", offering.name),
        summary => summary.into(),
    }
}

/// Returns the description of an offering.
pub(crate) fn offering(offering: &Offering) -> Value {
    let mut described = json!({
        "name": offering.name,
        "kind": offering.kind.as_str(),
        "summary": summary(offering),
        "parameters": parameters_schema(&offering.parameters),
        "effect": offering.effect,
        "reversible": offering.reversible,
        "scopes": offering.permissions,
    });
    if let OfferingKind::Intent(tier) = offering.kind {
        described["tier"] = tier.as_str().into();
    }
    described
}

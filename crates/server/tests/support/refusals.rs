//! Invalid requests for the operations of an OpenAPI document, and checks that the document describes the
//! error responses.

use serde_json::{Value, json};

/// A request with a single fault.
pub(crate) struct Probe {
    pub(crate) method: String,
    pub(crate) path: String,
    /// Whether the request has a key with all permissions.
    pub(crate) has_key: bool,
    pub(crate) body: Option<String>,
    pattern: String,
}

/// An identifier with a valid format that does not exist.
const NOBODYS: &str = "00000000-0000-4000-8000-000000000000";

/// Returns the requests, several for each operation.
pub(crate) fn probes(document: &Value) -> Vec<Probe> {
    let mut probes = Vec::new();
    for (pattern, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let probe = |value: &str, query: &str, has_key: bool, body: Option<String>| Probe {
                method: method.to_uppercase(),
                path: format!("{}{query}", filled(pattern, value)),
                has_key,
                body,
                pattern: pattern.clone(),
            };
            let empty = || operation.get("requestBody").map(|_| "{}".to_string());
            if operation["security"] != json!([]) {
                probes.push(probe(NOBODYS, "", false, empty()));
            }
            probes.push(probe(NOBODYS, "?no_such_parameter=1", true, empty()));
            // A successful stream may never end, so it is skipped.
            let is_stream = operation["responses"]["200"]["content"].get("text/event-stream").is_some();
            if is_stream {
                continue;
            }
            if pattern.contains('{') {
                let values = ["no%20such%20thing", "%FF", "0", "99999999999999999999"];
                probes.extend(values.map(|value| probe(value, "", true, empty())));
            }
            for parameter in operation["parameters"].as_array().into_iter().flatten() {
                if parameter["in"] == "query" && parameter["schema"]["type"] != "string" {
                    let query = format!("?{}=none", parameter["name"].as_str().unwrap());
                    probes.push(probe(NOBODYS, &query, true, empty()));
                }
            }
            if let Some(body) = operation.get("requestBody") {
                let schema = &body["content"]["application/json"]["schema"];
                probes.extend(wrong_bodies(schema).into_iter().map(|it| probe(NOBODYS, "", true, Some(it))));
            }
        }
    }
    probes
}

fn filled(pattern: &str, value: &str) -> String {
    let parts = pattern.split('/').map(|part| if part.starts_with('{') { value } else { part });
    parts.collect::<Vec<_>>().join("/")
}

/// Returns bodies that are not JSON, not an object, or have a member of the wrong type.
fn wrong_bodies(schema: &Value) -> Vec<String> {
    let mut bodies = vec!["{".to_string(), "[]".into(), "null".into(), r#"{"no_such_member": 1}"#.into()];
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        // A member of any type is never wrong.
        if member.as_object().is_some_and(serde_json::Map::is_empty) {
            continue;
        }
        let wrong = if member["type"] == "array" { json!({}) } else { json!([[]]) };
        let mut body = json!({});
        for required in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            body[required] = likely(&schema["properties"][required]);
        }
        body[name] = wrong;
        bodies.push(body.to_string());
    }
    bodies
}

/// Returns a plausible value, so that only the faulty value is detected.
fn likely(schema: &Value) -> Value {
    match schema["type"].as_str() {
        Some("object") => json!({}),
        Some("array") => json!(["x"]),
        Some("integer" | "number") => json!(1),
        Some("boolean") => json!(true),
        _ => schema["enum"].get(0).cloned().unwrap_or_else(|| json!("agent://nobody")),
    }
}

/// Returns the fault of a response, if it has one.
pub(crate) fn fault(document: &Value, probe: &Probe, status: u16, media: &str, body: &str) -> Option<String> {
    let responses = &document["paths"][&probe.pattern][probe.method.to_lowercase()]["responses"];
    let described = responses.get(status.to_string()).unwrap_or(&responses["default"]);
    let media = media.split(';').next().unwrap_or_default().trim();
    let about = |what: String| {
        let sent = probe.body.as_deref().unwrap_or_default();
        Some(format!("{} {} {sent}: {status} {what}: {body}", probe.method, probe.path))
    };
    if status >= 500 {
        return about("is a fault of the server".into());
    }
    let Some(content) = described["content"].get(media) else {
        return match body.is_empty() && described["content"].as_object().is_none_or(serde_json::Map::is_empty)
        {
            true => None,
            false => about(format!("{media} is not described")),
        };
    };
    if !media.ends_with("json") {
        return None;
    }
    let mut schema = content["schema"].clone();
    schema["components"] = document["components"].clone();
    let answer = match serde_json::from_str(body) {
        Ok(answer) => answer,
        Err(error) => return about(format!("is no JSON ({error})")),
    };
    let validator = jsonschema::validator_for(&schema).unwrap();
    let error = validator.iter_errors(&answer).next()?;
    about(format!("does not fit: {error}"))
}

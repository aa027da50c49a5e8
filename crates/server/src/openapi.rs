//! The OpenAPI document, generated from the endpoints and from everything callable.

use lemmascope_engine::OfferingKind;
use lemmascope_intent::{Owner, Permission};
use serde_json::{Map, Value, json};

use crate::endpoint::{AnswerSchema, DEFAULT_SESSION, Endpoint, is_equivalent_path};
use crate::problem::MEDIA_TYPE;
use crate::schema;
use crate::service::Service;

/// Returns the document of a service with these endpoints.
pub(crate) fn document(service: &Service, endpoints: &[Endpoint]) -> Value {
    let mut paths = Map::new();
    for endpoint in endpoints {
        let method = endpoint.method.as_str().to_lowercase();
        let same = endpoints
            .iter()
            .find(|it| is_equivalent_path(it.path, endpoint.path))
            .map_or(endpoint.path, |it| it.path);
        let path = paths.entry(same).or_insert_with(|| json!({}));
        // OpenAPI allows one operation per path and method, so a second one becomes a sentence in the
        // description of the first.
        match path.get(&method).is_some() {
            true => {
                path[&method]["description"] = alternative(endpoint).into();
                merge_responses(&mut path[&method]["responses"], responses(endpoint));
            }
            false => path[&method] = operation(endpoint, same),
        }
    }
    for (path, described) in calls(service) {
        paths.insert(path, described);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Lemmascope",
            "version": service.version,
            "summary": "An intent engine: requests are executed, verified and can be undone.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Problem": schema::problem(),
                "Report": schema::report(),
                "Run": schema::run(),
                "StartedRun": schema::started_run(),
                "RunEvent": schema::run_event(),
            },
        },
        "security": [{"key": []}],
        "tags": tags(endpoints),
    })
}

fn tags(endpoints: &[Endpoint]) -> Vec<Value> {
    let mut names: Vec<&str> = endpoints.iter().map(|endpoint| endpoint.tag).collect();
    names.dedup();
    names.push("intents and verbs");
    names.into_iter().map(|name| json!({"name": name})).collect()
}

/// Returns the sentence about an endpoint that shares path and method with another, and differs in the shapes
/// of its parameters.
fn alternative(endpoint: &Endpoint) -> String {
    let names: Vec<&str> = endpoint.shapes.iter().map(|(name, _)| *name).collect();
    format!("With another kind of identifier ({}): {}", names.join(", "), endpoint.summary)
}

/// Adds the responses of another endpoint with the same path and method.
fn merge_responses(known: &mut Value, others: Value) {
    let Value::Object(others) = others else { return };
    for (status, response) in others {
        if known.get(&status).is_none() {
            known[status] = response;
            continue;
        }
        let Value::Object(contents) = response["content"].clone() else { continue };
        for (media, content) in contents {
            let own = &mut known[&status]["content"][&media];
            match own.get("schema").is_some_and(|schema| *schema != content["schema"]) {
                true => own["schema"] = json!({"anyOf": [own["schema"], content["schema"]]}),
                false => *own = content,
            }
        }
    }
}

fn operation(endpoint: &Endpoint, path: &str) -> Value {
    let mut parameters: Vec<Value> = crate::endpoint::parameters(path).map(path_parameter).collect();
    parameters.extend(endpoint.query.iter().map(|query| {
        json!({
            "name": query.name, "in": "query", "required": false,
            "description": query.about, "schema": query.schema,
        })
    }));
    if endpoint.changes() && !endpoint.is_idempotent {
        parameters.push(idempotency_key());
    }
    let mut operation = json!({
        "operationId": endpoint.id,
        "summary": endpoint.summary,
        "tags": [endpoint.tag],
        "parameters": parameters,
        "responses": responses(endpoint),
    });
    match endpoint.permission {
        Some(permission) => operation["x-scope"] = permission.as_str().into(),
        None => operation["security"] = json!([]),
    }
    if let Some(body) = &endpoint.body {
        let is_required = !jsonschema::is_valid(body, &json!({}));
        operation["requestBody"] =
            json!({"required": is_required, "content": {"application/json": {"schema": body}}});
    }
    operation
}

fn path_parameter(name: &str) -> Value {
    let schema = match name {
        "session" => schema::session(),
        _ => json!({"type": "string", "minLength": 1}),
    };
    json!({"name": name, "in": "path", "required": true, "schema": schema})
}

fn idempotency_key() -> Value {
    json!({
        "name": "Idempotency-Key", "in": "header", "required": false,
        "description": "A request with the same key is executed once; a repeated one gets the same answer.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
    })
}

fn responses(endpoint: &Endpoint) -> Value {
    let content = match &endpoint.answer {
        AnswerSchema::Json(schema) => json!({"application/json": {"schema": schema}}),
        // JSON Schema cannot describe images and streams.
        AnswerSchema::Media(kind) => json!({kind.split(';').next().unwrap_or(kind): {}}),
        AnswerSchema::Events(schema) => json!({"text/event-stream": {"schema": {
            "type": "string", "contentMediaType": "application/json", "contentSchema": schema,
        }}}),
    };
    let mut responses = json!({
        endpoint.status.to_string(): {"description": "Done.", "content": content},
        "default": refusal(endpoint),
    });
    if endpoint.starts_run {
        responses["202"] = under_way();
    }
    for other in &endpoint.others {
        let status = other.status.to_string();
        let response = match responses.get_mut(&status) {
            Some(response) => response,
            None => {
                // Problems can have this status too.
                let content = match other.status {
                    400.. => refusal(endpoint)["content"].clone(),
                    _ => json!({}),
                };
                responses[&status] = json!({"description": other.about, "content": content});
                &mut responses[&status]
            }
        };
        if let Some((kind, schema)) = &other.content {
            response["content"][*kind] = json!({"schema": schema});
        }
    }
    responses
}

/// Returns the error response of an endpoint: a problem, or a document in its own format. Requests that are
/// rejected before they reach the endpoint always get a problem.
fn refusal(endpoint: &Endpoint) -> Value {
    let mut response = problem();
    if let Some(form) = &endpoint.refusal {
        response["content"]["application/json"] = json!({"schema": form.schema});
    }
    response
}

fn problem() -> Value {
    json!({
        "description": "A problem.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    })
}

fn under_way() -> Value {
    json!({
        "description": "Under way, since the client preferred not to wait (`Prefer: respond-async`).",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/StartedRun"}}},
    })
}

/// Returns a path for each intent and verb, with the schema of its parameters.
fn calls(service: &Service) -> Vec<(String, Value)> {
    let offerings = service.engine.offerings(&Owner::local(), DEFAULT_SESSION);
    let callable = offerings.iter().filter(|offering| offering.kind != OfferingKind::Command);
    callable
        .map(|offering| {
            let mut properties = vec![("parameters", schema::parameters_schema(&offering.parameters))];
            properties.extend(schema::call_options());
            let is_required = offering.parameters.iter().any(|parameter| parameter.required);
            let required: &[&str] = if is_required { &["parameters"] } else { &[] };
            let described = json!({
                "operationId": format!("call.{}", offering.name),
                "summary": schema::summary(offering),
                "tags": ["intents and verbs"],
                "parameters": [idempotency_key()],
                "x-scopes": offering.permissions,
                "requestBody": {
                    "required": is_required,
                    "content": {"application/json": {"schema": schema::object(required, &properties)}},
                },
                "responses": {
                    "200": {
                        "description": "The report.",
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Report"}}},
                    },
                    "202": under_way(),
                    "default": problem(),
                },
            });
            // Without a tag, because the page at `/docs` lists everything that has one.
            let description = json!({
                "operationId": format!("describe.{}", offering.name),
                "summary": format!("Describe {}.", offering.name),
                "parameters": [{"name": "session", "in": "query", "required": false, "schema": schema::session()}],
                "x-scope": Permission::Observe,
                "responses": {
                    "200": {
                        "description": "The description.",
                        "content": {"application/json": {"schema": {"type": "object", "required": ["name"]}}},
                    },
                    "default": problem(),
                },
            });
            (format!("/v1/intents/{}", offering.name), json!({"get": description, "post": described}))
        })
        .collect()
}

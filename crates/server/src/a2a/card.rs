//! The agent card: the address of this agent, its protocol versions, and its skills.

use axum::http::{HeaderMap, header};
use lemmascope_engine::OfferingKind;
use lemmascope_intent::Owner;
use serde_json::{Value, json};

use crate::endpoint::DEFAULT_SESSION;
use crate::schema;
use crate::service::Service;

/// The path of the JSON-RPC interface.
pub(super) const PATH: &str = "/a2a";

/// Returns the card for a client that reached the server with these headers. It has the fields of versions
/// 1.0 and 0.3.
pub(crate) fn card(service: &Service, headers: &HeaderMap) -> Value {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST.as_str()).unwrap_or("localhost");
    // Set by a proxy with TLS.
    let scheme = text("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    let url = format!("{scheme}://{host}{PATH}");
    let interface =
        |version: &str| json!({"url": url, "protocolBinding": "JSONRPC", "protocolVersion": version});
    json!({
        "name": "Lemmascope",
        "description": "Executes sentences and intents in a browser and on this machine, verifies the outcome, and can undo it.",
        "version": service.version,
        "documentationUrl": format!("{scheme}://{host}/docs"),
        "supportedInterfaces": [interface("1.0"), interface("0.3")],
        "protocolVersion": "0.3.0",
        "url": url,
        "preferredTransport": "JSONRPC",
        "capabilities": {"streaming": true, "pushNotifications": false},
        "defaultInputModes": ["text/plain", "application/json"],
        "defaultOutputModes": ["text/plain", "application/json"],
        "securitySchemes": {"key": {
            "type": "http", "scheme": "bearer",
            "httpAuthSecurityScheme": {"scheme": "bearer"},
        }},
        "security": [{"key": []}],
        "securityRequirements": [{"schemes": {"key": {"list": []}}}],
        "skills": skills(service),
    })
}

/// Returns a skill for each intent, and one for sentences. Verbs are called with the same data parts, and are
/// listed at `/docs`.
fn skills(service: &Service) -> Vec<Value> {
    let sentences = json!({
        "id": "say",
        "name": "Sentences",
        "description": "Executes a sentence in English or Portuguese, and asks if it is ambiguous.",
        "tags": ["sentence"],
    });
    let offerings = service.engine.offerings(&Owner::local(), DEFAULT_SESSION);
    let intents = offerings.iter().filter_map(|offering| match offering.kind {
        OfferingKind::Intent(tier) => Some(json!({
            "id": offering.name,
            "name": offering.name,
            "description": schema::summary(offering),
            "tags": ["intent", tier.as_str()],
            "inputModes": ["application/json"],
        })),
        OfferingKind::Verb | OfferingKind::Command => None,
    });
    std::iter::once(sentences).chain(intents).collect()
}

//! The HTTP routes of connectors.

use std::sync::Arc;

use lemmascope_intent::{
    BoxFuture, Permission, Route, RouteAnswer, RouteCall, RouteMethod, RouteRefusal, RouteSchema,
};
use serde_json::{Value as Json, json};

use super::{Connector, RequestContext, functions, openapi};
use crate::gateway::{Trace, refusal};
use crate::settings::confirmation_days;
use crate::site::Site;

/// Returns the routes of the adapters.
pub fn routes(site: &Arc<Site>) -> Vec<Route> {
    let mut routes = vec![
        adapt(site, Connector::ChatGpt, "/connectors/chatgpt/v1/adapt", "adaptChatGpt"),
        adapt(site, Connector::Gemini, "/connectors/gemini/v1/adapt", "adaptGemini"),
        adapt(site, Connector::Json, "/connectors/json/v1/adapt", "adaptJson"),
        Route::new(
            RouteMethod::Get,
            "/connectors/chatgpt/openapi.json",
            "describeChatGptActions",
            "The OpenAPI document for the actions of a GPT",
            |call| Box::pin(async move { Ok(RouteAnswer::json(openapi(&origin(&call)))) }),
        )
        .tag("Connectors")
        .open(),
        Route::new(
            RouteMethod::Get,
            "/connectors/gemini/functions.json",
            "describeGeminiFunctions",
            "The function declarations for Gemini",
            |_| Box::pin(async move { Ok(RouteAnswer::json(functions())) }),
        )
        .tag("Connectors")
        .open(),
    ];
    if let Some(connector) = site.settings().connector {
        routes.push(adapt(site, connector, "/v1/adapt", "adapt"));
    }
    routes
}

fn adapt(site: &Arc<Site>, connector: Connector, path: &'static str, id: &'static str) -> Route {
    let site = Arc::clone(site);
    let answer = move |call: RouteCall| {
        let site = Arc::clone(&site);
        let answer: BoxFuture<'static, Result<RouteAnswer, RouteRefusal>> = Box::pin(async move {
            let owner = call.owner.as_str().to_string();
            let header = |name: &str| call.headers.get(name).cloned();
            let context = RequestContext {
                site: &site,
                owner: &owner,
                permissions: call.permissions,
                trace: Trace { trace_id: header("x-trace-id"), traceparent: header("traceparent") },
                days: confirmation_days(call.engine.setting("channels.confirmation_days")),
            };
            let body = context.adapt(connector, &call.body).await?;
            Ok(RouteAnswer::json(body))
        });
        answer
    };
    Route::new(RouteMethod::Post, path, id, "Send a question or an answer to a contact", answer)
        .tag("Connectors")
        .needs(Permission::Act)
        .body(connector.schema().json.clone())
        .checking_body()
        .idempotent()
        .answers(RouteSchema::Json(answer_schema()))
        .refusal(refusal())
}

/// Returns the schema of a response.
pub(super) fn answer_schema() -> Json {
    let candidate = json!({
        "type": "object",
        "properties": {"agent": {"type": "string"}, "alias": {"type": "string"}, "score": {"type": "number"}},
        "required": ["agent", "alias", "score"],
    });
    json!({
        "type": "object",
        "properties": {
            "ok": {"type": "boolean"},
            "decision_mode": {
                "type": "string",
                "enum": ["sent", "resolved", "needs_confirmation", "needs_disambiguation", "contact_not_found"],
            },
            "envelope": {"type": "object"},
            "resolution": {
                "type": "object",
                "properties": {
                    "resolved": {"type": "boolean"},
                    "query": {"type": "string"},
                    "agent": {"type": "string"},
                    "matched_alias": {"type": "string"},
                    "match_type": {"type": "string", "enum": ["memory", "exact", "fuzzy", "smart_fuzzy", "explicit"]},
                    "candidates": {"type": "array", "items": candidate},
                    "reason": {"type": "string"},
                    "warnings": {"type": "array", "items": {"type": "string"}},
                    "remembered": {"type": "boolean"},
                },
                "required": ["resolved", "candidates"],
            },
            "delivery": {
                "type": "object",
                "properties": {
                    "submitted": {"type": "boolean"},
                    "via": {"type": "string"},
                    "intent_id": {"type": "string"},
                    "status": {"type": "string", "enum": ["accepted", "running", "done", "failed"]},
                    "created_at": {"type": "string"},
                },
            },
        },
        "required": ["ok", "decision_mode", "resolution"],
    })
}

/// Returns the origin with which the client has reached the server.
fn origin(call: &RouteCall) -> String {
    let host = call.headers.get("host").map_or("localhost", String::as_str);
    // ChatGPT only calls HTTPS. Plain HTTP is for tests on this machine.
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let is_local = matches!(name, "localhost" | "127.0.0.1" | "[::1]");
    format!("{}://{host}", if is_local { "http" } else { "https" })
}

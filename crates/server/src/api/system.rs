//! The endpoints for the server itself: health, metrics, documentation.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::a2a;
use crate::answer::Answer;
use crate::endpoint::{Endpoint, Exchange};
use crate::openapi;
use crate::problem::Problem;
use crate::reference_page;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let status = json!({
        "type": "object",
        "required": ["status"],
        "properties": {"status": {"type": "string"}, "version": {"type": "string"}},
    });
    let me = json!({
        "type": "object",
        "required": ["owner", "scopes"],
        "properties": {
            "owner": {"type": "string"},
            "scopes": {"type": "array", "items": {"type": "string"}},
            "key": {"type": "string"},
        },
    });
    let one = json!({
        "type": "object",
        "required": ["path", "title"],
        "properties": {"path": {"type": "string"}, "title": {"type": "string"}},
    });
    let list = json!({
        "type": "object",
        "required": ["pages"],
        "properties": {"pages": {"type": "array", "items": one}},
    });
    vec![
        Endpoint::new(Method::GET, "/health", "health", "Say that the server lives.", health)
            .open()
            .answers(status.clone()),
        Endpoint::new(Method::GET, "/ready", "ready", "Say whether the server takes work.", ready)
            .open()
            .answers(status),
        Endpoint::new(Method::GET, "/metrics", "metrics", "Counters for Prometheus.", metrics)
            .media("application/openmetrics-text"),
        Endpoint::new(Method::GET, "/openapi.json", "openapi", "This description.", description)
            .open()
            .answers(json!({"type": "object"})),
        Endpoint::new(Method::GET, "/docs", "docs", "This description as a page.", page)
            .open()
            .media("text/html; charset=utf-8"),
        Endpoint::new(
            Method::GET,
            "/.well-known/agent-card.json",
            "agentCard",
            "The agent card of the Agent2Agent protocol.",
            card,
        )
        .open()
        .answers(json!({"type": "object", "required": ["name", "skills", "supportedInterfaces"]})),
        Endpoint::new(
            Method::GET,
            "/v1/pages",
            "listPages",
            "List the pages that domains bring to the console.",
            pages,
        )
        .answers(list),
        Endpoint::new(Method::GET, "/v1/me", "me", "Show the owner of this key.", describe_caller)
            .answers(me),
    ]
}

async fn health(exchange: Exchange) -> Result<Answer, Problem> {
    Ok(Answer::json(json!({"status": "ok", "version": exchange.service.version})))
}

async fn ready(exchange: Exchange) -> Result<Answer, Problem> {
    if exchange.service.is_draining() {
        return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "STOPPING", "the server is stopping"));
    }
    exchange.service.engine.check_store().await.map_err(|failure| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "STORE_UNAVAILABLE", failure.message)
    })?;
    Ok(Answer::json(json!({"status": "ready", "version": exchange.service.version})))
}

async fn metrics(exchange: Exchange) -> Result<Answer, Problem> {
    let text = exchange.service.metrics.to_text(exchange.service.began.elapsed());
    Ok(Answer::text("application/openmetrics-text; version=1.0.0; charset=utf-8", text))
}

async fn description(exchange: Exchange) -> Result<Answer, Problem> {
    Ok(Answer::json(openapi::document(&exchange.service, &super::endpoints(&exchange.service))))
}

async fn page(exchange: Exchange) -> Result<Answer, Problem> {
    Ok(reference_page::answer(&openapi::document(&exchange.service, &super::endpoints(&exchange.service))))
}

async fn card(exchange: Exchange) -> Result<Answer, Problem> {
    Ok(Answer::json(a2a::card(&exchange.service, &exchange.headers)))
}

async fn pages(exchange: Exchange) -> Result<Answer, Problem> {
    let pages = exchange.service.pages.iter().map(|page| json!({"path": page.path, "title": page.title}));
    Ok(Answer::json(json!({"pages": pages.collect::<Vec<_>>()})))
}

async fn describe_caller(exchange: Exchange) -> Result<Answer, Problem> {
    let scopes: Vec<&str> = exchange.grant.permissions.iter().map(|it| it.as_str()).collect();
    let mut me = json!({"owner": exchange.grant.owner.as_str(), "scopes": scopes});
    if let Some(key) = &exchange.grant.key {
        me["key"] = key.as_str().into();
    }
    Ok(Answer::json(me))
}

//! The endpoints for calls: of intents and verbs by name, of command lines, sentences and documents.

use std::sync::Arc;

use axum::http::{HeaderValue, Method, StatusCode, header};
use lemmascope_engine::{Reply, Request};
use lemmascope_intent::{Event, EventSink, Permission};
use serde_json::json;
use tokio::sync::mpsc;

use crate::answer::Answer;
use crate::call;
use crate::endpoint::{Endpoint, Exchange};
use crate::problem::Problem;
use crate::schema;
use crate::telemetry::observed;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let offering = json!({"type": "object", "required": ["name", "kind", "summary", "parameters"]});
    let list = json!({
        "type": "object",
        "required": ["intents"],
        "properties": {"intents": {"type": "array", "items": offering}},
    });
    let parameters = json!({"type": "object", "description": "The values by the names of the parameters."});
    let mut call = vec![("parameters", parameters)];
    call.extend(schema::call_options());
    let mut plan = vec![("intent", schema::text("The name of an intent or a verb."))];
    plan.extend(call.iter().filter(|(name, _)| ["parameters", "session"].contains(name)).cloned());
    let sentence = [
        ("text", json!({"type": "string", "minLength": 1, "maxLength": 10_000})),
        ("session", schema::session()),
        ("plan", schema::switch("Show the plan, and do nothing.")),
        ("why", schema::switch("With the reasons for the reading.")),
        ("confirm", schema::text("The code that was shown with a question.")),
    ];
    let line = [
        ("line", json!({"type": "string", "minLength": 1, "maxLength": 1_000_000})),
        ("session", schema::session()),
    ];
    vec![
        Endpoint::new(
            Method::GET,
            "/v1/intents",
            "listIntents",
            "List everything that can be called.",
            list_all,
        )
        .query("session", schema::session(), "The session, which may have defined intents.")
        .query("kind", json!({"enum": ["intent", "verb", "command"]}), "Only this kind.")
        .answers(list),
        Endpoint::new(Method::GET, "/v1/intents/{name}", "getIntent", "Describe an intent or a verb.", show)
            .query("session", schema::session(), "The session, which may have defined intents.")
            .answers(offering),
        Endpoint::new(
            Method::POST,
            "/v1/intents/{name}",
            "callIntent",
            "Call an intent or a verb.",
            call_intent,
        )
        .body(schema::object(&[], &call))
        .starts_run(),
        Endpoint::new(
            Method::POST,
            "/v1/plans",
            "planIntent",
            "Plan an intent, and do nothing.",
            plan_intent,
        )
        .body(schema::object(&["intent"], &plan))
        .answers(schema::report()),
        Endpoint::new(Method::POST, "/v1/sentences", "say", "Say what you want in your own words.", say)
            .needs(Permission::Act)
            .body(schema::object(&["text"], &sentence))
            .starts_run(),
        Endpoint::new(
            Method::POST,
            "/v1/commands",
            "command",
            "Execute a line of the command language.",
            command,
        )
        .body(schema::object(&["line"], &line))
        .starts_run(),
        Endpoint::new(Method::POST, "/v1/documents", "document", "Execute an intent document.", document)
            .query("session", schema::session(), "The session.")
            .body(json!({"type": "object"}))
            .answers(json!({"type": "object"}))
            .also(
                422,
                "The document led to nothing.",
                Some(("application/json", json!({"type": "object", "required": ["error"]}))),
            ),
    ]
}

async fn list_all(exchange: Exchange) -> Result<Answer, Problem> {
    let kind = exchange.query.get("kind").map(String::as_str);
    let offerings = exchange.service.engine.offerings(&exchange.grant.owner, exchange.session());
    let shown = offerings.iter().filter(|it| kind.is_none_or(|kind| it.kind.as_str() == kind));
    Ok(Answer::json(json!({"intents": shown.map(schema::offering).collect::<Vec<_>>()})))
}

async fn show(exchange: Exchange) -> Result<Answer, Problem> {
    let (owner, session) = (&exchange.grant.owner, exchange.session());
    let offering = exchange.service.engine.offering(owner, session, exchange.part("name"))?;
    Ok(Answer::json(schema::offering(&offering)))
}

async fn call_intent(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::named(exchange.part("name"), &exchange.body);
    submit(&exchange, exchange.request(call)).await
}

async fn plan_intent(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::planned(exchange.text("intent").unwrap_or_default(), &exchange.body);
    submit(&exchange, exchange.request(call)).await
}

async fn say(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::sentence(exchange.text("text").unwrap_or_default(), &exchange.body);
    submit(&exchange, exchange.request(call)).await
}

async fn command(exchange: Exchange) -> Result<Answer, Problem> {
    let line = exchange.text("line").unwrap_or_default().to_string();
    submit(&exchange, exchange.request(line)).await
}

async fn document(exchange: Exchange) -> Result<Answer, Problem> {
    let line = format!("intent {}", exchange.body);
    submit(&exchange, exchange.request(line)).await
}

/// Executes a request. A client that prefers an asynchronous response gets the run as soon as it begins.
pub(super) async fn submit(exchange: &Exchange, mut request: Request) -> Result<Answer, Problem> {
    let prefers = exchange.headers.get_all("prefer").iter().filter_map(|value| value.to_str().ok());
    let is_asynchronous = prefers.flat_map(|value| value.split(',')).any(|it| it.trim() == "respond-async");
    if !is_asynchronous {
        return Answer::of(exchange.service.engine.submit(request).await);
    }
    let (begun, mut beginning) = mpsc::unbounded_channel();
    let run_started: Arc<dyn EventSink> = Arc::new(move |event: Event| {
        if let Event::RunStarted { run, .. } = event {
            let _nobody_waits = begun.send(run);
        }
    });
    request.events = observed(exchange.span.as_ref(), run_started);
    let engine = Arc::clone(&exchange.service.engine);
    let mut work = tokio::spawn(async move { engine.submit(request).await });
    tokio::select! {
        reply = &mut work => Answer::of(reply.unwrap_or(Reply::Nothing)),
        Some(run) = beginning.recv() => Ok(accepted(&run)),
    }
}

fn accepted(run: &str) -> Answer {
    let location = format!("/v1/runs/{run}");
    let body = json!({"run": run, "status": "running", "events": format!("{location}/events")});
    let headers = HeaderValue::from_str(&location).map(|it| (header::LOCATION, it)).into_iter().collect();
    Answer::Json { status: StatusCode::ACCEPTED, body, headers }
}

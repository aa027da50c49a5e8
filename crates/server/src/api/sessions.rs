//! The endpoints for sessions and their views.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, StatusCode, header};
use lemmascope_engine::{Reply, to_json, to_text};
use lemmascope_intent::{Cause, Failure, Operation, Permission, Value as Given};
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::call;
use crate::endpoint::{Endpoint, Exchange};
use crate::picture;
use crate::problem::Problem;
use crate::schema;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let one = json!({"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}});
    let list = json!({
        "type": "object",
        "required": ["sessions"],
        "properties": {"sessions": {"type": "array", "items": one}},
    });
    let schema_of = |about: &str| json!({"type": "string", "maxLength": 512, "description": about});
    let new = [
        ("name", schema::session()),
        (
            "mode",
            json!({"enum": ["headless", "headed", "remote", "grid"], "description": "How its browser runs."}),
        ),
        ("profile", schema_of("The browser profile that it uses.")),
        ("viewport", schema_of("The size of pages, such as 1280x720.")),
        ("user_agent", schema_of("The user agent.")),
        ("locale", schema_of("The language of pages, such as pt-BR.")),
        ("timezone", schema_of("The time zone of pages.")),
    ];
    let switch = json!({"enum": ["true", "false"]});
    let part =
        || json!({"type": "number", "minimum": 0, "maximum": 1, "description": "A part of the picture."});
    let way = || json!({"type": "number", "minimum": -100, "maximum": 100});
    let gestures = [
        ("kind", json!({"enum": ["click", "move", "scroll", "text", "key"]})),
        ("x", part()),
        ("y", part()),
        ("dx", way()),
        ("dy", way()),
        ("text", json!({"type": "string", "maxLength": 10_000})),
        ("key", json!({"type": "string", "minLength": 1, "maxLength": 100})),
    ];
    vec![
        Endpoint::new(Method::GET, "/v1/sessions", "listSessions", "List your sessions.", list_all)
            .answers(list),
        Endpoint::new(Method::POST, "/v1/sessions", "openSession", "Open a session.", open)
            .needs(Permission::Act)
            .body(schema::object(&["name"], &new))
            .creates(one.clone()),
        Endpoint::new(Method::GET, "/v1/sessions/{session}", "getSession", "Look a session up.", show)
            .answers(one),
        Endpoint::new(Method::DELETE, "/v1/sessions/{session}", "closeSession", "Close a session.", close)
            .needs(Permission::Act)
            .answers(schema::report()),
        Endpoint::new(
            Method::GET,
            "/v1/sessions/{session}/observation",
            "observe",
            "Observe the open page of a session: as JSON, or as text if `Accept` prefers it.",
            observe,
        )
        .query("full", switch, "Everything, without a limit.")
        .answers(json!({}))
        .also(200, "Done.", Some(("text/plain", json!({"type": "string"})))),
        Endpoint::new(
            Method::GET,
            "/v1/sessions/{session}/picture",
            "takePicture",
            "Take a screenshot of the page, without waiting for the current run.",
            capture_picture,
        )
        .media(picture::MEDIA_TYPE),
        Endpoint::new(
            Method::GET,
            "/v1/sessions/{session}/pictures",
            "followPictures",
            "Follow the page in pictures, each sent when the page looks different and the client has read the one before.",
            stream_pictures,
        )
        .query(
            "seconds",
            json!({"type": "integer", "minimum": 1, "maximum": picture::LONGEST.as_secs()}),
            "How long; 30 unless it is given.",
        )
        .media(picture::STREAM_TYPE),
        Endpoint::new(
            Method::POST,
            "/v1/sessions/{session}/input",
            "sendInput",
            "Use the mouse and keyboard of the page for a person. While the session is recorded, the answer has the steps.",
            input,
        )
        .needs(Permission::Act)
        .body(schema::object(&["kind"], &gestures))
        .answers(json!({
            "type": "object",
            "properties": {"steps": {"type": "array", "items": {"type": "string"}}},
        })),
    ]
}

/// Returns the sessions of the owner.
async fn sessions(exchange: &Exchange) -> Result<Vec<Value>, Problem> {
    let call = call::command("engine.sessions", []);
    let body = body_of(exchange.service.engine.submit(exchange.request(call)).await)?;
    Ok(body["sessions"].as_array().cloned().unwrap_or_default())
}

fn body_of(reply: Reply) -> Result<Value, Problem> {
    match Answer::of(reply)? {
        Answer::Json { body, .. } => Ok(body),
        Answer::Other(_) => Ok(Value::Null),
    }
}

async fn list_all(exchange: Exchange) -> Result<Answer, Problem> {
    let mut sessions = sessions(&exchange).await?;
    sessions.iter_mut().filter_map(Value::as_object_mut).for_each(|it| drop(it.remove("current")));
    Ok(Answer::json(json!({"sessions": sessions})))
}

async fn show(exchange: Exchange) -> Result<Answer, Problem> {
    let name = exchange.session();
    let found = sessions(&exchange).await?.into_iter().find(|session| session["name"] == name);
    match found {
        Some(session) => Ok(Answer::json(session)),
        None => Err(Failure::new(Cause::TargetNotFound, format!("there is no session \"{name}\"")).into()),
    }
}

async fn open(exchange: Exchange) -> Result<Answer, Problem> {
    let names = ["name", "mode", "profile", "viewport", "user_agent", "locale", "timezone"].into_iter();
    let given = names.filter_map(|name| Some((name, exchange.text(name)?.into())));
    let call = call::command("engine.session_new", given);
    body_of(exchange.service.engine.submit(exchange.request(call)).await)?;
    let body = json!({"name": exchange.text("name")});
    Ok(Answer::Json { status: StatusCode::CREATED, body, headers: Vec::new() })
}

async fn close(exchange: Exchange) -> Result<Answer, Problem> {
    let call = call::command("engine.session_close", [("name", exchange.session().into())]);
    let mut request = exchange.request(call);
    // Sent from another session, because a request in the closed session would open it again.
    request.session = crate::endpoint::DEFAULT_SESSION.into();
    Answer::of(exchange.service.engine.submit(request).await)
}

async fn observe(exchange: Exchange) -> Result<Answer, Problem> {
    let is_full = exchange.query.get("full").is_some_and(|full| full == "true");
    let full = is_full.then(|| ("full", Given::from(true)));
    let report = exchange.service.engine.observe(full.as_slice(), &exchange.request("")).await?;
    let accepts =
        exchange.headers.get(header::ACCEPT).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    match accepts.starts_with("text/plain") {
        true => Ok(Answer::text("text/plain; charset=utf-8", to_text(&report))),
        false => Ok(Answer::json(to_json(&report))),
    }
}

async fn capture_picture(exchange: Exchange) -> Result<Answer, Problem> {
    let data = picture::take(&exchange.service.engine, &exchange.request("")).await?;
    Ok(Answer::text(picture::MEDIA_TYPE, picture::decoded(&data)))
}

async fn stream_pictures(exchange: Exchange) -> Result<Answer, Problem> {
    let seconds = exchange.query.get("seconds").and_then(|seconds| seconds.parse().ok());
    let limit = seconds.map_or(picture::USUAL, Duration::from_secs).min(picture::LONGEST);
    let stream = picture::Pictures::begin(&exchange.service, exchange.request(""), limit).await?;
    Ok(Answer::text(picture::STREAM_TYPE, Body::from_stream(stream.into_stream())))
}

async fn input(exchange: Exchange) -> Result<Answer, Problem> {
    let given = exchange.body.as_object().cloned().unwrap_or_default();
    let arguments: Vec<(&str, Given)> =
        given.iter().map(|(name, value)| (name.as_str(), Given::from(value.clone()))).collect();
    let engine = &exchange.service.engine;
    engine.look_on(Operation::Input, &arguments, &exchange.request("")).await?;
    let steps = engine.recorded_steps(&exchange.grant.owner, exchange.session());
    Ok(Answer::json(steps.map_or_else(|| json!({}), |steps| json!({ "steps": steps }))))
}

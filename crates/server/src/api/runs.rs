//! The endpoints for runs: list, read, cancel, resume and follow them.

use std::convert::Infallible;

use axum::http::{Method, StatusCode};
use axum::response::IntoResponse;
use axum::response::sse::{Event as Message, KeepAlive, Sse};
use futures_util::stream;
use lemmascope_engine::{Follower, RunSummary};
use lemmascope_intent::{Permission, RunEvent};
use serde_json::{Value, json};

use super::calls::submit;
use crate::answer::{Answer, BEAT};
use crate::call;
use crate::endpoint::{Endpoint, Exchange};
use crate::problem::Problem;
use crate::schema;

/// The default number of runs in a listing.
const MOST: u64 = 50;

pub(super) fn endpoints() -> Vec<Endpoint> {
    let list = json!({
        "type": "object",
        "required": ["runs"],
        "properties": {"runs": {"type": "array", "items": schema::run()}},
    });
    let cancelled = json!({
        "type": "object",
        "required": ["run", "cancelled"],
        "properties": {"run": {"type": "string"}, "cancelled": {"type": "boolean"}},
    });
    let checkpoint = [
        ("checkpoint", schema::text("The checkpoint; the last one that the run passed where none is given.")),
        ("parameters", json!({"type": "object", "description": "Secrets, which are not stored."})),
    ];
    let number = |most: u64| json!({"type": "integer", "minimum": 0, "maximum": most});
    vec![
        Endpoint::new(Method::GET, "/v1/runs", "listRuns", "List your runs, the latest first.", list_runs)
            .query("session", schema::session(), "Only those of this session.")
            .query("before", number(1 << 52), "Only runs that began before this time (milliseconds since 1970).")
            .query("limit", json!({"type": "integer", "minimum": 1, "maximum": 200}), "The most that are listed.")
            .answers(list),
        Endpoint::new(Method::GET, "/v1/runs/{run}", "getRun", "Look a run up.", show).answers(schema::run()),
        Endpoint::new(Method::POST, "/v1/runs/{run}/cancel", "cancelRun", "Cancel a run.", cancel)
            .needs(Permission::Act)
            .answers(cancelled),
        Endpoint::new(
            Method::POST,
            "/v1/runs/{run}/resume",
            "resumeRun",
            "Continue a run from a checkpoint.",
            resume,
        )
        .needs(Permission::Act)
        .body(schema::object(&[], &checkpoint))
        .starts_run(),
        Endpoint::new(
            Method::GET,
            "/v1/runs/{run}/events",
            "followRun",
            "Follow the events of a run, as they happen or afterwards. `Last-Event-ID` or `after` resumes a stream.",
            follow,
        )
        .query("after", number(1 << 52), "Only events after this number.")
        .streams(schema::run_event())
        .also(204, "The run is over, and all its events were read.", None),
    ]
}

async fn list_runs(exchange: Exchange) -> Result<Answer, Problem> {
    let number = |name: &str| exchange.query.get(name).and_then(|text| text.parse::<u64>().ok());
    let before = number("before").and_then(|before| i64::try_from(before).ok());
    let session = exchange.query.get("session").map(String::as_str);
    let owner = &exchange.grant.owner;
    let runs = exchange.service.engine.runs(owner, session, before, number("limit").unwrap_or(MOST)).await?;
    let listed: Vec<Value> = runs.into_iter().map(|run| described(run, false)).collect();
    Ok(Answer::json(json!({"runs": listed})))
}

async fn show(exchange: Exchange) -> Result<Answer, Problem> {
    let run = exchange.service.engine.run(&exchange.grant.owner, exchange.part("run")).await?;
    Ok(Answer::json(described(run, true)))
}

async fn cancel(exchange: Exchange) -> Result<Answer, Problem> {
    let run = exchange.part("run");
    let cancelled = exchange.service.engine.cancel_run(&exchange.grant.owner, run).await?;
    Ok(Answer::json(json!({"run": run, "cancelled": cancelled})))
}

async fn resume(exchange: Exchange) -> Result<Answer, Problem> {
    let run = exchange.service.engine.run(&exchange.grant.owner, exchange.part("run")).await?;
    let passed = run.report.as_ref().and_then(|report| report["checkpoint"].as_str());
    let checkpoint = match exchange.text("checkpoint").or(passed) {
        Some(checkpoint) => checkpoint.to_string(),
        None => {
            let detail = "the run has passed no checkpoint that it can be continued from";
            return Err(Problem::new(StatusCode::CONFLICT, "CHECKPOINT_INVALID", detail));
        }
    };
    let given = json!({"parameters": exchange.body.get("parameters"), "resume": checkpoint});
    let call = call::named(&run.intent, &given);
    let mut request = exchange.request(call);
    request.session = run.session;
    submit(&exchange, request).await
}

async fn follow(exchange: Exchange) -> Result<Answer, Problem> {
    let last = exchange.headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<u64>().ok());
    let after = exchange.query.get("after").and_then(|after| after.parse::<u64>().ok());
    let after = last.or(after).unwrap_or(0);
    let mut follower =
        exchange.service.engine.follow(&exchange.grant.owner, exchange.part("run"), after).await?;
    let first = follower.next().await?;
    if first.is_empty() {
        // Tells clients that reconnect automatically not to reopen a completed stream.
        return Ok(Answer::Other(StatusCode::NO_CONTENT.into_response()));
    }
    let stop = exchange.service.stop.clone();
    let events = stream::unfold((follower, first, stop), |(mut follower, mut ready, stop)| async move {
        if ready.is_empty() {
            ready = tokio::select! {
                next = next_events(&mut follower) => next?,
                () = stop.cancelled() => return None,
            };
        }
        let event = ready.remove(0);
        Some((Ok::<_, Infallible>(message(&event)), (follower, ready, stop)))
    });
    let stream = Sse::new(events).keep_alive(KeepAlive::new().interval(BEAT));
    Ok(Answer::Other(stream.into_response()))
}

/// Returns the next events, or `None` at the end. If the store is not readable, the stream ends, and the
/// client resumes it.
async fn next_events(follower: &mut Follower) -> Option<Vec<RunEvent>> {
    follower.next().await.ok().filter(|events| !events.is_empty())
}

fn message(event: &RunEvent) -> Message {
    let data = json!(event);
    let kind = data["event"]["type"].as_str().unwrap_or("event").to_string();
    Message::default().id(event.number.to_string()).event(kind).data(data.to_string())
}

fn described(run: RunSummary, whole: bool) -> Value {
    let mut described = json!({
        "run": run.id,
        "session": run.session,
        "intent": run.intent,
        "status": run.status,
        "parameters": run.parameters,
        "started": run.started,
    });
    let mut put = |name: &str, value: Option<Value>| {
        if let Some(value) = value {
            described[name] = value;
        }
    };
    put("continues", run.continues.map(Value::from));
    put("finished", run.finished.map(Value::from));
    put("report", run.report.filter(|_| whole));
    described
}

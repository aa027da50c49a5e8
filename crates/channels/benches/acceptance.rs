//! Measures the number of accepted intents per second, compared with bare inserts of the same rows in the
//! same run.
//!
//! Runs 64 concurrent clients, each of which waits for its response. `accepted` calls the route with all of
//! its checks, without HTTP, while the workers deliver the intents. `bare` writes the rows of each intent in
//! a separate transaction, as a program without a gateway would.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    missing_docs,
    reason = "a measurement is no library"
)]

#[path = "../../store/tests/support/postgres.rs"]
#[allow(unreachable_pub, dead_code, reason = "other crates include the file as well")]
mod cluster;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use lemmascope_channels::{Settings, domain};
use lemmascope_intent::{
    BoxFuture, Cancellation, Cause, Domain, Failure, Owner, Permissions, RecordedRun, RouteCall, RouteMethod,
    Seals, Submission, Submit, Value,
};
use lemmascope_store::Store;
use lemmascope_store::query::Query;
use serde_json::{Value as Json, json};

const CLIENTS: usize = 64;
const SECONDS: u64 = 5;

struct Nobody;

impl Submit for Nobody {
    fn submit(&self, _: Submission) -> BoxFuture<'static, Result<Json, Failure>> {
        Box::pin(async { Err(Failure::new(Cause::Unavailable, "there is no engine here")) })
    }

    fn recorded(&self, _: &Owner, _: &str) -> BoxFuture<'static, Result<RecordedRun, Failure>> {
        Box::pin(async { Ok(RecordedRun::Unknown) })
    }

    fn setting(&self, _: &str) -> Option<Value> {
        None
    }

    fn seals(&self, _: &Owner) -> Option<Seals> {
        None
    }
}

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir_in(".").unwrap();
    let sqlite = |name: &str| format!("sqlite:{}", folder.path().join(name).display());
    for (name, url) in [("sqlite", sqlite("channels.db")), ("postgresql", cluster::durable_database())] {
        let bare = bare(&url).await;
        let (accepted, _) = accepted(&url, None).await;
        let half = (accepted / 2.0).max(1.0);
        let (load, latencies) = self::accepted(&url, Some(half)).await;
        let p99 = latencies[(latencies.len() * 99 / 100).min(latencies.len() - 1)];
        println!(
            "{name}: bare {bare:.0}/s, accepted {accepted:.0}/s ({:.0} %), p99 at {load:.0}/s {:.1} ms",
            accepted * 100.0 / bare,
            p99.as_secs_f64() * 1000.0
        );
    }
}

fn payload(number: usize) -> Json {
    json!({"text": "the report of this week is ready and waits for whoever wants to read it", "number": number})
}

/// Inserts the rows of accepted intents, with a separate transaction for each intent.
async fn bare(url: &str) -> f64 {
    // The domain creates the tables.
    let domain = open(url).await;
    let store = Store::open(url, &[]).await.unwrap().store;
    let count = Arc::new(AtomicUsize::new(0));
    let began = Instant::now();
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..CLIENTS {
        let (store, count) = (store.clone(), Arc::clone(&count));
        clients.spawn(async move {
            let mut number = 0;
            while began.elapsed() < Duration::from_secs(SECONDS) {
                number += 1;
                let id = format!("0000-{client:08}-{number:024}");
                write(&store, &id, number).await;
                count.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    clients.join_all().await;
    let rate = count.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64();
    store.close().await;
    domain.close.as_ref().unwrap()().await;
    rate
}

async fn write(store: &Store, id: &str, number: usize) {
    let intent = Query::insert()
        .into_table("channel_intent")
        .columns([
            "id",
            "intent_type",
            "correlation_id",
            "from_agent",
            "to_agent",
            "owner_agent",
            "status",
            "payload",
            "metadata",
            "permissions",
            "seq",
            "created_at",
            "updated_at",
            "answered",
        ])
        .values_panic([
            id.into(),
            "intent.note.v1".into(),
            id.into(),
            "agent://ana".into(),
            "agent://nobody".into(),
            "agent://nobody".into(),
            "SUBMITTED".into(),
            payload(number).to_string().into(),
            "{}".into(),
            "observe,act".into(),
            2_i64.into(),
            1_i64.into(),
            1_i64.into(),
            false.into(),
        ])
        .take();
    let event = |seq: i64, kind: &str| {
        Query::insert()
            .into_table("channel_event")
            .columns(["intent", "seq", "event_type", "status", "actor", "at"])
            .values_panic([
                id.into(),
                seq.into(),
                kind.into(),
                "SUBMITTED".into(),
                "agent://ana".into(),
                1_i64.into(),
            ])
            .take()
    };
    let task = Query::insert()
        .into_table("channel_task")
        .columns(["kind", "intent", "owner", "attempts", "created_at", "due_at"])
        // No worker executes the task.
        .values_panic([
            "bare".into(),
            id.into(),
            "agent://ana".into(),
            0_i64.into(),
            1_i64.into(),
            i64::MAX.into(),
        ])
        .take();
    let statements = vec![
        intent.into(),
        event(1, "intent.created").into(),
        event(2, "intent.submitted").into(),
        task.into(),
    ];
    store.transaction(statements).await.unwrap();
}

async fn open(url: &str) -> Domain {
    let domain = domain(Settings { rate: 0, ..Settings::at(url) });
    send(&domain, "/v1/capabilities", RouteMethod::Get, Json::Null).await;
    domain
}

/// Returns the number of accepted intents per second and the latency of each, with unlimited load or at this
/// rate.
async fn accepted(url: &str, rate: Option<f64>) -> (f64, Vec<Duration>) {
    let domain = Arc::new(open(url).await);
    let stop = Cancellation::default();
    let working = tokio::spawn(domain.background.as_ref().unwrap()(Arc::new(Nobody), stop.clone()));
    let began = Instant::now();
    let pause = rate.map(|rate| Duration::from_secs_f64(CLIENTS as f64 / rate));
    let mut clients = tokio::task::JoinSet::new();
    for client in 0..CLIENTS {
        let domain = Arc::clone(&domain);
        clients.spawn(async move {
            let mut latencies = Vec::new();
            let mut next = began + pause.unwrap_or_default() * client as u32 / CLIENTS as u32;
            while began.elapsed() < Duration::from_secs(SECONDS) {
                if let Some(pause) = pause {
                    tokio::time::sleep_until(next.into()).await;
                    next += pause;
                }
                let asked = Instant::now();
                let body = json!({
                    "intent_type": "intent.note.v1", "to_agent": "agent://bob", "payload": payload(latencies.len()),
                });
                send(&domain, "/v1/intents", RouteMethod::Post, body).await;
                latencies.push(asked.elapsed());
            }
            latencies
        });
    }
    let mut latencies: Vec<Duration> = clients.join_all().await.into_iter().flatten().collect();
    let rate = latencies.len() as f64 / began.elapsed().as_secs_f64();
    latencies.sort_unstable();
    stop.cancel();
    working.await.unwrap();
    domain.close.as_ref().unwrap()().await;
    (rate, latencies)
}

async fn send(domain: &Domain, path: &str, method: RouteMethod, body: Json) {
    let route = domain.routes.iter().find(|route| route.path == path && route.method == method).unwrap();
    let call = RouteCall {
        owner: Owner::new("ana").unwrap(),
        permissions: Permissions::all(),
        headers: HashMap::new(),
        path: HashMap::new(),
        query: HashMap::new(),
        body,
        engine: Arc::new(Nobody),
        cancellation: Cancellation::default(),
    };
    assert!((route.handle)(call).await.is_ok());
}

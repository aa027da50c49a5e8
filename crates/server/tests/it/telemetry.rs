//! Traces, as an OpenTelemetry collector receives them.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::post;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::world::World;

/// Starts a collector for OTLP over HTTP, and returns its address.
async fn collector() -> (String, UnboundedReceiver<Value>) {
    let (sender, receiver) = unbounded_channel();
    let take = move |body: String| {
        let sender = sender.clone();
        async move {
            let document: Value = serde_json::from_str(&body).unwrap();
            for spans in document["resourceSpans"][0]["scopeSpans"].as_array().unwrap() {
                spans["spans"].as_array().unwrap().iter().for_each(|span| sender.send(span.clone()).unwrap());
            }
            StatusCode::OK
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let router = Router::new().route("/v1/traces", post(take));
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let service = hyper_util::service::TowerToHyperService::new(router.clone());
            let connection = hyper::server::conn::http1::Builder::new()
                .serve_connection(hyper_util::rt::TokioIo::new(stream), service);
            tokio::spawn(connection);
        }
    });
    (url, receiver)
}

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn request_run_and_steps_are_spans_of_client_trace() {
    let (url, mut spans) = collector().await;
    let world = World::traced(&url).await;
    let steps = "steps:\n  - action: lab.mark\n    note: x\n  - action: lab.mark\n    note: y\n";
    let define =
        world.request(Method::PUT, "/v1/definitions/twice").header("content-type", "application/json");
    // The client does not sample this trace.
    let define = define.header("traceparent", "00-ffffffffffffffffffffffffffffffff-b7ad6b7169203331-00");
    define.body(json!({"steps": steps}).to_string()).send().await.unwrap();
    let call = world.request(Method::POST, "/v1/intents/twice");
    call.header("traceparent", format!("00-{TRACE}-b7ad6b7169203331-01")).send().await.unwrap();
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {
        "parts": [{"data": {"intent": "lab.mark", "parameters": {"note": "z"}}}],
    }}});
    world.post("/a2a", message).await;
    world.stop().await;
    let mut all = Vec::new();
    while let Ok(span) = spans.try_recv() {
        all.push(span);
    }
    assert!(all.iter().all(|span| span["traceId"] != "f".repeat(32)), "{all:?}");
    let ours: Vec<&Value> = all.iter().filter(|span| span["traceId"] == TRACE).collect();
    let named = |name: &str| -> Vec<&&Value> { ours.iter().filter(|span| span["name"] == name).collect() };
    let (request, run, steps) = (named("POST /v1/intents/{name}"), named("twice"), named("lab.mark"));
    assert_eq!((request.len(), run.len(), steps.len(), ours.len()), (1, 1, 2, 4), "{ours:?}");
    assert_eq!((&request[0]["parentSpanId"], &request[0]["kind"]), (&json!("b7ad6b7169203331"), &json!(2)));
    assert_eq!(run[0]["parentSpanId"], request[0]["spanId"]);
    assert!(steps.iter().all(|step| step["parentSpanId"] == run[0]["spanId"]), "{steps:?}");
    let status = json!({"key": "http.response.status_code", "value": {"intValue": "200"}});
    assert!(request[0]["attributes"].as_array().unwrap().contains(&status), "{request:?}");
    // A client without a trace gets a new one, in every protocol.
    let other = all.iter().find(|span| span["name"] == "POST /a2a").unwrap();
    assert!(
        all.iter().any(|span| span["name"] == "lab.mark" && span["traceId"] == other["traceId"]),
        "{all:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_trace_collector_does_not_fail_requests() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let world = World::traced(&url).await;
    let (status, report) = world.post("/v1/commands", json!({"line": "lab.mark x"})).await;
    assert!(status.is_success() && report["status"] == "ok", "{report}");
    world.stop().await;
}

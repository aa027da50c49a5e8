//! Malicious and faulty clients.

use std::time::Duration;

use lemmascope_server::Limits;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::world::{TOKEN, World, read};

async fn connect(world: &World) -> TcpStream {
    TcpStream::connect(world.url.trim_start_matches("http://")).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hostile_bytes_close_only_their_connection() {
    let world = World::new().await;
    let address = world.url.trim_start_matches("http://").to_string();
    for bytes in [
        &b"\x16\x03\x01\x02\x00\x01"[..],
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET /health HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"POST /v1/commands HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        &[b'A'; 200_000],
    ] {
        let mut stream = tokio::net::TcpStream::connect(&address).await.unwrap();
        let _refused = stream.write_all(bytes).await;
        let _closed = stream.shutdown().await;
        let mut answer = Vec::new();
        let _reset = stream.read_to_end(&mut answer).await;
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    assert_eq!(world.get("/health").await.0, StatusCode::OK);
    let (_, metrics) = world.get("/metrics").await;
    assert!(metrics.as_str().unwrap().contains("lemmascope_http_requests_total"), "{metrics}");
}

/// Returns the head of an authenticated request with a body of this length.
fn head(path: &str, kind: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {TOKEN}\r\ncontent-type: {kind}\r\n\
         accept: application/json, text/event-stream\r\ncontent-length: {length}\r\n\r\n"
    )
}

const DOORS: [(&str, &str); 4] = [
    ("/v1/commands", "application/json"),
    ("/mcp", "application/json"),
    ("/a2a", "application/json"),
    ("/login", "application/x-www-form-urlencoded"),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn incomplete_body_times_out_at_every_endpoint() {
    let world = World::with(|limits| Limits { body_timeout: Duration::from_millis(100), ..limits }).await;
    for (path, kind) in DOORS {
        let mut stream = connect(&world).await;
        stream.write_all(format!("{}{{", head(path, kind, 1000)).as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 408", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_oversized_body_before_upload_at_every_endpoint() {
    let world = World::new().await;
    for (path, kind) in DOORS {
        let mut stream = connect(&world).await;
        stream.write_all(head(path, kind, 100_000_000).as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_beyond_the_limit_are_queued() {
    let world = World::with(|limits| Limits { connections: 3, ..limits }).await;
    let mut idle = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(&world).await;
        stream.write_all(b"GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
        let mut answer = [0; 15];
        stream.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
        idle.push(stream);
    }
    let waiting = tokio::spawn(world.bare(Method::GET, "/health").send());
    drop(idle);
    assert_eq!(waiting.await.unwrap().unwrap().status(), StatusCode::OK);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_requests_with_one_idempotency_key_run_once() {
    let world = World::new().await;
    let requests: Vec<_> = (0..20)
        .map(|_| {
            let request = world.request(Method::POST, "/v1/commands").header("idempotency-key", "at-once");
            let body = json!({"line": "files.create_file once.txt"}).to_string();
            tokio::spawn(request.header("content-type", "application/json").body(body).send())
        })
        .collect();
    let mut done = 0;
    for request in requests {
        let response = request.await.unwrap().unwrap();
        let is_replayed = response.headers().contains_key("idempotency-replayed");
        match read(response).await {
            (StatusCode::OK, report) if !is_replayed => {
                assert_eq!(report["status"], "ok", "{report}");
                done += 1;
            }
            (StatusCode::OK, _) => {}
            (status, problem) => {
                assert_eq!((status.as_u16(), &problem["code"]), (409, &json!("REQUEST_UNDER_WAY")));
            }
        }
    }
    assert_eq!(done, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invalid_messages_get_json_rpc_errors() {
    let world = World::new().await;
    let deep = "[".repeat(50_000);
    for (body, code) in [
        ("{", -32700),
        ("\u{0}", -32700),
        (deep.as_str(), -32700),
        ("5", -32600),
        ("[]", -32600),
        (r#"{"jsonrpc": "1.0", "id": 7, "method": "ping"}"#, -32600),
        (r#"{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": 5}"#, -32600),
    ] {
        let request = world.request(Method::POST, "/mcp").header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        let response = request.body(body.to_string()).send().await.unwrap();
        assert_eq!(response.headers()["content-type"], "application/json");
        let (status, answer) = read(response).await;
        assert_eq!((status.as_u16(), &answer["error"]["code"]), (400, &json!(code)), "{answer}");
        let id = if body.contains('7') { json!(7) } else { Value::Null };
        assert_eq!(answer["id"], id);
    }
    assert_eq!(world.get("/health").await.0, StatusCode::OK);
}

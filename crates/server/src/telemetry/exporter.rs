//! The export of spans to the collector, in batches.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

/// The maximum number of spans in the queue. Further ones are dropped, so that requests never wait for the
/// collector.
const MOST: usize = 4096;
/// The maximum number of spans in a batch.
const BATCH: usize = 512;
/// The maximum time that a span waits for its batch.
const DELAY: Duration = Duration::from_secs(1);
/// The timeout of a request to the collector.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Sends spans in the background.
pub(super) struct Exporter {
    sender: mpsc::Sender<Message>,
    /// Whether spans were dropped since the last log message about it.
    is_full: AtomicBool,
}

enum Message {
    Span(Box<Value>),
    Flush(oneshot::Sender<()>),
}

impl Exporter {
    /// Starts to send spans to the collector at this address.
    pub(super) fn start(address: &str, version: &'static str) -> Result<Self, Failure> {
        // Another client in this process may have installed it already.
        let _already = rustls::crypto::ring::default_provider().install_default();
        let url = format!("{}/v1/traces", address.trim_end_matches('/'));
        let client = reqwest::Client::builder().timeout(TIMEOUT).build();
        let client =
            client.and_then(|client| client.post(&url).build().map(|_| client)).map_err(|error| {
                Failure::new(Cause::InvalidParameter, format!("traces cannot be sent to {address}: {error}"))
                    .hint("Set server.telemetry to an address such as http://127.0.0.1:4318.")
            })?;
        let (sender, receiver) = mpsc::channel(MOST);
        tokio::spawn(export(receiver, Collector { client, url, version }));
        Ok(Self { sender, is_full: AtomicBool::new(false) })
    }

    /// Queues an ended span.
    pub(super) fn send(&self, span: Value) {
        let is_full = self.sender.try_send(Message::Span(Box::new(span))).is_err();
        if is_full && !self.is_full.swap(true, Ordering::Relaxed) {
            tracing::warn!(target: "lemmascope::telemetry", "the collector is too slow; spans are dropped");
        }
        if !is_full {
            self.is_full.store(false, Ordering::Relaxed);
        }
    }

    /// Waits until all ended spans are sent.
    pub(super) async fn flush(&self) {
        let (sent, done) = oneshot::channel();
        if self.sender.send(Message::Flush(sent)).await.is_ok() {
            let _ended = done.await;
        }
    }
}

struct Collector {
    client: reqwest::Client,
    url: String,
    version: &'static str,
}

async fn export(mut receiver: mpsc::Receiver<Message>, collector: Collector) {
    while let Some(first) = receiver.recv().await {
        let mut spans = Vec::new();
        let mut flushed = Vec::new();
        let deadline = tokio::time::Instant::now() + DELAY;
        let mut next = Some(first);
        while let Some(message) = next {
            match message {
                Message::Span(span) => spans.push(*span),
                Message::Flush(sent) => {
                    flushed.push(sent);
                    break;
                }
            }
            if spans.len() >= BATCH {
                break;
            }
            next = tokio::time::timeout_at(deadline, receiver.recv()).await.ok().flatten();
        }
        if !spans.is_empty() {
            collector.send(spans).await;
        }
        for sent in flushed {
            let _gone = sent.send(());
        }
    }
}

impl Collector {
    async fn send(&self, spans: Vec<Value>) {
        let count = spans.len();
        let resource = [("service.name", "lemmascope"), ("service.version", self.version)];
        let resource = resource.map(|(key, value)| json!({"key": key, "value": {"stringValue": value}}));
        let document = json!({"resourceSpans": [{
            "resource": {"attributes": resource},
            "scopeSpans": [{"scope": {"name": "lemmascope", "version": self.version}, "spans": spans}],
        }]});
        let request = self.client.post(&self.url).header("content-type", "application/json");
        let sent = request.body(document.to_string()).send().await;
        if let Err(error) = sent.and_then(reqwest::Response::error_for_status) {
            tracing::warn!(target: "lemmascope::telemetry", %error, count, "spans could not be sent");
        }
    }
}

//! OpenTelemetry traces: spans of requests, runs and steps, sent to a collector as OTLP over HTTP with JSON.

mod exporter;
mod run_spans;
mod trace_context;

use std::sync::Arc;
use std::time::SystemTime;

use axum::http::{HeaderMap, Method};
use lemmascope_intent::{EventSink, Failure};
use serde_json::{Value, json};

use exporter::Exporter;
use run_spans::RunSpans;
use trace_context::{SpanId, TraceId, parent};

/// The kinds of spans in OTLP.
const INTERNAL: u8 = 1;
const SERVER: u8 = 2;

/// Sends spans to a collector.
pub(crate) struct Telemetry(Arc<Exporter>);

impl Telemetry {
    /// Creates traces for the collector at this address. Returns `None` if the address is empty.
    pub(crate) fn new(address: &str, version: &'static str) -> Result<Option<Self>, Failure> {
        match address.trim() {
            "" => Ok(None),
            address => Ok(Some(Self(Arc::new(Exporter::start(address, version)?)))),
        }
    }

    /// Starts the span of a request, which continues the trace of the caller.
    pub(crate) fn request(&self, headers: &HeaderMap, method: &Method, route: &str) -> RequestSpan {
        let parent = parent(headers);
        let span = Span {
            trace: parent.as_ref().map_or_else(TraceId::random, |parent| parent.trace),
            id: SpanId::random(),
            parent: parent.as_ref().map(|parent| parent.span),
            name: format!("{method} {route}"),
            kind: SERVER,
            began: SystemTime::now(),
            attributes: vec![("http.request.method", method.as_str().into()), ("http.route", route.into())],
        };
        let is_sampled = parent.is_none_or(|parent| parent.is_sampled);
        RequestSpan { span: Arc::new(span), exporter: is_sampled.then(|| Arc::clone(&self.0)) }
    }

    /// Sends all ended spans.
    pub(crate) async fn flush(&self) {
        self.0.flush().await;
    }
}

/// The span of a request in progress.
#[derive(Clone)]
pub(crate) struct RequestSpan {
    span: Arc<Span>,
    /// The exporter; `None` if the client requests no trace.
    exporter: Option<Arc<Exporter>>,
}

impl RequestSpan {
    /// Ends the span.
    pub(crate) fn end(&self, status: u16) {
        if let Some(exporter) = &self.exporter {
            let mut span = (*self.span).clone();
            span.attributes.push(("http.response.status_code", json!(status)));
            exporter.send(span.ended(status < 500));
        }
    }

    /// Creates spans from the run and step events, and passes all events on.
    fn observe(&self, events: Arc<dyn EventSink>) -> Arc<dyn EventSink> {
        match &self.exporter {
            Some(exporter) => Arc::new(RunSpans::new(Arc::clone(&self.span), Arc::clone(exporter), events)),
            None => events,
        }
    }
}

/// Creates spans for the runs and steps of a traced request, and passes the events on to another sink.
pub(crate) fn observed(span: Option<&RequestSpan>, events: Arc<dyn EventSink>) -> Arc<dyn EventSink> {
    match span {
        Some(span) => span.observe(events),
        None => events,
    }
}

/// A span in progress.
#[derive(Debug, Clone)]
struct Span {
    trace: TraceId,
    id: SpanId,
    parent: Option<SpanId>,
    name: String,
    kind: u8,
    began: SystemTime,
    attributes: Vec<(&'static str, Value)>,
}

impl Span {
    /// Returns a child span.
    fn child(&self, name: String) -> Self {
        Self {
            trace: self.trace,
            id: SpanId::random(),
            parent: Some(self.id),
            name,
            kind: INTERNAL,
            began: SystemTime::now(),
            attributes: Vec::new(),
        }
    }

    /// Ends the span, and returns it in OTLP format.
    fn ended(&self, is_ok: bool) -> Value {
        let attributes: Vec<Value> =
            self.attributes.iter().map(|(key, value)| attribute(key, value)).collect();
        let mut span = json!({
            "traceId": self.trace.to_string(),
            "spanId": self.id.to_string(),
            "name": self.name,
            "kind": self.kind,
            "startTimeUnixNano": nanoseconds(self.began),
            "endTimeUnixNano": nanoseconds(SystemTime::now()),
            "attributes": attributes,
            "status": if is_ok { json!({}) } else { json!({"code": 2}) },
        });
        if let Some(parent) = self.parent {
            span["parentSpanId"] = parent.to_string().into();
        }
        span
    }
}

fn attribute(key: &str, value: &Value) -> Value {
    let value = match value {
        Value::Number(number) => json!({"intValue": number.to_string()}),
        Value::String(text) => json!({"stringValue": text}),
        other => json!({"stringValue": other.to_string()}),
    };
    json!({"key": key, "value": value})
}

/// Formats a time in nanoseconds. OTLP encodes 64-bit numbers as text.
fn nanoseconds(time: SystemTime) -> String {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_nanos().to_string()
}

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// The upper bounds of the histogram buckets, in seconds.
const BOUNDS: [f64; 10] = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0, 120.0];

/// Prometheus metrics of the server.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    durations: Family<Operation, Histogram>,
    connections: Gauge,
    seconds: Gauge<f64, AtomicU64>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Labels {
    operation: &'static str,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Operation {
    operation: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("lemmascope");
        let requests = Family::<Labels, Counter>::default();
        registry.register("http_requests", "HTTP requests by operation and status", requests.clone());
        let durations = Family::<Operation, Histogram>::new_with_constructor(|| Histogram::new(BOUNDS));
        registry.register(
            "http_request_seconds",
            "Duration of HTTP requests by operation",
            durations.clone(),
        );
        let connections = Gauge::default();
        registry.register("http_connections", "Open HTTP connections", connections.clone());
        let seconds = Gauge::<f64, AtomicU64>::default();
        registry.register("uptime_seconds", "Time since the server started", seconds.clone());
        Self { registry, requests, durations, connections, seconds }
    }
}

impl Metrics {
    /// Counts a completed request.
    pub(crate) fn answered(&self, operation: &'static str, status: u16, took: Duration) {
        self.requests.get_or_create(&Labels { operation, status }).inc();
        self.durations.get_or_create(&Operation { operation }).observe(took.as_secs_f64());
    }

    /// Counts an open connection until the result is dropped.
    pub(crate) fn connected(&self) -> ConnectionGuard {
        self.connections.inc();
        ConnectionGuard(self.connections.clone())
    }

    /// Returns all metrics in the text format.
    pub(crate) fn to_text(&self, uptime: Duration) -> String {
        self.seconds.set(uptime.as_secs_f64());
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _written = encode(&mut text, &self.registry);
        text
    }
}

/// A guard that counts an open connection.
pub(crate) struct ConnectionGuard(Gauge);

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

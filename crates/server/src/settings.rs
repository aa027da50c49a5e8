use std::time::Duration;

use lemmascope_engine::configuration::Configuration;
use lemmascope_intent::{Kind, Setting, Value};

/// The timeout for receiving the body of a request.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// The configured limits of a server.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The host names of the server, besides those of this machine.
    pub hosts: Vec<String>,
    /// The origins of web pages that may call the server, besides its own.
    pub origins: Vec<String>,
    /// The maximum number of concurrent connections.
    pub connections: usize,
    /// The maximum size of a body, in bytes.
    pub max_body: usize,
    /// The maximum number of requests of an owner per second.
    pub rate: u32,
    /// The timeout for receiving the body of a request.
    pub body_timeout: Duration,
    /// The time that requests have to finish when the server stops.
    pub drain: Duration,
}

impl Limits {
    /// Returns the limits in a configuration.
    pub fn of(configuration: &Configuration) -> Self {
        let count = |key| configuration.count(key) as usize;
        Self {
            hosts: configuration.texts("server.hosts"),
            origins: configuration.texts("server.origins"),
            connections: count("server.connections"),
            max_body: count("server.max_body") << 20,
            rate: configuration.count("server.rate"),
            body_timeout: BODY_TIMEOUT,
            drain: configuration.duration("server.drain"),
        }
    }
}

/// Returns the settings of the server.
pub fn settings() -> Vec<Setting> {
    let guarded = |key, kind, default: Value, about| Setting::new(key, kind, default, about).guarded();
    vec![
        guarded(
            "server.listen",
            Kind::Text,
            "127.0.0.1:4747".into(),
            "address and port of `lemmascope serve`; beyond this machine it needs at least one key",
        ),
        guarded(
            "server.hosts",
            Kind::Texts,
            Value::List(Vec::new()),
            "names by which clients reach the server, beside those of this machine; other Host headers are refused",
        ),
        guarded(
            "server.origins",
            Kind::Texts,
            Value::List(Vec::new()),
            "origins of web pages that may call the server, beside its own",
        ),
        guarded(
            "server.connections",
            Kind::Count(1, 100_000),
            1024.into(),
            "how many connections are open at a time; further ones wait",
        ),
        guarded("server.max_body", Kind::Count(1, 1024), 16.into(), "the largest body of a request, in MiB"),
        guarded(
            "server.rate",
            Kind::Count(1, 1_000_000),
            1000.into(),
            "how many requests of one owner are answered in a second",
        ),
        guarded(
            "server.drain",
            Kind::Duration(3600),
            "30s".into(),
            "how long requests may take to finish when the server stops; then they are cancelled",
        ),
        guarded(
            "server.telemetry",
            Kind::Text,
            "".into(),
            "address of an OpenTelemetry collector, as in http://127.0.0.1:4318, that gets traces of requests, runs and steps as OTLP; empty for none",
        ),
    ]
}

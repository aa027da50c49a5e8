use lemmascope_intent::{Kind, Setting, Value};

use crate::adapters::Connector;
use crate::fault::Fault;
use crate::gateway::{BusSettings, TaskTiming};

/// The configuration of the domain.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The URL of the database with intents, contacts and all other data of the domain.
    pub url: String,
    /// The maximum size of an intent's payload, in bytes.
    pub payload_limit: usize,
    /// The maximum number of requests per minute for each key and endpoint; 0 for no limit.
    pub rate: u32,
    /// The hosts that webhooks may call although they have private addresses.
    pub private_callbacks: Vec<String>,
    /// The timing of the background work.
    pub pace: TaskTiming,
    /// The function that is called at fault points.
    pub fault: Fault,
    /// The bus for deliveries; without one, intents are delivered from the database.
    pub bus: Option<BusSettings>,
    /// The connector whose requests are also accepted at `/v1/adapt`.
    pub connector: Option<Connector>,
}

impl Settings {
    /// Returns the default settings, with this database.
    pub fn at(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            payload_limit: PAYLOAD_KIB << 10,
            rate: 120,
            private_callbacks: Vec::new(),
            pace: TaskTiming::default(),
            fault: Fault::default(),
            bus: None,
            connector: None,
        }
    }
}

/// The maximum size of a payload, in KiB.
const PAYLOAD_KIB: usize = 128;

/// Returns the settings of the channels domain.
pub fn settings() -> Vec<Setting> {
    vec![
        Setting::new(
            "channels.url",
            Kind::Text,
            "",
            "where intents between agents are stored: sqlite:PATH or postgres://…; empty: with the engine's own data",
        )
        .fixed(),
        Setting::new(
            "channels.nats",
            Kind::Text,
            "",
            "the NATS server with JetStream by which intents are delivered, as nats://HOST:4222 or tls://HOST:4222; empty: from the database",
        )
        .fixed(),
        Setting::new(
            "channels.nats_ca",
            Kind::Text,
            "",
            "the file (PEM) with the certificates that the certificate of the NATS server is checked with; empty: those of the system",
        )
        .fixed(),
        Setting::new(
            "channels.nats_identity",
            Kind::Text,
            "",
            "the file (PEM) with the certificate and the private key that are shown to the NATS server; empty: none",
        )
        .fixed(),
        Setting::new(
            "channels.nats_stream",
            Kind::Text,
            "lemmascope",
            "the name of the stream in NATS; gateways on the same database have the same",
        )
        .fixed(),
        Setting::new(
            "channels.payload_limit",
            Kind::Count(1, 16_384),
            128,
            "the largest payload of an intent between agents, in KiB",
        )
        .guarded(),
        Setting::new(
            "channels.rate",
            Kind::Count(0, 1_000_000),
            120,
            "how many requests a minute a key may send to an endpoint of channels; 0: no limit",
        )
        .guarded(),
        Setting::new(
            "channels.connector",
            Kind::Text,
            "",
            "the connector whose requests are also taken at /v1/adapt: chatgpt, gemini or json; empty: none",
        )
        .fixed(),
        Setting::new(
            "channels.confirmation_days",
            Kind::Count(1, 3_650),
            CONFIRMATION_DAYS,
            "for how many days a confirmed recipient is remembered",
        ),
        Setting::new(
            KEEP_THREADS,
            Kind::Duration(YEARS),
            "365d",
            "how long ended intents are kept, with their events; at least 48h; 0s: they are never removed",
        ),
        Setting::new(
            KEEP_NOTICES,
            Kind::Duration(YEARS),
            "30d",
            "how long delivered and abandoned webhook notices are kept; 0s: they are never removed",
        ),
        Setting::new(
            "channels.private_callbacks",
            Kind::Texts,
            Value::List(Vec::new()),
            "hosts with private addresses that webhooks may call all the same, as HOST or HOST:PORT",
        )
        .guarded(),
    ]
}

/// The setting with the retention time of ended threads.
pub(crate) const KEEP_THREADS: &str = "channels.keep_threads";
/// The setting with the retention time of notices.
pub(crate) const KEEP_NOTICES: &str = "channels.keep_notices";
/// Ten years, in seconds.
const YEARS: u64 = 3650 * 24 * 60 * 60;

/// The default number of days for which a confirmed recipient is remembered.
const CONFIRMATION_DAYS: i64 = 180;

/// Returns the number of days in the setting `channels.confirmation_days`.
pub(crate) fn confirmation_days(setting: Option<Value>) -> i64 {
    let days = setting.as_ref().and_then(Value::as_number).and_then(|number| number.as_i64());
    days.filter(|days| *days > 0).unwrap_or(CONFIRMATION_DAYS)
}

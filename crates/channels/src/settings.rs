use lemmascope_intent::{Kind, Setting, Value};

use crate::adapters::Connector;
use crate::fault::Fault;
use crate::gateway::{BusSettings, Pace};

/// What the domain needs to know.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The URL of the database of intents, contacts and everything else that the domain keeps.
    pub url: String,
    /// The largest payload of an intent, in bytes.
    pub payload_limit: usize,
    /// How many requests a minute a key may send to an endpoint; 0 for no limit.
    pub rate: u32,
    /// The hosts that webhooks may call although their addresses are private.
    pub private_callbacks: Vec<String>,
    /// How fast the work in the background is done.
    pub pace: Pace,
    /// Is called between the steps by which an intent is carried.
    pub fault: Fault,
    /// The bus by which intents are delivered; without one they are delivered from the database.
    pub bus: Option<BusSettings>,
    /// The connector whose requests are also taken at `/v1/adapt`.
    pub connector: Option<Connector>,
}

impl Settings {
    /// The settings that hold unless a person changes them, with this database.
    pub fn at(url: impl Into<String>) -> Self {
        Self {
            url: url.into(),
            payload_limit: PAYLOAD_KIB << 10,
            rate: 120,
            private_callbacks: Vec::new(),
            pace: Pace::default(),
            fault: Fault::default(),
            bus: None,
            connector: None,
        }
    }
}

/// The largest payload, in KiB.
const PAYLOAD_KIB: usize = 128;

/// What of channels can be configured.
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

/// The setting that says how long threads are kept that have ended.
pub(crate) const KEEP_THREADS: &str = "channels.keep_threads";
/// The setting that says how long notices are kept.
pub(crate) const KEEP_NOTICES: &str = "channels.keep_notices";
/// Ten years, in seconds.
const YEARS: u64 = 3650 * 24 * 60 * 60;

/// For how many days a confirmed recipient is remembered unless the setting says otherwise.
const CONFIRMATION_DAYS: i64 = 180;

/// The days of the setting `channels.confirmation_days`.
pub(crate) fn confirmation_days(setting: Option<Value>) -> i64 {
    let days = setting.as_ref().and_then(Value::as_number).and_then(|number| number.as_i64());
    days.filter(|days| *days > 0).unwrap_or(CONFIRMATION_DAYS)
}

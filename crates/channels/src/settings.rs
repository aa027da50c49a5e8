use lemmascope_intent::{Kind, Setting};

/// What the domain needs to know.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The URL of the database of intents, contacts and everything else that the domain keeps.
    pub url: String,
}

/// What of channels can be configured.
pub fn settings() -> Vec<Setting> {
    vec![
        Setting::new(
            "channels.url",
            Kind::Text,
            "",
            "where intents between agents are kept: sqlite:PATH or postgres://…; empty: with the engine's own data",
        )
        .fixed(),
        Setting::new(
            "channels.payload_limit",
            Kind::Count(1, 16_384),
            128,
            "the largest payload of an intent between agents, in KiB",
        )
        .fixed(),
        Setting::new(
            "channels.rate",
            Kind::Count(0, 1_000_000),
            120,
            "how many requests a minute a key may send to an endpoint of channels; 0: no limit",
        )
        .fixed(),
        Setting::new(
            "channels.private_callbacks",
            Kind::Texts,
            lemmascope_intent::Value::List(Vec::new()),
            "hosts with private addresses that webhooks may call all the same, as HOST or HOST:PORT",
        )
        .guarded(),
    ]
}

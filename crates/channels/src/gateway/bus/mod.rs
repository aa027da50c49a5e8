//! NATS JetStream as transport from the outbox to the delivering gateways. The database stays authoritative:
//! a task of the outbox is published, and ends in the transaction of its delivery. A message contains the id
//! of an intent and nothing of its payload. A duplicate or late message finds the intent already delivered.

mod check;
mod connection;

use std::path::PathBuf;
use std::time::Duration;

use async_nats::HeaderMap;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::{self, AckKind, Message, stream};
use futures_util::StreamExt;
use futures_util::future::try_join_all;
use lemmascope_intent::Cancellation;
use serde_json::{Value as Json, json};
use tokio::sync::OnceCell;

pub(crate) use check::check;

use super::Gateway;
use super::delivery;
use super::failure::GatewayFailure;
use super::task::{Task, TaskTiming};
use crate::fault::Step;

/// The timeout for connecting and publishing.
const PATIENCE: Duration = Duration::from_secs(5);
/// The retention time of a message in the stream. Undelivered intents are then published again from the
/// outbox.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// The maximum number of deliveries in a transaction.
const GROUP: usize = 64;
/// The delay after a failed connection.
const PAUSE: Duration = Duration::from_secs(1);
/// The name of the consumer, which all gateways on a stream share.
const CONSUMER: &str = "gateway";

/// The connection settings of the bus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusSettings {
    /// The URL of the server, including credentials if required.
    pub url: String,
    /// The name of the stream. Gateways on the same database must share it, and others must not.
    pub stream: String,
    /// The file with the certificate authorities for the server; by default those of the system.
    pub authority: Option<PathBuf>,
    /// The file with the client certificate and its key.
    pub identity: Option<PathBuf>,
}

/// A connection to JetStream, which is opened on first use and reconnects automatically.
pub(super) struct Bus {
    settings: BusSettings,
    pace: TaskTiming,
    open: OnceCell<Open>,
}

struct Open {
    context: jetstream::Context,
    consumer: PullConsumer,
}

impl Bus {
    pub(super) fn new(settings: BusSettings, pace: TaskTiming) -> Self {
        Self { settings, pace, open: OnceCell::new() }
    }

    /// Publishes tasks, and returns when the server has stored them.
    pub(super) async fn publish(&self, tasks: &[Task]) -> Result<(), GatewayFailure> {
        let open = self.open().await?;
        let published = tasks.iter().map(|task| async move {
            let mut headers = HeaderMap::new();
            // Each attempt needs another id, because the server drops messages with a known one.
            headers.insert("Nats-Msg-Id", format!("{}:{}", task.intent, task.attempts).as_str());
            let payload = json!({"intent_id": task.intent, "attempt": task.attempts}).to_string();
            let stored = open.context.publish_with_headers(self.subject(), headers, payload.into()).await;
            stored.map_err(unavailable)?.await.map_err(unavailable)
        });
        match tokio::time::timeout(PATIENCE, try_join_all(published)).await {
            Ok(published) => published.map(drop),
            Err(_) => Err(unavailable("the server did not answer in time")),
        }
    }

    async fn open(&self) -> Result<&Open, GatewayFailure> {
        self.open
            .get_or_try_init(|| async {
                match tokio::time::timeout(PATIENCE, self.connect()).await {
                    Ok(open) => open,
                    Err(_) => Err(unavailable("the server did not answer in time")),
                }
            })
            .await
    }

    async fn connect(&self) -> Result<Open, GatewayFailure> {
        let client = connection::connect(&self.settings).await.map_err(unavailable)?;
        let context = jetstream::new(client);
        let config = stream::Config {
            name: self.settings.stream.clone(),
            subjects: vec![self.subject()],
            max_age: KEPT,
            ..stream::Config::default()
        };
        let stream = context.get_or_create_stream(config).await.map_err(unavailable)?;
        let config = pull::Config {
            durable_name: Some(CONSUMER.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.pace.lease,
            max_deliver: self.pace.attempts,
            ..pull::Config::default()
        };
        let consumer = stream.get_or_create_consumer(CONSUMER, config).await.map_err(unavailable)?;
        Ok(Open { context, consumer })
    }

    fn subject(&self) -> String {
        format!("{}.deliver", self.settings.stream)
    }
}

fn unavailable(error: impl std::fmt::Display) -> GatewayFailure {
    GatewayFailure::new(503, "BUS_UNAVAILABLE", format!("NATS cannot be used: {error}"))
}

/// Delivers the messages of the bus until it is cancelled.
pub(super) async fn run_consumer(gateway: &Gateway, bus: &Bus, cancellation: &Cancellation) {
    while !cancellation.is_cancelled() {
        let consumed = tokio::select! {
            consumed = consume(gateway, bus) => consumed,
            () = cancellation.cancelled() => return,
        };
        if let Err(failure) = consumed {
            tracing::error!(reason = %failure.reason, "messages could not be read from the bus");
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = cancellation.cancelled() => return,
        }
    }
}

async fn consume(gateway: &Gateway, bus: &Bus) -> Result<(), GatewayFailure> {
    let open = bus.open().await?;
    let messages = open.consumer.stream().max_messages_per_batch(GROUP).messages().await;
    let mut groups = messages.map_err(unavailable)?.ready_chunks(GROUP);
    while let Some(group) = groups.next().await {
        let group: Vec<Message> = group.into_iter().collect::<Result<_, _>>().map_err(unavailable)?;
        take(gateway, bus, group).await;
    }
    Ok(())
}

/// Processes messages. Those that arrive together share a transaction; if it fails, they are retried one by
/// one.
async fn take(gateway: &Gateway, bus: &Bus, messages: Vec<Message>) {
    let ids: Vec<String> = messages.iter().filter_map(intent).collect();
    if messages.len() > 1 && ids.len() == messages.len() && delivery::arrived(gateway, &ids).await.is_ok() {
        for message in &messages {
            acknowledge(gateway, message, AckKind::Ack).await;
        }
        return;
    }
    for message in &messages {
        let answer = match intent(message) {
            // A message that does not come from a gateway is useless for all of them.
            None => AckKind::Term,
            Some(id) => match delivery::arrived(gateway, &[id]).await {
                Ok(()) => AckKind::Ack,
                Err(failure) if failure.status == 404 => AckKind::Term,
                Err(failure) => {
                    tracing::warn!(reason = %failure.reason, "a message could not be delivered");
                    AckKind::Nak(Some(bus.pace.first_pause))
                }
            },
        };
        acknowledge(gateway, message, answer).await;
    }
}

/// Returns the intent of a message.
fn intent(message: &Message) -> Option<String> {
    let document: Json = serde_json::from_slice(&message.payload).ok()?;
    document["intent_id"].as_str().map(str::to_string)
}

async fn acknowledge(gateway: &Gateway, message: &Message, answer: AckKind) {
    gateway.fault.at(Step::BeforeAcknowledging);
    if let Err(error) = message.ack_with(answer).await {
        // The message is redelivered, and finds the intent already delivered.
        tracing::warn!(%error, "a message could not be acknowledged");
    }
    gateway.fault.at(Step::AfterAcknowledging);
}

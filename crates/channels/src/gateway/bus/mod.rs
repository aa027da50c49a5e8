//! NATS JetStream as the way from the outbox to the gateways that deliver. The database stays the record: a task of the outbox is published,
//! and ends in the transaction of its delivery. A message carries the id of an intent and nothing of its payload; one that comes twice, or
//! late, finds the intent delivered.

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
use super::task::{Pace, Task};
use crate::fault::Step;

/// How long connecting and publishing may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a message is kept in the stream. Whatever was not delivered by then is published again from the outbox.
const KEPT: Duration = Duration::from_secs(24 * 3600);
/// The most deliveries that share a transaction.
const GROUP: usize = 64;
/// The pause after a connection that failed.
const PAUSE: Duration = Duration::from_secs(1);
/// The name of the consumer, which all gateways on a stream share.
const CONSUMER: &str = "gateway";

/// Where the bus is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusSettings {
    /// The URL of the server, with a user and a password or a token where it needs them.
    pub url: String,
    /// The name of the stream. Gateways on the same database have the same, and others have another.
    pub stream: String,
    /// The file with the certificates of the authorities that the server's certificate is checked with; those of the system without.
    pub authority: Option<PathBuf>,
    /// The file with the certificate by which the gateway shows who it is, and the key of it.
    pub identity: Option<PathBuf>,
}

/// A connection to JetStream, which is made when it is first needed, and made again by itself when it is lost.
pub(super) struct Bus {
    settings: BusSettings,
    pace: Pace,
    open: OnceCell<Open>,
}

struct Open {
    context: jetstream::Context,
    consumer: PullConsumer,
}

impl Bus {
    pub(super) fn new(settings: BusSettings, pace: Pace) -> Self {
        Self { settings, pace, open: OnceCell::new() }
    }

    /// Publishes tasks, and returns when the server has stored them.
    pub(super) async fn publish(&self, tasks: &[Task]) -> Result<(), GatewayFailure> {
        let open = self.open().await?;
        let published = tasks.iter().map(|task| async move {
            let mut headers = HeaderMap::new();
            // A later attempt is another message: the server must not take it for one that it knows.
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

/// Delivers what comes by the bus, until it is cancelled.
pub(super) async fn keep_consuming(gateway: &Gateway, bus: &Bus, cancellation: &Cancellation) {
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

/// Messages that have come together share a transaction. What one of them fails for does not concern the others.
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
            // What is no message of a gateway is of no use to any.
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

/// The intent that a message is about.
fn intent(message: &Message) -> Option<String> {
    let document: Json = serde_json::from_slice(&message.payload).ok()?;
    document["intent_id"].as_str().map(str::to_string)
}

async fn acknowledge(gateway: &Gateway, message: &Message, answer: AckKind) {
    gateway.fault.at(Step::BeforeAcknowledging);
    if let Err(error) = message.ack_with(answer).await {
        // It comes again, and finds the intent delivered.
        tracing::warn!(%error, "a message could not be acknowledged");
    }
    gateway.fault.at(Step::AfterAcknowledging);
}

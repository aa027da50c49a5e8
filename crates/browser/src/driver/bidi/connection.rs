use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

use super::super::transport::{SocketReader, SocketWriter};
use super::fault::Fault;

/// The timeout for commands that do not depend on a page.
pub(super) const PROMPTLY: Duration = Duration::from_secs(15);

/// A protocol connection that matches results to commands by id.
pub(super) struct Connection {
    outgoing: mpsc::UnboundedSender<String>,
    pending: Mutex<HashMap<u64, oneshot::Sender<Reply>>>,
    next: AtomicU64,
    /// The reason why the connection is closed.
    closed: OnceLock<String>,
}

type Reply = Result<Value, (String, String)>;

/// A message from the browser: a result if it has an id, otherwise an event.
#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    method: Option<String>,
    params: Option<Value>,
    result: Option<Value>,
    error: Option<String>,
    message: Option<String>,
}

/// A protocol event.
pub(super) struct ProtocolEvent {
    pub(super) method: String,
    pub(super) params: Value,
}

impl ProtocolEvent {
    /// Parses the parameters of the event, or returns `None` if they do not have the expected form.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(&self.params)
            .inspect_err(|error| tracing::debug!(method = self.method, %error, "an event could not be read"))
            .ok()
    }
}

impl Connection {
    /// Starts the reader and writer tasks. `handle_event` is called for each event in order and must not block; `end`
    /// is called once, after the last message.
    pub(super) fn open(
        reader: SocketReader,
        writer: SocketWriter,
        handle_event: impl Fn(ProtocolEvent) + Send + 'static,
        end: impl FnOnce() + Send + 'static,
    ) -> Arc<Self> {
        let (outgoing, messages) = mpsc::unbounded_channel();
        let connection = Arc::new(Self {
            outgoing,
            pending: Mutex::default(),
            next: AtomicU64::new(1),
            closed: OnceLock::new(),
        });
        let weak = Arc::downgrade(&connection);
        tokio::spawn(write(writer, messages));
        tokio::spawn(async move {
            let reason = read(reader, &weak, handle_event).await;
            if let Some(connection) = weak.upgrade() {
                connection.close(&reason);
            }
            end();
        });
        connection
    }

    /// Sends a command and waits for its result.
    pub(super) async fn call(
        &self,
        method: &'static str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, Fault> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        self.pending().insert(id, sender);
        let pending = Pending { connection: self, id };
        // The insertion has to precede the check: a concurrent close either clears the entry or is seen here.
        if !self.is_open() || self.outgoing.send(encode(id, method, params)).is_err() {
            return Err(self.gone());
        }
        let reply = match tokio::time::timeout(limit, receiver).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(_)) => return Err(self.gone()),
            Err(_) => return Err(Fault::TimedOut { method }),
        };
        drop(pending);
        reply.map_err(|(code, message)| Fault::Refused { method, code, message })
    }

    /// Sends a command without waiting for its result.
    pub(super) fn tell(&self, method: &'static str, params: Value) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        // The writer only ends with the connection, and then all pending calls fail anyway.
        let _ = self.outgoing.send(encode(id, method, params));
    }

    pub(super) fn is_open(&self) -> bool {
        self.closed.get().is_none()
    }

    /// Fails all pending and future commands.
    pub(super) fn close(&self, reason: &str) {
        let _ = self.closed.set(reason.to_string());
        self.pending().clear();
    }

    fn gone(&self) -> Fault {
        Fault::Closed(self.closed.get().cloned().unwrap_or_else(|| "the browser has ended".into()))
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Reply>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A guard that removes a pending command when its caller stops waiting for any reason.
struct Pending<'a> {
    connection: &'a Connection,
    id: u64,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.connection.pending().remove(&self.id);
    }
}

fn encode(id: u64, method: &str, params: Value) -> String {
    json!({"id": id, "method": method, "params": params}).to_string()
}

async fn write(mut writer: SocketWriter, mut messages: mpsc::UnboundedReceiver<String>) {
    while let Some(message) = messages.recv().await {
        if let Err(error) = writer.send(message).await {
            tracing::debug!(%error, "the browser takes no more messages");
            return;
        }
    }
}

/// Reads messages until the connection ends, and returns the reason.
async fn read(
    mut reader: SocketReader,
    connection: &Weak<Connection>,
    handle_event: impl Fn(ProtocolEvent),
) -> String {
    loop {
        let message = match reader.next().await {
            Ok(Some(message)) => message,
            Ok(None) => return "the browser has crashed".into(),
            Err(error) => {
                tracing::debug!(%error, "the socket broke");
                return "the browser has crashed".into();
            }
        };
        let incoming: Incoming = match serde_json::from_slice(&message) {
            Ok(incoming) => incoming,
            Err(error) => return format!("the browser sent something that is not of its protocol: {error}"),
        };
        let Some(connection) = connection.upgrade() else { return "nobody listens any more".into() };
        match (incoming.id, incoming.method) {
            (Some(id), _) => {
                let waiting = connection.pending().remove(&id);
                if let Some(waiting) = waiting {
                    let _ = waiting.send(match incoming.error {
                        Some(code) => Err((code, incoming.message.unwrap_or_default())),
                        None => Ok(incoming.result.unwrap_or_default()),
                    });
                } else if let Some(code) = incoming.error {
                    let message = incoming.message.unwrap_or_default();
                    tracing::debug!(code, message, "the browser refuses a command");
                }
            }
            (None, Some(method)) => {
                handle_event(ProtocolEvent { method, params: incoming.params.unwrap_or_default() });
            }
            (None, None) => {}
        }
    }
}

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, oneshot};

use super::super::transport::{Reader, Writer};
use super::fault::Fault;
use super::protocol::Command;

/// The timeout for commands that do not depend on a page.
pub(super) const PROMPTLY: Duration = Duration::from_secs(15);

/// A protocol connection that matches responses to commands by id.
pub(super) struct Connection {
    outgoing: mpsc::UnboundedSender<String>,
    pending: Mutex<HashMap<u64, oneshot::Sender<Reply>>>,
    next: AtomicU64,
    /// The reason why the connection is closed.
    closed: OnceLock<String>,
}

type Reply = Result<Box<RawValue>, Refusal>;

#[derive(Serialize)]
struct Question<'a, C> {
    id: u64,
    method: &'static str,
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    params: &'a C,
}

/// A message from the browser: a response if it has an id, otherwise an event.
#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    method: Option<String>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    params: Option<Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<Refusal>,
}

#[derive(Deserialize)]
struct Refusal {
    #[serde(default)]
    message: String,
    #[serde(default)]
    data: Option<serde_json::Value>,
}

/// A protocol event.
pub(super) struct ProtocolEvent {
    pub(super) session: Option<String>,
    pub(super) method: String,
    pub(super) params: Box<RawValue>,
}

impl ProtocolEvent {
    /// Parses the parameters of the event, or returns `None` if they do not have the expected form.
    pub(super) fn read<'a, T: Deserialize<'a>>(&'a self) -> Option<T> {
        serde_json::from_str(self.params.get())
            .inspect_err(|error| tracing::debug!(method = self.method, %error, "an event could not be read"))
            .ok()
    }
}

impl Connection {
    /// Starts the reader and writer tasks. `handle_event` is called for each event in order and must not block; `end`
    /// is called once, after the last message.
    pub(super) fn open(
        reader: Reader,
        writer: Writer,
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

    /// Sends a command and waits for the response.
    pub(super) async fn call<C: Command>(
        &self,
        session: Option<&str>,
        command: &C,
        limit: Duration,
    ) -> Result<C::Answer, Fault> {
        let (id, answer) = self.ask(session, command)?;
        let pending = Pending { connection: self, id };
        let reply = match tokio::time::timeout(limit, answer).await {
            Ok(Ok(reply)) => reply,
            Ok(Err(_)) => return Err(self.gone()),
            Err(_) => return Err(Fault::TimedOut { method: C::METHOD }),
        };
        drop(pending);
        let raw = reply.map_err(|refusal| Fault::Refused { method: C::METHOD, message: refusal.text() })?;
        serde_json::from_str(raw.get())
            .map_err(|error| Fault::Malformed { method: C::METHOD, detail: error.to_string() })
    }

    /// Sends a command without waiting for the response. The browser executes the commands of a session in
    /// the order of sending, so later calls see its effect.
    pub(super) fn tell<C: Command>(&self, session: Option<&str>, command: &C) {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        if let Ok(question) = encode(id, session, command) {
            // The writer only ends with the connection, and then all pending calls fail anyway.
            let _ = self.outgoing.send(question);
        }
    }

    pub(super) fn is_open(&self) -> bool {
        self.closed.get().is_none()
    }

    /// Fails all pending and future calls.
    pub(super) fn close(&self, reason: &str) {
        let _ = self.closed.set(reason.to_string());
        self.pending().clear();
    }

    fn ask<C: Command>(
        &self,
        session: Option<&str>,
        command: &C,
    ) -> Result<(u64, oneshot::Receiver<Reply>), Fault> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let question = encode(id, session, command)?;
        let (sender, receiver) = oneshot::channel();
        self.pending().insert(id, sender);
        // The insertion has to precede the check: a concurrent close either clears the entry or is seen here.
        if !self.is_open() || self.outgoing.send(question).is_err() {
            self.pending().remove(&id);
            return Err(self.gone());
        }
        Ok((id, receiver))
    }

    fn gone(&self) -> Fault {
        Fault::Closed(self.closed.get().cloned().unwrap_or_else(|| "the browser has ended".into()))
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<u64, oneshot::Sender<Reply>>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A guard that removes a pending call when its caller stops waiting for any reason.
struct Pending<'a> {
    connection: &'a Connection,
    id: u64,
}

impl Drop for Pending<'_> {
    fn drop(&mut self) {
        self.connection.pending().remove(&self.id);
    }
}

impl Refusal {
    fn text(self) -> String {
        match self.data.as_ref().and_then(|data| data.as_str()) {
            Some(data) => format!("{} ({data})", self.message),
            None => self.message,
        }
    }
}

fn encode<C: Command>(id: u64, session: Option<&str>, params: &C) -> Result<String, Fault> {
    serde_json::to_string(&Question { id, method: C::METHOD, session, params })
        .map_err(|error| Fault::Malformed { method: C::METHOD, detail: error.to_string() })
}

async fn write(mut writer: Writer, mut messages: mpsc::UnboundedReceiver<String>) {
    while let Some(message) = messages.recv().await {
        if let Err(error) = writer.send(message).await {
            tracing::debug!(%error, "the browser takes no more messages");
            return;
        }
    }
}

/// Reads messages until the connection ends, and returns the reason.
async fn read(
    mut reader: Reader,
    connection: &std::sync::Weak<Connection>,
    handle_event: impl Fn(ProtocolEvent),
) -> String {
    loop {
        let message = match reader.next().await {
            Ok(Some(message)) => message,
            Ok(None) => return "the browser has crashed".into(),
            Err(error) => return format!("the connection to the browser broke: {error}"),
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
                        Some(refusal) => Err(refusal),
                        None => Ok(incoming.result.unwrap_or_else(|| RawValue::NULL.to_owned())),
                    });
                }
            }
            (None, Some(method)) => {
                let params = incoming.params.unwrap_or_else(|| RawValue::NULL.to_owned());
                handle_event(ProtocolEvent { session: incoming.session, method, params });
            }
            (None, None) => {}
        }
    }
}

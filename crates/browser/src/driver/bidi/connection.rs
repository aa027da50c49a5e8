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

/// How long a command may take that needs no page to answer.
pub(super) const PROMPTLY: Duration = Duration::from_secs(15);

/// Commands to a browser and its results, matched by number.
pub(super) struct Connection {
    outgoing: mpsc::UnboundedSender<String>,
    pending: Mutex<HashMap<u64, oneshot::Sender<Reply>>>,
    next: AtomicU64,
    /// Why nothing can be sent any more.
    closed: OnceLock<String>,
}

type Reply = Result<Value, (String, String)>;

/// A message from the browser: a result when it has a number, else an event.
#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    method: Option<String>,
    params: Option<Value>,
    result: Option<Value>,
    error: Option<String>,
    message: Option<String>,
}

/// An event.
pub(super) struct Happening {
    pub(super) method: String,
    pub(super) params: Value,
}

impl Happening {
    /// The parameters of the event, unless they have a form that is not known.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(&self.params)
            .inspect_err(|error| tracing::debug!(method = self.method, %error, "an event could not be read"))
            .ok()
    }
}

impl Connection {
    /// Starts to read and write. `hear` is called for each event, in order, and must not block; `end` once, when
    /// nothing more will come.
    pub(super) fn open(
        reader: SocketReader,
        writer: SocketWriter,
        hear: impl Fn(Happening) + Send + 'static,
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
            let reason = read(reader, &weak, hear).await;
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
        // The order matters: a close in between clears what was inserted before it, and is seen after.
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
        // When the writer is gone, so is the browser, and everybody who waits is told of it.
        let _ = self.outgoing.send(encode(id, method, params));
    }

    pub(super) fn is_open(&self) -> bool {
        self.closed.get().is_none()
    }

    /// Fails everything that waits, and every later command.
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

/// Forgets a command whose caller has stopped waiting, however that came about.
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

/// Reads until the end and says why it ended.
async fn read(mut reader: SocketReader, connection: &Weak<Connection>, hear: impl Fn(Happening)) -> String {
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
                hear(Happening { method, params: incoming.params.unwrap_or_default() });
            }
            (None, None) => {}
        }
    }
}

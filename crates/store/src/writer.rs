//! Write-behind: statements are queued and a background task commits them in groups.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};

use crate::{Statement, Store, StoreError};

/// A queue of statements that are committed in the background, in the order in which they were queued.
///
/// Clones share the queue. When the last of them is dropped, what remains is still committed as long as the
/// runtime lives; a program that is about to end calls [`Writer::flush`] or [`Store::close`].
///
/// A statement runs again when the connection was lost before the server's answer came, and may by then have
/// been committed: rows of a journal bear a separate key, or are inserted with `ON CONFLICT DO NOTHING`.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Entry>,
    first_error: FirstError,
    hurry: Arc<Notify>,
}

impl Writer {
    /// Queues a statement. Waits only while the queue is full.
    ///
    /// What goes wrong later is told by [`Writer::flush`].
    pub async fn enqueue(&self, statement: impl Into<Statement>) {
        // The task outlives every sender, so sending fails only when the runtime is shutting down; then the
        // flush fails as well and says so.
        let _ = self.queue.send(Entry::Write(statement.into())).await;
    }

    /// Queues a statement without waiting. Gives it back when the queue is full.
    pub fn try_enqueue(&self, statement: impl Into<Statement>) -> Result<(), Box<Statement>> {
        match self.queue.try_send(Entry::Write(statement.into())) {
            Err(mpsc::error::TrySendError::Full(Entry::Write(statement))) => Err(Box::new(statement)),
            // The runtime is shutting down; the flush fails as well and says so.
            _ => Ok(()),
        }
    }

    /// Waits until everything queued before is committed. Gives the first error since the last flush.
    ///
    /// After an error the other statements have been committed all the same, unless it
    /// [is transient](StoreError::is_transient): then the database stayed away for all the retries.
    pub async fn flush(&self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Entry::Flush(reply)).await.map_err(|_| StoreError::Closed)?;
        self.hurry.notify_one();
        answer.await.map_err(|_| StoreError::Closed)?;
        // The error is taken here and does not travel with the answer: a flush that is cancelled just then
        // leaves it for the next.
        self.first_error.take().map_or(Ok(()), Err)
    }
}

#[derive(Debug)]
enum Entry {
    Write(Statement),
    Flush(oneshot::Sender<()>),
}

/// The first error that nobody has been told yet.
#[derive(Clone, Debug, Default)]
struct FirstError(Arc<Mutex<Option<StoreError>>>);

impl FirstError {
    fn keep(&self, error: StoreError) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    fn take(&self) -> Option<StoreError> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// How many statements wait before `enqueue` does: a few hundred kilobytes of ordinary rows.
const QUEUE: usize = 1024;

/// How many statements share a transaction at most, so that other processes get the lock in between.
const GROUP: usize = 256;

/// How long the task lets statements gather after the first, unless a person flushes. Waking it costs the sender
/// more than queueing does, and a transaction costs more than a row.
const GATHER: Duration = Duration::from_millis(2);

/// The pauses between tries when the database is locked or away: 6 seconds in all, enough for a server to
/// restart. SQLite's own waiting for a lock comes on top.
const PAUSES: [Duration; 8] = [
    Duration::from_millis(25),
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
    Duration::from_millis(800),
    Duration::from_millis(1600),
    Duration::from_millis(3200),
];

pub(crate) fn start(store: Store) -> Writer {
    let (queue, entries) = mpsc::channel(QUEUE);
    store.writers().send_modify(|running| *running += 1);
    let running = Running(store);
    let writer = Writer { queue, first_error: FirstError::default(), hurry: Arc::default() };
    let (first_error, hurry) = (writer.first_error.clone(), Arc::clone(&writer.hurry));
    tokio::spawn(async move { work(&running.0, entries, &first_error, &hurry).await });
    writer
}

/// Counts a task out again, however it ends.
struct Running(Store);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.writers().send_modify(|running| *running -= 1);
    }
}

async fn work(store: &Store, mut entries: mpsc::Receiver<Entry>, first_error: &FirstError, hurry: &Notify) {
    let mut arrived = Vec::new();
    while entries.recv_many(&mut arrived, GROUP).await > 0 {
        if arrived.len() < GROUP && !arrived.iter().any(|entry| matches!(entry, Entry::Flush(_))) {
            let _ = tokio::time::timeout(GATHER, hurry.notified()).await;
            while arrived.len() < GROUP
                && let Ok(entry) = entries.try_recv()
            {
                arrived.push(entry);
            }
        }
        let mut group = Vec::with_capacity(arrived.len());
        for entry in std::mem::take(&mut arrived) {
            match entry {
                Entry::Write(statement) => group.push(statement),
                Entry::Flush(reply) => {
                    commit(store, &group, first_error).await;
                    group.clear();
                    // Whoever asked may have given up.
                    let _ = reply.send(());
                }
            }
        }
        commit(store, &group, first_error).await;
    }
    if let Some(error) = first_error.take() {
        tracing::error!(%error, site = %store.site(), "a queued statement was not written, and nobody asked");
    }
}

/// Commits the group at once; if the database refuses it, one by one, so that a bad statement does not take its
/// neighbours with it.
async fn commit(store: &Store, group: &[Statement], first_error: &FirstError) {
    match patiently(store, group).await {
        Ok(()) => {}
        Err(error) if group.len() == 1 || error.is_transient() => {
            first_error.keep(error);
        }
        Err(_) => {
            for statement in group.chunks(1) {
                if let Err(error) = patiently(store, statement).await {
                    first_error.keep(error);
                }
            }
        }
    }
}

/// Commits all of the group or nothing, and tries again after a pause while the error is one that passes.
pub(crate) async fn patiently(store: &Store, group: &[Statement]) -> Result<(), StoreError> {
    let mut pauses = PAUSES.iter();
    loop {
        let done = match group {
            [] => Ok(()),
            [one] => store.execute_ref(one).await.map(drop),
            many => store.transaction_ref(many).await,
        };
        match (done, pauses.next()) {
            (Err(error), Some(pause)) if error.is_transient() => tokio::time::sleep(*pause).await,
            (done, _) => return done,
        }
    }
}

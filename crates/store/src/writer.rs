//! A write-behind queue: a background task commits queued statements in groups.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};

use crate::{Statement, Store, StoreError};

/// A queue of statements that are committed in the background, in the order in which they were queued.
///
/// Clones share the queue. When the last of them is dropped, the remaining statements are still committed as
/// long as the runtime is alive; a program that is about to exit calls [`Writer::flush`] or [`Store::close`].
///
/// A statement runs again if the connection was lost before the server responded, and may already have been
/// committed: rows of a journal have a separate key, or are inserted with `ON CONFLICT DO NOTHING`.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Entry>,
    first_error: FirstError,
    hurry: Arc<Notify>,
}

impl Writer {
    /// Queues a statement. Waits only while the queue is full.
    ///
    /// [`Writer::flush`] returns later errors.
    pub async fn enqueue(&self, statement: impl Into<Statement>) {
        // The task outlives every sender, so sending fails only when the runtime is shutting down; then the
        // flush fails as well.
        let _ = self.queue.send(Entry::Write(statement.into())).await;
    }

    /// Queues a statement without waiting. Returns it if the queue is full.
    pub fn try_enqueue(&self, statement: impl Into<Statement>) -> Result<(), Box<Statement>> {
        match self.queue.try_send(Entry::Write(statement.into())) {
            Err(mpsc::error::TrySendError::Full(Entry::Write(statement))) => Err(Box::new(statement)),
            // The runtime is shutting down; the flush fails as well.
            _ => Ok(()),
        }
    }

    /// Waits until all earlier statements are committed. Returns the first error since the last flush.
    ///
    /// After an error the other statements have nevertheless been committed, unless the error [is
    /// transient](StoreError::is_transient): then the database was unavailable during all retries.
    pub async fn flush(&self) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send(Entry::Flush(reply)).await.map_err(|_| StoreError::Closed)?;
        self.hurry.notify_one();
        answer.await.map_err(|_| StoreError::Closed)?;
        // The error is taken here and not sent with the reply: a flush that is cancelled at this point leaves
        // it for the next one.
        self.first_error.take().map_or(Ok(()), Err)
    }
}

#[derive(Debug)]
enum Entry {
    Write(Statement),
    Flush(oneshot::Sender<()>),
}

/// The first unreported error.
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

/// The capacity of the queue: a few hundred kilobytes of ordinary rows.
const QUEUE: usize = 1024;

/// The maximum number of statements in a transaction, so that other processes get the lock in between.
const GROUP: usize = 256;

/// The time for which the task collects statements after the first one, unless a flush is waiting. Waking the
/// task costs the sender more than queueing, and a transaction costs more than a row.
const GATHER: Duration = Duration::from_millis(2);

/// The delays between retries while the database is locked or unreachable: 6 seconds in total, enough for a
/// server to restart. The busy timeout of SQLite comes on top.
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

/// Decrements the number of running tasks on drop.
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
                    // The receiver may have been dropped.
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

/// Commits a group in one transaction; if the database rejects it, one by one, so that an invalid statement
/// does not affect the others.
async fn commit(store: &Store, group: &[Statement], first_error: &FirstError) {
    match commit_with_retries(store, group).await {
        Ok(()) => {}
        Err(error) if group.len() == 1 || error.is_transient() => {
            first_error.keep(error);
        }
        Err(_) => {
            for statement in group.chunks(1) {
                if let Err(error) = commit_with_retries(store, statement).await {
                    first_error.keep(error);
                }
            }
        }
    }
}

/// Commits a group atomically, and retries after a delay while the error is transient.
pub(crate) async fn commit_with_retries(store: &Store, group: &[Statement]) -> Result<(), StoreError> {
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

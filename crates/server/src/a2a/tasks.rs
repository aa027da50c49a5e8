//! The tasks of all owners: those that this process works on, and those in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use lemmascope_engine::{Engine, Grant, StoredTask};
use lemmascope_intent::{Failure, Owner};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::broadcast;

use super::task::{Message, Part, Snapshot, State, Task, TaskOutcome, Update, Waiting};

/// The maximum number of tasks of an owner that this process works on concurrently.
const MOST: usize = 1000;
/// The polling interval for a task of another process.
const LOOK: Duration = Duration::from_millis(200);
/// The maximum time that a cancellation waits for the process that works on the task.
const PATIENCE: Duration = Duration::from_secs(10);
/// The size of the queue for changes of a task of another process.
const LAG: usize = 16;

/// The registry of tasks.
pub(super) struct Tasks {
    engine: Arc<Engine>,
    /// The tasks that this process works on, and those whose question could not be stored, by owner.
    live: Mutex<HashMap<String, Vec<Arc<Task>>>>,
}

/// A task, by its location.
pub(super) enum Found {
    /// A task that this process works on.
    Live(Arc<Task>),
    /// A task that rests, or that another process works on.
    Stored(Box<Stored>),
}

/// A task in the store.
pub(super) struct Stored {
    pub(super) snapshot: Snapshot,
    pub(super) waiting: Option<Waiting>,
    run: Option<String>,
    record: StoredTask,
}

/// The stored form of a task.
#[derive(Serialize, Deserialize)]
struct Document {
    snapshot: Snapshot,
    waiting: Option<StoredWaiting>,
    run: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct StoredWaiting {
    asked: Value,
    digest: Option<String>,
    rest: Vec<Value>,
}

impl Found {
    /// Returns the current state.
    pub(super) fn snapshot(&self) -> Snapshot {
        match self {
            Self::Live(task) => task.snapshot(),
            Self::Stored(stored) => stored.snapshot.clone(),
        }
    }
}

impl Tasks {
    /// Creates the registry of an engine.
    pub(super) fn new(engine: Arc<Engine>) -> Self {
        Self { engine, live: Mutex::default() }
    }

    fn live(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<Task>>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a task that this process works on. Returns `false` if the owner has too many.
    pub(super) fn take_up(&self, owner: &Owner, task: &Arc<Task>) -> bool {
        let mut live = self.live();
        let own = live.entry(owner.as_str().into()).or_default();
        let has_room = own.len() < MOST;
        if has_room {
            own.push(Arc::clone(task));
        }
        has_room
    }

    fn release(&self, owner: &Owner, task: &Arc<Task>) {
        let mut live = self.live();
        let Some(own) = live.get_mut(owner.as_str()) else { return };
        own.retain(|known| !Arc::ptr_eq(known, task));
        if own.is_empty() {
            live.remove(owner.as_str());
        }
    }

    fn find_live(&self, owner: &Owner, id: &str) -> Option<Arc<Task>> {
        self.live().get(owner.as_str())?.iter().find(|task| task.snapshot().id == id).cloned()
    }

    /// Returns a task of an owner.
    pub(super) async fn find(&self, grant: &Grant, id: &str) -> Result<Option<Found>, Failure> {
        if let Some(task) = self.find_live(&grant.owner, id) {
            return Ok(Some(Found::Live(task)));
        }
        Ok(self.stored(&grant.owner, id).await?.map(|stored| Found::Stored(Box::new(stored))))
    }

    /// Returns the tasks of an owner, latest first.
    pub(super) async fn list(&self, grant: &Grant) -> Result<Vec<Snapshot>, Failure> {
        let mut live: Vec<Snapshot> = {
            let live = self.live();
            live.get(grant.owner.as_str()).into_iter().flatten().rev().map(|task| task.snapshot()).collect()
        };
        let stored = self.engine.tasks(&grant.owner).await?;
        let stored: Vec<Snapshot> = stored
            .into_iter()
            .filter_map(|record| Some(self.read(record)?.snapshot))
            .map(|stored| match live.iter().position(|task| task.id == stored.id) {
                Some(at) => live.remove(at),
                None => stored,
            })
            .collect();
        // Tasks that could not be stored are the latest.
        Ok(live.into_iter().chain(stored).collect())
    }

    /// Claims a stored task that waits for an answer. Returns `false` if another process was faster.
    pub(super) async fn claim(&self, owner: &Owner, stored: &Stored) -> Result<bool, Failure> {
        self.engine.claim_task(owner, &stored.record).await
    }

    /// Stores a task that this process works on.
    pub(super) async fn store_active_task(&self, owner: &Owner, task: &Task) {
        let _storing = task.storing.lock().await;
        let snapshot = task.snapshot();
        if !snapshot.state.is_resting() {
            let _is_whole = self.store(owner, &snapshot, None, task.run()).await;
        }
    }

    /// Ends the work on a task. The end is stored before followers are notified.
    pub(super) async fn end(&self, owner: &Owner, task: &Arc<Task>, ending: TaskOutcome) {
        let _storing = task.storing.lock().await;
        loop {
            let (snapshot, waiting) = task.ended(&ending);
            let is_whole = self.store(owner, &snapshot, waiting.as_ref(), None).await;
            if task.end(snapshot, waiting) {
                if is_whole {
                    self.release(owner, task);
                }
                return;
            }
        }
    }

    /// Cancels a task that this process does not work on. Returns `None` if it has ended.
    pub(super) async fn cancel_stored(
        &self,
        owner: &Owner,
        stored: Stored,
    ) -> Result<Option<Snapshot>, Failure> {
        let id = stored.snapshot.id.clone();
        if stored.snapshot.state.is_over() {
            return Ok(None);
        }
        if !stored.record.is_active {
            if self.claim(owner, &stored).await? {
                let mut snapshot = stored.snapshot;
                snapshot.reach(State::Canceled, None);
                self.store(owner, &snapshot, None, None).await;
                return Ok(Some(snapshot));
            }
        } else if let Some(run) = &stored.run {
            // The work ends with its run.
            let _is_over = self.engine.cancel_run(owner, run).await;
        }
        let resting = async {
            loop {
                match self.stored(owner, &id).await? {
                    Some(stored) if !stored.snapshot.state.is_resting() => tokio::time::sleep(LOOK).await,
                    ended => return Ok(ended.map(|stored| stored.snapshot)),
                }
            }
        };
        match tokio::time::timeout(PATIENCE, resting).await {
            Ok(ended) => ended,
            Err(_) => Ok(self.stored(owner, &id).await?.map(|stored| stored.snapshot)),
        }
    }

    /// Follows a task of another process.
    pub(super) fn follow_stored(
        self: &Arc<Self>,
        owner: Owner,
        stored: Stored,
    ) -> (Snapshot, broadcast::Receiver<Update>) {
        let (updates, receiver) = broadcast::channel(LAG);
        let (tasks, first) = (Arc::clone(self), stored.snapshot.clone());
        tokio::spawn(async move {
            let (id, mut version) = (stored.snapshot.id, stored.record.version);
            while updates.receiver_count() > 0 {
                tokio::time::sleep(LOOK).await;
                // If the store does not respond, the stream ends, and the client retries.
                let Ok(Some(stored)) = tasks.stored(&owner, &id).await else { return };
                let is_resting = stored.snapshot.state.is_resting();
                if stored.record.version != version || is_resting {
                    version = stored.record.version;
                    if is_resting && stored.snapshot.artifact.is_some() {
                        let _gone = updates.send(Update::Artifact(Box::new(stored.snapshot.clone())));
                    }
                    let _gone = updates.send(Update::Status(Box::new(stored.snapshot)));
                }
                if is_resting {
                    return;
                }
            }
        });
        (first, receiver)
    }

    async fn stored(&self, owner: &Owner, id: &str) -> Result<Option<Stored>, Failure> {
        Ok(self.engine.task(owner, id).await?.and_then(|record| self.read(record)))
    }

    fn read(&self, record: StoredTask) -> Option<Stored> {
        let Document { mut snapshot, waiting, run } = serde_json::from_value(record.document.clone()).ok()?;
        if record.is_abandoned {
            let text = "The process ended before the task was completed. Its changes are in the journal.";
            let message = Message {
                id: format!("{}-ended", snapshot.id),
                is_ours: true,
                parts: vec![Part::Text(text.into())],
            };
            snapshot.reach(State::Failed, Some(message));
        }
        let waiting = waiting.and_then(|waiting| {
            let rest = waiting.rest.into_iter().map(|input| self.engine.restored_input(input));
            Some(Waiting {
                asked: self.engine.restored_input(waiting.asked)?,
                digest: waiting.digest,
                rest: rest.collect::<Option<_>>()?,
            })
        });
        Some(Stored { snapshot, waiting, run, record })
    }

    /// Stores a task. Returns whether the store has everything that is needed to continue it; otherwise only
    /// this process can.
    async fn store(
        &self,
        owner: &Owner,
        snapshot: &Snapshot,
        waiting: Option<&Waiting>,
        run: Option<String>,
    ) -> bool {
        let mut discreet = snapshot.clone();
        // The messages of this agent are already masked.
        for message in discreet.history.iter_mut().filter(|message| !message.is_ours) {
            for part in &mut message.parts {
                match part {
                    Part::Text(text) => *text = lemmascope_intent::discreet(text).into_owned(),
                    Part::Data(data) => *data = self.engine.discreet(std::mem::take(data)),
                }
            }
        }
        let stored_waiting = waiting.and_then(|waiting| {
            let rest = waiting.rest.iter().map(|input| self.engine.stored_input(input));
            Some(StoredWaiting {
                asked: self.engine.stored_input(&waiting.asked)?,
                digest: waiting.digest.clone(),
                rest: rest.collect::<Option<_>>()?,
            })
        });
        let is_whole = waiting.is_some() == stored_waiting.is_some();
        let is_active = !snapshot.state.is_resting();
        let Ok(document) =
            serde_json::to_value(Document { snapshot: discreet, waiting: stored_waiting, run })
        else {
            return false;
        };
        // If the store is not writable, the work continues without it.
        let stored = self.engine.store_task(owner, &snapshot.id, is_active, &document).await;
        stored.is_ok() && is_whole
    }
}

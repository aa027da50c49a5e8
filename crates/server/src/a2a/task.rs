//! Tasks: the work that a message leads to, from its submission to its end.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lemmascope_engine::{Grant, Input};
use lemmascope_intent::Cancellation;
use serde_json::Value;
use tokio::sync::broadcast;

/// The most tasks of one owner that are kept. The oldest that is over makes room for a new one.
const MOST: usize = 1000;
/// The most updates that a client may lag behind; then it gets the whole task.
const LAG: usize = 256;

/// The state of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Submitted,
    Working,
    InputRequired,
    Completed,
    Failed,
    Canceled,
}

impl State {
    /// Whether nothing happens any more.
    pub(super) fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Canceled)
    }

    /// Whether nothing happens until a client sends a message, if at all.
    pub(super) fn is_resting(self) -> bool {
        self.is_over() || self == Self::InputRequired
    }
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Part {
    Text(String),
    Data(Value),
}

/// A message of the client or of this agent.
#[derive(Debug, Clone)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) is_ours: bool,
    pub(super) parts: Vec<Part>,
}

/// A task as clients see it.
#[derive(Debug, Clone)]
pub(super) struct Snapshot {
    pub(super) id: String,
    pub(super) context: String,
    pub(super) state: State,
    /// The message that belongs to the state: a question, the last step, the reason for a failure.
    pub(super) message: Option<Message>,
    /// When the state was reached, as RFC 3339 has it.
    pub(super) at: String,
    pub(super) history: Vec<Message>,
    /// The answer, once there is one.
    pub(super) artifact: Option<Vec<Part>>,
}

/// A change of a task.
#[derive(Debug, Clone)]
pub(super) enum Update {
    Status(Box<Snapshot>),
    Artifact(Box<Snapshot>),
}

/// The request that waits for an answer of a person, and those after it.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub(super) asked: Input,
    /// The digest to agree with; none where the question wants words.
    pub(super) digest: Option<String>,
    pub(super) rest: Vec<Input>,
}

/// A task with everything that is needed to go on with it.
pub(super) struct Task {
    inner: Mutex<Inner>,
    updates: broadcast::Sender<Update>,
}

struct Inner {
    snapshot: Snapshot,
    waiting: Option<Waiting>,
    cancellation: Cancellation,
}

impl Task {
    fn new(id: String, context: String) -> Self {
        let snapshot = Snapshot {
            id,
            context,
            state: State::Submitted,
            message: None,
            at: now(),
            history: Vec::new(),
            artifact: None,
        };
        let inner = Inner { snapshot, waiting: None, cancellation: Cancellation::default() };
        Self { inner: Mutex::new(inner), updates: broadcast::channel(LAG).0 }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The task as it is.
    pub(super) fn snapshot(&self) -> Snapshot {
        self.inner().snapshot.clone()
    }

    /// The task as it is, and every change after that.
    pub(super) fn follow(&self) -> (Snapshot, broadcast::Receiver<Update>) {
        let inner = self.inner();
        (inner.snapshot.clone(), self.updates.subscribe())
    }

    /// Waits until the task rests.
    pub(super) async fn rest(&self) -> Snapshot {
        let (mut snapshot, mut updates) = self.follow();
        while !snapshot.state.is_resting() {
            snapshot = match updates.recv().await {
                Ok(Update::Status(changed) | Update::Artifact(changed)) => *changed,
                Err(_) => self.snapshot(),
            };
        }
        snapshot
    }

    /// Takes the request that waits for this message out; nothing where none waits.
    pub(super) fn take_waiting(&self) -> Option<Waiting> {
        self.inner().waiting.take()
    }

    /// Waits for another message, since this one was no answer.
    pub(super) fn wait_again(&self, waiting: Waiting) {
        self.inner().waiting = Some(waiting);
    }

    /// Adds a message of the client, and begins to work on it. Returns the flag that stops the work.
    pub(super) fn begin(&self, message: Message) -> Cancellation {
        let mut inner = self.inner();
        inner.snapshot.history.push(message);
        inner.cancellation = Cancellation::default();
        let cancellation = inner.cancellation.clone();
        drop(inner);
        self.change(State::Working, None);
        cancellation
    }

    /// The client wants the task to end. Returns whether it did not end before.
    pub(super) fn cancel(&self) -> bool {
        let mut inner = self.inner();
        let state = inner.snapshot.state;
        inner.cancellation.cancel();
        inner.waiting = None;
        drop(inner);
        // Nobody works on a task that waits for an answer.
        if state == State::InputRequired {
            self.change(State::Canceled, None);
        }
        !state.is_over()
    }

    /// Waits for an answer of the client.
    pub(super) fn ask(&self, question: Message, waiting: Waiting) {
        let mut inner = self.inner();
        let is_cancelled = inner.cancellation.is_cancelled();
        inner.waiting = Some(waiting).filter(|_| !is_cancelled);
        drop(inner);
        self.change(if is_cancelled { State::Canceled } else { State::InputRequired }, Some(question));
    }

    /// Has the answer.
    pub(super) fn answer(&self, parts: Vec<Part>) {
        let mut inner = self.inner();
        inner.snapshot.artifact = Some(parts);
        let update = Update::Artifact(Box::new(inner.snapshot.clone()));
        let _nobody_follows = self.updates.send(update);
    }

    /// Reaches a state.
    pub(super) fn change(&self, state: State, message: Option<Message>) {
        let mut inner = self.inner();
        inner.snapshot.state = state;
        inner.snapshot.at = now();
        inner.snapshot.message = message;
        if state.is_resting() {
            let message = inner.snapshot.message.clone();
            inner.snapshot.history.extend(message);
        }
        // Within the lock, so that whoever follows from here on gets no change twice.
        let _nobody_follows = self.updates.send(Update::Status(Box::new(inner.snapshot.clone())));
    }
}

/// The tasks of all owners. They last as long as the server; their runs are in the store.
#[derive(Default)]
pub(super) struct Tasks(Mutex<HashMap<String, Vec<Arc<Task>>>>);

impl Tasks {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Vec<Arc<Task>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new task; nothing where the owner has too many that are not over.
    pub(super) fn add(&self, grant: &Grant, id: String, context: String) -> Option<Arc<Task>> {
        let mut all = self.all();
        let own = all.entry(grant.owner.as_str().into()).or_default();
        if own.len() >= MOST {
            let over = own.iter().position(|task| task.snapshot().state.is_over())?;
            own.remove(over);
        }
        let task = Arc::new(Task::new(id, context));
        own.push(Arc::clone(&task));
        Some(task)
    }

    /// A task of an owner.
    pub(super) fn find(&self, grant: &Grant, id: &str) -> Option<Arc<Task>> {
        let all = self.all();
        all.get(grant.owner.as_str())?.iter().find(|task| task.inner().snapshot.id == id).cloned()
    }

    /// The tasks of an owner, the latest first.
    pub(super) fn list(&self, grant: &Grant) -> Vec<Snapshot> {
        let all = self.all();
        all.get(grant.owner.as_str()).into_iter().flatten().rev().map(|task| task.snapshot()).collect()
    }
}

fn now() -> String {
    jiff::Timestamp::now().to_string()
}

//! Tasks: the work that a message starts, from its submission to its end.

use std::sync::{Mutex, MutexGuard, PoisonError};

use lemmascope_engine::Input;
use lemmascope_intent::Cancellation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::broadcast;

/// The maximum number of updates that a client may lag behind. Beyond that, it gets the complete task.
const LAG: usize = 256;

/// The state of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    Submitted,
    Working,
    InputRequired,
    Completed,
    Failed,
    Canceled,
}

impl State {
    /// Whether the state is final.
    pub(super) fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Canceled)
    }

    /// Whether the task only continues after a message of a client, or never.
    pub(super) fn is_resting(self) -> bool {
        self.is_over() || self == Self::InputRequired
    }
}

/// A part of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Part {
    Text(String),
    Data(Value),
}

/// A message of the client or of this agent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) id: String,
    pub(super) is_ours: bool,
    pub(super) parts: Vec<Part>,
}

/// The public state of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Snapshot {
    pub(super) id: String,
    pub(super) context: String,
    pub(super) state: State,
    /// The message for the state: a question, the last step, or the reason of a failure.
    pub(super) message: Option<Message>,
    /// The time at which the state was reached, in RFC 3339.
    pub(super) at: String,
    pub(super) history: Vec<Message>,
    /// The result, once the task has one.
    pub(super) artifact: Option<Vec<Part>>,
}

/// A change of a task.
#[derive(Debug, Clone)]
pub(super) enum Update {
    Status(Box<Snapshot>),
    Artifact(Box<Snapshot>),
}

/// The request that waits for a person's answer, and the subsequent ones.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub(super) asked: Input,
    /// The digest that confirms the plan; `None` if the question expects a text.
    pub(super) digest: Option<String>,
    pub(super) rest: Vec<Input>,
}

/// The end of the work on a task, permanently or until an answer arrives.
#[derive(Debug, Clone)]
pub(super) struct TaskOutcome {
    pub(super) state: State,
    pub(super) message: Option<Message>,
    pub(super) artifact: Option<Vec<Part>>,
    pub(super) waiting: Option<Waiting>,
}

impl TaskOutcome {
    /// Returns an end in this state, with a message.
    pub(super) fn new(state: State, message: Option<Message>) -> Self {
        Self { state, message, artifact: None, waiting: None }
    }
}

/// A task that this process works on, with all data that is needed to continue it.
pub(super) struct Task {
    inner: Mutex<Inner>,
    updates: broadcast::Sender<Update>,
    /// Held while the task is written to the store, so that states are stored in order.
    pub(super) storing: tokio::sync::Mutex<()>,
}

struct Inner {
    snapshot: Snapshot,
    waiting: Option<Waiting>,
    cancellation: Cancellation,
    /// The current run, with which another process can cancel the task.
    run: Option<String>,
    /// The number of messages that this agent has written.
    written: u64,
}

impl Task {
    /// Creates a task.
    pub(super) fn new(id: String, context: String) -> Self {
        Self::resumed(Snapshot {
            id,
            context,
            state: State::Submitted,
            message: None,
            at: now(),
            history: Vec::new(),
            artifact: None,
        })
    }

    /// Creates a task from its stored form.
    pub(super) fn resumed(snapshot: Snapshot) -> Self {
        let cancellation = Cancellation::default();
        let inner = Inner { snapshot, waiting: None, cancellation, run: None, written: 0 };
        Self {
            inner: Mutex::new(inner),
            updates: broadcast::channel(LAG).0,
            storing: tokio::sync::Mutex::default(),
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the current state.
    pub(super) fn snapshot(&self) -> Snapshot {
        self.inner().snapshot.clone()
    }

    /// Returns the current run.
    pub(super) fn run(&self) -> Option<String> {
        self.inner().run.clone()
    }

    /// Returns the current state, and a stream of all further changes.
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

    /// Takes the request that waits for an answer, if there is one.
    pub(super) fn take_waiting(&self) -> Option<Waiting> {
        self.inner().waiting.take()
    }

    /// Waits for another message, because this one did not answer the question.
    pub(super) fn keep_waiting(&self, waiting: Waiting) {
        self.inner().waiting = Some(waiting);
    }

    /// Adds a message of the client, and starts the work. Returns the token that cancels it.
    pub(super) fn begin(&self, message: Message) -> Cancellation {
        let mut inner = self.inner();
        inner.snapshot.history.push(message);
        inner.cancellation = Cancellation::default();
        let cancellation = inner.cancellation.clone();
        drop(inner);
        self.work(None);
        cancellation
    }

    /// Cancels the work. Returns `false` if it has already ended.
    pub(super) fn cancel(&self) -> bool {
        let inner = self.inner();
        inner.cancellation.cancel();
        !inner.snapshot.state.is_over()
    }

    /// Reports the current step.
    pub(super) fn work(&self, message: Option<Message>) {
        let mut inner = self.inner();
        inner.snapshot.reach(State::Working, message);
        // Sent under the lock, so that new followers do not get a change twice.
        let _nobody_follows = self.updates.send(Update::Status(Box::new(inner.snapshot.clone())));
    }

    /// Records the current run.
    pub(super) fn set_current_run(&self, run: String) {
        self.inner().run = Some(run);
    }

    /// Returns the state of the task after an end, and its waiting request. A question is dropped if the
    /// client has cancelled the task.
    pub(super) fn ended(&self, ending: &TaskOutcome) -> (Snapshot, Option<Waiting>) {
        let inner = self.inner();
        let is_dropped = ending.state == State::InputRequired && inner.cancellation.is_cancelled();
        let mut snapshot = inner.snapshot.clone();
        snapshot.artifact = ending.artifact.clone().or(snapshot.artifact);
        snapshot.reach(if is_dropped { State::Canceled } else { ending.state }, ending.message.clone());
        (snapshot, ending.waiting.clone().filter(|_| !is_dropped))
    }

    /// Ends the work. Returns `false` if the end is a question and the client has cancelled the task in the
    /// meantime.
    pub(super) fn end(&self, snapshot: Snapshot, waiting: Option<Waiting>) -> bool {
        let mut inner = self.inner();
        if snapshot.state == State::InputRequired && inner.cancellation.is_cancelled() {
            return false;
        }
        let is_answered = snapshot.artifact.is_some() && snapshot.state != State::InputRequired;
        inner.snapshot = snapshot;
        inner.waiting = waiting;
        inner.run = None;
        if is_answered {
            let _nobody_follows = self.updates.send(Update::Artifact(Box::new(inner.snapshot.clone())));
        }
        let _nobody_follows = self.updates.send(Update::Status(Box::new(inner.snapshot.clone())));
        true
    }

    /// Returns a message of this agent about the task.
    pub(super) fn message(&self, parts: Vec<Part>) -> Message {
        let mut inner = self.inner();
        inner.written += 1;
        let moment = jiff::Timestamp::now().as_microsecond();
        Message { id: format!("{}-{moment:x}-{:x}", inner.snapshot.id, inner.written), is_ours: true, parts }
    }
}

impl Snapshot {
    /// Changes the state.
    pub(super) fn reach(&mut self, state: State, message: Option<Message>) {
        self.state = state;
        self.at = now();
        self.message = message;
        if state.is_resting() {
            self.history.extend(self.message.clone());
        }
    }
}

fn now() -> String {
    jiff::Timestamp::now().to_string()
}

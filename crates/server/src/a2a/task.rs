//! Tasks: the work that a message leads to, from its submission to its end.

use std::sync::{Mutex, MutexGuard, PoisonError};

use lemmascope_engine::Input;
use lemmascope_intent::Cancellation;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::broadcast;

/// The most updates that a client may lag behind; then it gets the whole task.
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

/// A task as clients see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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

/// How the work on a task ends, permanently or until an answer comes.
#[derive(Debug, Clone)]
pub(super) struct Ending {
    pub(super) state: State,
    pub(super) message: Option<Message>,
    pub(super) artifact: Option<Vec<Part>>,
    pub(super) waiting: Option<Waiting>,
}

impl Ending {
    /// The end in a state with a message.
    pub(super) fn new(state: State, message: Option<Message>) -> Self {
        Self { state, message, artifact: None, waiting: None }
    }
}

/// A task that this process works on, with everything that is needed to go on with it.
pub(super) struct Task {
    inner: Mutex<Inner>,
    updates: broadcast::Sender<Update>,
    /// Held while the task is written to the store, so that an earlier state never comes after a later one.
    pub(super) storing: tokio::sync::Mutex<()>,
}

struct Inner {
    snapshot: Snapshot,
    waiting: Option<Waiting>,
    cancellation: Cancellation,
    /// The run that is under way, by which another process cancels it.
    run: Option<String>,
    /// How many messages this agent has written.
    written: u64,
}

impl Task {
    /// A new task.
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

    /// A task that was found in the store.
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

    /// The task as it is.
    pub(super) fn snapshot(&self) -> Snapshot {
        self.inner().snapshot.clone()
    }

    /// The run that is under way.
    pub(super) fn run(&self) -> Option<String> {
        self.inner().run.clone()
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
        self.work(None);
        cancellation
    }

    /// The client wants the work to end. Returns whether it has not ended before.
    pub(super) fn cancel(&self) -> bool {
        let inner = self.inner();
        inner.cancellation.cancel();
        !inner.snapshot.state.is_over()
    }

    /// Says what the work is at.
    pub(super) fn work(&self, message: Option<Message>) {
        let mut inner = self.inner();
        inner.snapshot.reach(State::Working, message);
        // Within the lock, so that whoever follows from here on gets no change twice.
        let _nobody_follows = self.updates.send(Update::Status(Box::new(inner.snapshot.clone())));
    }

    /// The work is at this run.
    pub(super) fn begin_run(&self, run: String) {
        self.inner().run = Some(run);
    }

    /// The task as it will be, and the request that waits then. A question to a person who wants no answer any more is none.
    pub(super) fn ended(&self, ending: &Ending) -> (Snapshot, Option<Waiting>) {
        let inner = self.inner();
        let is_dropped = ending.state == State::InputRequired && inner.cancellation.is_cancelled();
        let mut snapshot = inner.snapshot.clone();
        snapshot.artifact = ending.artifact.clone().or(snapshot.artifact);
        snapshot.reach(if is_dropped { State::Canceled } else { ending.state }, ending.message.clone());
        (snapshot, ending.waiting.clone().filter(|_| !is_dropped))
    }

    /// Ends the work. Returns whether it has: a question may be unwanted by now.
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

    /// A message of this agent about the task.
    pub(super) fn message(&self, parts: Vec<Part>) -> Message {
        let mut inner = self.inner();
        inner.written += 1;
        let moment = jiff::Timestamp::now().as_microsecond();
        Message { id: format!("{}-{moment:x}-{:x}", inner.snapshot.id, inner.written), is_ours: true, parts }
    }
}

impl Snapshot {
    /// Reaches a state.
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

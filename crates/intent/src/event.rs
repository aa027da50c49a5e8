use serde::{Deserialize, Serialize};

use crate::report::Status;

/// An event during the execution of a request. Events feed progress displays, logs, connected clients and the
/// learner; secrets are masked before an event is created.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A run of an intent begins.
    RunStarted {
        /// The run.
        run: String,
        /// The intent.
        intent: String,
        /// The number of planned calls, as far as it is known.
        steps: usize,
    },
    /// A call begins.
    StepStarted {
        /// The step.
        step: String,
        /// The verb.
        capability: String,
    },
    /// A call has succeeded or failed.
    StepFinished {
        /// The step.
        step: String,
        /// The line of the action log.
        line: String,
        /// Whether it succeeded.
        ok: bool,
        /// How long it took, in milliseconds.
        milliseconds: u64,
    },
    /// A call is retried.
    Retrying {
        /// The step.
        step: String,
        /// The number of the next attempt; the first was 1.
        attempt: u32,
        /// The reason.
        reason: String,
    },
    /// A long call reports its progress.
    Progress {
        /// The activity.
        what: String,
        /// The amount that is done.
        done: u64,
        /// The total amount, if it is known.
        total: Option<u64>,
    },
    /// A checkpoint was stored.
    Checkpoint {
        /// Its name.
        name: String,
    },
    /// Definitions were reloaded.
    Reloaded {
        /// The number of definitions.
        intents: usize,
        /// The number of files with errors.
        faults: usize,
    },
    /// A warning for the user; execution continues.
    Warning {
        /// The warning.
        message: String,
    },
    /// A run has ended.
    RunFinished {
        /// The run.
        run: String,
        /// Its status.
        status: Status,
    },
}

impl Event {
    /// Whether the event is recorded with the run. Progress is not, because only its last state is useful,
    /// and only for a moment.
    pub fn is_recorded(&self) -> bool {
        !matches!(self, Self::Progress { .. })
    }
}

/// An event in the record of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunEvent {
    /// The run.
    pub run: String,
    /// Its sequence number in the run, from 1 without gaps. A client that has lost its stream resumes it
    /// after the last number that it received.
    pub number: u64,
    /// The time, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The event.
    pub event: Event,
}

/// A sink for events. Calls come from the thread on which the event occurs; an implementation must not block.
pub trait EventSink: Send + Sync {
    /// Receives an event.
    fn emit(&self, event: Event);
}

/// Discards all events.
impl EventSink for () {
    fn emit(&self, _event: Event) {}
}

impl<F: Fn(Event) + Send + Sync> EventSink for F {
    fn emit(&self, event: Event) {
        self(event);
    }
}

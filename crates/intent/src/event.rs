use serde::{Deserialize, Serialize};

use crate::report::Status;

/// Something that happens while a request is executed. Events feed progress displays, logs, doors and the learner; secrets are
/// masked before an event is made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A run of an intent begins.
    RunStarted {
        /// The run.
        run: String,
        /// The intent.
        intent: String,
        /// How many calls are planned, as far as that is known.
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
        /// As the action log tells it.
        line: String,
        /// Whether it succeeded.
        ok: bool,
        /// How long it took, in milliseconds.
        milliseconds: u64,
    },
    /// A call is tried again.
    Retrying {
        /// The step.
        step: String,
        /// Which attempt comes next; the first was 1.
        attempt: u32,
        /// Why.
        reason: String,
    },
    /// A long call has come so far.
    Progress {
        /// What is under way.
        what: String,
        /// How much is done.
        done: u64,
        /// How much there is, if that is known.
        total: Option<u64>,
    },
    /// A checkpoint was stored.
    Checkpoint {
        /// Its name.
        name: String,
    },
    /// Definitions were loaded again.
    Reloaded {
        /// How many there are now.
        intents: usize,
        /// How many files were at fault.
        faults: usize,
    },
    /// Something a person should know, although the work goes on.
    Warning {
        /// What.
        message: String,
    },
    /// A run is over.
    RunFinished {
        /// The run.
        run: String,
        /// How it ended.
        status: Status,
    },
}

impl Event {
    /// Whether the event is part of the record of a run. Progress is not: only its last state is of use, and that passes.
    pub fn is_recorded(&self) -> bool {
        !matches!(self, Self::Progress { .. })
    }
}

/// An event in the record of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunEvent {
    /// The run.
    pub run: String,
    /// Its number in the run, from 1 without a gap. A door that has lost its stream resumes it after the last number that it
    /// has.
    pub number: u64,
    /// When it happened, in milliseconds since 1970.
    pub at: i64,
    /// The event.
    pub event: Event,
}

/// A person who listens to events. Called from whatever thread the event happens on; must not block.
pub trait EventSink: Send + Sync {
    /// Takes one event.
    fn emit(&self, event: Event);
}

/// Nobody listens.
impl EventSink for () {
    fn emit(&self, _event: Event) {}
}

impl<F: Fn(Event) + Send + Sync> EventSink for F {
    fn emit(&self, event: Event) {
        self(event);
    }
}

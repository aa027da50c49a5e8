use serde::Serialize;

/// What happens while a request is carried out, as it happens. Feeds progress displays, logs and the
/// learner; secrets have been masked before an event is made.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
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
        /// `ok`, `partial`, `error` or `ask`.
        status: &'static str,
    },
}

/// Somebody who listens to events. Called from whatever thread the event happens on; must not block.
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

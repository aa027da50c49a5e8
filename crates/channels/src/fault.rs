//! Named points between the steps by which an intent is carried, for tests that end the process at each of them.

use std::fmt;
use std::sync::Arc;

/// A point between two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// An intent is written and not committed.
    BeforeAccepting,
    /// An intent is committed, and its sender does not know.
    AfterAccepting,
    /// Tasks are leased, and nothing is done.
    AfterLeasing,
    /// Tasks are about to be published to the bus.
    BeforePublishing,
    /// The bus has stored messages, and the database does not know.
    AfterPublishing,
    /// A delivery is written and not committed.
    BeforeDelivering,
    /// A delivery is committed.
    AfterDelivering,
    /// A delivery is committed, and the bus does not know.
    BeforeAcknowledging,
    /// The delivery of a message was acknowledged to the bus.
    AfterAcknowledging,
    /// A webhook was called, and the database does not know.
    AfterCalling,
    /// The engine is about to be asked.
    BeforeExecuting,
    /// The engine has begun a run, and has done nothing.
    AfterRunStarted,
    /// The engine has answered, and the database does not know.
    AfterExecuting,
    /// The answer of the engine is written and not committed.
    BeforeAnswering,
    /// The answer of the engine is committed.
    AfterAnswering,
    /// A step of a workflow was done, and the database does not know.
    AfterWorkflowStep,
}

impl Step {
    /// All of them, in their order.
    pub const ALL: [Self; 16] = [
        Self::BeforeAccepting,
        Self::AfterAccepting,
        Self::AfterLeasing,
        Self::BeforePublishing,
        Self::AfterPublishing,
        Self::BeforeDelivering,
        Self::AfterDelivering,
        Self::BeforeAcknowledging,
        Self::AfterAcknowledging,
        Self::AfterCalling,
        Self::BeforeExecuting,
        Self::AfterRunStarted,
        Self::AfterExecuting,
        Self::BeforeAnswering,
        Self::AfterAnswering,
        Self::AfterWorkflowStep,
    ];

    /// Whether it is passed only where deliveries go by a bus.
    pub fn is_of_bus(self) -> bool {
        matches!(
            self,
            Self::BeforePublishing
                | Self::AfterPublishing
                | Self::BeforeAcknowledging
                | Self::AfterAcknowledging
        )
    }
}

/// Is called at every point. Outside of tests nobody is.
#[derive(Clone, Default)]
pub struct Fault(Option<Arc<dyn Fn(Step) + Send + Sync>>);

impl Fault {
    /// Calls this at every point.
    pub fn new(injected: impl Fn(Step) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(injected)))
    }

    /// At a point.
    pub(crate) fn at(&self, step: Step) {
        if let Some(injected) = &self.0 {
            injected(step);
        }
    }
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fault").field(&self.0.is_some()).finish()
    }
}

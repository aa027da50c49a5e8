//! Fault points between the steps of an intent, at which tests kill the process.

use std::fmt;
use std::sync::Arc;

/// A fault point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// The intent is written, but not committed.
    BeforeAccepting,
    /// The intent is committed, but its sender is not informed.
    AfterAccepting,
    /// Tasks are leased, but not started.
    AfterLeasing,
    /// Tasks are about to be published to the bus.
    BeforePublishing,
    /// The bus has stored the messages, but the database does not know.
    AfterPublishing,
    /// A delivery is written, but not committed.
    BeforeDelivering,
    /// A delivery is committed.
    AfterDelivering,
    /// A delivery is committed, but not acknowledged to the bus.
    BeforeAcknowledging,
    /// The delivery of a message is acknowledged to the bus.
    AfterAcknowledging,
    /// A webhook was called, but the database does not know.
    AfterCalling,
    /// A request is about to be submitted to the engine.
    BeforeExecuting,
    /// The engine has begun a run, but executed no step.
    AfterRunStarted,
    /// The engine has replied, but the database does not know.
    AfterExecuting,
    /// The engine's reply is written, but not committed.
    BeforeAnswering,
    /// The engine's reply is committed.
    AfterAnswering,
    /// A step of a workflow is executed, but the database does not know.
    AfterWorkflowStep,
}

impl Step {
    /// All fault points, in order.
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

    /// Whether the point is only reached if deliveries use a bus.
    pub fn requires_bus(self) -> bool {
        matches!(
            self,
            Self::BeforePublishing
                | Self::AfterPublishing
                | Self::BeforeAcknowledging
                | Self::AfterAcknowledging
        )
    }
}

/// A function that is called at every fault point. Only tests set it.
#[derive(Clone, Default)]
pub struct Fault(Option<Arc<dyn Fn(Step) + Send + Sync>>);

impl Fault {
    /// Creates a fault with this function.
    pub fn new(injected: impl Fn(Step) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(injected)))
    }

    /// Marks a fault point.
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

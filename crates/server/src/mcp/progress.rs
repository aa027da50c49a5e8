//! The steps of a tool call as progress notifications.

use std::sync::{Arc, Mutex, PoisonError};

use lemmascope_intent::{Event, EventSink};
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RoleServer};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;

/// Sends progress notifications for a tool call, which may have several runs. The protocol requires
/// increasing values, and none after the response, so a single task sends them in order and is awaited.
pub(super) struct Progress {
    token: ProgressToken,
    /// Whether the steps of a run are all steps of the call.
    is_whole: bool,
    steps: Mutex<Steps>,
    sender: UnboundedSender<Option<ProgressNotificationParam>>,
}

#[derive(Default)]
struct Steps {
    /// The value of the next notification, which is the number of notifications so far.
    next: f64,
    total: Option<f64>,
}

impl Progress {
    /// Starts to notify the client. The task ends with [`Progress::end`].
    pub(super) fn begin(
        peer: Peer<RoleServer>,
        token: ProgressToken,
        is_whole: bool,
    ) -> (Arc<Self>, JoinHandle<()>) {
        let (sender, mut receiver) = unbounded_channel();
        let sending = tokio::spawn(async move {
            while let Some(Some(progress)) = receiver.recv().await {
                let _gone = peer.notify_progress(progress).await;
            }
        });
        (Arc::new(Self { token, is_whole, steps: Mutex::default(), sender }), sending)
    }

    /// Stops after the notifications that were emitted so far.
    pub(super) fn end(&self) {
        let _ended = self.sender.send(None);
    }
}

impl EventSink for Progress {
    fn emit(&self, event: Event) {
        let mut steps = self.steps.lock().unwrap_or_else(PoisonError::into_inner);
        let message = match event {
            Event::RunStarted { steps: planned, intent, .. } => {
                steps.total = self.is_whole.then_some(steps.next + planned as f64);
                intent
            }
            Event::StepFinished { line, .. } => line,
            _ => return,
        };
        let mut progress = ProgressNotificationParam::new(self.token.clone(), steps.next);
        // A loop may execute more steps than planned.
        progress.total = steps.total.filter(|total| *total >= steps.next);
        progress.message = Some(message);
        steps.next += 1.0;
        let _ended = self.sender.send(Some(progress));
    }
}

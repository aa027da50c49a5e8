//! The records of a request that are still being written when its session is free again.

use std::sync::{Arc, Mutex};

use lemmascope_intent::Failure;

use super::conversation::Conversation;
use super::run_events::LiveRun;
use crate::ledger::Receipt;
use crate::lock::lock;

/// The records for which a request waits before it replies.
#[derive(Default)]
pub(crate) struct PendingWrites(Mutex<Vec<Pending>>);

struct Pending {
    receipt: Receipt,
    of: Subject,
}

/// The subject of a record.
enum Subject {
    /// A run, which stays live until it is recorded. Its followers find the remaining events in the store.
    Run(LiveRun),
    /// The state of a session.
    State(Arc<Mutex<Conversation>>),
}

impl PendingWrites {
    /// Adds the record of a run.
    pub(crate) fn add_run(&self, receipt: Receipt, live: LiveRun) {
        lock(&self.0).push(Pending { receipt, of: Subject::Run(live) });
    }

    /// Adds the record of a session's state.
    pub(crate) fn add_state(&self, receipt: Receipt, conversation: Arc<Mutex<Conversation>>) {
        lock(&conversation).unsettled += 1;
        lock(&self.0).push(Pending { receipt, of: Subject::State(conversation) });
    }

    /// Waits until all records are written. Returns the error that prevented the recording of a run.
    pub(crate) async fn settle(&self) -> Result<(), Failure> {
        let pending = std::mem::take(&mut *lock(&self.0));
        let mut settled = Ok(());
        for Pending { receipt, of } in pending {
            let recorded = receipt.wait().await;
            match of {
                Subject::Run(live) => {
                    drop(live);
                    settled = settled.and(recorded);
                }
                // The conversation continues even if the store is not writable.
                Subject::State(conversation) => lock(&conversation).unsettled -= 1,
            }
        }
        settled
    }
}

impl Drop for PendingWrites {
    fn drop(&mut self) {
        // The records of a dropped request are completed by the task that writes them.
        for Pending { of, .. } in lock(&self.0).drain(..) {
            if let Subject::State(conversation) = of {
                lock(&conversation).unsettled -= 1;
            }
        }
    }
}

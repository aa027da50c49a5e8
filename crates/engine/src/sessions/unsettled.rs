//! What is being recorded of a request when its session is free again.

use std::sync::{Arc, Mutex};

use lemmascope_intent::Failure;

use super::conversation::Conversation;
use super::run_events::LiveRun;
use crate::ledger::Receipt;
use crate::lock::lock;

/// Records that a request waits for before it is answered.
#[derive(Default)]
pub(crate) struct Unsettled(Mutex<Vec<Pending>>);

struct Pending {
    receipt: Receipt,
    of: Subject,
}

/// What a record is of.
enum Subject {
    /// A run, which is live until it is recorded: whoever follows it finds the rest in the store.
    Run(LiveRun),
    /// The state of a session.
    State(Arc<Mutex<Conversation>>),
}

impl Unsettled {
    /// Waits for the record of a run.
    pub(crate) fn add_run(&self, receipt: Receipt, live: LiveRun) {
        lock(&self.0).push(Pending { receipt, of: Subject::Run(live) });
    }

    /// Waits for the record of the state of a session.
    pub(crate) fn add_state(&self, receipt: Receipt, conversation: Arc<Mutex<Conversation>>) {
        lock(&conversation).unsettled += 1;
        lock(&self.0).push(Pending { receipt, of: Subject::State(conversation) });
    }

    /// Waits until everything is recorded. Returns what kept a run from being recorded.
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
                // A store that cannot be written to keeps nobody from talking on.
                Subject::State(conversation) => lock(&conversation).unsettled -= 1,
            }
        }
        settled
    }
}

impl Drop for Unsettled {
    fn drop(&mut self) {
        // A request that was given up leaves its records to the task that writes them.
        for Pending { of, .. } in lock(&self.0).drain(..) {
            if let Subject::State(conversation) = of {
                lock(&conversation).unsettled -= 1;
            }
        }
    }
}

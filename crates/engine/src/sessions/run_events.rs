//! The events of runs: numbered, recorded, and delivered to followers.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::{Cancellation, Cause, Event, EventSink, Failure, Owner, RunEvent};
use tokio::sync::{Notify, watch};

use crate::ledger::{Journal, Ledger, RunSummary};
use crate::lock::lock;

/// The polling interval for the events of a run in another process.
const LOOK: Duration = Duration::from_millis(200);

/// The runs that this process executes.
#[derive(Clone, Default)]
pub(crate) struct LiveRuns(Arc<Runs>);

#[derive(Default)]
struct Runs {
    live: Mutex<HashMap<String, Arc<RunEvents>>>,
    /// Notified when a run ends.
    ended: Notify,
}

impl LiveRuns {
    /// Registers a run that begins, and returns its event sink. The run is live until the result is dropped.
    pub(crate) fn begin(
        &self,
        journal: Arc<Journal>,
        listener: Arc<dyn EventSink>,
        cancellation: Cancellation,
    ) -> LiveRun {
        let run = journal.run.id.clone();
        let recorded = watch::Sender::default();
        let events = Arc::new(RunEvents { journal, listener, cancellation, recorded });
        lock(&self.0.live).insert(run.clone(), Arc::clone(&events));
        LiveRun { runs: self.clone(), run, events }
    }

    /// Follows a run of an owner, from the event after a number. The run may be in progress in this or
    /// another process on the same database, or have ended.
    pub(crate) async fn follow(
        &self,
        ledger: &Ledger,
        owner: &Owner,
        run: &str,
        after: u64,
    ) -> Result<Follower, Failure> {
        let live = self.get(run);
        let is_theirs = match &live {
            Some(live) => Owner::of_session(&live.journal.run.session) == *owner,
            None => ledger.is_under_way(run, owner).await?.is_some(),
        };
        if !is_theirs {
            return Err(Failure::new(Cause::TargetNotFound, format!("there is no run \"{run}\"")));
        }
        let live = live.map(|live| live.recorded.subscribe());
        Ok(Follower { ledger: ledger.clone(), owner: owner.clone(), run: run.into(), after, live })
    }

    /// Cancels a run that this process executes. Returns whether it found one, restricted to `owner` if
    /// given.
    pub(crate) fn cancel(&self, run: &str, owner: Option<&Owner>) -> bool {
        let live = self.get(run);
        let theirs = live
            .filter(|live| owner.is_none_or(|owner| Owner::of_session(&live.journal.run.session) == *owner));
        theirs.inspect(|live| live.cancellation.cancel()).is_some()
    }

    /// Waits until this process executes no run.
    pub(crate) async fn idle(&self) {
        loop {
            let mut ended = std::pin::pin!(self.0.ended.notified());
            // Enabled before the check, so that no notification is missed.
            ended.as_mut().enable();
            if lock(&self.0.live).is_empty() {
                return;
            }
            ended.await;
        }
    }

    /// Waits until the end of a run is recorded, if its last event was already sent.
    pub(crate) async fn concluded(&self, run: &str) {
        loop {
            let mut ended = std::pin::pin!(self.0.ended.notified());
            ended.as_mut().enable();
            let is_ending = self.get(run).is_some_and(|live| {
                let recorded = live.recorded.borrow();
                recorded.last().is_some_and(|last| matches!(last.event, Event::RunFinished { .. }))
            });
            if !is_ending {
                return;
            }
            ended.await;
        }
    }

    /// Cancels all runs of this process.
    pub(crate) fn cancel_all(&self) {
        lock(&self.0.live).values().for_each(|live| live.cancellation.cancel());
    }

    /// Returns a run of an owner that this process executes. The store may not have it yet.
    pub(crate) fn summary(&self, owner: &Owner, run: &str) -> Option<RunSummary> {
        let live = self.get(run)?;
        let record = &live.journal.run;
        let session = owner.session_name(&record.session)?.to_string();
        Some(RunSummary {
            id: record.id.clone(),
            session,
            intent: record.intent.clone(),
            status: "running".into(),
            parameters: serde_json::json!(record.parameters),
            continues: record.continues.clone(),
            started: live.recorded.borrow().first().map_or(0, |event| event.at),
            finished: None,
            report: None,
        })
    }

    fn get(&self, run: &str) -> Option<Arc<RunEvents>> {
        lock(&self.0.live).get(run).cloned()
    }
}

/// A run that this process executes.
pub(crate) struct LiveRun {
    runs: LiveRuns,
    run: String,
    pub(crate) events: Arc<RunEvents>,
}

impl Drop for LiveRun {
    fn drop(&mut self) {
        lock(&self.runs.0.live).remove(&self.run);
        self.runs.0.ended.notify_waiters();
    }
}

/// The events of one run.
pub(crate) struct RunEvents {
    journal: Arc<Journal>,
    listener: Arc<dyn EventSink>,
    cancellation: Cancellation,
    recorded: watch::Sender<Vec<RunEvent>>,
}

impl EventSink for RunEvents {
    fn emit(&self, event: Event) {
        if event.is_recorded() {
            self.recorded.send_modify(|recorded| {
                let event = RunEvent {
                    run: self.journal.run.id.clone(),
                    number: recorded.len() as u64 + 1,
                    at: jiff::Timestamp::now().as_millisecond(),
                    event: event.clone(),
                };
                self.journal.note(&event);
                recorded.push(event);
            });
        }
        self.listener.emit(event);
    }
}

/// Follows the events of a run from a number to its end.
pub struct Follower {
    ledger: Ledger,
    owner: Owner,
    run: String,
    after: u64,
    live: Option<watch::Receiver<Vec<RunEvent>>>,
}

impl Follower {
    /// Returns the next events, at least one, or none after the last event of the run.
    pub async fn next(&mut self) -> Result<Vec<RunEvent>, Failure> {
        let events = match self.live.take() {
            Some(live) => self.next_live(live).await,
            None => Vec::new(),
        };
        let events = if events.is_empty() { self.next_stored().await? } else { events };
        self.after = events.last().map_or(self.after, |event| event.number);
        Ok(events)
    }

    /// Returns the next events of a run that this process executes, or none if it has ended.
    async fn next_live(&mut self, mut live: watch::Receiver<Vec<RunEvent>>) -> Vec<RunEvent> {
        let after = usize::try_from(self.after).unwrap_or(usize::MAX);
        let new = match live.wait_for(|recorded| recorded.len() > after).await {
            Ok(recorded) => recorded.get(after..).unwrap_or_default().to_vec(),
            // The run has ended, and its remaining events are in the store.
            Err(_) => return Vec::new(),
        };
        self.live = Some(live);
        new
    }

    async fn next_stored(&self) -> Result<Vec<RunEvent>, Failure> {
        loop {
            // Checked before the events are read: events that are added in between are read in the next
            // iteration.
            let is_under_way = self.ledger.is_under_way(&self.run, &self.owner).await?;
            let events = self.ledger.events(&self.run, self.after).await?;
            if !events.is_empty() || is_under_way != Some(true) {
                return Ok(events);
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

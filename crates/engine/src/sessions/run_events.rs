//! The events of runs: numbered, recorded, and handed to those who follow a run.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lemmascope_intent::{Cancellation, Cause, Event, EventSink, Failure, Owner, RunEvent};
use tokio::sync::{Notify, watch};

use crate::ledger::{Journal, Ledger, RunSummary};
use crate::lock::lock;

/// How often the events of a run are read that another process executes.
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
    /// The events of a run that begins. It is live until they are dropped.
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

    /// Follows a run of an owner after that number. The run may be under way here or in another process on the same database, or
    /// be over.
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

    /// Cancels a run that this process executes. Says whether there is one, of that owner where one is given.
    pub(crate) fn cancel(&self, run: &str, owner: Option<&Owner>) -> bool {
        let live = self.get(run);
        let theirs = live
            .filter(|live| owner.is_none_or(|owner| Owner::of_session(&live.journal.run.session) == *owner));
        theirs.inspect(|live| live.cancellation.cancel()).is_some()
    }

    /// Waits until no run is under way in this process.
    pub(crate) async fn idle(&self) {
        loop {
            let mut ended = std::pin::pin!(self.0.ended.notified());
            // From here on no end is missed.
            ended.as_mut().enable();
            if lock(&self.0.live).is_empty() {
                return;
            }
            ended.await;
        }
    }

    /// Waits until the end of a run is recorded, where its last event has been sent already.
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

    /// Cancels every run of this process.
    pub(crate) fn cancel_all(&self) {
        lock(&self.0.live).values().for_each(|live| live.cancellation.cancel());
    }

    /// A run of an owner that this process executes; the store may not have it yet.
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

/// Follows the events of a run, from a number on to its end.
pub struct Follower {
    ledger: Ledger,
    owner: Owner,
    run: String,
    after: u64,
    live: Option<watch::Receiver<Vec<RunEvent>>>,
}

impl Follower {
    /// The next events, at least one; none when the run is over and all were given.
    pub async fn next(&mut self) -> Result<Vec<RunEvent>, Failure> {
        let events = match self.live.take() {
            Some(live) => self.next_live(live).await,
            None => Vec::new(),
        };
        let events = if events.is_empty() { self.next_stored().await? } else { events };
        self.after = events.last().map_or(self.after, |event| event.number);
        Ok(events)
    }

    /// The next events of a run that this process executes; none when it is over.
    async fn next_live(&mut self, mut live: watch::Receiver<Vec<RunEvent>>) -> Vec<RunEvent> {
        let after = usize::try_from(self.after).unwrap_or(usize::MAX);
        let new = match live.wait_for(|recorded| recorded.len() > after).await {
            Ok(recorded) => recorded.get(after..).unwrap_or_default().to_vec(),
            // The run is over, and the rest is in the store.
            Err(_) => return Vec::new(),
        };
        self.live = Some(live);
        new
    }

    async fn next_stored(&self) -> Result<Vec<RunEvent>, Failure> {
        loop {
            // Asked before the events are read: what comes in between is read the next time.
            let is_under_way = self.ledger.is_under_way(&self.run, &self.owner).await?;
            let events = self.ledger.events(&self.run, self.after).await?;
            if !events.is_empty() || is_under_way != Some(true) {
                return Ok(events);
            }
            tokio::time::sleep(LOOK).await;
        }
    }
}

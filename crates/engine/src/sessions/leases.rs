//! The leases of this process, renewed while they are held.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lemmascope_intent::{Cancellation, Event, EventSink, Failure};
use lemmascope_store::Writer;

use crate::execution::called_off;
use crate::ledger::{LIFETIME, Ledger, Taken};
use crate::lock::lock;
use crate::sessions::run_events::LiveRuns;

/// The interval at which leases are renewed.
const BEAT: Duration = Duration::from_secs(3);
/// The delays between attempts to take a lease that another process holds.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(20),
    Duration::from_millis(50),
    Duration::from_millis(100),
    Duration::from_millis(200),
    Duration::from_millis(400),
];

/// Takes leases of sessions for this process.
#[derive(Clone)]
pub(crate) struct Leases(Arc<Inner>);

struct Inner {
    ledger: Ledger,
    runs: LiveRuns,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    sessions: HashMap<String, Holding>,
    /// The queue for releasing leases. Dropped when unused, because it keeps the store from closing.
    writer: Option<Writer>,
    /// Whether a task is renewing the leases.
    is_beating: bool,
}

/// A lease that this process holds.
struct Holding {
    term: i64,
    /// The number of holders.
    holders: usize,
    /// The time of the last renewal.
    renewed: Instant,
    lost: Cancellation,
}

/// A hold on the lease of a session. Dropping the last hold of the process releases the lease.
pub(crate) struct Lease {
    leases: Leases,
    session: String,
    lost: Cancellation,
}

impl Lease {
    /// Returns a token that is set when another process has taken the session over, because this one could
    /// not renew the lease: the machine was suspended, or the database was unreachable.
    pub(crate) fn lost(&self) -> &Cancellation {
        &self.lost
    }
}

impl Leases {
    pub(crate) fn new(ledger: Ledger, runs: LiveRuns) -> Self {
        Self(Arc::new(Inner { ledger, runs, held: Mutex::default() }))
    }

    /// Takes the lease of a session, and waits while another process holds it.
    pub(crate) async fn hold(
        &self,
        session: &str,
        cancellation: &Cancellation,
        events: &dyn EventSink,
    ) -> Result<Lease, Failure> {
        if let Some(lease) = self.join(session) {
            return Ok(lease);
        }
        let mut attempt = 0;
        loop {
            if let Taken::Ours { term } = self.0.ledger.take_lease(session).await? {
                return Ok(self.held(session, term));
            }
            // No warning for a process that finishes quickly.
            if attempt == PAUSES.len() {
                let message = "another process works in this session; this request waits for it".into();
                events.emit(Event::Warning { message });
            }
            let pause = PAUSES[attempt.min(PAUSES.len() - 1)];
            attempt += 1;
            tokio::select! {
                () = cancellation.cancelled() => return Err(called_off()),
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Adds a hold to a lease that this process already has.
    fn join(&self, session: &str) -> Option<Lease> {
        let mut held = lock(&self.0.held);
        let holding = held.sessions.get_mut(session).filter(|holding| !holding.lost.is_cancelled())?;
        holding.holders += 1;
        Some(self.lease(session, &holding.lost))
    }

    fn held(&self, session: &str, term: i64) -> Lease {
        let mut held = lock(&self.0.held);
        let lost = Cancellation::default();
        let holding = Holding { term, holders: 1, renewed: Instant::now(), lost: lost.clone() };
        held.sessions.insert(session.into(), holding);
        held.writer.get_or_insert_with(|| self.0.ledger.writer());
        if !std::mem::replace(&mut held.is_beating, true) {
            tokio::spawn(self.clone().beat());
        }
        self.lease(session, &lost)
    }

    fn lease(&self, session: &str, lost: &Cancellation) -> Lease {
        Lease { leases: self.clone(), session: session.into(), lost: lost.clone() }
    }

    /// Renews the leases until none is held.
    async fn beat(self) {
        loop {
            tokio::time::sleep(BEAT).await;
            {
                let mut held = lock(&self.0.held);
                if held.sessions.is_empty() {
                    held.is_beating = false;
                    return;
                }
            }
            self.renew().await;
            self.stop_cancelled().await;
        }
    }

    /// Renews the leases once, and cancels the holders of lost ones.
    async fn renew(&self) {
        let terms: Vec<(String, i64)> = {
            let held = lock(&self.0.held);
            held.sessions.iter().map(|(session, holding)| (session.clone(), holding.term)).collect()
        };
        for (session, term) in terms {
            let renewed = self.0.ledger.renew_lease(&session, term).await;
            let mut held = lock(&self.0.held);
            let holding = held.sessions.get_mut(&session).filter(|holding| holding.term == term);
            let Some(holding) = holding else { continue };
            match renewed {
                Ok(true) => holding.renewed = Instant::now(),
                Ok(false) => holding.lost.cancel(),
                // The database may recover before the lease expires for other processes.
                Err(_) if holding.renewed.elapsed() >= LIFETIME => holding.lost.cancel(),
                Err(_) => {}
            }
        }
    }

    /// Stops the runs of this process that another process was asked to cancel. If the database is
    /// unreachable, the next beat tries again.
    async fn stop_cancelled(&self) {
        let cancelled = self.0.ledger.cancelled_runs().await.unwrap_or_default();
        for run in &cancelled {
            self.0.runs.cancel(run, None);
        }
    }

    fn release(&self, session: &str) {
        let mut held = lock(&self.0.held);
        let Some(holding) = held.sessions.get_mut(session) else { return };
        holding.holders -= 1;
        if holding.holders > 0 {
            return;
        }
        let term = holding.term;
        held.sessions.remove(session);
        let end = self.0.ledger.lease_end(session, term);
        // If the queue is full, the lease is not released and expires.
        let _ends = held.writer.as_ref().map(|writer| writer.try_enqueue(end));
        if held.sessions.is_empty() {
            held.writer = None;
        }
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.leases.release(&self.session);
    }
}

#[cfg(test)]
mod tests {
    use lemmascope_store::Store;
    use lemmascope_store::query::{Expr, ExprTrait, Query};

    use super::*;
    use crate::ledger::MIGRATIONS;

    async fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}", folder.path().join("state.db").display());
        let store = Store::open(&url, MIGRATIONS).await.unwrap().store;
        (folder, store)
    }

    /// Makes the lease of a session look expired.
    async fn expire(store: &Store, session: &str) {
        let mut update = Query::update();
        update.table("lease").value("renewed", 0).and_where(Expr::col("session").eq(session));
        assert_eq!(store.execute(update).await.unwrap(), 1);
    }

    fn leases(store: Store) -> Leases {
        Leases::new(Ledger::new(store), LiveRuns::default())
    }

    async fn hold(leases: &Leases) -> Lease {
        leases.hold("main", &Cancellation::default(), &()).await.unwrap()
    }

    #[tokio::test]
    async fn expired_lease_is_taken_over_and_holder_notified() {
        let (_folder, store) = store().await;
        let (first, second) = (leases(store.clone()), leases(store.clone()));
        let lease = hold(&first).await;
        first.renew().await;
        assert!(!lease.lost().is_cancelled());
        expire(&store, "main").await;
        let taken = hold(&second).await;
        first.renew().await;
        second.renew().await;
        assert!(lease.lost().is_cancelled() && !taken.lost().is_cancelled());
        // Releasing the lost lease does not release the new one.
        drop(lease);
        store.writer().flush().await.unwrap();
        second.renew().await;
        assert!(!taken.lost().is_cancelled());
    }

    #[tokio::test]
    async fn lease_is_released_with_its_last_holder() {
        let (_folder, store) = store().await;
        let (first, second) = (leases(store.clone()), leases(store));
        let (one, other) = (hold(&first).await, hold(&first).await);
        drop(one);
        first.renew().await;
        assert!(!other.lost().is_cancelled());
        drop(other);
        hold(&second).await;
        // Waiting for a lease can be cancelled.
        let _held = hold(&second).await;
        let called_off = Cancellation::default();
        called_off.cancel();
        assert!(first.hold("main", &called_off, &()).await.is_err());
    }
}

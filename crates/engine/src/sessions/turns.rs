use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lemmascope_intent::Failure;

use crate::ledger::SessionState;
use crate::lock::lock;

/// The active sessions. Requests of one session are executed sequentially, those of different sessions
/// concurrently.
#[derive(Default)]
pub(crate) struct Sessions {
    sessions: Mutex<HashMap<String, Arc<Session>>>,
}

#[derive(Default)]
struct Session {
    turn: Arc<tokio::sync::Mutex<()>>,
    /// The number of queries for the stored state.
    asked: AtomicU64,
    answered: tokio::sync::Mutex<Answered>,
}

/// The last response of the store.
#[derive(Default)]
struct Answered {
    /// The number of queries when this one was sent.
    asked: u64,
    recalled: Recalled,
}

/// The stored state of a session, if it differs from the one that the process knew.
#[derive(Clone, Default)]
pub(crate) struct Recalled {
    /// The version that the process knew when it sent the query.
    pub known: i64,
    /// The state.
    pub state: Option<Arc<SessionState>>,
}

impl Sessions {
    fn of(&self, session: &str) -> Arc<Session> {
        let mut sessions = lock(&self.sessions);
        match sessions.get(session) {
            Some(known) => Arc::clone(known),
            None => Arc::clone(sessions.entry(session.into()).or_default()),
        }
    }

    /// Waits for the session's turn. The turn ends when the returned guard is dropped.
    pub(crate) async fn turn(&self, session: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = Arc::clone(&self.of(session).turn);
        turn.lock_owned().await
    }

    /// Queries the stored state of a session. All callers that arrive during a query share the next one.
    pub(crate) async fn recall(
        &self,
        session: &str,
        ask: impl AsyncFnOnce() -> Result<Recalled, Failure>,
    ) -> Result<Recalled, Failure> {
        let session = self.of(session);
        let place = session.asked.fetch_add(1, Ordering::SeqCst) + 1;
        let mut answered = session.answered.lock().await;
        if answered.asked < place {
            let asked = session.asked.load(Ordering::SeqCst);
            let recalled = ask().await?;
            *answered = Answered { asked, recalled };
        }
        Ok(answered.recalled.clone())
    }

    /// Removes a session that has ended.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.sessions).remove(session);
    }

    /// Returns the ids of all known sessions.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = lock(&self.sessions).keys().cloned().collect();
        ids.sort();
        ids
    }
}

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lemmascope_intent::Failure;

use crate::ledger::SessionState;
use crate::lock::lock;

/// The sessions that are under way. Requests of one session are executed one after the other, those
/// of different sessions side by side.
#[derive(Default)]
pub(crate) struct Sessions {
    sessions: Mutex<HashMap<String, Arc<Session>>>,
}

#[derive(Default)]
struct Session {
    turn: Arc<tokio::sync::Mutex<()>>,
    /// How many have asked for the state in the store.
    asked: AtomicU64,
    answered: tokio::sync::Mutex<Answered>,
}

/// The last answer of the store.
#[derive(Default)]
struct Answered {
    /// How many had asked when the store was.
    asked: u64,
    recalled: Recalled,
}

/// The state of a session in the store, where it is another one than the process knew.
#[derive(Clone, Default)]
pub(crate) struct Recalled {
    /// The version that the process knew when it asked.
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

    /// Waits for this session's turn; the turn lasts as long as what is returned.
    pub(crate) async fn turn(&self, session: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = Arc::clone(&self.of(session).turn);
        turn.lock_owned().await
    }

    /// Asks the store for the state of a session. All who ask while the store answers share the next answer.
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

    /// Forgets a session that is over.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.sessions).remove(session);
    }

    /// The ids of the sessions there have been.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = lock(&self.sessions).keys().cloned().collect();
        ids.sort();
        ids
    }
}

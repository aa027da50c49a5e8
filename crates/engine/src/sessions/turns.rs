use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use crate::lock::lock;

/// The sessions that are under way. Requests of one session are carried out one after the other, those
/// of different sessions side by side.
#[derive(Default)]
pub(crate) struct Sessions {
    turns: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
}

impl Sessions {
    /// Waits for this session's turn; the turn lasts as long as what is returned.
    pub(crate) async fn turn(&self, session: &str) -> tokio::sync::OwnedMutexGuard<()> {
        let turn = Arc::clone(lock(&self.turns).entry(session.into()).or_default());
        turn.lock_owned().await
    }

    /// Forgets a session that is over.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.turns).remove(session);
    }

    /// The ids of the sessions there have been.
    pub(crate) fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = lock(&self.turns).keys().cloned().collect();
        ids.sort();
        ids
    }
}

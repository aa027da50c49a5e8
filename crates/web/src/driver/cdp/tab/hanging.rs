use std::sync::PoisonError;
use std::time::{Duration, Instant};

use super::super::connection::PROMPTLY;
use super::super::fault::Fault;
use super::super::protocol::runtime::{Evaluate, TerminateExecution};
use super::{Tab, obstacle};

/// How long a page may keep everybody waiting before the script that it runs is ended. Much that starts up slowly is
/// done by then, and what it was doing is lost otherwise.
const UNRESPONSIVE: Duration = Duration::from_secs(10);

/// How long it has at least to show that it lives, since it may have been asked for something that takes long.
const GRACE: Duration = Duration::from_secs(1);

impl Tab {
    /// Sees to it, behind the scenes, that a page that has not answered in time can be asked again: one that answers
    /// nothing at all is in a script without end, and would stay in it.
    pub(super) fn bring_back(&self, session: &str, silent_since: Instant) {
        let is_first =
            self.inner.silent.lock().unwrap_or_else(PoisonError::into_inner).insert(session.to_owned());
        if is_first {
            let (tab, session) = (self.clone(), session.to_owned());
            tokio::spawn(async move {
                tab.end_what_hangs(&session, silent_since).await;
                tab.inner.silent.lock().unwrap_or_else(PoisonError::into_inner).remove(&session);
            });
        }
    }

    async fn end_what_hangs(&self, session: &str, silent_since: Instant) {
        let connection = self.connection();
        let nothing = Evaluate::anywhere("0");
        let left = UNRESPONSIVE.saturating_sub(silent_since.elapsed()).max(GRACE);
        let answer = connection.call(Some(session), &nothing, left).await;
        let is_hindered = obstacle(&self.state()).is_some();
        if is_hindered || !matches!(answer, Err(Fault::TimedOut { .. })) {
            return;
        }
        tracing::debug!(session, "the page hangs, and its script is ended");
        // The browser ends the script that runs, or else the next one. When it was not a script that took so long, the
        // next one is this.
        connection.tell(Some(session), &TerminateExecution {});
        let _ = connection.call(Some(session), &nothing, PROMPTLY).await;
    }
}

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;

use super::super::super::obstacle::obstacle;
use super::super::super::revival::{Revival, UNRESPONSIVE, stuck};
use super::super::super::state::TabState;
use super::super::connection::PROMPTLY;
use super::super::fault::Fault;
use super::super::protocol::page;
use super::super::protocol::runtime::{Evaluate, TerminateExecution};
use super::Tab;

/// How long it has at least to show that it lives, since it may have been asked for something that takes long.
const GRACE: Duration = Duration::from_secs(1);

/// How long a page that is being left may be unresponsive before it is given up: nobody needs it any more.
const LEFT: Duration = Duration::from_secs(3);

/// How often a document may hang before it is given up. One that is only large comes to an end.
const GIVEN_UP: u32 = 3;

/// How often a page that answers is asked again.
const BETWEEN: Duration = Duration::from_millis(500);

impl Tab {
    /// Returns once the page has answered nothing for so long; false if the tab was closed before. A page that waits for
    /// the answer to a dialog, or for the next document, is not unresponsive, but one that opens dialogs without end is.
    pub async fn silence(&self, longest: Duration) -> bool {
        let nothing = Evaluate::anywhere("0");
        let is_hindered = |state: &TabState| obstacle(state).is_some() || state.departure.is_some();
        loop {
            let hindered = self.wait(Duration::MAX, is_hindered);
            tokio::select! {
                answer = self.connection().call(Some(self.session()), &nothing, longest) => match answer {
                    Err(Fault::TimedOut { .. }) => return true,
                    Err(Fault::Closed(_)) => return false,
                    _ => tokio::time::sleep(BETWEEN).await,
                },
                _ = hindered => {
                    if self.state().closed {
                        return false;
                    }
                    self.wait(Duration::MAX, |state| !is_hindered(state) || state.closed).await;
                }
            }
        }
    }

    /// Makes an unresponsive page answer again, by ending its script. A document that hangs again and again is given up.
    pub async fn revive(&self) -> Revival {
        let document = self.state().document.clone();
        let times = {
            let mut hung = self.inner.hung.lock().unwrap_or_else(PoisonError::into_inner);
            let before = hung.as_ref().filter(|(known, _)| *known == document).map_or(0, |(_, times)| *times);
            *hung = Some((document, before + 1));
            before + 1
        };
        if times >= GIVEN_UP {
            return Revival::GivenUp;
        }
        match self.end_script(self.session(), GRACE).await {
            true => Revival::ScriptEnded,
            false => Revival::Busy,
        }
    }

    /// Carries out what leads away from the page, unless the page does not respond and keeps it from happening.
    pub(super) async fn leave_by<T>(
        &self,
        departure: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        if !self.is_responsive().await {
            return Err(stuck());
        }
        tokio::select! {
            biased;
            left = departure => left,
            () = self.held_back() => Err(stuck()),
        }
    }

    /// Whether the page answers, or has other reasons not to than that it hangs.
    async fn is_responsive(&self) -> bool {
        let nothing = Evaluate::anywhere("0");
        let (connection, session) = (self.connection(), Some(self.session()));
        if obstacle(&self.state()).is_some() {
            return true;
        }
        let answer = connection.call(session, &nothing, BETWEEN).await;
        if !matches!(answer, Err(Fault::TimedOut { .. })) {
            return true;
        }
        // It may only be about to change its document, which is of no interest any more.
        connection.tell(session, &page::StopLoading {});
        let answer = connection.call(session, &nothing, LEFT).await;
        !matches!(answer, Err(Fault::TimedOut { .. }))
    }

    /// Returns when the page keeps its successor from coming: the next document is not even asked for, or is there and is not
    /// let in. A server that takes its time is not the page's fault.
    async fn held_back(&self) {
        let since = self.state().requests_begun;
        let (begun, mut answered) = (Instant::now(), None);
        loop {
            tokio::time::sleep(BETWEEN).await;
            let state = self.state();
            let is_asked = state
                .requests
                .iter()
                .rev()
                .take_while(|one| one.number > since)
                .any(|one| one.kind == "document");
            if state.departure.as_ref().is_some_and(|departure| departure.answered) {
                answered.get_or_insert_with(Instant::now);
            }
            let is_held = answered.is_some_and(|at| at.elapsed() > LEFT);
            if obstacle(&state).is_none() && (is_held || (!is_asked && begun.elapsed() > LEFT)) {
                return;
            }
        }
    }

    /// Ends the script that runs. Says whether the page answers then.
    async fn end_script(&self, session: &str, limit: Duration) -> bool {
        let connection = self.connection();
        // The browser ends the script that runs, or else the next one. When it was not a script that took so long, the
        // next one is this.
        connection.tell(Some(session), &TerminateExecution {});
        let answer = connection.call(Some(session), &Evaluate::anywhere("0"), limit).await;
        !matches!(answer, Err(Fault::TimedOut { .. }))
    }

    /// Sees to it, behind the scenes, that a frame that has not answered in time can be asked again: one that answers
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
        let nothing = Evaluate::anywhere("0");
        let left = UNRESPONSIVE.saturating_sub(silent_since.elapsed()).max(GRACE);
        let answer = self.connection().call(Some(session), &nothing, left).await;
        let is_hindered = {
            let state = self.state();
            obstacle(&state).is_some() || state.departure.is_some()
        };
        if is_hindered || !matches!(answer, Err(Fault::TimedOut { .. })) {
            return;
        }
        tracing::debug!(session, "the page hangs, and its script is ended");
        self.end_script(session, PROMPTLY).await;
    }
}

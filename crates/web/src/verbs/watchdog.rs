use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lemmascope_browser::driver::{Revival, Tab, UNRESPONSIVE};
use lemmascope_intent::{Cause, Change, Failure, Outcome, format_duration};

use super::visit::{BLOCK, Visit};

/// The maximum duration of calls that are not watched.
const BRIEF: Duration = Duration::from_secs(2);
/// The response time up to which the page is not the cause of a slow call.
const SHORTEST: Duration = Duration::from_secs(1);
/// The polling interval for a tab.
const TAB: Duration = Duration::from_millis(500);

/// Watches the page while a verb runs.
#[derive(Default)]
pub(super) struct Watchdog {
    /// The notes about measures that were taken.
    notes: Mutex<Vec<String>>,
    /// The number of terminated scripts of the tab before.
    endings: Mutex<Option<u64>>,
    /// Whether the page is given up.
    gives_up: AtomicBool,
}

impl Watchdog {
    /// Watches until the page has to be given up, or until the call times out because of the page. Never
    /// returns for a responsive page.
    pub(super) async fn watch(&self, visit: &Visit<'_>) -> Failure {
        tokio::select! {
            failure = self.keep_alive(visit) => failure,
            failure = self.time_is_over(visit) => failure,
        }
    }

    async fn keep_alive(&self, visit: &Visit<'_>) -> Failure {
        *self.endings() = tab_of(visit).map(|tab| tab.endings());
        tokio::time::sleep(BRIEF).await;
        loop {
            let Some(tab) = tab_of(visit) else {
                tokio::time::sleep(TAB).await;
                continue;
            };
            let Some(silent) = tab.silence(UNRESPONSIVE).await else {
                tokio::time::sleep(TAB).await;
                continue;
            };
            let silent = format_duration(Duration::from_secs(silent.as_secs()));
            match tab.revive().await {
                Revival::ScriptEnded => {
                    self.note(format!("the page's script did not yield for {silent}, and was ended"));
                }
                Revival::Busy => self.note(format!("the page did not respond for {silent}")),
                Revival::GivenUp => {
                    self.gives_up.store(true, Ordering::Relaxed);
                    return Failure::new(
                        Cause::Timeout,
                        "the page did not respond again: its process was ended, and the tab is empty",
                    )
                    .hint("Go to another page with `goto`; this one may hang whenever it is opened.")
                    .verdict("timeout");
                }
            }
        }
    }

    async fn time_is_over(&self, visit: &Visit<'_>) -> Failure {
        tokio::time::sleep(visit.left()).await;
        // The page may only be busy, so its script gets the rest of its time, even if the call has less.
        if let Some(tab) = tab_of(visit).filter(|tab| tab.silent_for() > SHORTEST) {
            let silent = format_duration(Duration::from_secs(tab.silent_for().as_secs()));
            tab.leave_silent();
            self.note(format!("the page did not respond for {silent}"));
        }
        // Without a note, the page is not the cause, and the engine reports the timeout.
        if self.notes().is_empty() {
            std::future::pending::<()>().await;
        }
        let note = self.notes().pop().unwrap_or_default();
        Failure::new(Cause::Timeout, note)
            .hint("Try again, or go to another page with `goto`, which ends the process of this one.")
            .verdict("timeout")
    }

    /// Replaces the tab of a page that is given up, and adds the measures to the outcome. The session is not
    /// locked any more.
    pub(super) async fn end(
        self,
        visit: &Visit<'_>,
        outcome: Result<Outcome, Failure>,
    ) -> Result<Outcome, Failure> {
        if self.gives_up.load(Ordering::Relaxed) {
            visit.session().await.replace_tab().await?;
        }
        let before = *self.endings();
        // A hang in another frame, or after an earlier call, was terminated in the background.
        if self.notes().is_empty()
            && let (Some(before), Some(tab)) = (before, tab_of(visit))
            && tab.endings() > before
        {
            self.note("the page's script did not yield, and was ended".into());
        }
        let notes = self.notes.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter();
        match outcome {
            Ok(mut outcome) => {
                outcome.changes.splice(0..0, notes.map(Change::Added));
                Ok(outcome)
            }
            Err(failure) => Err(notes.fold(failure, Failure::context)),
        }
    }

    /// Waits until an unresponsive page answers, a measure was taken, or the time is over.
    pub(super) async fn page_is_back(&self, visit: &Visit<'_>) {
        let is_silent = || tab_of(visit).is_some_and(|tab| tab.silent_for() > SHORTEST);
        while self.notes().is_empty() && is_silent() && !visit.left().is_zero() {
            tokio::time::sleep(TAB.min(visit.left())).await;
        }
    }

    fn note(&self, note: String) {
        self.notes().push(note);
    }

    fn endings(&self) -> std::sync::MutexGuard<'_, Option<u64>> {
        self.endings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notes(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the tab in which the call works.
fn tab_of(visit: &Visit<'_>) -> Option<Tab> {
    visit.sessions.tab(&visit.cx.session, visit.cx.block(BLOCK))
}

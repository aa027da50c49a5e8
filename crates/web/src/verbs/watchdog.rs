use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lemmascope_browser::driver::{RecoveryOutcome, Tab, UNRESPONSIVE};
use lemmascope_intent::{Cause, Change, Failure, Outcome, format_duration};

use super::visit::{BLOCK, Visit};

/// Calls that take no longer are not watched.
const BRIEF: Duration = Duration::from_secs(2);
/// A page that answers within this is not the reason why a call takes too long.
const SHORTEST: Duration = Duration::from_secs(1);
/// How long is waited for a tab.
const TAB: Duration = Duration::from_millis(500);

/// Watches over the page while a verb acts on it.
#[derive(Default)]
pub(super) struct Watchdog {
    /// What was done about the page.
    notes: Mutex<Vec<String>>,
    /// How many scripts of the tab had been ended before.
    endings: Mutex<Option<u64>>,
    /// Whether the page is given up.
    is_given_up: AtomicBool,
}

impl Watchdog {
    /// Watches until the page has to be given up, or until the call's time is over and the page is why. It never ends for
    /// a page that answers.
    pub(super) async fn watch(&self, visit: &Visit<'_>) -> Failure {
        tokio::select! {
            failure = self.keep_alive(visit) => failure,
            failure = self.wait_for_timeout(visit) => failure,
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
                RecoveryOutcome::ScriptEnded => {
                    self.note(format!("the page's script did not yield for {silent}, and was ended"));
                }
                RecoveryOutcome::Busy => self.note(format!("the page did not respond for {silent}")),
                RecoveryOutcome::GivenUp => {
                    self.is_given_up.store(true, Ordering::Relaxed);
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

    async fn wait_for_timeout(&self, visit: &Visit<'_>) -> Failure {
        tokio::time::sleep(visit.left()).await;
        // The page may only be busy, so its script has the rest of its time, however little the call has.
        if let Some(tab) = tab_of(visit).filter(|tab| tab.silent_for() > SHORTEST) {
            let silent = format_duration(Duration::from_secs(tab.silent_for().as_secs()));
            tab.leave_silent();
            self.note(format!("the page did not respond for {silent}"));
        }
        // Without a note it is not the page that takes so long, and the engine has words for that.
        if self.notes().is_empty() {
            std::future::pending::<()>().await;
        }
        let note = self.notes().pop().unwrap_or_default();
        Failure::new(Cause::Timeout, note)
            .hint("Try again, or go to another page with `goto`, which ends the process of this one.")
            .verdict("timeout")
    }

    /// Puts an empty tab in the place of a page that is given up, and adds to the outcome what was done about the page. Nobody
    /// is in the session any more.
    pub(super) async fn end(
        self,
        visit: &Visit<'_>,
        outcome: Result<Outcome, Failure>,
    ) -> Result<Outcome, Failure> {
        if self.is_given_up.load(Ordering::Relaxed) {
            visit.session().await.replace_tab().await?;
        }
        let before = *self.endings();
        // What hung in another frame, or hung on after an earlier call, is ended behind the scenes.
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

    /// Waits until an unresponsive page answers, was recovered, or the time is over.
    pub(super) async fn wait_until_responsive(&self, visit: &Visit<'_>) {
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

/// The tab that a call works in.
fn tab_of(visit: &Visit<'_>) -> Option<Tab> {
    visit.sessions.tab(&visit.cx.session, visit.cx.block(BLOCK))
}

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lemmascope_browser::driver::{Revival, UNRESPONSIVE};
use lemmascope_intent::{Cause, Change, Failure, Outcome, format_duration};

use super::visit::{BLOCK, Visit};

/// Calls that take no longer are not watched.
const BRIEF: Duration = Duration::from_secs(2);
/// How much of its time a call has left when a page that answers nothing is brought to answer, so that it can go on.
const RESERVE: Duration = Duration::from_secs(3);
/// A page that answers within this is not unresponsive, however little time a call has.
const SHORTEST: Duration = Duration::from_secs(1);
/// How long is waited for a tab.
const TAB: Duration = Duration::from_millis(500);

/// Watches over the page while a verb acts on it.
#[derive(Default)]
pub(super) struct Watchdog {
    /// What was done about the page.
    notes: Mutex<Vec<String>>,
    /// Whether the page is given up.
    gives_up: AtomicBool,
}

impl Watchdog {
    /// Watches until the page has to be given up, or until the call's time is over and the page is why. It never ends for
    /// a page that answers.
    pub(super) async fn watch(&self, visit: &Visit<'_>) -> Failure {
        tokio::select! {
            failure = self.keep_alive(visit) => failure,
            failure = self.time_is_over(visit) => failure,
        }
    }

    async fn keep_alive(&self, visit: &Visit<'_>) -> Failure {
        tokio::time::sleep(BRIEF).await;
        let longest = visit.left().saturating_sub(RESERVE).clamp(SHORTEST, UNRESPONSIVE);
        loop {
            // What hangs later than that is left to the next call.
            if visit.left() + TAB < longest + RESERVE {
                std::future::pending::<()>().await;
            }
            let Some(tab) = visit.sessions.tab(&visit.cx.session, visit.cx.block(BLOCK)) else {
                tokio::time::sleep(TAB).await;
                continue;
            };
            if !tab.silence(longest).await {
                tokio::time::sleep(TAB).await;
                continue;
            }
            let silent = format_duration(longest);
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
        if self.gives_up.load(Ordering::Relaxed) {
            visit.session().await.replace_tab().await?;
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

    fn note(&self, note: String) {
        self.notes().push(note);
    }

    fn notes(&self) -> std::sync::MutexGuard<'_, Vec<String>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use serde_json::json;

use super::super::super::obstacle::obstacle;
use super::super::super::recovery::{RecoveryOutcome, stuck};
use super::super::super::state::TabState;
use super::super::fault::Fault;
use super::Tab;

/// The interval between probes of a responsive page.
const BETWEEN: Duration = Duration::from_millis(500);

/// How long a page that is being left may be unresponsive before it is given up.
const LEFT: Duration = Duration::from_secs(3);

/// A guard that clears `silent_since` when the caller stops waiting.
struct SilenceGuard<'a>(&'a Tab);

impl SilenceGuard<'_> {
    fn since(&self, moment: Option<Instant>) {
        self.0.state().silent_since = moment;
    }
}

impl Drop for SilenceGuard<'_> {
    fn drop(&mut self) {
        self.since(None);
    }
}

impl Tab {
    pub(in super::super::super) async fn silence(&self, longest: Duration) -> Option<Duration> {
        let asked = SilenceGuard(self);
        let is_hindered = |state: &TabState| obstacle(state).is_some() || state.departure.is_some();
        loop {
            let hindered = self.wait(Duration::MAX, is_hindered);
            asked.since(Some(Instant::now()));
            tokio::select! {
                answer = self.nothing(longest) => match answer {
                    Err(Fault::TimedOut { .. }) => return Some(self.state().silent_for()),
                    Err(Fault::Closed(_)) => return None,
                    _ => {
                        asked.since(None);
                        tokio::time::sleep(BETWEEN).await;
                    }
                },
                _ = hindered => {
                    asked.since(None);
                    if self.state().closed {
                        return None;
                    }
                    self.wait(Duration::MAX, |state| !is_hindered(state) || state.closed).await;
                }
            }
        }
    }

    /// Returns 0, because no command of the protocol terminates a script.
    pub(in super::super::super) fn endings(&self) -> u64 {
        0
    }

    /// Clears the state only, because no command of the protocol terminates a script.
    pub(in super::super::super) fn leave_silent(&self) {
        self.state().silent_since = None;
    }

    /// Gives the page up, because no command of the protocol terminates a script.
    pub(in super::super::super) async fn revive(&self) -> RecoveryOutcome {
        RecoveryOutcome::GivenUp
    }

    /// Runs a navigation, and fails if an unresponsive page prevents it.
    pub(super) async fn run_navigation<T>(
        &self,
        departure: impl Future<Output = Result<T, Failure>>,
    ) -> Result<T, Failure> {
        let is_free = obstacle(&self.state()).is_some() || self.state().departure.is_some();
        if !is_free && matches!(self.nothing(LEFT).await, Err(Fault::TimedOut { .. })) {
            return Err(stuck());
        }
        departure.await
    }

    async fn nothing(&self, limit: Duration) -> Result<(), Fault> {
        let evaluate = json!({"expression": "0", "awaitPromise": false, "target": {"context": self.id()}});
        self.connection().call("script.evaluate", evaluate, limit).await.map(|_| ())
    }

    /// Enables request interception.
    pub(super) async fn enable_interception(&self) -> Result<(), Failure> {
        self.context_state().enable_interception(self.connection()).await?;
        Ok(())
    }
}

use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::json;

use super::super::super::obstacle::obstacle;
use super::super::super::revival::{Revival, stuck};
use super::super::super::state::TabState;
use super::super::fault::Fault;
use super::Tab;

/// How often a page that answers is asked again.
const BETWEEN: Duration = Duration::from_millis(500);

/// How long a page that is being left may be unresponsive before it is given up: nobody needs it any more.
const LEFT: Duration = Duration::from_secs(3);

impl Tab {
    pub(in super::super::super) async fn silence(&self, longest: Duration) -> bool {
        let is_hindered = |state: &TabState| obstacle(state).is_some() || state.departure.is_some();
        loop {
            let hindered = self.wait(Duration::MAX, is_hindered);
            tokio::select! {
                answer = self.nothing(longest) => match answer {
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

    /// No command of the protocol ends a script, so that an unresponsive page is given up.
    pub(in super::super::super) async fn revive(&self) -> Revival {
        Revival::GivenUp
    }

    /// Carries out what leads away from the page, unless the page does not respond and keeps it from happening.
    pub(super) async fn leave_by<T>(
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

    /// Has requests stopped and asked about.
    pub(super) async fn stop_requests(&self) -> Result<(), Failure> {
        self.household().stop_requests(self.connection()).await?;
        Ok(())
    }
}

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use lemmascope_intent::{Change, Failure};

use super::WebSession;
use crate::driver::{LeaveGuard, is_stuck, slow};
use crate::text::quote;

impl WebSession {
    /// Leaves the page for an address, and returns the changes to report. An unresponsive page is given up:
    /// its tab is replaced.
    pub async fn depart(
        &mut self,
        url: &str,
        headers: Option<&BTreeMap<String, String>>,
        limit: Duration,
    ) -> Result<Vec<Change>, Failure> {
        let begun = Instant::now();
        let tab = self.tab()?;
        let leave = tab.leave().await?;
        match tab.navigate(url, headers, limit).await {
            Ok(()) => Ok(leaving_changes(&leave)),
            Err(failure) if is_stuck(&failure) => {
                let mut changes = leaving_changes(&leave);
                drop(leave);
                self.replace_tab().await?;
                let left = limit.saturating_sub(begun.elapsed());
                let gone = self.tab()?.navigate(url, headers, left).await;
                gone.map_err(|failure| if is_stuck(&failure) { slow(url, limit) } else { failure })?;
                changes
                    .push(Change::Added("the page before did not respond, and its process was ended".into()));
                Ok(changes)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Replaces the current tab, whose page is unresponsive, with an empty one.
    pub async fn replace_tab(&mut self) -> Result<(), Failure> {
        let tab = self.context()?.replace(&self.tab()?).await?;
        self.turn_to(tab);
        Ok(())
    }
}

/// Reports how the page was left: for example, it may have asked to stay because of unsaved input.
pub fn leaving_changes(leave: &LeaveGuard<'_>) -> Vec<Change> {
    let mut told = Vec::new();
    let mut tell = |what: String| told.push(Change::Added(what));
    if leave.was_asked() {
        tell("the page asked whether to leave it, and was left".into());
    }
    if let Some((dialog, count)) = leave.dismissed() {
        let last = format!("dialog {} {} (dismissed)", dialog.kind, quote(&dialog.message, 200));
        tell(if count > 1 { format!("{count} dialogs; the last: {last}") } else { last });
    }
    if leave.service_worker_was_bypassed() {
        tell("the service worker of the site did not answer, and is bypassed".into());
    }
    told
}

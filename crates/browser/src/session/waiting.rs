use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use futures_util::stream::{FuturesUnordered, StreamExt};
use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::WebSession;
use crate::driver::Tab;

/// The interval for noticing changes without an event, such as the end of a CSS animation.
const POLL_INTERVAL: Duration = Duration::from_millis(400);

/// A deadline.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Instant);

impl Deadline {
    /// Creates a deadline after the given time.
    pub fn within(limit: Duration) -> Self {
        Self(Instant::now() + limit)
    }

    /// The remaining time.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether the deadline has passed.
    pub fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// The failure for a condition that was not met in time.
    pub fn failure(self, what: &str) -> Failure {
        Failure::new(Cause::Timeout, format!("{what} in time"))
            .hint("Give it longer with --timeout, or look at the page with `observe`.")
            .verdict("timeout")
    }
}

impl WebSession {
    /// Whether the page has changed within the given time or is animated. A page that is too busy to answer
    /// counts as unsettled.
    pub async fn is_unsettled(&self, within: Duration) -> bool {
        let Ok(tab) = self.tab() else { return false };
        let Some(frame) = tab.frames().into_iter().find(|frame| frame.ready) else { return false };
        let arguments = json!([u64::try_from(within.as_millis()).unwrap_or(u64::MAX)]);
        let answer = tab.call(&frame.id, "lemmascope.isUnsettled", arguments, POLL_INTERVAL).await;
        match answer {
            Ok(answer) => answer.get("unsettled").and_then(Value::as_bool) == Some(true),
            Err(failure) => failure.cause == Cause::Timeout,
        }
    }

    /// Waits for a change of the page or the tab, or for the heartbeat. Changes between two snapshots are not
    /// missed, because the page compares with the state version of the last snapshot.
    pub async fn wait_for_change(&self, until: Deadline) -> Result<(), Failure> {
        let tab = self.tab()?;
        let limit = until.left().min(POLL_INTERVAL);
        let versions = self.versions();
        let (documents, navigations) = {
            let state = tab.state();
            (state.frame_changes, state.navigations)
        };
        let frames: FuturesUnordered<_> = tab
            .frames()
            .into_iter()
            .filter(|frame| frame.ready)
            .take(12)
            .map(|frame| {
                let version =
                    versions.iter().find(|(id, _)| *id == frame.id).map(|(_, version)| version.clone());
                frame_change(&tab, frame.id, version, limit)
            })
            .collect();
        let page = async move {
            let mut frames = frames;
            while let Some(changed) = frames.next().await {
                if changed {
                    return;
                }
            }
        };
        let told = tab.wait(limit, |state| {
            state.frame_changes != documents
                || state.navigations != navigations
                || state.dialog.is_some()
                || state.closed
                || state.crashed
        });
        match select(Box::pin(page), Box::pin(told)).await {
            // When no frame answers, as during a navigation, the tab's events or the heartbeat end the wait.
            Either::Left(((), told)) if tab.frames().iter().all(|frame| !frame.ready) => {
                told.await;
            }
            _ => {}
        }
        self.refuse_dialog()
    }
}

async fn frame_change(
    tab: &Tab,
    frame: crate::driver::FrameId,
    version: Option<String>,
    limit: Duration,
) -> bool {
    let change = "(version, limit) => lemmascope.change(version ?? lemmascope.version(), limit)";
    let arguments = json!([version, limit.as_millis() as u64]);
    let answer = tab.call(&frame, change, arguments, limit + Duration::from_secs(1)).await;
    answer.is_ok_and(|changed| changed == Value::Bool(true))
}

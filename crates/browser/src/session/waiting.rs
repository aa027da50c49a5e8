use std::time::{Duration, Instant};

use futures_util::future::{Either, select};
use futures_util::stream::{FuturesUnordered, StreamExt};
use lemmascope_intent::{Cause, Failure};
use serde_json::{Value, json};

use super::WebSession;
use crate::driver::Tab;

/// What shows without any change of the page, as at the end of an animation that only style knows of, is noticed after
/// this.
const HEARTBEAT: Duration = Duration::from_millis(400);

/// Until when something is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Until(Instant);

impl Until {
    /// The moment that is so far away.
    pub fn within(limit: Duration) -> Self {
        Self(Instant::now() + limit)
    }

    /// The time until then.
    pub fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Whether that moment has passed.
    pub fn is_over(self) -> bool {
        self.left().is_zero()
    }

    /// It did not happen in time.
    pub fn failure(self, what: &str) -> Failure {
        Failure::new(Cause::Timeout, format!("{what} in time"))
            .hint("Give it longer with --timeout, or look at the page with `observe`.")
            .verdict("timeout")
    }
}

impl WebSession {
    /// Whether the page has changed within so long, or something on it is moving. One that is too busy to answer is not
    /// at rest.
    pub async fn is_unsettled(&self, within: Duration) -> bool {
        let Ok(tab) = self.tab() else { return false };
        let Some(frame) = tab.frames().into_iter().find(|frame| frame.ready) else { return false };
        let arguments = json!([u64::try_from(within.as_millis()).unwrap_or(u64::MAX)]);
        let answer = tab.call(&frame.id, "lemmascope.isUnsettled", arguments, HEARTBEAT).await;
        match answer {
            Ok(answer) => answer.get("unsettled").and_then(Value::as_bool) == Some(true),
            Err(failure) => failure.cause == Cause::Timeout,
        }
    }

    /// Waits for any change of the page or the tab, or for the heartbeat. What holds between two looks is not missed:
    /// the page is asked at the state of the last look.
    pub async fn wait_for_change(&self, until: Until) -> Result<(), Failure> {
        let tab = self.tab()?;
        let limit = until.left().min(HEARTBEAT);
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
            // When no frame answers, as on a page that is being left, the tab's events or the heartbeat end the wait.
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

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::json;

use super::snapshots::LookOptions;
use super::{Deadline, WebSession};
use crate::page::Snapshot;

/// How long a scripted page may stay blank before that counts as its final content.
const BLANK: Duration = Duration::from_secs(4);
/// The times without changes and without requests after which a blank page counts as final.
const STILL: Duration = Duration::from_millis(1200);
const ASKING: Duration = Duration::from_millis(500);

impl WebSession {
    /// Returns a snapshot once the page shows content. Many pages load as an empty document and are rendered
    /// by a script afterwards, so an earlier snapshot would be empty.
    pub(super) async fn look_when_rendered(
        &mut self,
        first: Arc<Snapshot>,
        until: Deadline,
    ) -> Result<Arc<Snapshot>, Failure> {
        let mut seen = first;
        if !is_blank(&seen) || !self.is_rendered_by_scripts().await {
            return Ok(seen);
        }
        let until = Deadline::within(until.left().min(BLANK));
        while is_blank(&seen) && !until.is_over() {
            let is_busy = self.tab()?.state().in_flight() > 0;
            if !is_busy && !self.is_unsettled(STILL).await {
                break;
            }
            self.wait_for_change(until).await?;
            seen = self.look(&LookOptions::default()).await?;
        }
        Ok(seen)
    }

    /// Waits until the page shows content without a loading screen. Returns whether it does. A page without
    /// scripts does not change by itself, so it is not waited for.
    pub async fn wait_until_loaded(&mut self, until: Deadline) -> Result<bool, Failure> {
        let first = self.look(&LookOptions::default()).await?;
        let mut seen = self.look_when_rendered(first, until).await?;
        while is_loading(&seen) && self.is_rendered_by_scripts().await {
            if until.is_over() {
                return Ok(false);
            }
            self.wait_for_change(until).await?;
            seen = self.look(&LookOptions::default()).await?;
        }
        Ok(true)
    }

    async fn is_rendered_by_scripts(&self) -> bool {
        let Ok(tab) = self.tab() else { return false };
        let Some(frame) = tab.frames().into_iter().find(|frame| frame.ready) else { return false };
        let answer = tab.call(&frame.id, "() => document.scripts.length > 0", json!([]), ASKING).await;
        answer.is_ok_and(|answer| answer == json!(true))
    }
}

/// Whether the page shows a loading screen.
pub fn is_loading(snapshot: &Snapshot) -> bool {
    snapshot.patterns.iter().any(|pattern| pattern.name == "loading_screen")
}

/// Whether the page shows nothing but images, which often appear before the content.
fn is_blank(snapshot: &Snapshot) -> bool {
    let mut shown = snapshot.elements.iter().filter(|element| element.visibility.is_visible());
    shown.all(|element| !element.interactive && matches!(element.kind, "image"))
}

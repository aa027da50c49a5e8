use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::Failure;
use serde_json::json;

use super::looking::LookOptions;
use super::{Until, WebSession};
use crate::page::Snapshot;

/// How long a page that scripts draw may show nothing at all before that is taken for all that it has to show.
const BLANK: Duration = Duration::from_secs(4);
/// A page that has shown nothing, asked for nothing and changed nothing for so long is not about to show anything.
const STILL: Duration = Duration::from_millis(1200);
const ASKING: Duration = Duration::from_millis(500);

impl WebSession {
    /// What the page looks like once it shows something. Many pages come as an empty document with a script that draws
    /// them after they have loaded; whoever looks in between would be told that there is nothing here.
    pub(super) async fn look_once_drawn(
        &mut self,
        first: Arc<Snapshot>,
        until: Until,
    ) -> Result<Arc<Snapshot>, Failure> {
        let mut seen = first;
        if !is_blank(&seen) || !self.is_drawn_by_scripts().await {
            return Ok(seen);
        }
        let until = Until::within(until.left().min(BLANK));
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

    /// Waits until the page shows something and no screen says to wait. Returns whether that has come. A page without
    /// scripts does not go on by itself.
    pub async fn wait_until_loaded(&mut self, until: Until) -> Result<bool, Failure> {
        let first = self.look(&LookOptions::default()).await?;
        let mut seen = self.look_once_drawn(first, until).await?;
        while is_loading(&seen) && self.is_drawn_by_scripts().await {
            if until.is_over() {
                return Ok(false);
            }
            self.wait_for_change(until).await?;
            seen = self.look(&LookOptions::default()).await?;
        }
        Ok(true)
    }

    async fn is_drawn_by_scripts(&self) -> bool {
        let Ok(tab) = self.tab() else { return false };
        let Some(frame) = tab.frames().into_iter().find(|frame| frame.ready) else { return false };
        let answer = tab.call(&frame.id, "() => document.scripts.length > 0", json!([]), ASKING).await;
        answer.is_ok_and(|answer| answer == json!(true))
    }
}

/// Whether a screen says to wait.
pub fn is_loading(snapshot: &Snapshot) -> bool {
    snapshot.patterns.iter().any(|pattern| pattern.name == "loading_screen")
}

/// A picture alone is drawn while the rest is on its way.
fn is_blank(snapshot: &Snapshot) -> bool {
    let mut shown = snapshot.elements.iter().filter(|element| element.visibility.is_visible());
    shown.all(|element| !element.interactive && matches!(element.kind, "image"))
}

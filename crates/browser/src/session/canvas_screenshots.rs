use std::time::Duration;

use futures_util::future::join_all;
use serde::Deserialize;
use serde_json::json;

use crate::driver::{Frame, FrameId, Tab};
use crate::page::Rect;

/// The interval within which repeated drawing on a canvas counts as animation of the page itself.
const RHYTHM: Duration = Duration::from_millis(1200);

/// The maximum number of such canvases, and of frames that are searched for them.
const MOST: usize = 4;
const MOST_FRAMES: usize = 12;

const LIMIT: Duration = Duration::from_secs(2);

/// Screenshots of the canvases that scripts cannot read, from before an action. Most pages have none, which
/// costs nothing.
#[derive(Debug, Default)]
pub(super) struct CanvasScreenshots {
    places: Vec<Rect>,
    before: Vec<Vec<u8>>,
}

/// The positions of such canvases, as reported by the page.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Unread {
    unread: Vec<Rect>,
}

impl CanvasScreenshots {
    pub(super) async fn take(tab: &Tab, unread: Unread) -> Self {
        let mut places = unread.unread;
        places.extend(canvas_positions(tab).await);
        places.truncate(MOST);
        if places.is_empty() {
            return Self::default();
        }
        let first = pictures(tab, &places).await;
        let before = pictures(tab, &places).await;
        // Canvases that change between two screenshots are animated, and give no information.
        let still = places.into_iter().zip(first).zip(before);
        let still = still.filter(|((_, first), before)| first == before && !before.is_empty());
        let (places, before) = still.map(|((place, _), before)| (place, before)).unzip();
        Self { places, before }
    }

    /// Whether a canvas has changed since, without being an animation of the page.
    pub(super) async fn have_changed(&self, tab: &Tab) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let after = pictures(tab, &self.places).await;
        if !after.iter().zip(&self.before).any(|(after, before)| !after.is_empty() && after != before) {
            return false;
        }
        // A canvas that was static before and is animated now was started by the action.
        if pictures(tab, &self.places).await != after {
            return true;
        }
        tokio::time::sleep(RHYTHM).await;
        pictures(tab, &self.places).await == after
    }
}

/// Returns the positions of such canvases in all frames, relative to the main viewport.
async fn canvas_positions(tab: &Tab) -> Vec<Rect> {
    let frames = tab.frames();
    let parent_of =
        |id: &FrameId| frames.iter().find(|frame| frame.id == *id).and_then(|frame| frame.parent.clone());
    let inner: Vec<&Frame> =
        frames.iter().filter(|frame| frame.ready && frame.parent.is_some()).take(MOST_FRAMES).collect();
    let asked = inner.iter().map(|frame| tab.call(&frame.id, "lemmascope.drawings.places", json!([]), LIMIT));
    let answers = join_all(asked).await;
    let mut places = Vec::new();
    for (frame, answer) in inner.iter().zip(answers) {
        let found: Vec<Rect> =
            answer.ok().and_then(|answer| serde_json::from_value(answer).ok()).unwrap_or_default();
        for mut place in found {
            let mut at = frame.id.clone();
            let shows = loop {
                let Some(outer) = parent_of(&at) else { break true };
                let Some(seen) = outward(tab, &at, &outer, place).await else { break false };
                place = seen;
                at = outer;
            };
            if shows {
                places.push(place);
            }
        }
    }
    places
}

/// Converts a rectangle to the coordinates of the parent frame, or returns `None` if it is not visible there.
async fn outward(tab: &Tab, inner: &FrameId, outer: &FrameId, place: Rect) -> Option<Rect> {
    let owner = tab.frame_owner(inner).await.ok()?;
    let answer = tab.call(outer, "lemmascope.drawings.outward", json!([owner, place]), LIMIT).await.ok()?;
    serde_json::from_value(answer).ok()
}

async fn pictures(tab: &Tab, places: &[Rect]) -> Vec<Vec<u8>> {
    let mut pictures = Vec::new();
    for place in places {
        // A failed screenshot counts as no information.
        pictures.push(tab.screenshot_part(*place).await.unwrap_or_default());
    }
    pictures
}

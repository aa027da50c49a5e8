use std::time::Duration;

use serde::Deserialize;

use crate::driver::Tab;
use crate::page::Rect;

/// What is drawn on a canvas again within this is drawn by the page itself.
const RHYTHM: Duration = Duration::from_millis(1200);

/// Pictures of the canvases that no script can read, from before an action. Most pages have none, and cost nothing.
#[derive(Debug, Default)]
pub(super) struct Drawings {
    places: Vec<Rect>,
    before: Vec<Vec<u8>>,
}

/// Where the page says that such canvases are.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Unread {
    unread: Vec<Rect>,
}

impl Drawings {
    pub(super) async fn take(tab: &Tab, unread: Unread) -> Self {
        let places = unread.unread;
        if places.is_empty() {
            return Self::default();
        }
        let first = pictures(tab, &places).await;
        let before = pictures(tab, &places).await;
        // Those that differ at once are in motion, and tell nothing.
        let still = places.into_iter().zip(first).zip(before);
        let still = still.filter(|((_, first), before)| first == before && !before.is_empty());
        let (places, before) = still.map(|((place, _), before)| (place, before)).unzip();
        Self { places, before }
    }

    /// Whether something was drawn since, and not in a rhythm of the page's own.
    pub(super) async fn have_changed(&self, tab: &Tab) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let after = pictures(tab, &self.places).await;
        if !after.iter().zip(&self.before).any(|(after, before)| !after.is_empty() && after != before) {
            return false;
        }
        // What was at rest and is in motion now was set in motion.
        if pictures(tab, &self.places).await != after {
            return true;
        }
        tokio::time::sleep(RHYTHM).await;
        pictures(tab, &self.places).await == after
    }
}

async fn pictures(tab: &Tab, places: &[Rect]) -> Vec<Vec<u8>> {
    let mut pictures = Vec::new();
    for place in places {
        // One that cannot be had tells nothing.
        pictures.push(tab.glimpse(*place).await.unwrap_or_default());
    }
    pictures
}

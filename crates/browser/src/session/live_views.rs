//! The latest picture of each tab with live viewers. Pictures are taken while viewers request them, at most
//! as fast as they are fetched: a slow viewer skips pictures and never gets outdated ones.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use tokio::sync::{OnceCell, watch};

use crate::driver::{ImageFormat, Screenshot, Tab, Viewer};

/// The JPEG quality, which is readable at a tenth of the size of a lossless picture.
const QUALITY: u8 = 60;
/// The timeout for a changed picture.
const WAIT: Duration = Duration::from_secs(5);
/// How long a page has to look unchanged before a screenshot is taken explicitly, if the browser may have
/// skipped the last change.
const SETTLED: Duration = Duration::from_millis(300);
/// The time without requests after which no more pictures are taken.
const IDLE: Duration = Duration::from_secs(12);

/// The tabs with live viewers.
#[derive(Default)]
pub struct LiveViews {
    views: Mutex<HashMap<String, Arc<View>>>,
    /// The sequence number of the last picture of all tabs.
    last: AtomicU64,
}

type NumberedPicture = (u64, Arc<Vec<u8>>);

struct View {
    latest: watch::Sender<NumberedPicture>,
    asked: Mutex<Instant>,
    begun: OnceCell<()>,
}

/// A picture, and the marker for requesting the next one.
pub struct LivePicture {
    /// The JPEG data.
    pub data: Arc<Vec<u8>>,
    /// The marker.
    pub mark: String,
}

impl LivePicture {
    fn of(tab: &Tab, (number, data): NumberedPicture) -> Self {
        Self { data, mark: format!("{number}-{}", tab.id()) }
    }
}

impl LiveViews {
    /// Returns a picture of a tab: without a marker the current one, with a marker the next one that differs
    /// from it, or `None` if the page does not change within the timeout.
    pub async fn next(
        self: &Arc<Self>,
        tab: &Tab,
        after: Option<&str>,
    ) -> Result<Option<LivePicture>, Failure> {
        let Some(seen) = after.and_then(|mark| number(mark, tab)) else {
            let picture = Arc::new(tab.screenshot(&jpeg()).await?);
            return Ok(Some(LivePicture::of(tab, (self.number(), picture))));
        };
        let view = self.view(tab);
        view.is_asked();
        view.begun.get_or_try_init(|| self.begin(tab, &view)).await?;
        let is_behind = tab.continue_screencast();
        let mut latest = view.latest.subscribe();
        let limit = if is_behind { SETTLED } else { WAIT };
        let changed = tokio::time::timeout(limit, latest.wait_for(|(number, _)| *number > seen)).await;
        let changed = changed.ok().and_then(Result::ok).map(|changed| changed.clone());
        if let Some(changed) = changed {
            return Ok(Some(LivePicture::of(tab, changed)));
        }
        // The browser may have skipped the last change, and does not render a background tab.
        let picture = tab.screenshot(&jpeg()).await?;
        let is_same = *view.latest.borrow().1 == picture;
        view.is_asked();
        Ok((!is_same).then(|| LivePicture::of(tab, view.add(self.number(), picture))))
    }

    fn number(&self) -> u64 {
        self.last.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn view(&self, tab: &Tab) -> Arc<View> {
        let mut views = self.views.lock().unwrap_or_else(PoisonError::into_inner);
        let new = || {
            Arc::new(View {
                latest: watch::Sender::default(),
                asked: Mutex::new(Instant::now()),
                begun: OnceCell::new(),
            })
        };
        Arc::clone(views.entry(tab.id().to_string()).or_insert_with(new))
    }

    async fn begin(self: &Arc<Self>, tab: &Tab, view: &Arc<View>) -> Result<(), Failure> {
        let (taking, numbering) = (Arc::clone(view), Arc::clone(self));
        let taker = Box::new(move |picture, _| drop(taking.add(numbering.number(), picture)));
        tab.start_screencast(Viewer::LiveView, QUALITY, taker).await?;
        let (live_views, tab, view) = (Arc::clone(self), tab.clone(), Arc::clone(view));
        tokio::spawn(async move {
            while let Some(left) = view.left()
                && !tab.wait(left, |state| state.closed).await
            {}
            if let Err(failure) = tab.stop_screencast(Viewer::LiveView).await {
                tracing::debug!(%failure, "the tab was gone before its pictures were ended");
            }
            // Later requests start a new screencast.
            live_views.views.lock().unwrap_or_else(PoisonError::into_inner).remove(tab.id());
        });
        Ok(())
    }
}

impl View {
    fn add(&self, number: u64, picture: Vec<u8>) -> NumberedPicture {
        let numbered = (number, Arc::new(picture));
        self.latest.send_replace(numbered.clone());
        numbered
    }

    fn is_asked(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the remaining time until the screencast stops without further requests.
    fn left(&self) -> Option<Duration> {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        IDLE.checked_sub(asked.elapsed()).filter(|left| !left.is_zero())
    }
}

fn jpeg() -> Screenshot {
    Screenshot { format: ImageFormat::Jpeg, quality: Some(QUALITY), ..Screenshot::default() }
}

/// Parses the number of a marker; `None` if it belongs to another tab.
fn number(mark: &str, tab: &Tab) -> Option<u64> {
    let (number, id) = mark.split_once('-')?;
    number.parse().ok().filter(|_| id == tab.id())
}

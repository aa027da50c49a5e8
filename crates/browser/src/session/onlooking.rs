//! The latest picture of each tab that people look on. Pictures are taken while a person asks for them, and no faster than they are taken
//! away: a slow viewer misses pictures and never gets old ones.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use lemmascope_intent::Failure;
use tokio::sync::{OnceCell, watch};

use crate::driver::{ImageFormat, Screenshot, Tab, Viewer};

/// Good enough to read, and a tenth of the size of a lossless picture.
const QUALITY: u8 = 60;
/// How long a changed picture is waited for.
const WAIT: Duration = Duration::from_secs(5);
/// How long a page has to look the same until a picture is taken by hand, where the browser may have left the last change out.
const SETTLED: Duration = Duration::from_millis(300);
/// How long nobody has to ask for a picture until no more are taken.
const IDLE: Duration = Duration::from_secs(12);

/// The tabs that people look on.
#[derive(Default)]
pub struct Onlooking {
    views: Mutex<HashMap<String, Arc<View>>>,
    /// The number of the last picture of all tabs.
    last: AtomicU64,
}

type Numbered = (u64, Arc<Vec<u8>>);

struct View {
    latest: watch::Sender<Numbered>,
    asked: Mutex<Instant>,
    begun: OnceCell<()>,
}

/// A picture, and the mark by which the next one after it is asked for.
pub struct LivePicture {
    /// A JPEG.
    pub data: Arc<Vec<u8>>,
    /// The mark.
    pub mark: String,
}

impl LivePicture {
    fn of(tab: &Tab, (number, data): Numbered) -> Self {
        Self { data, mark: format!("{number}-{}", tab.id()) }
    }
}

impl Onlooking {
    /// A picture of a tab as it is now; after a mark, the latest one as soon as it is another one than that of the mark, and nothing where
    /// the page goes on looking the same.
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
        // The browser may have left the last change out, and draws a tab in the background for nobody.
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
        tab.start_screencast(Viewer::Onlooker, QUALITY, taker).await?;
        let (onlooking, tab, view) = (Arc::clone(self), tab.clone(), Arc::clone(view));
        tokio::spawn(async move {
            while let Some(left) = view.left()
                && !tab.wait(left, |state| state.closed).await
            {}
            if let Err(failure) = tab.stop_screencast(Viewer::Onlooker).await {
                tracing::debug!(%failure, "the tab was gone before its pictures were ended");
            }
            // Whoever asks from now on begins again.
            onlooking.views.lock().unwrap_or_else(PoisonError::into_inner).remove(tab.id());
        });
        Ok(())
    }
}

impl View {
    fn add(&self, number: u64, picture: Vec<u8>) -> Numbered {
        let numbered = (number, Arc::new(picture));
        self.latest.send_replace(numbered.clone());
        numbered
    }

    fn is_asked(&self) {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// How long the pictures go on unless a person asks.
    fn left(&self) -> Option<Duration> {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        IDLE.checked_sub(asked.elapsed()).filter(|left| !left.is_zero())
    }
}

fn jpeg() -> Screenshot {
    Screenshot { format: ImageFormat::Jpeg, quality: Some(QUALITY), ..Screenshot::default() }
}

/// The number of a mark; nothing where it is of another tab.
fn number(mark: &str, tab: &Tab) -> Option<u64> {
    let (number, id) = mark.split_once('-')?;
    number.parse().ok().filter(|_| id == tab.id())
}

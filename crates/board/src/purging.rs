//! Deleted cards are removed for good after a while: when the store is opened, and every hour of a server.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{BackgroundWork, parse_duration};

use crate::embedded::now;
use crate::error::BoardError;
use crate::site::{Setting, Site};
use crate::store::Store;

/// The time between two looks.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Looks for cards to purge as long as the server runs.
pub(crate) fn work(site: &Arc<Site>) -> BackgroundWork {
    let site = Arc::clone(site);
    Box::new(move |engine, cancellation| {
        let site = Arc::clone(&site);
        Box::pin(async move {
            loop {
                let setting = |key: &str| engine.setting(key);
                // A store that is away is asked again the next time. Whoever uses it is told.
                if let Ok(store) = site.open(&setting).await {
                    let _later = purge(store.as_ref(), &setting).await;
                }
                tokio::select! {
                    () = cancellation.cancelled() => return,
                    () = tokio::time::sleep(INTERVAL) => {}
                }
            }
        })
    })
}

/// Purges what was deleted longer ago than the setting says; gives the number of cards.
pub(crate) async fn purge(store: &dyn Store, setting: Setting<'_>) -> Result<u64, BoardError> {
    let kept = setting("board.keep_deleted");
    let kept = kept.as_ref().and_then(|value| value.as_text()).and_then(parse_duration).unwrap_or_default();
    if kept.is_zero() {
        return Ok(0);
    }
    let before = now().saturating_sub(i64::try_from(kept.as_millis()).unwrap_or(i64::MAX));
    let mut purged = 0;
    for board in store.boards().await? {
        purged += store.purge(board.id, before).await?;
    }
    Ok(purged)
}

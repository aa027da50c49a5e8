//! Deleted cards are purged every hour of a server.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::BackgroundWork;

use crate::retention::purge;
use crate::site::Site;

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
                // A store that cannot be reached is tried again at the next interval; its users get the error.
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

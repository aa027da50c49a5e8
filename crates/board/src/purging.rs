//! The hourly purge of deleted cards on a server.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::BackgroundWork;

use crate::retention::purge;
use crate::site::Site;

/// The interval between two purges.
const INTERVAL: Duration = Duration::from_secs(3600);

/// Purges cards at intervals while the server runs.
pub(crate) fn work(site: &Arc<Site>) -> BackgroundWork {
    let site = Arc::clone(site);
    Box::new(move |engine, cancellation| {
        let site = Arc::clone(&site);
        Box::pin(async move {
            loop {
                let setting = |key: &str| engine.setting(key);
                // If the store is unreachable, the next interval tries again; users of the store get the
                // error.
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

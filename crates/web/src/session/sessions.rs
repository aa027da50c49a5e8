use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{Mutex, OwnedMutexGuard};

use super::WebSession;
use crate::Settings;

/// The sessions of all callers, by name. Each is entered by one call at a time; different ones go in parallel.
pub(crate) struct Sessions {
    pub(crate) settings: Settings,
    by_name: Mutex<BTreeMap<String, Arc<Mutex<WebSession>>>>,
}

impl Sessions {
    pub(crate) fn new(settings: Settings) -> Self {
        Self { settings, by_name: Mutex::default() }
    }

    /// The session of that name, which is made when it is not there; it starts no browser.
    pub(crate) async fn enter(&self, name: &str) -> OwnedMutexGuard<WebSession> {
        let session = {
            let mut by_name = self.by_name.lock().await;
            Arc::clone(
                by_name
                    .entry(name.to_string())
                    .or_insert_with(|| Arc::new(Mutex::new(WebSession::new(name)))),
            )
        };
        session.lock_owned().await
    }
}

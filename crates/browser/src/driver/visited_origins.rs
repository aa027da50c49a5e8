use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The origins that the pages of a context have visited.
#[derive(Default)]
pub(super) struct VisitedOrigins {
    /// The origins of all frames, whose storage may have content.
    origins: Mutex<BTreeSet<String>>,
    /// The origins of pages since the profile was last saved, whose storage may have changed.
    unsaved: Mutex<BTreeSet<String>>,
}

impl VisitedOrigins {
    pub(super) fn origins(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.origins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn unsaved(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a frame has navigated to an address.
    pub(super) fn remember(&self, url: &str, is_main: bool) {
        let Some(origin) = origin_of(url) else { return };
        if is_main && self.unsaved().len() < MOST_ORIGINS {
            self.unsaved().insert(origin.clone());
        }
        let mut origins = self.origins();
        if origins.len() < MOST_ORIGINS {
            origins.insert(origin);
        }
    }
}

/// The maximum number of recorded origins, since a page can visit any number of them.
pub(super) const MOST_ORIGINS: usize = 1000;

/// The origin of an address, or `None` for schemes without storage.
pub(crate) fn origin_of(url: &str) -> Option<String> {
    let url = url::Url::parse(url).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The origins that the pages of a context have been to.
#[derive(Default)]
pub(super) struct Visited {
    /// Those of all frames, whose storage may hold something.
    origins: Mutex<BTreeSet<String>>,
    /// Those of pages since a profile was saved, whose storage may have changed.
    unsaved: Mutex<BTreeSet<String>>,
}

impl Visited {
    pub(super) fn origins(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.origins.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn unsaved(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.unsaved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A frame has come to this address.
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

/// Nobody asks for the storage of more sites than this, and a page can visit any number of them.
pub(super) const MOST_ORIGINS: usize = 1000;

/// The origin of an address, for those that have storage.
pub(crate) fn origin_of(url: &str) -> Option<String> {
    let url = url::Url::parse(url).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

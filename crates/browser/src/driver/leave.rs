use std::sync::{Mutex, MutexGuard, PoisonError};

use super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::state::TabState;

/// While it is held, `beforeunload` dialogs are accepted, unless dialogs are set to be dismissed, and every other dialog is
/// dismissed.
pub struct Leave<'a> {
    state: &'a Mutex<TabState>,
    /// How many dialogs had opened before.
    since: u64,
}

impl<'a> Leave<'a> {
    /// Begins; says also whether a dialog is open, which has to be dismissed.
    pub(super) fn begin(state: &'a Mutex<TabState>) -> (Self, bool) {
        let mut now = state.lock().unwrap_or_else(PoisonError::into_inner);
        now.leaving += 1;
        now.bypassed = false;
        let open = u64::from(now.dialog.is_some());
        (Leave { state, since: now.dialogs_opened - open }, open > 0)
    }

    fn state(&self) -> MutexGuard<'_, TabState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the page was left although it asked not to be.
    pub(crate) fn was_asked(&self) -> bool {
        self.state().asked_to_stay(self.since).is_some_and(|asked| asked.accepted)
    }

    /// The dialogs that were dismissed so that the page could be left: the last of them, and how many there were.
    pub(crate) fn dismissed(&self) -> Option<(OpenDialog, usize)> {
        let state = self.state();
        let new = state.dialogs_since(self.since).filter(|one| one.dialog.kind != DialogKind::BeforeUnload);
        let dismissed: Vec<&AnsweredDialog> = new.filter(|one| !one.accepted).collect();
        dismissed.first().map(|last| (last.dialog.clone(), dismissed.len()))
    }

    /// Whether the service worker of the site was bypassed.
    pub(crate) fn was_bypassed(&self) -> bool {
        self.state().bypassed
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.state().leaving -= 1;
    }
}

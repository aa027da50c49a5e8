use std::sync::{Mutex, MutexGuard, PoisonError};

use super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::state::TabState;

/// A guard for leaving a page. While it exists, `beforeunload` dialogs are accepted, unless the policy
/// dismisses dialogs, and all other dialogs are dismissed.
pub struct LeaveGuard<'a> {
    state: &'a Mutex<TabState>,
    /// The number of dialogs that had opened before.
    since: u64,
}

impl<'a> LeaveGuard<'a> {
    /// Creates the guard, and returns whether an open dialog has to be dismissed.
    pub(super) fn begin(state: &'a Mutex<TabState>) -> (Self, bool) {
        let mut now = state.lock().unwrap_or_else(PoisonError::into_inner);
        now.leaving += 1;
        now.bypassed = false;
        let open = u64::from(now.dialog.is_some());
        (LeaveGuard { state, since: now.dialogs_opened - open }, open > 0)
    }

    fn state(&self) -> MutexGuard<'_, TabState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the page asked the user to stay and was left all the same.
    pub(crate) fn was_asked(&self) -> bool {
        self.state().answered_beforeunload_dialog(self.since).is_some_and(|asked| asked.accepted)
    }

    /// Returns the last dialog that was dismissed in order to leave the page, and the number of such dialogs.
    pub(crate) fn dismissed(&self) -> Option<(OpenDialog, usize)> {
        let state = self.state();
        let new = state.dialogs_since(self.since).filter(|one| one.dialog.kind != DialogKind::BeforeUnload);
        let dismissed: Vec<&AnsweredDialog> = new.filter(|one| !one.accepted).collect();
        dismissed.first().map(|last| (last.dialog.clone(), dismissed.len()))
    }

    /// Whether the site's service worker was bypassed.
    pub(crate) fn service_worker_was_bypassed(&self) -> bool {
        self.state().bypassed
    }
}

impl Drop for LeaveGuard<'_> {
    fn drop(&mut self) {
        self.state().leaving -= 1;
    }
}

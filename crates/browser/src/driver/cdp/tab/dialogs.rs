use lemmascope_intent::{Cause, Failure};

use super::super::super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::super::connection::PROMPTLY;
use super::super::protocol::page;
use super::Tab;

/// While it is held, `beforeunload` dialogs are accepted, unless dialogs are set to be dismissed, and every other dialog is
/// dismissed.
pub struct Leave<'a> {
    tab: &'a Tab,
    /// How many dialogs had opened before.
    since: u64,
}

impl Leave<'_> {
    /// Whether the page was left although it asked not to be.
    pub(crate) fn was_asked(&self) -> bool {
        self.tab.state().asked_to_stay(self.since).is_some_and(|asked| asked.accepted)
    }

    /// The dialogs that were dismissed so that the page could be left: the last of them, and how many there were.
    pub(crate) fn dismissed(&self) -> Option<(OpenDialog, usize)> {
        let state = self.tab.state();
        let new = state.dialogs_since(self.since).filter(|one| one.dialog.kind != DialogKind::BeforeUnload);
        let dismissed: Vec<&AnsweredDialog> = new.filter(|one| !one.accepted).collect();
        dismissed.first().map(|last| (last.dialog.clone(), dismissed.len()))
    }

    /// Whether the service worker of the site was bypassed.
    pub(crate) fn was_bypassed(&self) -> bool {
        self.tab.state().bypassed
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.tab.state().leaving -= 1;
    }
}

impl Tab {
    /// For those who say that the page is to be left.
    pub async fn leave(&self) -> Result<Leave<'_>, Failure> {
        let (leave, is_asked) = {
            let mut state = self.state();
            state.leaving += 1;
            state.bypassed = false;
            let open = u64::from(state.dialog.is_some());
            (Leave { tab: self, since: state.dialogs_opened - open }, open > 0)
        };
        if is_asked {
            self.answer_dialog(false, None).await?;
        }
        Ok(leave)
    }

    /// Answers the dialog that is open.
    pub async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<(), Failure> {
        let (session, default) = {
            let state = self.state();
            let Some(dialog) = &state.dialog else {
                return Err(Failure::new(Cause::Unavailable, "no dialog is open"));
            };
            let session = state.dialog_session.clone().unwrap_or_else(|| self.session().to_string());
            (session, dialog.default.clone())
        };
        let prompt_text = accept.then(|| text.unwrap_or(&default));
        let answer = page::HandleJavaScriptDialog { accept, prompt_text };
        self.connection().call(Some(&session), &answer, PROMPTLY).await?;
        self.wait(PROMPTLY, |state| state.dialog.is_none()).await;
        Ok(())
    }
}

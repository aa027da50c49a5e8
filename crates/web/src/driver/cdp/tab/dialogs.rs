use lemmascope_intent::{Cause, Failure};

use super::super::connection::PROMPTLY;
use super::super::protocol::page;
use super::Tab;

/// As long as it is held, a page that asks whether it may be left is told that it may, unless dialogs are to be dismissed.
pub(crate) struct Leave<'a> {
    tab: &'a Tab,
    /// How many dialogs had opened before.
    since: u64,
}

impl Leave<'_> {
    /// Whether the page was left although it asked not to be.
    pub(crate) fn was_asked(&self) -> bool {
        self.tab.state().asked_to_stay(self.since).is_some_and(|asked| asked.accepted)
    }
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.tab.state().leaving -= 1;
    }
}

impl Tab {
    /// For those who say that the page is to be left.
    pub(crate) fn leave(&self) -> Leave<'_> {
        let mut state = self.state();
        state.leaving += 1;
        Leave { tab: self, since: state.dialogs_opened }
    }

    /// Answers the dialog that is open.
    pub(crate) async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Result<(), Failure> {
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

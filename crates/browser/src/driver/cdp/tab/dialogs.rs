use lemmascope_intent::{Cause, Failure};

use super::super::super::leave_guard::LeaveGuard;
use super::super::connection::PROMPTLY;
use super::super::protocol::page;
use super::Tab;

impl Tab {
    /// Begins to leave the page, for commands that ask for it explicitly.
    pub async fn leave(&self) -> Result<LeaveGuard<'_>, Failure> {
        let (leave, is_asked) = LeaveGuard::begin(&self.inner.state);
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

use lemmascope_intent::{Cause, Failure};
use serde_json::json;

use super::super::super::leave_guard::LeaveGuard;
use super::super::connection::PROMPTLY;
use super::Tab;

impl Tab {
    pub(in super::super::super) async fn leave(&self) -> Result<LeaveGuard<'_>, Failure> {
        let (leave, is_asked) = LeaveGuard::begin(&self.inner.state);
        if is_asked {
            self.answer_dialog(false, None).await?;
        }
        Ok(leave)
    }

    pub(in super::super::super) async fn answer_dialog(
        &self,
        accept: bool,
        text: Option<&str>,
    ) -> Result<(), Failure> {
        let (context, default) = {
            let state = self.state();
            let Some(dialog) = &state.dialog else {
                return Err(Failure::new(Cause::Unavailable, "no dialog is open"));
            };
            (state.dialog_session.clone().unwrap_or_else(|| self.id().to_string()), dialog.default.clone())
        };
        let mut handle = json!({"context": context, "accept": accept});
        if accept {
            handle["userText"] = json!(text.unwrap_or(&default));
        }
        self.connection().call("browsingContext.handleUserPrompt", handle, PROMPTLY).await?;
        self.wait(PROMPTLY, |state| state.dialog.is_none()).await;
        Ok(())
    }
}

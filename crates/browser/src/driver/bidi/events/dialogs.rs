use serde::Deserialize;
use serde_json::json;

use super::super::super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::super::browser::Inner;
use super::super::connection::ProtocolEvent;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opened {
    context: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    message: String,
    default_value: Option<String>,
}

#[derive(Deserialize)]
struct Closed {
    context: String,
    accepted: bool,
}

/// Handles the opening of a dialog: answers it according to the context's policy, or leaves it open.
pub(super) fn opened(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(opened) = protocol_event.read::<Opened>() else { return };
    let Some(tab) = inner.tab_of(&opened.context) else { return };
    let kind = match opened.kind.as_str() {
        "confirm" => DialogKind::Confirm,
        "prompt" => DialogKind::Prompt,
        "beforeunload" => DialogKind::BeforeUnload,
        _ => DialogKind::Alert,
    };
    // The message of a `beforeunload` dialog is chosen by the browser; pages cannot change it.
    let message = if kind == DialogKind::BeforeUnload { String::new() } else { opened.message };
    let dialog = OpenDialog { kind, message, default: opened.default_value.unwrap_or_default() };
    let policy = tab.context_state().dialog_policy();
    tab.change(|state| {
        state.dialogs_opened += 1;
        // A command that leaves the page has already decided the `beforeunload` question and wants no other
        // dialog.
        let answer = match policy.answer(kind) {
            None if state.leaving > 0 => Some(kind == DialogKind::BeforeUnload),
            answer => answer,
        };
        match answer {
            Some(accept) => {
                let mut handle = json!({"context": opened.context, "accept": accept});
                if kind == DialogKind::Prompt && accept {
                    handle["userText"] = json!(dialog.default);
                }
                inner.connection.tell("browsingContext.handleUserPrompt", handle);
                state.record_dialog(AnsweredDialog { dialog, accepted: accept });
            }
            None => {
                state.dialog = Some(dialog);
                state.dialog_session = Some(opened.context);
            }
        }
    });
}

/// Handles the closing of a dialog.
pub(super) fn closed(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(closed) = protocol_event.read::<Closed>() else { return };
    let Some(tab) = inner.tab_of(&closed.context) else { return };
    tab.change(|state| {
        if let Some(dialog) = state.dialog.take() {
            state.record_dialog(AnsweredDialog { dialog, accepted: closed.accepted });
        }
    });
}

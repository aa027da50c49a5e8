use serde::Deserialize;
use serde_json::json;

use super::super::super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::super::browser::Inner;
use super::super::connection::Happening;

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

/// A dialog has opened. It is answered as the context's policy says, or stays open.
pub(super) fn opened(inner: &Inner, happening: &Happening) {
    let Some(opened) = happening.read::<Opened>() else { return };
    let Some(tab) = inner.tab_of(&opened.context) else { return };
    let kind = match opened.kind.as_str() {
        "confirm" => DialogKind::Confirm,
        "prompt" => DialogKind::Prompt,
        "beforeunload" => DialogKind::BeforeUnload,
        _ => DialogKind::Alert,
    };
    // Browsers have words of their own for it, which pages cannot change.
    let message = if kind == DialogKind::BeforeUnload { String::new() } else { opened.message };
    let dialog = OpenDialog { kind, message, default: opened.default_value.unwrap_or_default() };
    let policy = tab.household().dialog_policy();
    tab.change(|state| {
        state.dialogs_opened += 1;
        // Who says to go elsewhere has answered the question whether to leave, and wants no other.
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
                state.remember_dialog(AnsweredDialog { dialog, accepted: accept });
            }
            None => {
                state.dialog = Some(dialog);
                state.dialog_session = Some(opened.context);
            }
        }
    });
}

/// A dialog is over.
pub(super) fn closed(inner: &Inner, happening: &Happening) {
    let Some(closed) = happening.read::<Closed>() else { return };
    let Some(tab) = inner.tab_of(&closed.context) else { return };
    tab.change(|state| {
        if let Some(dialog) = state.dialog.take() {
            state.remember_dialog(AnsweredDialog { dialog, accepted: closed.accepted });
        }
    });
}

//! Why a tab does not answer, or did not get where it was led.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::dialog::OpenDialog;
use super::state::TabState;

const GONE: &str = "the page changed while it was being asked";
const DIALOG: &str = "a dialog is open: ";

/// The document, frame or tab that was asked is no longer there.
pub(super) fn page_gone() -> Failure {
    Failure::new(Cause::ElementStale, GONE)
}

/// Whether the failure says that the document that was asked is no longer there, so that asking its successor may help.
pub(crate) fn is_page_gone(failure: &Failure) -> bool {
    failure.cause == Cause::ElementStale && failure.message == GONE
}

pub(super) fn dialog_open(dialog: &OpenDialog) -> Failure {
    let message: String = dialog.message.chars().take(200).flat_map(char::escape_debug).collect();
    Failure::new(Cause::Unavailable, format!("{DIALOG}{} \"{message}\"", dialog.kind)).hint(dialog.hint())
}

/// Whether the failure says that a dialog keeps the page from answering.
pub(crate) fn is_dialog_open(failure: &Failure) -> bool {
    failure.cause == Cause::Unavailable && failure.message.starts_with(DIALOG)
}

/// What keeps a tab from answering.
pub(super) fn obstacle(state: &TabState) -> Option<Failure> {
    if state.closed {
        Some(closed())
    } else if state.crashed {
        Some(
            Failure::new(Cause::Unavailable, "the tab has crashed")
                .hint("Load it again with `refresh`, or go elsewhere with `goto`."),
        )
    } else {
        state.dialog.as_ref().map(dialog_open)
    }
}

pub(super) fn closed() -> Failure {
    Failure::new(Cause::Unavailable, "the tab was closed").hint("List the open tabs with `tabs`.")
}

/// Why the page is still there: it asked to stay, and that was granted.
pub(super) fn kept_back(state: &TabState, dialogs: u64) -> Option<Failure> {
    state.asked_to_stay(dialogs).filter(|asked| !asked.accepted).map(|_| {
        Failure::new(Cause::Unavailable, "the page asked not to be left, and its question was dismissed")
            .hint("Say `dialog auto off` or `dialog auto accept`, then try again.")
            .verdict("intercepted")
    })
}

/// What a server is told of that asks who one is and has no page for those who do not say.
pub(super) fn challenged() -> Failure {
    Failure::new(Cause::Unavailable, "the server asks for a name and a password")
        .hint("Answer with `login <username> <password>`, or with `login as <name>`.")
}

/// The failure of an address that does not answer.
pub(crate) fn slow(url: &str, limit: Duration) -> Failure {
    let limit = lemmascope_intent::format_duration(limit);
    Failure::new(Cause::Timeout, format!("{url} did not answer within {limit}"))
        .verdict("timeout")
        .hint("Try again, or give it longer with --timeout.")
}

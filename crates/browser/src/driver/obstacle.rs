//! The reasons why a tab does not answer or a navigation did not succeed.

use std::time::Duration;

use lemmascope_intent::{Cause, Failure};

use super::dialog::OpenDialog;
use super::state::TabState;

const GONE: &str = "the page changed while it was being asked";
const DIALOG: &str = "a dialog is open: ";

/// The failure for a document, frame or tab that no longer exists.
pub(super) fn page_gone_failure() -> Failure {
    Failure::new(Cause::ElementStale, GONE)
}

/// Whether the failure says that the document no longer exists, so that a retry on its successor may succeed.
pub(crate) fn is_page_gone(failure: &Failure) -> bool {
    failure.cause == Cause::ElementStale && failure.message == GONE
}

pub(super) fn dialog_open_failure(dialog: &OpenDialog) -> Failure {
    let message: String = dialog.message.chars().take(200).flat_map(char::escape_debug).collect();
    Failure::new(Cause::Unavailable, format!("{DIALOG}{} \"{message}\"", dialog.kind)).hint(dialog.hint())
}

/// Whether the failure says that an open dialog blocks the page.
pub(crate) fn is_dialog_open(failure: &Failure) -> bool {
    failure.cause == Cause::Unavailable && failure.message.starts_with(DIALOG)
}

/// Returns the condition that keeps a tab from answering.
pub(super) fn obstacle(state: &TabState) -> Option<Failure> {
    if state.closed {
        Some(closed())
    } else if state.crashed {
        Some(
            Failure::new(Cause::Unavailable, "the tab has crashed")
                .hint("Load it again with `refresh`, or go elsewhere with `goto`."),
        )
    } else {
        state.dialog.as_ref().map(dialog_open_failure)
    }
}

pub(super) fn closed() -> Failure {
    Failure::new(Cause::Unavailable, "the tab was closed").hint("List the open tabs with `tabs`.")
}

/// The failure for a page that was not left, because its `beforeunload` dialog was dismissed.
pub(super) fn beforeunload_failure(state: &TabState, dialogs: u64) -> Option<Failure> {
    state.answered_beforeunload_dialog(dialogs).filter(|asked| !asked.accepted).map(|_| {
        Failure::new(Cause::Unavailable, "the page asked not to be left, and its question was dismissed")
            .hint("Say `dialog auto off` or `dialog auto accept`, then try again.")
            .verdict("intercepted")
    })
}

/// The failure for a server that requires HTTP authentication and sends no page without it.
pub(super) fn challenged() -> Failure {
    Failure::new(Cause::Unavailable, "the server asks for a name and a password")
        .hint("Answer with `login <username> <password>`, or with `login as <name>`.")
}

/// The failure for a navigation timeout.
pub(crate) fn slow(url: &str, limit: Duration) -> Failure {
    let limit = lemmascope_intent::format_duration(limit);
    Failure::new(Cause::Timeout, format!("{url} did not answer within {limit}"))
        .verdict("timeout")
        .hint("Try again, or give it longer with --timeout.")
}

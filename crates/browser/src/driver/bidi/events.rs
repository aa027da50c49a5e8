//! Updates the state of tabs from protocol events.

mod dialogs;
mod downloads;
mod frames;
mod realms;
mod traffic;

use super::browser::Inner;
use super::connection::ProtocolEvent;
use super::interception;

/// Handles an event and ignores unknown ones.
pub(super) fn handle_event(inner: &Inner, happening: &ProtocolEvent) {
    match happening.method.split_once('.').unwrap_or_default() {
        ("browsingContext", "userPromptOpened") => dialogs::opened(inner, happening),
        ("browsingContext", "userPromptClosed") => dialogs::closed(inner, happening),
        ("browsingContext", "downloadWillBegin") => downloads::begun(inner, happening),
        ("browsingContext", "downloadEnd") => downloads::ended(inner, happening),
        ("browsingContext", event) => frames::handle_event(inner, event, happening),
        ("script", event) => realms::handle_event(inner, event, happening),
        ("log", "entryAdded") => realms::logged(inner, happening),
        ("network", "authRequired") => interception::challenged(inner, happening),
        ("network", event) => {
            traffic::handle_event(inner, event, happening);
            if event == "beforeRequestSent" {
                interception::decide(inner, happening);
            }
        }
        _ => {}
    }
}

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
pub(super) fn handle_event(inner: &Inner, protocol_event: &ProtocolEvent) {
    match protocol_event.method.split_once('.').unwrap_or_default() {
        ("browsingContext", "userPromptOpened") => dialogs::opened(inner, protocol_event),
        ("browsingContext", "userPromptClosed") => dialogs::closed(inner, protocol_event),
        ("browsingContext", "downloadWillBegin") => downloads::begun(inner, protocol_event),
        ("browsingContext", "downloadEnd") => downloads::ended(inner, protocol_event),
        ("browsingContext", event) => frames::handle_event(inner, event, protocol_event),
        ("script", event) => realms::handle_event(inner, event, protocol_event),
        ("log", "entryAdded") => realms::logged(inner, protocol_event),
        ("network", "authRequired") => interception::challenged(inner, protocol_event),
        ("network", event) => {
            traffic::handle_event(inner, event, protocol_event);
            if event == "beforeRequestSent" {
                interception::decide(inner, protocol_event);
            }
        }
        _ => {}
    }
}

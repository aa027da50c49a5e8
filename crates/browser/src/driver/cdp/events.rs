//! Updates the state of tabs from protocol events.

mod frames;
mod traffic;
mod worlds;

use super::super::dialog::{AnsweredDialog, DialogKind, OpenDialog};
use super::browser::{Inner, Member};
use super::connection::ProtocolEvent;
use super::protocol::{page, target};
use super::tab::Tab;
use super::{attach, authentication, downloads, interception};

pub(super) use worlds::describe_exception;

/// Handles an event and ignores unknown ones.
pub(super) fn handle_event(inner: &Inner, protocol_event: &ProtocolEvent) {
    let member = protocol_event.session.as_deref().and_then(|session| inner.member(session));
    match protocol_event.method.as_str() {
        "Target.attachedToTarget" => {
            if let Some(attached) = protocol_event.read() {
                attach::arrived(inner, protocol_event.session.as_deref(), attached);
            }
        }
        "Target.detachedFromTarget" => {
            if let Some(target::Detached { session_id }) = protocol_event.read() {
                left(inner, &session_id);
            }
        }
        "Target.targetInfoChanged" => {
            if let Some(target::InfoChanged { target_info }) = protocol_event.read()
                && let Some(tab) = inner.tab(&target_info.target_id)
            {
                tab.change(|state| state.title = target_info.title);
            }
        }
        "Target.targetCrashed" => {
            if let Some(target::TargetGone { target_id }) = protocol_event.read()
                && let Some(tab) = inner.tab(&target_id)
            {
                crashed(&tab);
            }
        }
        "Target.targetDestroyed" => {
            if let Some(target::TargetGone { target_id }) = protocol_event.read() {
                closed(inner, &target_id);
            }
        }
        "Browser.downloadWillBegin" => downloads::begun(inner, protocol_event),
        "Browser.downloadProgress" => downloads::progressed(inner, protocol_event),
        "Fetch.requestPaused" => {
            if let Some(member) = &member {
                interception::decide(inner, member, protocol_event);
            }
        }
        "Fetch.authRequired" => {
            if let Some(member) = &member {
                authentication::answer(inner, member, protocol_event);
            }
        }
        // The crash of a page is reported by `Target.targetCrashed` too. Handling this event for pages as
        // well could undo a recovery that followed the first one.
        "Inspector.targetCrashed" => {
            if let (Some(Member::Frame(tab)), Some(session)) = (&member, &protocol_event.session) {
                tab.change(|state| state.forget_session(session));
            }
        }
        method => {
            let Some(member) = member else { return };
            let Some(tab) = member.tab() else { return };
            let session = protocol_event.session.as_deref().unwrap_or_default();
            match method.split_once('.').unwrap_or_default() {
                ("Page", "javascriptDialogOpening") => handle_dialog_opened(inner, tab, protocol_event),
                ("Page", "javascriptDialogClosed") => handle_dialog_closed(tab, protocol_event),
                ("Page", "screencastFrame") => super::tab::handle_screencast_frame(tab, protocol_event),
                ("Page", event) => frames::handle_event(tab, session, event, protocol_event),
                ("Runtime", event) => worlds::handle_event(tab, session, event, protocol_event),
                ("Network", event) => traffic::handle_event(tab, event, protocol_event),
                ("Log", "entryAdded") => worlds::logged(tab, protocol_event),
                ("Input", "dragIntercepted") => super::tab::handle_drag_intercepted(tab, protocol_event),
                _ => {}
            }
        }
    }
}

fn left(inner: &Inner, session: &str) {
    let member = inner.registry().sessions.remove(session);
    match member {
        Some(Member::Page(tab)) => closed(inner, tab.id()),
        Some(Member::Frame(tab)) => tab.change(|state| state.forget_session(session)),
        Some(Member::Worker(..)) | None => {}
    }
}

fn closed(inner: &Inner, id: &str) {
    let tab = {
        let mut registry = inner.registry();
        let Some(at) = registry.tabs.iter().position(|tab| tab.id() == id) else { return };
        registry.tabs.remove(at)
    };
    tab.change(|state| {
        state.closed = true;
        state.dialog = None;
    });
    inner.changed.notify_waiters();
}

fn crashed(tab: &Tab) {
    tab.change(|state| {
        state.crashed = true;
        state.dialog = None;
        for frame in &mut state.frames {
            frame.isolated = None;
            frame.page = None;
        }
    });
}

fn handle_dialog_opened(inner: &Inner, tab: &Tab, protocol_event: &ProtocolEvent) {
    let Some(opening) = protocol_event.read::<page::JavaScriptDialogOpening>() else { return };
    let kind = match opening.kind.as_str() {
        "confirm" => DialogKind::Confirm,
        "prompt" => DialogKind::Prompt,
        "beforeunload" => DialogKind::BeforeUnload,
        _ => DialogKind::Alert,
    };
    let dialog =
        OpenDialog { kind, message: opening.message, default: opening.default_prompt.unwrap_or_default() };
    let session = protocol_event.session.as_deref();
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
                let prompt_text = (kind == DialogKind::Prompt && accept).then_some(dialog.default.as_str());
                let answer = page::HandleJavaScriptDialog { accept, prompt_text };
                inner.connection.tell(session, &answer);
                state.record_dialog(AnsweredDialog { dialog, accepted: accept });
            }
            None => {
                state.dialog = Some(dialog);
                state.dialog_session = session.map(str::to_string);
            }
        }
    });
}

fn handle_dialog_closed(tab: &Tab, protocol_event: &ProtocolEvent) {
    let Some(page::JavaScriptDialogClosed { result }) = protocol_event.read() else { return };
    tab.change(|state| {
        if let Some(dialog) = state.dialog.take() {
            state.record_dialog(AnsweredDialog { dialog, accepted: result });
        }
    });
}

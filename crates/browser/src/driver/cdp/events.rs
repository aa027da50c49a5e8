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
pub(super) fn handle_event(inner: &Inner, happening: &ProtocolEvent) {
    let member = happening.session.as_deref().and_then(|session| inner.member(session));
    match happening.method.as_str() {
        "Target.attachedToTarget" => {
            if let Some(attached) = happening.read() {
                attach::arrived(inner, happening.session.as_deref(), attached);
            }
        }
        "Target.detachedFromTarget" => {
            if let Some(target::Detached { session_id }) = happening.read() {
                left(inner, &session_id);
            }
        }
        "Target.targetInfoChanged" => {
            if let Some(target::InfoChanged { target_info }) = happening.read()
                && let Some(tab) = inner.tab(&target_info.target_id)
            {
                tab.change(|state| state.title = target_info.title);
            }
        }
        "Target.targetCrashed" => {
            if let Some(target::TargetGone { target_id }) = happening.read()
                && let Some(tab) = inner.tab(&target_id)
            {
                crashed(&tab);
            }
        }
        "Target.targetDestroyed" => {
            if let Some(target::TargetGone { target_id }) = happening.read() {
                closed(inner, &target_id);
            }
        }
        "Browser.downloadWillBegin" => downloads::begun(inner, happening),
        "Browser.downloadProgress" => downloads::progressed(inner, happening),
        "Fetch.requestPaused" => {
            if let Some(member) = &member {
                interception::decide(inner, member, happening);
            }
        }
        "Fetch.authRequired" => {
            if let Some(member) = &member {
                authentication::answer(inner, member, happening);
            }
        }
        // The crash of a page is reported by `Target.targetCrashed` too. Handling this event for pages as
        // well could undo a recovery that followed the first one.
        "Inspector.targetCrashed" => {
            if let (Some(Member::Frame(tab)), Some(session)) = (&member, &happening.session) {
                tab.change(|state| state.forget_session(session));
            }
        }
        method => {
            let Some(member) = member else { return };
            let Some(tab) = member.tab() else { return };
            let session = happening.session.as_deref().unwrap_or_default();
            match method.split_once('.').unwrap_or_default() {
                ("Page", "javascriptDialogOpening") => handle_dialog_opened(inner, tab, happening),
                ("Page", "javascriptDialogClosed") => handle_dialog_closed(tab, happening),
                ("Page", "screencastFrame") => super::tab::handle_screencast_frame(tab, happening),
                ("Page", event) => frames::handle_event(tab, session, event, happening),
                ("Runtime", event) => worlds::handle_event(tab, session, event, happening),
                ("Network", event) => traffic::handle_event(tab, event, happening),
                ("Log", "entryAdded") => worlds::logged(tab, happening),
                ("Input", "dragIntercepted") => super::tab::handle_drag_intercepted(tab, happening),
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

fn handle_dialog_opened(inner: &Inner, tab: &Tab, happening: &ProtocolEvent) {
    let Some(opening) = happening.read::<page::JavaScriptDialogOpening>() else { return };
    let kind = match opening.kind.as_str() {
        "confirm" => DialogKind::Confirm,
        "prompt" => DialogKind::Prompt,
        "beforeunload" => DialogKind::BeforeUnload,
        _ => DialogKind::Alert,
    };
    let dialog =
        OpenDialog { kind, message: opening.message, default: opening.default_prompt.unwrap_or_default() };
    let session = happening.session.as_deref();
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

fn handle_dialog_closed(tab: &Tab, happening: &ProtocolEvent) {
    let Some(page::JavaScriptDialogClosed { result }) = happening.read() else { return };
    tab.change(|state| {
        if let Some(dialog) = state.dialog.take() {
            state.record_dialog(AnsweredDialog { dialog, accepted: result });
        }
    });
}

use std::time::Instant;

use super::super::super::console::{ConsoleEntry, PageError};
use super::super::super::frame::FrameId;
use super::super::super::state::World;
use super::super::attach::{PRESSED, WORLD};
use super::super::connection::ProtocolEvent;
use super::super::protocol::{log, runtime};
use super::super::tab::Tab;

/// The maximum length of a recorded console message.
const LONGEST_LINE: usize = 4000;

/// Handles execution context and console events of the Runtime domain.
pub(super) fn handle_event(tab: &Tab, session: &str, event: &str, protocol_event: &ProtocolEvent) {
    match event {
        "executionContextCreated" => {
            let Some(runtime::ExecutionContextCreated { context }) = protocol_event.read() else { return };
            let Some(frame) = context.aux_data.frame_id else { return };
            let is_ours = context.name == WORLD && !context.aux_data.is_default;
            if !is_ours && !context.aux_data.is_default {
                return;
            }
            let world = World { session: session.into(), id: context.id, unique: context.unique_id };
            tab.change(|state| {
                state.set_frame_session(&frame, session);
                let Some(frame) = state.frame_mut(&FrameId(frame)) else { return };
                *(if is_ours { &mut frame.isolated } else { &mut frame.page }) = Some(world);
            });
        }
        "executionContextDestroyed" => {
            let Some(destroyed) = protocol_event.read::<runtime::ExecutionContextDestroyed>() else { return };
            let gone = destroyed.execution_context_unique_id;
            tab.change(|state| state.remove_worlds(|world| world.unique == gone));
        }
        "executionContextsCleared" => {
            tab.change(|state| state.remove_worlds(|world| world.session == session));
        }
        "bindingCalled" => {
            let Some(called) = protocol_event.read::<runtime::BindingCalled>() else { return };
            if called.name == PRESSED {
                tab.change(|state| state.pressed = Some(state.requests_begun));
            }
        }
        "consoleAPICalled" => {
            let Some(called) = protocol_event.read::<runtime::ConsoleApiCalled>() else { return };
            let words: Vec<String> = called.args.iter().map(shown).collect();
            let place = called.stack_trace.and_then(|trace| trace.call_frames.into_iter().next());
            let entry = ConsoleEntry {
                level: level(&called.kind).into(),
                text: bounded(&words.join(" ")),
                line: place.as_ref().map(|place| place.line_number.saturating_add(1)),
                url: place.map(|place| place.url).filter(|url| !url.is_empty()),
                at: Instant::now(),
            };
            tab.change(|state| state.record_console_entry(entry));
        }
        "exceptionThrown" => {
            let Some(thrown) = protocol_event.read::<runtime::ExceptionThrown>() else { return };
            let error = PageError {
                message: bounded(&describe_exception(&thrown.exception_details)),
                line: Some(thrown.exception_details.line_number.saturating_add(1)),
                url: thrown.exception_details.url.filter(|url| !url.is_empty()),
                at: Instant::now(),
            };
            tab.change(|state| state.record_page_error(error));
        }
        _ => {}
    }
}

/// Records a message of the browser about the page.
pub(super) fn logged(tab: &Tab, protocol_event: &ProtocolEvent) {
    let Some(log::EntryAdded { entry }) = protocol_event.read() else { return };
    let entry = ConsoleEntry {
        level: level(&entry.level).into(),
        text: bounded(&entry.text),
        url: entry.url,
        line: entry.line_number.map(|line| line.saturating_add(1)),
        at: Instant::now(),
    };
    tab.change(|state| state.record_console_entry(entry));
}

/// Formats an exception as one line.
pub(in super::super) fn describe_exception(details: &runtime::ExceptionDetails) -> String {
    let description = details.exception.as_ref().and_then(|exception| {
        exception.description.clone().or_else(|| exception.value.as_str().map(str::to_string))
    });
    match description {
        Some(description) => description.lines().next().unwrap_or_default().to_string(),
        None => details.text.clone(),
    }
}

fn level(kind: &str) -> &str {
    match kind {
        "warning" => "warning",
        "error" | "assert" => "error",
        "debug" | "verbose" => "debug",
        "info" => "info",
        _ => "log",
    }
}

fn shown(argument: &runtime::RemoteObject) -> String {
    match &argument.value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => {
            argument.unserializable_value.clone().or_else(|| argument.description.clone()).unwrap_or_else(
                || if argument.kind == "undefined" { "undefined".into() } else { "null".into() },
            )
        }
        other => other.to_string(),
    }
}

fn bounded(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

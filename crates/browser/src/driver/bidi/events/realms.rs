use std::time::Instant;

use serde::Deserialize;
use serde_json::Value;

use super::super::super::console::{ConsoleEntry, PageError};
use super::super::super::frame::FrameId;
use super::super::super::state::World;
use super::super::browser::Inner;
use super::super::connection::ProtocolEvent;
use super::super::preload::{LISTENERS, PRESSED, SANDBOX};
use super::super::remote_value::plain;

/// The maximum length of a recorded console message.
const LONGEST_LINE: usize = 4000;

#[derive(Deserialize)]
struct RealmInfo {
    realm: String,
    context: Option<String>,
    sandbox: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    channel: String,
    #[serde(default)]
    data: Value,
    source: Source,
}

#[derive(Deserialize)]
struct Source {
    realm: Option<String>,
    context: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    #[serde(rename = "type")]
    kind: String,
    level: String,
    text: Option<String>,
    #[serde(default)]
    args: Vec<Value>,
    source: Source,
    stack_trace: Option<StackTrace>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StackTrace {
    #[serde(default)]
    call_frames: Vec<CallFrame>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CallFrame {
    #[serde(default)]
    url: String,
    #[serde(default)]
    line_number: u32,
}

/// Handles events of realms and messages of the engine's scripts.
pub(super) fn handle_event(inner: &Inner, event: &str, protocol_event: &ProtocolEvent) {
    match event {
        "realmCreated" => {
            let Some(RealmInfo { realm, context: Some(context), sandbox }) = protocol_event.read() else {
                return;
            };
            let Some(tab) = inner.tab_of(&context) else { return };
            let is_ours = sandbox.as_deref() == Some(SANDBOX);
            if !is_ours && sandbox.is_some() {
                return;
            }
            inner.registry().realms.insert(realm.clone(), context.clone());
            let world = World { session: String::new(), id: 0, unique: realm };
            let named = context.clone();
            tab.change(|state| {
                let is_main = context == tab.id();
                if let Some(frame) = state.frame_mut(&FrameId(context)) {
                    *(if is_ours { &mut frame.isolated } else { &mut frame.page }) = Some(world);
                }
                state.ready |= is_ours && is_main;
            });
            if is_ours && named != tab.id() {
                tab.query_frame_name(&FrameId(named));
            }
        }
        "realmDestroyed" => {
            let Some(RealmInfo { realm, .. }) = protocol_event.read() else { return };
            let Some(context) = inner.registry().realms.remove(&realm) else { return };
            if let Some(tab) = inner.tab_of(&context) {
                tab.change(|state| state.remove_worlds(|world| world.unique == realm));
            }
        }
        "message" => {
            let Some(message) = protocol_event.read::<Message>() else { return };
            let Some(context) = message.source.context else { return };
            let Some(tab) = inner.tab_of(&context) else { return };
            match message.channel.as_str() {
                PRESSED => tab.change(|state| state.pressed = Some(state.requests_begun)),
                LISTENERS => {
                    let handle = message.data["handle"].as_str().map(str::to_string);
                    if let (Some(handle), Some(realm)) = (handle, message.source.realm) {
                        tab.store_listener_handle(FrameId(context), realm, handle);
                    }
                }
                _ => {}
            }
        }
        _ => {}
    }
}

/// Records a console message or an uncaught exception.
pub(super) fn logged(inner: &Inner, protocol_event: &ProtocolEvent) {
    let Some(entry) = protocol_event.read::<Entry>() else { return };
    let Some(tab) = entry.source.context.as_deref().and_then(|context| inner.tab_of(context)) else { return };
    let place = entry.stack_trace.and_then(|trace| trace.call_frames.into_iter().next());
    let line = place.as_ref().map(|place| place.line_number.saturating_add(1));
    let url = place.map(|place| place.url).filter(|url| !url.is_empty());
    let text = entry.text.unwrap_or_default();
    let is_exception = entry.kind == "javascript" && entry.level == "error" && line.is_some();
    if is_exception {
        let first = text.lines().next().unwrap_or_default();
        let error = PageError { message: bounded(first), line, url, at: Instant::now() };
        tab.change(|state| state.record_page_error(error));
        return;
    }
    let text = match entry.args.is_empty() {
        true => text,
        false => entry.args.iter().map(shown).collect::<Vec<_>>().join(" "),
    };
    let level = match entry.level.as_str() {
        "warn" => "warning",
        "error" => "error",
        "debug" => "debug",
        _ if protocol_event.params["method"] == "info" => "info",
        _ => "log",
    };
    let entry = ConsoleEntry { level: level.into(), text: bounded(&text), line, url, at: Instant::now() };
    tab.change(|state| state.record_console_entry(entry));
}

fn shown(argument: &Value) -> String {
    match (argument["type"].as_str(), plain(argument)) {
        (Some("undefined"), _) => "undefined".into(),
        (_, Value::String(text)) => text,
        (_, other) => other.to_string(),
    }
}

fn bounded(text: &str) -> String {
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

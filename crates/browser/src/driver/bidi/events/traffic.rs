use std::time::Instant;

use serde::Deserialize;
use serde_json::Value;

use super::super::super::request::RequestRecord;
use super::super::super::traffic::{accepts_credentials, begin, bounded, finish, open_request};
use super::super::browser::Inner;
use super::super::connection::ProtocolEvent;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Event {
    context: Option<String>,
    navigation: Option<String>,
    request: Request,
    response: Option<Response>,
    error_text: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    request: String,
    url: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    headers: Vec<Value>,
    destination: Option<String>,
    initiator_type: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Response {
    status: u16,
    #[serde(default)]
    mime_type: String,
    #[serde(default)]
    headers: Vec<Value>,
}

/// Handles request events.
pub(super) fn handle_event(inner: &Inner, event: &str, protocol_event: &ProtocolEvent) {
    let Some(told) = protocol_event.read::<Event>() else { return };
    let Some(tab) = told.context.as_deref().and_then(|context| inner.tab_of(context)) else { return };
    if told.request.url.starts_with("data:") {
        return;
    }
    // The request of a document gets the navigation id, which becomes the id of the document.
    let id = told.navigation.clone().unwrap_or_else(|| told.request.request.clone());
    match event {
        "beforeRequestSent" => {
            let kind = kind(&told);
            let record = RequestRecord {
                id: id.clone(),
                number: 0,
                url: bounded(told.request.url),
                method: told.request.method,
                is_stream: matches!(kind, "websocket" | "eventsource"),
                kind: kind.into(),
                frame: told.context,
                status: None,
                mime: None,
                is_challenged: false,
                started: Instant::now(),
                finished: None,
                failed: None,
                has_user_gesture: false,
            };
            tab.change(|state| {
                // A redirect keeps the id of the original request.
                if open_request(state, &id).is_some() {
                    finish(state, &id, |_| {});
                }
                begin(state, record);
            });
        }
        "responseStarted" | "responseCompleted" => {
            let Some(response) = told.response else { return };
            let is_over = event == "responseCompleted";
            tab.change(|state| {
                state.network_at = Some(Instant::now());
                if let Some(departure) = state.departure.as_mut().filter(|departure| departure.id == id) {
                    departure.answered = true;
                }
                let Some(request) = open_request(state, &id) else { return };
                request.status = Some(response.status);
                request.is_challenged = response.status == 401
                    && header(&response.headers, "www-authenticate").is_some_and(accepts_credentials);
                request.is_stream |= response.mime_type == "text/event-stream";
                request.mime = Some(response.mime_type);
                let is_redirect = matches!(response.status, 301 | 302 | 303 | 307 | 308);
                if is_over && request.kind == "document" && !is_redirect {
                    // The document is about to be committed, which clears the departure.
                    request.finished = Some(Instant::now());
                } else if is_over {
                    finish(state, &id, |_| {});
                }
            });
        }
        "fetchError" => {
            tab.change(|state| finish(state, &id, |request| request.failed = told.error_text));
        }
        _ => {}
    }
}

fn kind(told: &Event) -> &'static str {
    let request = &told.request;
    if told.navigation.is_some() {
        return "document";
    }
    if header(&request.headers, "upgrade").is_some_and(|to| to.eq_ignore_ascii_case("websocket"))
        || request.url.starts_with("ws")
    {
        return "websocket";
    }
    if header(&request.headers, "accept").is_some_and(|accept| accept == "text/event-stream") {
        return "eventsource";
    }
    match (request.initiator_type.as_deref(), request.destination.as_deref()) {
        (Some("fetch"), _) => "fetch",
        (Some("xmlhttprequest"), _) => "xhr",
        (_, Some("document" | "iframe" | "frame")) => "document",
        (_, Some("script" | "worker" | "sharedworker" | "serviceworker")) => "script",
        (_, Some("style")) => "stylesheet",
        (_, Some("image")) => "image",
        (_, Some("font")) => "font",
        (_, Some("audio" | "video" | "track")) => "media",
        (_, Some("manifest")) => "manifest",
        _ => "other",
    }
}

fn header<'a>(headers: &'a [Value], name: &str) -> Option<&'a str> {
    let is_meant = |one: &&Value| one["name"].as_str().is_some_and(|other| other.eq_ignore_ascii_case(name));
    headers.iter().find(is_meant)?["value"]["value"].as_str()
}

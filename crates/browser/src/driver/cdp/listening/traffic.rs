use std::time::Instant;

use super::super::super::request::RequestRecord;
use super::super::super::state::{Departure, TabState};
use super::super::connection::Happening;
use super::super::protocol::network;
use super::super::tab::Tab;

/// Some addresses are whole pictures; what is remembered of a request is its address, not its content.
const LONGEST_ADDRESS: usize = 2000;

/// Takes in what the Network domain tells of requests.
pub(super) fn hear(tab: &Tab, event: &str, happening: &Happening) {
    match event {
        "requestWillBeSent" => {
            let Some(sent) = happening.read::<network::RequestWillBeSent>() else { return };
            if sent.request.url.starts_with("data:") {
                return;
            }
            let kind = sent.kind.unwrap_or_default().to_lowercase();
            tab.change(|state| {
                // A redirect keeps the number of the request that was redirected.
                if let Some(response) = sent.redirect_response {
                    finish(state, &sent.request_id, |request| request.status = Some(response.status));
                }
                begin(
                    state,
                    RequestRecord {
                        id: sent.request_id,
                        number: 0,
                        url: bounded(sent.request.url),
                        method: sent.request.method,
                        is_stream: kind == "eventsource",
                        kind,
                        frame: sent.frame_id,
                        status: None,
                        mime: None,
                        is_challenged: false,
                        started: Instant::now(),
                        finished: None,
                        failed: None,
                        has_user_gesture: sent.has_user_gesture,
                    },
                );
            });
        }
        "webSocketCreated" => {
            let Some(created) = happening.read::<network::WebSocketCreated>() else { return };
            let request = RequestRecord {
                id: created.request_id,
                number: 0,
                url: bounded(created.url),
                method: "GET".into(),
                kind: "websocket".into(),
                frame: None,
                status: None,
                mime: None,
                is_challenged: false,
                started: Instant::now(),
                finished: None,
                failed: None,
                has_user_gesture: false,
                is_stream: true,
            };
            tab.change(|state| begin(state, request));
        }
        "webSocketFrameSent" => {
            let Some(sent) = happening.read::<network::LoadingFinished>() else { return };
            tab.change(|state| say(state, &sent.request_id));
        }
        "responseReceived" => {
            let Some(received) = happening.read::<network::ResponseReceived>() else { return };
            tab.change(|state| {
                state.network_at = Some(Instant::now());
                if let Some(departure) = state.departure.as_mut().filter(|it| it.id == received.request_id) {
                    departure.answered = true;
                }
                let Some(request) = open_request(state, &received.request_id) else { return };
                request.status = Some(received.response.status);
                let authenticate = received.response.headers.authenticate.as_deref();
                request.is_challenged =
                    received.response.status == 401 && authenticate.is_some_and(wants_password);
                request.is_stream |= received.response.mime_type == "text/event-stream";
                request.mime = Some(received.response.mime_type);
                if let Some(kind) = received.kind {
                    request.kind = kind.to_lowercase();
                }
            });
        }
        "loadingFinished" | "webSocketClosed" => {
            let Some(finished) = happening.read::<network::LoadingFinished>() else { return };
            tab.change(|state| finish(state, &finished.request_id, |_| {}));
        }
        "loadingFailed" => {
            let Some(failed) = happening.read::<network::LoadingFailed>() else { return };
            tab.change(|state| {
                finish(state, &failed.request_id, |request| request.failed = Some(failed.error_text));
            });
        }
        _ => {}
    }
}

/// Whether a server takes a name and a password, by the ways that it names: `Basic realm="x", Bearer`.
fn wants_password(ways: &str) -> bool {
    ways.split([',', '\n']).filter_map(|way| way.split_whitespace().next()).any(|way| {
        ["basic", "digest", "ntlm", "negotiate"].iter().any(|known| way.eq_ignore_ascii_case(known))
    })
}

fn begin(state: &mut TabState, mut request: RequestRecord) {
    state.requests_begun += 1;
    state.network_at = Some(request.started);
    request.number = state.requests_begun;
    let main = state.main_frame();
    if request.kind == "document" && main.is_some_and(|main| request.frame.as_deref() == Some(main.as_str()))
    {
        state.departure = Some(Departure { id: request.id.clone(), answered: false });
    }
    state.remember_request(request);
}

/// How many messages of sockets are remembered: enough to know a rhythm, and few beside the requests.
const MESSAGES: usize = 40;

/// A page has said something through a socket. Nobody waits for it, so that a talkative page comes to rest all the same.
fn say(state: &mut TabState, socket: &str) {
    let Some(open) = state.requests.iter().find(|one| one.id == socket && one.kind == "websocket") else {
        return;
    };
    let now = Instant::now();
    let message = RequestRecord {
        id: format!("{socket}>"),
        number: state.requests_begun + 1,
        method: "SEND".into(),
        kind: "message".into(),
        started: now,
        finished: Some(now),
        ..open.clone()
    };
    let is_message = |one: &RequestRecord| one.kind == "message";
    if state.requests.iter().filter(|one| is_message(one)).count() >= MESSAGES
        && let Some(oldest) = state.requests.iter().position(is_message)
    {
        state.requests.remove(oldest);
    }
    state.requests_begun += 1;
    state.remember_request(message);
}

fn finish(state: &mut TabState, id: &str, tell: impl FnOnce(&mut RequestRecord)) {
    let now = Instant::now();
    state.network_at = Some(now);
    state.departure.take_if(|departure| departure.id == id);
    if let Some(request) = open_request(state, id) {
        request.finished = Some(now);
        tell(request);
    }
}

fn open_request<'a>(state: &'a mut TabState, id: &str) -> Option<&'a mut RequestRecord> {
    state.requests.iter_mut().rev().find(|request| request.id == id && request.finished.is_none())
}

fn bounded(url: String) -> String {
    match url.char_indices().nth(LONGEST_ADDRESS) {
        Some((end, _)) => format!("{}…", &url[..end]),
        None => url,
    }
}

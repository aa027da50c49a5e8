use std::time::Instant;

use super::super::super::request::RequestRecord;
use super::super::super::traffic::{accepts_credentials, begin, bounded, finish, open_request, say};
use super::super::connection::ProtocolEvent;
use super::super::protocol::network;
use super::super::tab::Tab;

/// Handles request events of the Network domain.
pub(super) fn handle_event(tab: &Tab, event: &str, protocol_event: &ProtocolEvent) {
    match event {
        "requestWillBeSent" => {
            let Some(sent) = protocol_event.read::<network::RequestWillBeSent>() else { return };
            if sent.request.url.starts_with("data:") {
                return;
            }
            let kind = sent.kind.unwrap_or_default().to_lowercase();
            tab.change(|state| {
                // A redirect keeps the id of the original request.
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
            let Some(created) = protocol_event.read::<network::WebSocketCreated>() else { return };
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
            let Some(sent) = protocol_event.read::<network::LoadingFinished>() else { return };
            tab.change(|state| say(state, &sent.request_id));
        }
        "responseReceived" => {
            let Some(received) = protocol_event.read::<network::ResponseReceived>() else { return };
            tab.change(|state| {
                state.network_at = Some(Instant::now());
                if let Some(departure) = state.departure.as_mut().filter(|it| it.id == received.request_id) {
                    departure.answered = true;
                }
                let Some(request) = open_request(state, &received.request_id) else { return };
                request.status = Some(received.response.status);
                let authenticate = received.response.headers.authenticate.as_deref();
                request.is_challenged =
                    received.response.status == 401 && authenticate.is_some_and(accepts_credentials);
                request.is_stream |= received.response.mime_type == "text/event-stream";
                request.mime = Some(received.response.mime_type);
                if let Some(kind) = received.kind {
                    request.kind = kind.to_lowercase();
                }
            });
        }
        "loadingFinished" | "webSocketClosed" => {
            let Some(finished) = protocol_event.read::<network::LoadingFinished>() else { return };
            tab.change(|state| finish(state, &finished.request_id, |_| {}));
        }
        "loadingFailed" => {
            let Some(failed) = protocol_event.read::<network::LoadingFailed>() else { return };
            tab.change(|state| {
                finish(state, &failed.request_id, |request| request.failed = Some(failed.error_text));
            });
        }
        _ => {}
    }
}

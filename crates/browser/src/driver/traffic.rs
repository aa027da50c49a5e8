use std::time::Instant;

use super::request::RequestRecord;
use super::state::{PendingNavigation, TabState};

/// The maximum length of a recorded address. `data:` addresses can contain whole pictures.
const LONGEST_ADDRESS: usize = 2000;

/// Whether a server accepts a user name and password, according to its `WWW-Authenticate` header: `Basic
/// realm="x", Bearer`.
pub(super) fn accepts_credentials(ways: &str) -> bool {
    ways.split([',', '\n']).filter_map(|way| way.split_whitespace().next()).any(|way| {
        ["basic", "digest", "ntlm", "negotiate"].iter().any(|known| way.eq_ignore_ascii_case(known))
    })
}

pub(super) fn begin(state: &mut TabState, mut request: RequestRecord) {
    state.requests_begun += 1;
    state.network_at = Some(request.started);
    request.number = state.requests_begun;
    let main = state.main_frame();
    if request.kind == "document" && main.is_some_and(|main| request.frame.as_deref() == Some(main.as_str()))
    {
        state.departure = Some(PendingNavigation { id: request.id.clone(), answered: false });
    }
    state.record_request(request);
}

/// The maximum number of WebSocket messages that are recorded: enough to detect a rhythm, few compared to the
/// requests.
const MESSAGES: usize = 40;

/// Records a WebSocket message that the page sent. It counts as finished, so that a page that sends often
/// still becomes idle.
pub(super) fn say(state: &mut TabState, socket: &str) {
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
    state.record_request(message);
}

pub(super) fn finish(state: &mut TabState, id: &str, tell: impl FnOnce(&mut RequestRecord)) {
    let now = Instant::now();
    state.network_at = Some(now);
    state.departure.take_if(|departure| departure.id == id);
    if let Some(request) = open_request(state, id) {
        request.finished = Some(now);
        tell(request);
    }
}

pub(super) fn open_request<'a>(state: &'a mut TabState, id: &str) -> Option<&'a mut RequestRecord> {
    state.requests.iter_mut().rev().find(|request| request.id == id && request.finished.is_none())
}

pub(super) fn bounded(url: String) -> String {
    match url.char_indices().nth(LONGEST_ADDRESS) {
        Some((end, _)) => format!("{}…", &url[..end]),
        None => url,
    }
}

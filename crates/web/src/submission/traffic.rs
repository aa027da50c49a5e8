//! The server's response to a submitted form.

use lemmascope_browser::session::WebSession;
use lemmascope_browser::text::quote;

/// The response to a form that the browser itself submitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// A page, which often shows the form again.
    Page,
    /// A redirect, which usually means success.
    Redirected,
    /// Unknown, or a GET request as for a search.
    Unknown,
}

pub(super) fn page_response_since(session: &WebSession, since: u64) -> Answer {
    let Ok(tab) = session.tab() else { return Answer::Unknown };
    let state = tab.state();
    let mut pages = state.requests.iter().filter(|it| it.number > since && it.kind == "document");
    let sent = pages.rfind(|request| request.method != "GET");
    match sent.and_then(|request| request.status) {
        Some(300..=399) => Answer::Redirected,
        Some(_) => Answer::Page,
        None => Answer::Unknown,
    }
}

/// The script request that submitted the form.
#[derive(Debug, Clone)]
pub(super) struct Request {
    /// The request for display: `POST /wishes (201)`
    pub(super) shown: String,
    pub(super) is_taken: bool,
}

pub(super) fn script_response_since(session: &WebSession, since: u64) -> Option<Request> {
    let tab = session.tab().ok()?;
    let state = tab.state();
    let sent = state.requests.iter().rev().take_while(|request| request.number > since);
    let last = sent
        .filter(|request| request.method != "GET" && matches!(request.kind.as_str(), "xhr" | "fetch"))
        .find_map(|request| request.status.map(|status| (request, status)));
    let (request, status) = last?;
    let url = quote(&request.url, 120);
    let shown = format!("{} {} ({status})", request.method, url.trim_matches('"'));
    Some(Request { shown, is_taken: status < 400 })
}

/// Whether a response is still pending.
pub(super) fn is_under_way(session: &WebSession) -> bool {
    session.tab().is_ok_and(|tab| {
        let state = tab.state();
        state.requests.iter().any(|request| {
            request.is_pending() && matches!(request.kind.as_str(), "document" | "xhr" | "fetch")
        })
    })
}

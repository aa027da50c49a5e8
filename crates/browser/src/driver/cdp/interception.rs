use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use lemmascope_intent::Failure;

use super::super::confinement::Confinement;
use super::super::resolution::resolves_to_local_address;
use super::super::rules::{Decision, HeaderRule, Intercept, InterceptedRequest, Rules};
use super::browser::{Inner, Member};
use super::connection::{Connection, PROMPTLY, ProtocolEvent};
use super::context::BrowserContext;
use super::fault::Fault;
use super::protocol::fetch;
use super::tab::Tab;
use crate::files::{Files, file_of};

/// Decides on a paused request and sends the decision: at once, or after its host is resolved.
pub(super) fn decide(inner: &Inner, member: &Member, protocol_event: &ProtocolEvent) {
    let Some(paused) = protocol_event.read::<fetch::RequestPaused>() else { return };
    let is_main = is_main(member, &paused);
    let session = protocol_event.session.clone();
    if file_of(&paused.request.url).is_some() {
        let files = member.context_state().rules().files();
        let (connection, member) = (inner.connection.clone(), member.clone());
        tokio::spawn(async move {
            match files.admit(&paused.request.url).await {
                Ok(()) => settle(&connection, &member, session.as_deref(), &paused, false),
                Err(failure) => fail_request(&connection, &member, session.as_deref(), &paused, failure),
            }
        });
        return;
    }
    let name = member.context_state().rules().name_to_resolve(&describe_request(&paused, is_main));
    let Some(name) = name else {
        return settle(&inner.connection, member, session.as_deref(), &paused, false);
    };
    let (connection, member) = (inner.connection.clone(), member.clone());
    tokio::spawn(async move {
        let inward = resolves_to_local_address(&name).await;
        settle(&connection, &member, session.as_deref(), &paused, inward);
    });
}

fn describe_request(paused: &fetch::RequestPaused, is_main: bool) -> InterceptedRequest<'_> {
    InterceptedRequest { url: &paused.request.url, is_document: paused.resource_type == "Document", is_main }
}

/// Merges the request's headers with the added ones, which replace those of the same name.
fn merged(own: &BTreeMap<String, serde_json::Value>, added: &BTreeMap<String, String>) -> Vec<fetch::Header> {
    own.iter()
        .filter(|(name, _)| !added.keys().any(|other| other.eq_ignore_ascii_case(name)))
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_string())))
        .chain(added.clone())
        .map(|(name, value)| fetch::Header { name, value })
        .collect()
}

fn is_main(member: &Member, paused: &fetch::RequestPaused) -> bool {
    is_main_document(member, &paused.resource_type, &paused.frame_id)
}

/// Whether the request is for the main document, not for a frame or a subresource.
pub(super) fn is_main_document(member: &Member, resource_type: &str, frame: &str) -> bool {
    let is_of = |tab: &Tab| tab.state().main_frame().is_none_or(|main| main.as_str() == frame);
    resource_type == "Document" && member.tab().is_some_and(is_of)
}

fn settle(
    connection: &Connection,
    member: &Member,
    session: Option<&str>,
    paused: &fetch::RequestPaused,
    inward: bool,
) {
    let is_main = is_main(member, paused);
    let decision = member.context_state().rules().decide(&describe_request(paused, is_main), inward);
    let request_id = &paused.request_id;
    match decision {
        Decision::Forbid(failure) => fail_request(connection, member, session, paused, failure),
        Decision::Block => {
            connection.tell(session, &fetch::FailRequest { request_id, error_reason: "BlockedByClient" });
        }
        Decision::Respond { status, mime, body } => {
            let headers = [("Content-Type", mime.as_str()), ("Access-Control-Allow-Origin", "*")]
                .map(|(name, value)| fetch::Header { name: name.into(), value: value.into() });
            let answer = fetch::FulfillRequest {
                request_id,
                response_code: status,
                response_headers: headers.into(),
                body: STANDARD.encode(&body),
            };
            connection.tell(session, &answer);
        }
        Decision::Continue(added) => {
            let headers = (!added.is_empty()).then(|| merged(&paused.request.headers, &added));
            connection.tell(session, &fetch::ContinueRequest { request_id, headers });
        }
    }
}

/// Fails a request and, if it is for the main document, records the reason.
fn fail_request(
    connection: &Connection,
    member: &Member,
    session: Option<&str>,
    paused: &fetch::RequestPaused,
    failure: Failure,
) {
    let is_main = is_main(member, paused);
    if let (Some(tab), true) = (member.tab(), is_main) {
        tab.change(|state| state.blocked = Some(failure));
    }
    // `Aborted` leaves the current page in place, while other errors replace it with an error page.
    let error_reason = if is_main { "Aborted" } else { "BlockedByClient" };
    connection.tell(session, &fetch::FailRequest { request_id: &paused.request_id, error_reason });
}

/// Enables interception of the requests of a session. It takes effect before this returns.
///
/// It is never disabled, because requests escape while the browser rebuilds a page's loaders for the change.
pub(super) async fn apply(connection: &Connection, session: &str) -> Result<(), Fault> {
    let every_request = fetch::Enable {
        patterns: vec![fetch::RequestPattern { url_pattern: "*", resource_type: None }],
        handle_auth_requests: true,
    };
    match connection.call(Some(session), &every_request, PROMPTLY).await {
        // The requests of a dedicated worker are intercepted through its page.
        Err(Fault::Refused { message, .. }) if message.contains("wasn't found") => Ok(()),
        Err(fault) => Err(fault),
        Ok(_) => Ok(()),
    }
}

/// Enables responses to authentication challenges for scripts, when no other requests are intercepted.
/// Otherwise the browser would keep the request open for a prompt that no user sees, and the page would never
/// get the 401 response.
pub(super) fn answer_challenges(connection: &Connection, session: &str) {
    let of = |resource_type| fetch::RequestPattern { url_pattern: "*", resource_type: Some(resource_type) };
    let of_scripts = fetch::Enable { patterns: vec![of("XHR"), of("Fetch")], handle_auth_requests: true };
    connection.tell(Some(session), &of_scripts);
}

impl BrowserContext {
    /// Restricts where frames may navigate; `None` lifts the restriction.
    pub(crate) async fn confine(&self, confinement: Option<Confinement>) {
        self.context_state().confine_sockets(confinement.clone());
        self.change_rules(|rules| rules.confine(confinement)).await;
    }

    /// Sets the file access that applies to `file:` pages from now on.
    pub(crate) fn guard_files(&self, files: Files) {
        self.context_state().rules().guard_files(files);
    }

    /// Enables interception of the requests of `file:` pages, before such a page is opened.
    pub async fn expect_files(&self) {
        self.change_rules(Rules::expect_files).await;
    }

    /// The headers that are added to requests.
    pub fn header_rules(&self) -> Vec<HeaderRule> {
        self.context_state().rules().headers()
    }

    /// Adds headers to the requests to a domain, replacing those that were set for it before.
    pub async fn set_headers(&self, domain: Option<&str>, headers: BTreeMap<String, String>) {
        self.change_rules(|rules| rules.set_headers(domain, headers)).await;
    }

    /// Removes the added headers of a domain, or all of them. Returns whether any existed.
    pub fn clear_headers(&self, domain: Option<&str>) -> bool {
        self.context_state().rules().clear_headers(domain)
    }

    /// Adds an intercept rule, replacing the rule with the same pattern.
    pub async fn intercept(&self, intercept: Intercept) {
        self.change_rules(|rules| rules.intercept(intercept)).await;
    }

    /// Removes the intercept rule with this pattern, or all rules, and returns the removed rules.
    pub fn clear_intercepts(&self, pattern: Option<&str>) -> Vec<Intercept> {
        self.context_state().rules().clear_intercepts(pattern)
    }

    async fn change_rules(&self, change: impl FnOnce(&mut Rules)) {
        let (before, after) = {
            let mut rules = self.context_state().rules();
            let before = rules.is_needed();
            change(&mut rules);
            (before, rules.is_needed())
        };
        if before || !after {
            return;
        }
        let inner = self.browser().inner();
        let sessions: Vec<String> = inner
            .registry()
            .sessions
            .iter()
            .filter(|(_, member)| member.context_state().id == self.context_state().id)
            .map(|(session, _)| session.clone())
            .collect();
        // Errors are ignored, because a session that has ended meanwhile sends no more requests.
        join_all(sessions.iter().map(|session| apply(&inner.connection, session))).await;
    }
}

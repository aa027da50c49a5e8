use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures_util::future::join_all;
use lemmascope_intent::{Cause, Failure};

use super::super::allow::{AllowList, is_under};
use super::super::confinement::Confinement;
use super::super::resolution::leads_inward;
use super::authentication::Admission;
use super::browser::{Inner, Member};
use super::connection::{Connection, Happening, PROMPTLY};
use super::context::BrowserContext;
use super::fault::Fault;
use super::protocol::fetch;
use super::tab::Tab;
use crate::address::refused_inner;
use crate::files::{Files, file_of};

/// What is done with the requests of a context before they leave.
///
/// Stopping every request to look at it costs time, so it is only done while there is a rule.
#[derive(Default)]
pub(super) struct Rules {
    allow: Option<AllowList>,
    /// Where frames may go while somebody acts who is not trusted.
    confinement: Option<Confinement>,
    headers: Vec<HeaderRule>,
    intercepts: Vec<Intercept>,
    /// Headers that go with one navigation, to its host alone.
    passing: Option<(Option<String>, BTreeMap<String, String>)>,
    /// Who one is, for servers that ask during one navigation.
    admission: Option<Admission>,
    /// Addresses in whose place an empty page is given, so that one can stand on their origin.
    stand_ins: Vec<String>,
    /// What pages of files may read.
    files: Files,
    /// Whether there has been a page of a file: what it asks for is looked at.
    has_files: bool,
    /// Whether there has ever been a rule.
    engaged: bool,
}

/// Headers that requests to a domain carry; to all of them when it names none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderRule {
    /// The domain; `None` for all.
    pub domain: Option<String>,
    /// The headers by their names.
    pub headers: BTreeMap<String, String>,
}

/// What becomes of requests whose address matches.
#[derive(Debug, Clone)]
pub struct Intercept {
    /// The pattern that an address has to match.
    pub pattern: String,
    /// The action on a request that matches.
    pub action: InterceptAction,
    /// How many requests have matched.
    pub hits: u64,
}

/// What is done about a request that matches.
#[derive(Debug, Clone)]
pub enum InterceptAction {
    /// It goes on, and is counted.
    Watch,
    /// It fails.
    Block,
    /// It is answered here, and no server gets it.
    Respond {
        /// The status of the answer.
        status: u16,
        /// The content type of the answer.
        mime: String,
        /// The body of the answer.
        body: Vec<u8>,
    },
}

enum Decision {
    Forbid(Failure),
    Block,
    Respond { status: u16, mime: String, body: Vec<u8> },
    Continue(Option<Vec<fetch::Header>>),
}

impl Rules {
    pub(super) fn new(
        allow: Option<AllowList>,
        headers: Vec<HeaderRule>,
        intercepts: Vec<Intercept>,
        files: Files,
    ) -> Self {
        Self { allow, headers, intercepts, files, ..Self::default() }
    }

    /// What somebody asked for and has not taken back.
    pub(super) fn standing(&self) -> (Vec<HeaderRule>, Vec<Intercept>) {
        (self.headers.clone(), self.intercepts.clone())
    }

    /// What frames are confined to.
    pub(super) fn confinement(&self) -> Option<Confinement> {
        self.confinement.clone()
    }

    pub(super) fn admits(&self, url: &str) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.admits(url))
    }

    /// Whether a frame may go there.
    pub(super) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        if !self.admits(url) {
            return Err(forbidden(url));
        }
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.admit(url, is_main))
    }

    pub(super) fn is_needed(&mut self) -> bool {
        self.engaged |= self.allow.is_some()
            || self.confinement.is_some()
            || !self.headers.is_empty()
            || !self.intercepts.is_empty()
            || self.has_files
            || self.passing.is_some()
            || !self.stand_ins.is_empty();
        self.engaged
    }

    /// There is going to be a page of a file: from now on what it asks for is looked at.
    pub(super) fn expect_files(&mut self) {
        self.has_files = true;
        self.is_needed();
    }

    /// What pages of files may read.
    pub(super) fn files(&self) -> Files {
        self.files.clone()
    }

    pub(super) fn set_passing(&mut self, passing: Option<(Option<String>, BTreeMap<String, String>)>) {
        self.passing = passing;
    }

    pub(super) fn set_admission(&mut self, admission: Option<Admission>) {
        self.admission = admission;
    }

    pub(super) fn admission_mut(&mut self) -> Option<&mut Admission> {
        self.admission.as_mut()
    }

    /// Gives an empty page in place of the address, or no longer.
    pub(super) fn stand_in(&mut self, url: &str, does: bool) {
        self.stand_ins.retain(|other| other != url);
        if does {
            self.stand_ins.push(url.to_string());
        }
    }

    /// The name whose addresses matter: of a host of which only they tell whether it is on this machine.
    fn name_to_resolve(&self, paused: &fetch::RequestPaused, is_main: bool) -> Option<String> {
        let confinement = self.confinement.as_ref()?;
        self.admission(paused, is_main).ok()?;
        let found = self.intercepts.iter().rev().find(|found| matches(&found.pattern, &paused.request.url));
        // What is answered here goes nowhere.
        if found.is_some_and(|found| !matches!(found.action, InterceptAction::Watch)) {
            return None;
        }
        let url = url::Url::parse(&paused.request.url).ok()?;
        match url.host()? {
            url::Host::Domain(name) if !confinement.is_at_home(name) => Some(name.to_string()),
            _ => None,
        }
    }

    /// Whether the address alone lets a request go.
    fn admission(&self, paused: &fetch::RequestPaused, is_main: bool) -> Result<(), Failure> {
        let url = &paused.request.url;
        match (paused.resource_type.as_str(), &self.confinement) {
            ("Document", _) => self.admit(url, is_main),
            _ if !self.admits(url) => Err(forbidden(url)),
            (_, Some(confinement)) => confinement.admit_part(url),
            (_, None) => Ok(()),
        }
    }

    /// `inward`: whether the host was found to be on this machine or in its network.
    fn decide(&mut self, paused: &fetch::RequestPaused, is_main: bool, inward: bool) -> Decision {
        let url = &paused.request.url;
        if self.stand_ins.contains(url) {
            return Decision::Respond { status: 200, mime: "text/html".into(), body: Vec::new() };
        }
        let admitted = self.admission(paused, is_main);
        let admitted = match self.confinement {
            Some(_) if inward => admitted.and(Err(refused_inner())),
            _ => admitted,
        };
        if let Err(failure) = admitted {
            return Decision::Forbid(failure);
        }
        if let Some(found) = self.intercepts.iter_mut().rev().find(|found| matches(&found.pattern, url)) {
            found.hits += 1;
            match &found.action {
                InterceptAction::Watch => {}
                InterceptAction::Block => return Decision::Block,
                InterceptAction::Respond { status, mime, body } => {
                    return Decision::Respond { status: *status, mime: mime.clone(), body: body.clone() };
                }
            }
        }
        let host = url::Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_ascii_lowercase));
        let mut added = BTreeMap::new();
        for rule in &self.headers {
            let applies = match (&rule.domain, &host) {
                (None, _) => true,
                (Some(domain), Some(host)) => is_under(host, &domain.to_ascii_lowercase()),
                (Some(_), None) => false,
            };
            if applies {
                added.extend(rule.headers.iter().map(|(name, value)| (name.clone(), value.clone())));
            }
        }
        if let Some((of, headers)) = &self.passing
            && paused.resource_type == "Document"
            && *of == host
        {
            added.extend(headers.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        Decision::Continue((!added.is_empty()).then(|| merged(&paused.request.headers, added)))
    }
}

/// The request's own headers with those that are added; an added one takes the place of one of the same name.
fn merged(own: &BTreeMap<String, serde_json::Value>, added: BTreeMap<String, String>) -> Vec<fetch::Header> {
    own.iter()
        .filter(|(name, _)| !added.keys().any(|other| other.eq_ignore_ascii_case(name)))
        .filter_map(|(name, value)| Some((name.clone(), value.as_str()?.to_string())))
        .chain(added.clone())
        .map(|(name, value)| fetch::Header { name, value })
        .collect()
}

/// Whether an address matches a pattern, in which `*` stands for anything. A pattern without one may be anywhere in it.
pub(crate) fn matches(pattern: &str, url: &str) -> bool {
    if !pattern.contains('*') {
        return url.contains(pattern);
    }
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = url.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let last = parts.pop().unwrap_or_default();
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Decides what becomes of a request that waits, and says so: at once, or when it is known where its host is.
pub(super) fn decide(inner: &Inner, member: &Member, happening: &Happening) {
    let Some(paused) = happening.read::<fetch::RequestPaused>() else { return };
    let is_main = is_main(member, &paused);
    let session = happening.session.clone();
    if file_of(&paused.request.url).is_some() {
        let files = member.household().rules().files();
        let (connection, member) = (inner.connection.clone(), member.clone());
        tokio::spawn(async move {
            match files.admit(&paused.request.url).await {
                Ok(()) => settle(&connection, &member, session.as_deref(), &paused, false),
                Err(failure) => forbid(&connection, &member, session.as_deref(), &paused, failure),
            }
        });
        return;
    }
    let name = member.household().rules().name_to_resolve(&paused, is_main);
    let Some(name) = name else {
        return settle(&inner.connection, member, session.as_deref(), &paused, false);
    };
    let (connection, member) = (inner.connection.clone(), member.clone());
    tokio::spawn(async move {
        let inward = leads_inward(&name).await;
        settle(&connection, &member, session.as_deref(), &paused, inward);
    });
}

fn is_main(member: &Member, paused: &fetch::RequestPaused) -> bool {
    is_main_document(member, &paused.resource_type, &paused.frame_id)
}

/// Whether it is the page itself that is asked for, not a frame or a part of it.
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
    let decision = member.household().rules().decide(paused, is_main, inward);
    let request_id = &paused.request_id;
    match decision {
        Decision::Forbid(failure) => forbid(connection, member, session, paused, failure),
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
        Decision::Continue(headers) => {
            connection.tell(session, &fetch::ContinueRequest { request_id, headers });
        }
    }
}

/// Does not let a request go, and remembers why where it is the page itself that was asked for.
fn forbid(
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
    // A navigation that is called off leaves the page as it is; one that fails puts an error in its place.
    let error_reason = if is_main { "Aborted" } else { "BlockedByClient" };
    connection.tell(session, &fetch::FailRequest { request_id: &paused.request_id, error_reason });
}

/// Has the requests of a session stopped and asked about. When it returns, the next request is.
///
/// This is never taken back: while the browser exchanges the insides of a page for it, requests slip through.
pub(super) async fn apply(connection: &Connection, session: &str) -> Result<(), Fault> {
    let every_request = fetch::Enable {
        patterns: vec![fetch::RequestPattern { url_pattern: "*", resource_type: None }],
        handle_auth_requests: true,
    };
    match connection.call(Some(session), &every_request, PROMPTLY).await {
        // The requests of a worker of one page are stopped with those of the page.
        Err(Fault::Refused { message, .. }) if message.contains("wasn't found") => Ok(()),
        Err(fault) => Err(fault),
        Ok(_) => Ok(()),
    }
}

/// Has a server's challenge to a script of the page answered, where nothing else is asked about. The browser would keep
/// the request open for a prompt that nobody sees, and the page would never learn that it was refused.
pub(super) fn answer_challenges(connection: &Connection, session: &str) {
    let of = |resource_type| fetch::RequestPattern { url_pattern: "*", resource_type: Some(resource_type) };
    let of_scripts = fetch::Enable { patterns: vec![of("XHR"), of("Fetch")], handle_auth_requests: true };
    connection.tell(Some(session), &of_scripts);
}

fn forbidden(url: &str) -> Failure {
    let parsed = url::Url::parse(url).ok();
    let host = parsed.as_ref().and_then(|url| url.host_str()).unwrap_or(url);
    Failure::new(Cause::Forbidden, format!("{host} is not among the domains that may be visited"))
        .hint(format!("The person at this machine can add {host} to web.allowed_domains in config.yaml."))
}

impl BrowserContext {
    /// From now on frames may go only where this lets them; anywhere again without it.
    pub(crate) async fn confine(&self, confinement: Option<Confinement>) {
        self.household().confine_sockets(confinement.clone());
        self.change_rules(|rules| rules.confinement = confinement).await;
    }

    /// From now on pages of files read what this lets them.
    pub(crate) fn guard_files(&self, files: Files) {
        self.household().rules().files = files;
    }

    /// There is going to be a page of a file: from now on what it asks for is looked at.
    pub async fn expect_files(&self) {
        self.change_rules(Rules::expect_files).await;
    }

    /// The headers that are added to requests.
    pub fn header_rules(&self) -> Vec<HeaderRule> {
        self.household().rules().headers.clone()
    }

    /// Adds headers to the requests to a domain, instead of those that were added before.
    pub async fn set_headers(&self, domain: Option<&str>, headers: BTreeMap<String, String>) {
        self.change_rules(|rules| {
            rules.headers.retain(|rule| rule.domain.as_deref() != domain);
            if !headers.is_empty() {
                rules.headers.push(HeaderRule { domain: domain.map(str::to_string), headers });
            }
        })
        .await;
    }

    /// Adds no more headers for the domain, or none at all. Says whether there were any.
    pub fn clear_headers(&self, domain: Option<&str>) -> bool {
        let mut rules = self.household().rules();
        let before = rules.headers.len();
        rules.headers.retain(|rule| domain.is_some() && rule.domain.as_deref() != domain);
        rules.headers.len() < before
    }

    /// Blocks or answers what matches the pattern, instead of what was said of it before.
    pub async fn intercept(&self, intercept: Intercept) {
        self.change_rules(|rules| {
            rules.intercepts.retain(|other| other.pattern != intercept.pattern);
            rules.intercepts.push(intercept);
        })
        .await;
    }

    /// Lets through what matches this pattern, or everything. Returns the rules that there were.
    pub fn clear_intercepts(&self, pattern: Option<&str>) -> Vec<Intercept> {
        let mut rules = self.household().rules();
        let is_meant = |one: &Intercept| pattern.is_none_or(|pattern| one.pattern == pattern);
        let (removed, kept) = std::mem::take(&mut rules.intercepts).into_iter().partition(is_meant);
        rules.intercepts = kept;
        removed
    }

    async fn change_rules(&self, change: impl FnOnce(&mut Rules)) {
        let (before, after) = {
            let mut rules = self.household().rules();
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
            .filter(|(_, member)| member.household().id == self.household().id)
            .map(|(session, _)| session.clone())
            .collect();
        // A session that has ended meanwhile has no more requests.
        join_all(sessions.iter().map(|session| apply(&inner.connection, session))).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        assert!(matches("*", "https://a.test/"));
        assert!(matches("*/api/*", "https://a.test/api/x"));
        assert!(matches("https://*.png", "https://a.test/b.png"));
        assert!(matches("/api/", "https://a.test/api/x"));
        assert!(!matches("https://*.png", "https://a.test/b.png?x"));
        assert!(!matches("*/api/*/v2", "https://a.test/api/v2"));
        assert!(!matches("a*a", "a"));
    }
}

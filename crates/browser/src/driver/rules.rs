use std::collections::BTreeMap;

use lemmascope_intent::{Cause, Failure};

use super::allow_list::{AllowList, is_under};
use super::confinement::Confinement;
use super::http_credentials::NavigationCredentials;
use crate::address::local_address_failure;
use crate::files::Files;

/// The rules for the requests of a context before they are sent.
///
/// Intercepting every request takes time, so interception starts with the first rule.
#[derive(Default)]
pub(super) struct Rules {
    allow: Option<AllowList>,
    /// The limits for frames while an untrusted definition runs.
    confinement: Option<Confinement>,
    headers: Vec<HeaderRule>,
    intercepts: Vec<Intercept>,
    /// The headers for one navigation, sent only to its host.
    passing: Option<(Option<String>, BTreeMap<String, String>)>,
    /// The credentials for servers that request authentication during one navigation.
    admission: Option<NavigationCredentials>,
    /// Addresses that are answered with an empty page, so that a tab can access the storage of their origin.
    placeholder_addresses: Vec<String>,
    /// The file access of `file:` pages.
    files: Files,
    /// Whether a `file:` page has been opened, so that its requests are intercepted.
    has_files: bool,
    /// Whether a rule ever existed.
    was_needed: bool,
}

/// Headers that are added to the requests to a domain, or to all requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderRule {
    /// The domain; `None` for all domains.
    pub domain: Option<String>,
    /// The values by header name.
    pub headers: BTreeMap<String, String>,
}

/// A rule for requests whose address matches a pattern.
#[derive(Debug, Clone)]
pub struct Intercept {
    /// The pattern that an address has to match.
    pub pattern: String,
    /// The action on a matching request.
    pub action: InterceptAction,
    /// The number of requests that matched.
    pub hits: u64,
}

/// The action on a request that matches an intercept rule.
#[derive(Debug, Clone)]
pub enum InterceptAction {
    /// Sends the request and counts it.
    Watch,
    /// Fails the request.
    Block,
    /// Answers the request locally without sending it.
    Respond {
        /// The HTTP status of the response.
        status: u16,
        /// The content type of the response.
        mime: String,
        /// The body of the response.
        body: Vec<u8>,
    },
}

/// The properties of an intercepted request.
pub(super) struct InterceptedRequest<'a> {
    pub(super) url: &'a str,
    /// Whether it is for the document of a frame, not for a subresource.
    pub(super) is_document: bool,
    /// Whether it belongs to the main frame.
    pub(super) is_main: bool,
}

/// The decision on an intercepted request.
pub(super) enum Decision {
    Forbid(Failure),
    Block,
    Respond {
        status: u16,
        mime: String,
        body: Vec<u8>,
    },
    /// Sends the request with these headers, which replace its own headers of the same names.
    Continue(BTreeMap<String, String>),
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

    /// The header and intercept rules that a user set and has not removed.
    pub(super) fn standing(&self) -> (Vec<HeaderRule>, Vec<Intercept>) {
        (self.headers.clone(), self.intercepts.clone())
    }

    /// The current limits for frames.
    pub(super) fn confinement(&self) -> Option<Confinement> {
        self.confinement.clone()
    }

    pub(super) fn admits(&self, url: &str) -> bool {
        self.allow.as_ref().is_none_or(|allow| allow.admits(url))
    }

    /// Checks whether a frame may navigate to an address.
    pub(super) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        if !self.admits(url) {
            return Err(forbidden(url));
        }
        self.confinement.as_ref().map_or(Ok(()), |confinement| confinement.admit(url, is_main))
    }

    pub(super) fn is_needed(&mut self) -> bool {
        self.was_needed |= self.allow.is_some()
            || self.confinement.is_some()
            || !self.headers.is_empty()
            || !self.intercepts.is_empty()
            || self.has_files
            || self.passing.is_some()
            || !self.placeholder_addresses.is_empty();
        self.was_needed
    }

    /// Enables interception of the requests of `file:` pages, before such a page is opened.
    pub(super) fn expect_files(&mut self) {
        self.has_files = true;
        self.is_needed();
    }

    /// The file access of `file:` pages.
    pub(super) fn files(&self) -> Files {
        self.files.clone()
    }

    pub(super) fn set_navigation_headers(
        &mut self,
        passing: Option<(Option<String>, BTreeMap<String, String>)>,
    ) {
        self.passing = passing;
    }

    pub(super) fn set_credentials(&mut self, admission: Option<NavigationCredentials>) {
        self.admission = admission;
    }

    pub(super) fn credentials_mut(&mut self) -> Option<&mut NavigationCredentials> {
        self.admission.as_mut()
    }

    /// Starts (`does`) or stops answering an address with an empty page.
    pub(super) fn stand_in(&mut self, url: &str, does: bool) {
        self.placeholder_addresses.retain(|other| other != url);
        if does {
            self.placeholder_addresses.push(url.to_string());
        }
    }

    /// Returns the host name that has to be resolved before the decision, because only its addresses show
    /// whether it is on this machine.
    pub(super) fn name_to_resolve(&self, asked: &InterceptedRequest<'_>) -> Option<String> {
        let confinement = self.confinement.as_ref()?;
        self.check_request_address(asked).ok()?;
        let found = self.intercepts.iter().rev().find(|found| matches(&found.pattern, asked.url));
        // A request that is answered locally connects nowhere.
        if found.is_some_and(|found| !matches!(found.action, InterceptAction::Watch)) {
            return None;
        }
        let url = url::Url::parse(asked.url).ok()?;
        match url.host()? {
            url::Host::Domain(name) if !confinement.is_page_host(name) => Some(name.to_string()),
            _ => None,
        }
    }

    /// Checks a request by its address alone.
    fn check_request_address(&self, asked: &InterceptedRequest<'_>) -> Result<(), Failure> {
        let url = asked.url;
        match (asked.is_document, &self.confinement) {
            (true, _) => self.admit(url, asked.is_main),
            _ if !self.admits(url) => Err(forbidden(url)),
            (_, Some(confinement)) => confinement.check_subresource(url),
            (_, None) => Ok(()),
        }
    }

    /// Decides on a request. `inward` says whether its host was resolved to this machine or its network.
    pub(super) fn decide(&mut self, asked: &InterceptedRequest<'_>, inward: bool) -> Decision {
        let url = asked.url;
        if self.placeholder_addresses.iter().any(|other| other == url) {
            return Decision::Respond { status: 200, mime: "text/html".into(), body: Vec::new() };
        }
        let admitted = self.check_request_address(asked);
        let admitted = match self.confinement {
            Some(_) if inward => admitted.and(Err(local_address_failure())),
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
            && asked.is_document
            && *of == host
        {
            added.extend(headers.iter().map(|(name, value)| (name.clone(), value.clone())));
        }
        Decision::Continue(added)
    }
}

impl Rules {
    pub(super) fn confine(&mut self, confinement: Option<Confinement>) {
        self.confinement = confinement;
    }

    pub(super) fn guard_files(&mut self, files: Files) {
        self.files = files;
    }

    pub(super) fn headers(&self) -> Vec<HeaderRule> {
        self.headers.clone()
    }

    pub(super) fn set_headers(&mut self, domain: Option<&str>, headers: BTreeMap<String, String>) {
        self.headers.retain(|rule| rule.domain.as_deref() != domain);
        if !headers.is_empty() {
            self.headers.push(HeaderRule { domain: domain.map(str::to_string), headers });
        }
    }

    pub(super) fn clear_headers(&mut self, domain: Option<&str>) -> bool {
        let before = self.headers.len();
        self.headers.retain(|rule| domain.is_some() && rule.domain.as_deref() != domain);
        self.headers.len() < before
    }

    pub(super) fn intercept(&mut self, intercept: Intercept) {
        self.intercepts.retain(|other| other.pattern != intercept.pattern);
        self.intercepts.push(intercept);
    }

    pub(super) fn clear_intercepts(&mut self, pattern: Option<&str>) -> Vec<Intercept> {
        let is_meant = |one: &Intercept| pattern.is_none_or(|pattern| one.pattern == pattern);
        let (removed, kept) = std::mem::take(&mut self.intercepts).into_iter().partition(is_meant);
        self.intercepts = kept;
        removed
    }
}

/// Whether an address matches a pattern, in which `*` matches any text. A pattern without `*` matches any
/// part of the address.
fn matches(pattern: &str, url: &str) -> bool {
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

fn forbidden(url: &str) -> Failure {
    let parsed = url::Url::parse(url).ok();
    let host = parsed.as_ref().and_then(|url| url.host_str()).unwrap_or(url);
    Failure::new(Cause::Forbidden, format!("{host} is not among the domains that may be visited"))
        .hint(format!("The person at this machine can add {host} to web.allowed_domains in config.yaml."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn star_matches_any_text() {
        assert!(matches("*", "https://a.test/"));
        assert!(matches("*/api/*", "https://a.test/api/x"));
        assert!(matches("https://*.png", "https://a.test/b.png"));
        assert!(matches("/api/", "https://a.test/api/x"));
        assert!(!matches("https://*.png", "https://a.test/b.png?x"));
        assert!(!matches("*/api/*/v2", "https://a.test/api/v2"));
        assert!(!matches("a*a", "a"));
    }
}

use lemmascope_intent::Secret;

use super::browser::{Inner, Member};
use super::connection::Happening;
use super::interception::is_main_document;
use super::protocol::fetch::{AuthRequired, ChallengeResponse, ContinueWithAuth};

/// What a server is answered that asks by itself who one is, not by a form.
pub struct Identity {
    /// The only origin that is answered.
    pub origin: String,
    /// The user name.
    pub username: String,
    /// The password.
    pub password: Secret,
}

/// An identity for as long as one navigation lasts, and to whom it was given.
pub(super) struct Admission {
    identity: Identity,
    /// Who asks again for the same has not taken it.
    given: Vec<String>,
}

impl Admission {
    pub(super) fn new(identity: Identity) -> Self {
        Self { identity, given: Vec::new() }
    }

    /// The identity, for the first time that the page itself asks for it at its own origin. What else is loaded, be it for
    /// that page, is not answered.
    fn answer(&mut self, asked: &AuthRequired, is_main: bool) -> Option<&Identity> {
        let url = &asked.request.url;
        let here = |address: &str| {
            url::Url::parse(address)
                .is_ok_and(|url| url.origin().ascii_serialization() == self.identity.origin)
        };
        let is_meant = is_main
            && !asked.auth_challenge.is_of_proxy()
            && here(&asked.auth_challenge.origin)
            && here(url)
            && !self.given.contains(url);
        if !is_meant {
            return None;
        }
        self.given.push(url.clone());
        Some(&self.identity)
    }
}

/// Answers a server that asks who one is. Nobody is let in without an identity that was given for it; the page that the
/// server has for those is shown instead of a question of the browser's own, which nobody could see.
pub(super) fn answer(inner: &Inner, member: &Member, happening: &Happening) {
    let Some(asked) = happening.read::<AuthRequired>() else { return };
    let is_main = is_main_document(member, &asked.resource_type, &asked.frame_id);
    let mut rules = member.household().rules();
    let identity = rules.admission_mut().and_then(|admission| admission.answer(&asked, is_main));
    let response = match identity {
        Some(identity) => ChallengeResponse {
            response: "ProvideCredentials",
            username: Some(&identity.username),
            password: Some(identity.password.expose()),
        },
        // A proxy is a matter of how the browser was set up.
        None if asked.auth_challenge.is_of_proxy() => ChallengeResponse::plain("Default"),
        None => ChallengeResponse::plain("CancelAuth"),
    };
    let answer = ContinueWithAuth { request_id: &asked.request_id, auth_challenge_response: response };
    inner.connection.tell(happening.session.as_deref(), &answer);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn asked(origin: &str, url: &str, source: &str) -> AuthRequired {
        serde_json::from_value(json!({
            "requestId": "1", "frameId": "f", "resourceType": "Document",
            "request": {"url": url, "method": "GET", "headers": {}},
            "authChallenge": {"source": source, "origin": origin, "scheme": "basic", "realm": ""},
        }))
        .unwrap()
    }

    #[test]
    fn only_the_page_itself_is_answered_at_its_own_origin_and_once() {
        let identity = || Identity {
            origin: "https://a.example".into(),
            username: "robin".into(),
            password: Secret::new("sesame".into()),
        };
        let at = |origin: &str, url: &str, source: &str, is_main: bool| {
            Admission::new(identity()).answer(&asked(origin, url, source), is_main).is_some()
        };
        assert!(at("https://a.example", "https://a.example/x", "Server", true));
        assert!(at("https://a.example:443", "https://a.example/x", "Server", true));
        assert!(!at("https://a.example", "https://a.example/x.png", "Server", false));
        assert!(!at("https://b.example", "https://b.example/x", "Server", true));
        assert!(!at("http://a.example", "http://a.example/x", "Server", true));
        assert!(!at("https://a.example:8443", "https://a.example:8443/x", "Server", true));
        assert!(!at("https://a.example", "https://a.example/x", "Proxy", true));
        let mut admission = Admission::new(identity());
        let first = asked("https://a.example", "https://a.example/x", "Server");
        assert!(admission.answer(&first, true).is_some());
        assert!(admission.answer(&first, true).is_none());
    }
}

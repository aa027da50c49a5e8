use lemmascope_intent::Secret;

/// The credentials for HTTP authentication (not for login forms).
pub struct HttpCredentials {
    /// The only origin that receives the credentials.
    pub origin: String,
    /// The user name.
    pub username: String,
    /// The password.
    pub password: Secret,
}

/// The credentials for the duration of one navigation, and the addresses that received them.
pub(super) struct NavigationCredentials {
    identity: HttpCredentials,
    /// The addresses that already received the credentials. A second challenge from the same address means
    /// that the server rejected them.
    given: Vec<String>,
}

/// An authentication challenge.
pub(super) struct Challenge<'a> {
    /// The origin that issued the challenge.
    pub(super) origin: &'a str,
    /// The requested address.
    pub(super) url: &'a str,
    pub(super) is_of_proxy: bool,
    /// Whether the request is for the main document.
    pub(super) is_main: bool,
}

impl NavigationCredentials {
    pub(super) fn new(identity: HttpCredentials) -> Self {
        Self { identity, given: Vec::new() }
    }

    /// Returns the credentials for the first challenge of the main document at its own origin. Challenges for
    /// subresources, even those of the same page, get none.
    pub(super) fn answer(&mut self, challenge: &Challenge<'_>) -> Option<&HttpCredentials> {
        let url = challenge.url;
        let here = |address: &str| {
            url::Url::parse(address)
                .is_ok_and(|url| url.origin().ascii_serialization() == self.identity.origin)
        };
        let is_meant = challenge.is_main
            && !challenge.is_of_proxy
            && here(challenge.origin)
            && here(url)
            && !self.given.iter().any(|other| other == url);
        if !is_meant {
            return None;
        }
        self.given.push(url.to_string());
        Some(&self.identity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked<'a>(origin: &'a str, url: &'a str, source: &str, is_main: bool) -> Challenge<'a> {
        Challenge { origin, url, is_of_proxy: source == "Proxy", is_main }
    }

    #[test]
    fn answers_authentication_once_for_main_page_at_its_origin() {
        let identity = || HttpCredentials {
            origin: "https://a.example".into(),
            username: "robin".into(),
            password: Secret::new("sesame".into()),
        };
        let at = |origin: &str, url: &str, source: &str, is_main: bool| {
            NavigationCredentials::new(identity()).answer(&asked(origin, url, source, is_main)).is_some()
        };
        assert!(at("https://a.example", "https://a.example/x", "Server", true));
        assert!(at("https://a.example:443", "https://a.example/x", "Server", true));
        assert!(!at("https://a.example", "https://a.example/x.png", "Server", false));
        assert!(!at("https://b.example", "https://b.example/x", "Server", true));
        assert!(!at("http://a.example", "http://a.example/x", "Server", true));
        assert!(!at("https://a.example:8443", "https://a.example:8443/x", "Server", true));
        assert!(!at("https://a.example", "https://a.example/x", "Proxy", true));
        let mut admission = NavigationCredentials::new(identity());
        let first = asked("https://a.example", "https://a.example/x", "Server", true);
        assert!(admission.answer(&first).is_some());
        assert!(admission.answer(&first).is_none());
    }
}

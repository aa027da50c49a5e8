use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};
use url::Url;

use super::state_file::State;

/// What is needed to go on with a page elsewhere: where it was, and what the browser held for it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptPage {
    pub(super) url: String,
    /// The part of the browser that it was open in. As long as that lives, it knows more than what was kept.
    pub(super) context: String,
    /// All tabs in their order, the one of the page among them.
    #[serde(default)]
    pub(super) tabs: Vec<KeptTab>,
    /// Which of them it is that commands speak of.
    #[serde(default)]
    pub(super) current: usize,
    pub(super) state: State,
}

/// A tab that was open.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct KeptTab {
    /// What the browser calls it, as long as that lives.
    pub(super) id: String,
    pub(super) url: String,
}

impl KeptPage {
    /// Reads what was kept. It was sealed by this program, and yet is not believed.
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        // What is wrong with it may not be told: it is full of secrets.
        serde_json::from_str(text)
            .map_err(|_| Failure::new(Cause::InvalidParameter, "what was kept of the page cannot be read"))
    }

    /// Whether an address is the place that was kept. What follows the question mark may differ, and so may a place
    /// within the page, but not the one that an application has put behind the `#`.
    pub(super) fn is_at(&self, url: &str) -> bool {
        Self::is_same_place(&self.url, url)
    }

    /// The same for any two addresses.
    pub(super) fn is_same_place(kept: &str, url: &str) -> bool {
        let place = |url: &str| {
            let url = Url::parse(url).ok()?;
            let route = url.fragment().filter(|part| part.starts_with(['/', '!'])).map(str::to_string);
            let route = route.map(|route| route.split('?').next().unwrap_or_default().to_string());
            let path = url.path().trim_end_matches('/').to_string();
            Some((url.scheme().to_string(), url.host_str()?.to_string(), url.port(), path, route))
        };
        url == kept || place(url).is_some_and(|there| Some(there) == place(kept))
    }

    /// The address as it is shown: without what may let a person in.
    pub(super) fn shown(url: &str) -> String {
        match Url::parse(url) {
            Ok(url) if url.has_host() => {
                let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
                format!("{}{port}{}", url.host_str().unwrap_or_default(), url.path())
            }
            _ => url.split([',', '?', '#']).next().unwrap_or_default().chars().take(80).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_same_whatever_follows_it() {
        let at = KeptPage::is_same_place;
        assert!(at("https://a.com/pay?x=1", "https://a.com/pay?x=2#form"));
        assert!(at("https://a.com/pay/", "https://a.com/pay"));
        assert!(at("https://a.com/#/pay", "https://a.com/#/pay?x"));
        assert!(at("data:text/html,x", "data:text/html,x"));
        for (kept, url) in [
            ("https://a.com/pay", "https://a.com/login"),
            ("https://a.com/pay", "http://a.com/pay"),
            ("https://a.com/pay", "https://a.com:444/pay"),
            ("https://a.com/#/pay", "https://a.com/#/login"),
            ("https://a.com/pay", "about:blank"),
            ("https://a.com/pay", ""),
        ] {
            assert!(!at(kept, url), "{kept} {url}");
        }
    }

    #[test]
    fn what_is_shown_lets_nobody_in() {
        assert_eq!(KeptPage::shown("https://ann:pw@a.com:444/pay?token=x#y"), "a.com:444/pay");
        assert_eq!(KeptPage::shown("data:text/html,secret"), "data:text/html");
    }
}

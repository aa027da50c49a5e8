use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};
use url::Url;

use super::state_file::State;

/// The state that is needed to continue with a page in another browser: its URL, and its data.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct KeptPage {
    pub(super) url: String,
    /// The browser context. As long as it exists, its data is newer than the kept data.
    pub(super) context: String,
    /// All tabs in order.
    #[serde(default)]
    pub(super) tabs: Vec<KeptTab>,
    /// The index of the current tab.
    #[serde(default)]
    pub(super) current: usize,
    pub(super) state: State,
}

/// A tab that was open.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct KeptTab {
    /// The id, which is valid as long as the browser runs.
    pub(super) id: String,
    pub(super) url: String,
}

impl KeptPage {
    /// Parses the kept state. It was encrypted by this program, but is validated anyway.
    pub(super) fn read(text: &str) -> Result<Self, Failure> {
        // The error must not quote the content, which contains secrets.
        serde_json::from_str(text)
            .map_err(|_| Failure::new(Cause::InvalidParameter, "what was kept of the page cannot be read"))
    }

    /// Whether a URL is the kept location. The query and a fragment within the page may differ, but not a
    /// client-side route after `#`.
    pub(super) fn is_at(&self, url: &str) -> bool {
        Self::is_same_location(&self.url, url)
    }

    /// Whether two URLs are the same location.
    pub(super) fn is_same_location(kept: &str, url: &str) -> bool {
        let place = |url: &str| {
            let url = Url::parse(url).ok()?;
            let route = url.fragment().filter(|part| part.starts_with(['/', '!'])).map(str::to_string);
            let route = route.map(|route| route.split('?').next().unwrap_or_default().to_string());
            let path = url.path().trim_end_matches('/').to_string();
            Some((url.scheme().to_string(), url.host_str()?.to_string(), url.port(), path, route))
        };
        url == kept || place(url).is_some_and(|there| Some(there) == place(kept))
    }

    /// Formats a URL for display, without parts that may grant access.
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
    fn compares_urls_without_query_and_fragment() {
        let at = KeptPage::is_same_location;
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
    fn shown_url_omits_credentials_and_query() {
        assert_eq!(KeptPage::shown("https://ann:pw@a.com:444/pay?token=x#y"), "a.com:444/pay");
        assert_eq!(KeptPage::shown("data:text/html,secret"), "data:text/html");
    }
}

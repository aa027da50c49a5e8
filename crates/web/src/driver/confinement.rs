use lemmascope_intent::{Cause, Failure};
use url::Url;

use super::allow::is_under;
use crate::address::refuse_local;

/// Where frames may go while a definition acts that is not trusted: nowhere on this machine or its network, and the
/// page itself only within its domain. It holds for links that are clicked and forms that are sent, wherever they are
/// redirected to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confinement {
    /// The domain of the page; none when no page is open yet, which leaves the first one free.
    domain: Option<String>,
    /// The host of the page. When that is on this machine, it was not the definition that went there, and the page goes
    /// on with what it consists of.
    host: Option<String>,
}

impl Confinement {
    /// To the domain of the page of this address.
    pub(crate) fn to(url: &str) -> Self {
        let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let host = url.and_then(|url| url.host_str().map(str::to_string));
        Self { domain: host.as_deref().map(bare), host }
    }

    /// Whether the host of the page itself is meant.
    pub(crate) fn is_at_home(&self, host: &str) -> bool {
        self.host.as_deref() == Some(host)
    }

    /// Whether a page may ask there for something that it consists of.
    pub(crate) fn admit_part(&self, url: &str) -> Result<(), Failure> {
        let parsed = Url::parse(url).ok();
        let is_inside = parsed.as_ref().is_some_and(|url| matches!(url.scheme(), "data" | "blob"));
        let host = parsed.as_ref().and_then(Url::host_str);
        if is_inside || host.is_some_and(|host| self.is_at_home(host)) {
            return Ok(());
        }
        refuse_local(url)
    }

    /// Whether a frame may go there.
    pub(crate) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        refuse_local(url)?;
        let Some(domain) = self.domain.as_ref().filter(|_| is_main) else { return Ok(()) };
        let Some(host) = Url::parse(url).ok().and_then(|url| url.host_str().map(bare)) else { return Ok(()) };
        if is_under(&host, domain) || is_under(domain, &host) {
            return Ok(());
        }
        Err(Failure::new(
            Cause::Forbidden,
            format!("{host} cannot be opened by a definition that is not trusted: the page is of {domain}"),
        )
        .hint("Trust the pack, or go there by a command of your own."))
    }
}

fn bare(host: &str) -> String {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host.strip_prefix("www.").map(str::to_string).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stays_within_its_domain() {
        let confinement = Confinement::to("https://www.example.com/a");
        for url in ["https://example.com/", "http://shop.example.com:8080/x", "about:blank"] {
            assert!(confinement.admit(url, true).is_ok(), "{url}");
        }
        for url in ["https://example.org/", "https://evil.test/?example.com", "https://notexample.com/"] {
            assert_eq!(confinement.admit(url, true).unwrap_err().cause, Cause::Forbidden, "{url}");
            assert!(confinement.admit(url, false).is_ok(), "frames of others are part of the page: {url}");
        }
        for url in ["http://127.0.0.1/", "file:///etc/passwd", "http://192.168.0.1/"] {
            assert!(confinement.admit(url, false).is_err(), "{url}");
        }
        assert!(Confinement::to("about:blank").admit("https://example.org/", true).is_ok());
    }
}

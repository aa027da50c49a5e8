use std::sync::Arc;

use lemmascope_intent::{Cause, Failure, Sandbox, host_and_port};
use url::Url;

use super::allow_list::is_under;
use crate::address::refuse_local;

/// The limits for frames while an untrusted definition runs: no frame loads from this machine or its network,
/// and the page stays within the domains of the pack, or within its current domain if the pack names none.
/// The limits include clicked links, submitted forms, and their redirects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Confinement {
    sandbox: Arc<Sandbox>,
    /// The domain of the page; `None` when no page is open yet, in which case the first navigation is free.
    domain: Option<String>,
    /// The host and port of the page. If they are on this machine, the user opened the page before the
    /// definition ran, so the page may still load its own resources.
    home: Option<(String, Option<u16>)>,
}

impl Confinement {
    /// Returns the limits that the sandbox sets for the page at this address.
    pub(crate) fn new(sandbox: Arc<Sandbox>, url: &str) -> Self {
        let home = host_and_port(url);
        Self { sandbox, domain: home.as_ref().map(|(host, _)| bare(host)), home }
    }

    /// Whether the host is that of the page itself.
    pub(crate) fn is_page_host(&self, host: &str) -> bool {
        self.home.as_ref().is_some_and(|(home, _)| home == host)
    }

    /// Checks whether a page may load a subresource from an address.
    pub(crate) fn check_subresource(&self, url: &str) -> Result<(), Failure> {
        let parsed = Url::parse(url).ok();
        let is_inside = parsed.as_ref().is_some_and(|url| matches!(url.scheme(), "data" | "blob"));
        let host = parsed.as_ref().and_then(Url::host_str);
        if is_inside || host.is_some_and(|host| self.is_page_host(host)) {
            return Ok(());
        }
        refuse_local(url)
    }

    /// Checks whether a frame may navigate to an address.
    pub(crate) fn admit(&self, url: &str, is_main: bool) -> Result<(), Failure> {
        let place = host_and_port(url);
        // From a local page that the user opened, navigation within the same origin is allowed.
        if !(self.sandbox.names_pages() && place.is_some() && place == self.home) {
            refuse_local(url)?;
        }
        let (Some((host, port)), true) = (place, is_main) else { return Ok(()) };
        if self.sandbox.names_pages() {
            return match self.sandbox.admits(&host, port) {
                true => Ok(()),
                false => Err(outside(&self.sandbox, &host)),
            };
        }
        let Some(domain) = &self.domain else { return Ok(()) };
        let host = bare(&host);
        if is_under(&host, domain) || is_under(domain, &host) {
            return Ok(());
        }
        Err(Failure::new(
            Cause::Forbidden,
            format!("{host} cannot be opened by an untrusted definition: the page is of {domain}"),
        )
        .hint("Trust the pack, or go there by a command of your own."))
    }

    /// Whether a frame with this address may be read and acted on. A frame without an address of its own
    /// inherits that of its parent, which the caller has to check.
    pub(crate) fn admits_frame(&self, url: &str) -> bool {
        if !self.sandbox.names_pages() {
            return true;
        }
        let inner = url.strip_prefix("blob:").unwrap_or(url);
        match host_and_port(inner) {
            Some((host, port)) => self.sandbox.admits(&host, port),
            None => !inner.starts_with("file:"),
        }
    }
}

/// Refuses a page outside the domains of a pack.
pub fn admit_page(sandbox: &Sandbox, url: &str) -> Result<(), Failure> {
    if !sandbox.names_pages() {
        return Ok(());
    }
    match host_and_port(url) {
        Some((host, port)) if sandbox.admits(&host, port) => Ok(()),
        Some((host, _)) => Err(outside(sandbox, &host)),
        None => Err(outside(sandbox, "this page")),
    }
}

fn outside(sandbox: &Sandbox, host: &str) -> Failure {
    let domains = sandbox.domains();
    let domains = if domains.is_empty() { "none" } else { domains.as_str() };
    Failure::new(
        Cause::Forbidden,
        format!(
            "{} may act on pages of its own domains only ({domains}), and not on {host}",
            sandbox.subject()
        ),
    )
    .hint("Go to its site first, or do this by commands of your own.")
}

fn bare(host: &str) -> String {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host.strip_prefix("www.").map(str::to_string).unwrap_or(host)
}

#[cfg(test)]
mod tests {
    use lemmascope_intent::PackDomain;

    use super::*;

    fn of_page(url: &str) -> Confinement {
        Confinement::new(Arc::new(Sandbox::of_page()), url)
    }

    #[test]
    fn page_stays_within_its_domain() {
        let confinement = of_page("https://www.example.com/a");
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
        assert!(of_page("about:blank").admit("https://example.org/", true).is_ok());
    }

    #[test]
    fn pack_stays_within_its_domains() {
        let domains = ["shop.test", "127.0.0.1:8080"].map(|domain| PackDomain::read(domain).unwrap());
        let sandbox = Arc::new(Sandbox::of_pack("shop", Arc::new(domains)));
        let confinement = Confinement::new(Arc::clone(&sandbox), "http://127.0.0.1:8080/");
        for url in ["https://shop.test/", "https://a.shop.test/", "http://127.0.0.1:8080/next"] {
            assert!(confinement.admit(url, true).is_ok(), "{url}");
        }
        for url in ["https://bank.test/", "http://127.0.0.1:9/", "http://[::1]:8080/", "file:///etc/passwd"] {
            assert!(confinement.admit(url, true).is_err(), "{url}");
        }
        for url in [
            "https://shop.test/",
            "about:blank",
            "about:srcdoc",
            "data:text/html,x",
            "blob:https://shop.test/1",
        ] {
            assert!(confinement.admits_frame(url), "{url}");
        }
        for url in ["https://bank.test/", "blob:https://bank.test/1", "file:///etc/passwd"] {
            assert!(!confinement.admits_frame(url), "{url}");
        }
        for url in ["about:blank", "https://bank.test/", "data:text/html,x", "file:///x", ""] {
            assert!(admit_page(&sandbox, url).is_err(), "{url}");
        }
        assert!(admit_page(&sandbox, "https://shop.test/").is_ok());
    }
}

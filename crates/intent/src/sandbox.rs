use core::net::IpAddr;
use std::sync::Arc;

/// The bounds of a call that is made for a definition that is not trusted: the packs on whose behalf it is made, the
/// outermost first. What one of them may not do, none may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    bounds: Vec<Bounds>,
}

/// What one definition is bound to.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bounds {
    /// The pack that it belongs to; none for a definition of the user's own.
    pack: Option<Arc<str>>,
    /// The domains that the pack declares. Without a pack it is the page that is open.
    domains: Option<Arc<[PackDomain]>>,
}

/// A domain that a pack declares: a host with its subdomains, on one port or on any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackDomain {
    host: String,
    port: Option<u16>,
}

impl PackDomain {
    /// Reads `example.com`, `example.com:8080` or `[::1]:8080`. Patterns, paths and schemes are refused, so that a
    /// declaration says which sites it means.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let (host, port) = match text.rsplit_once(':') {
            Some((host, port)) if !host.contains(':') || host.ends_with(']') => {
                (host.to_string(), Some(port.parse().ok()?))
            }
            _ => (text, None),
        };
        let host = host.trim_end_matches('.').to_string();
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
        let is_address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).is_some_and(is_ip);
        let is_host = !host.is_empty() && !host.starts_with('.') && host.chars().all(is_name);
        (is_address || is_host).then_some(Self { host, port })
    }

    /// Whether a host belongs to it. A name without a dot, such as `com`, has no subdomains here.
    pub fn covers(&self, host: &str, port: Option<u16>) -> bool {
        let host = host.trim_end_matches('.').to_lowercase();
        if self.port.is_some_and(|wanted| Some(wanted) != port) {
            return false;
        }
        if host == self.host {
            return true;
        }
        let has_subdomains = self.host.contains('.') && !is_ip(&self.host) && !self.host.starts_with('[');
        let above = host.strip_suffix(self.host.as_str());
        has_subdomains && above.is_some_and(|above| above.ends_with('.'))
    }

    /// The host alone.
    pub fn host(&self) -> &str {
        &self.host
    }
}

impl std::fmt::Display for PackDomain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.port {
            Some(port) => write!(f, "{}:{port}", self.host),
            None => f.write_str(&self.host),
        }
    }
}

fn is_ip(text: &str) -> bool {
    text.parse::<IpAddr>().is_ok()
}

impl Sandbox {
    /// For a pack that declares these domains.
    pub fn of_pack(pack: impl Into<Arc<str>>, domains: Arc<[PackDomain]>) -> Self {
        Self { bounds: vec![Bounds { pack: Some(pack.into()), domains: Some(domains) }] }
    }

    /// For a definition of the user's own that the settings do not trust: the page that is open.
    pub fn of_page() -> Self {
        Self { bounds: vec![Bounds { pack: None, domains: None }] }
    }

    /// The bounds of a definition that is run by one that has these.
    #[must_use]
    pub fn around(&self, inner: &Self) -> Self {
        let mut bounds = self.bounds.clone();
        bounds.extend(inner.bounds.iter().filter(|bound| !self.bounds.contains(bound)).cloned());
        Self { bounds }
    }

    /// Whether it may act on a page of this host.
    pub fn admits(&self, host: &str, port: Option<u16>) -> bool {
        self.bounds.iter().all(|bounds| match &bounds.domains {
            Some(domains) => domains.iter().any(|domain| domain.covers(host, port)),
            None => true,
        })
    }

    /// Whether the pages are named that it may act on.
    pub fn names_pages(&self) -> bool {
        self.bounds.iter().any(|bounds| bounds.domains.is_some())
    }

    /// The domains of the first pack, as a person reads them.
    pub fn domains(&self) -> String {
        let named = self.bounds.iter().find_map(|bounds| bounds.domains.as_deref()).unwrap_or_default();
        named.iter().map(PackDomain::to_string).collect::<Vec<_>>().join(", ")
    }

    /// The name of the caller for messages: `the pack "shop"`.
    pub fn subject(&self) -> String {
        match self.bounds.iter().find_map(|bounds| bounds.pack.as_deref()) {
            Some(pack) => format!("the pack \"{pack}\""),
            None => "a definition that is not trusted".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domains(texts: &[&str]) -> Arc<[PackDomain]> {
        texts.iter().map(|text| PackDomain::read(text).unwrap()).collect()
    }

    #[test]
    fn a_pack_acts_on_its_domains_alone() {
        let sandbox = Sandbox::of_pack("shop", domains(&["shop.test", "127.0.0.1:8080", "localhost"]));
        for (host, port) in [
            ("shop.test", None),
            ("WWW.Shop.test.", Some(443)),
            ("127.0.0.1", Some(8080)),
            ("localhost", Some(9)),
        ] {
            assert!(sandbox.admits(host, port), "{host}");
        }
        for (host, port) in [
            ("badshop.test", None),
            ("shop.test.evil.net", None),
            ("test", None),
            ("", None),
            ("127.0.0.1", Some(8081)),
            ("127.0.0.1", None),
            ("a.localhost", None),
        ] {
            assert!(!sandbox.admits(host, port), "{host}");
        }
    }

    #[test]
    fn a_declaration_is_a_host_and_no_pattern() {
        for bad in
            ["*", "*.com", "https://shop.test", "shop.test/x", "", ".", ".com", "a b", "x:port", "a@b.c"]
        {
            assert_eq!(PackDomain::read(bad), None, "{bad}");
        }
        // A top-level domain is not all that is under it.
        assert!(!PackDomain::read("com").unwrap().covers("bank.com", None));
    }

    #[test]
    fn nobody_borrows_more_than_he_has() {
        let (one, other) =
            (Sandbox::of_pack("a", domains(&["a.test"])), Sandbox::of_pack("b", domains(&["b.test"])));
        let both = one.around(&other);
        assert!(!both.admits("a.test", None) && !both.admits("b.test", None));
        assert_eq!(both.subject(), "the pack \"a\"");
        assert!(Sandbox::of_page().admits("anywhere.test", None));
    }
}

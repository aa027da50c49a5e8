use core::net::IpAddr;
use std::sync::Arc;

/// The sandbox of a call from an untrusted definition: the packs on whose behalf the call is made, the
/// outermost first. An action must be allowed for all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    bounds: Vec<Bounds>,
}

/// The restrictions of one definition.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bounds {
    /// The pack that it belongs to; none for the user's own definition.
    pack: Option<Arc<str>>,
    /// The domains that the pack declares. A definition without a pack is limited to the open page.
    domains: Option<Arc<[PackDomain]>>,
}

/// A domain that a pack declares: a host with its subdomains, on one port or on any port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackDomain {
    host: String,
    port: Option<u16>,
}

impl PackDomain {
    /// Parses `example.com`, `example.com:8080` or `[::1]:8080`. Patterns, paths and schemes are rejected, so
    /// that a declaration names its sites explicitly.
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

    /// Whether the domain covers a host. A name without a dot, such as `com`, does not cover subdomains.
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

    /// Returns the host without the port.
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
    /// Creates the sandbox of a pack with these domains.
    pub fn of_pack(pack: impl Into<Arc<str>>, domains: Arc<[PackDomain]>) -> Self {
        Self { bounds: vec![Bounds { pack: Some(pack.into()), domains: Some(domains) }] }
    }

    /// Creates the sandbox of the user's own untrusted definition, which is limited to the open page.
    pub fn of_page() -> Self {
        Self { bounds: vec![Bounds { pack: None, domains: None }] }
    }

    /// Returns the sandbox for a definition that is called from this one.
    #[must_use]
    pub fn around(&self, inner: &Self) -> Self {
        let mut bounds = self.bounds.clone();
        bounds.extend(inner.bounds.iter().filter(|bound| !self.bounds.contains(bound)).cloned());
        Self { bounds }
    }

    /// Whether actions on a page at this host are allowed.
    pub fn admits(&self, host: &str, port: Option<u16>) -> bool {
        self.bounds.iter().all(|bounds| match &bounds.domains {
            Some(domains) => domains.iter().any(|domain| domain.covers(host, port)),
            None => true,
        })
    }

    /// Whether the sandbox restricts the pages by domain.
    pub fn names_pages(&self) -> bool {
        self.bounds.iter().any(|bounds| bounds.domains.is_some())
    }

    /// Returns the domains of the first pack, for messages.
    pub fn domains(&self) -> String {
        let named = self.bounds.iter().find_map(|bounds| bounds.domains.as_deref()).unwrap_or_default();
        named.iter().map(PackDomain::to_string).collect::<Vec<_>>().join(", ")
    }

    /// Returns the name of the caller for messages: `the pack "shop"`.
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
    fn pack_sandbox_admits_only_its_domains() {
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
    fn pack_domain_is_a_host_not_a_pattern() {
        for bad in
            ["*", "*.com", "https://shop.test", "shop.test/x", "", ".", ".com", "a b", "x:port", "a@b.c"]
        {
            assert_eq!(PackDomain::read(bad), None, "{bad}");
        }
        // A pack for a top-level domain does not cover the domains below it.
        assert!(!PackDomain::read("com").unwrap().covers("bank.com", None));
    }

    #[test]
    fn nested_sandboxes_admit_only_common_domains() {
        let (one, other) =
            (Sandbox::of_pack("a", domains(&["a.test"])), Sandbox::of_pack("b", domains(&["b.test"])));
        let both = one.around(&other);
        assert!(!both.admits("a.test", None) && !both.admits("b.test", None));
        assert_eq!(both.subject(), "the pack \"a\"");
        assert!(Sandbox::of_page().admits("anywhere.test", None));
    }
}

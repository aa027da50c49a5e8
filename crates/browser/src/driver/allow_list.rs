/// The allow list of domains that a browser may contact.
///
/// An entry admits the domain itself and its subdomains. Hosts are compared label by label: neither
/// `notexample.com` nor `example.com.evil.test` is under `example.com`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AllowList {
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    host: String,
    port: Option<u16>,
}

impl AllowList {
    /// Builds the list, or `None` when it has no entries, in which case everything is allowed.
    pub(crate) fn new<I, S>(domains: I) -> Option<Self>
    where
        I: IntoIterator<Item = S>,
        S: AsRef<str>,
    {
        let entries: Vec<Entry> =
            domains.into_iter().filter_map(|domain| Entry::read(domain.as_ref())).collect();
        (!entries.is_empty()).then_some(Self { entries })
    }

    /// Whether an address may be requested. Addresses that never leave the browser (`about:`, `data:`,
    /// `blob:`) are always admitted.
    pub(crate) fn admits(&self, url: &str) -> bool {
        let Ok(url) = url::Url::parse(url) else { return false };
        match url.scheme() {
            "http" | "https" | "ws" | "wss" => {}
            "about" | "data" | "blob" => return true,
            _ => return false,
        }
        let Some(host) = url.host_str() else { return false };
        let host = normal(host);
        self.entries.iter().any(|entry| {
            is_under(&host, &entry.host)
                && entry.port.is_none_or(|port| url.port_or_known_default() == Some(port))
        })
    }
}

impl Entry {
    /// Parses `example.com`, `*.example.com`, `.example.com`, `example.com:8080` or a whole address.
    fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let bare = text.strip_prefix("*.").or_else(|| text.strip_prefix('.')).unwrap_or(text);
        let address = if bare.contains("://") { bare.to_string() } else { format!("any://{bare}") };
        let url = url::Url::parse(&address).ok()?;
        // The URL parser normalizes hosts only for special schemes such as `http`.
        let host = url.host_str().filter(|host| !host.is_empty())?;
        let host = url::Url::parse(&format!("http://{host}/"))
            .ok()
            .and_then(|url| url.host_str().map(normal))
            .unwrap_or_else(|| normal(host));
        Some(Self { host, port: url.port() })
    }
}

fn normal(host: &str) -> String {
    host.trim_end_matches('.').to_ascii_lowercase()
}

/// Whether a host is a domain or one of its subdomains.
pub fn is_under(host: &str, domain: &str) -> bool {
    if host == domain {
        return true;
    }
    // IP addresses have no subdomains.
    if domain.starts_with('[') || domain.parse::<std::net::Ipv4Addr>().is_ok() {
        return false;
    }
    let (mut host, mut domain) = (host.rsplit('.'), domain.rsplit('.'));
    loop {
        match (host.next(), domain.next()) {
            (_, None) => return true,
            (Some(one), Some(other)) if one == other => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(domains: &[&str]) -> AllowList {
        AllowList::new(domains).unwrap()
    }

    #[test]
    fn allowed_domain_admits_its_subdomains() {
        let list = list(&["example.com", "*.wiki.test", "localhost:8080", "127.0.0.1", "münchen.de"]);
        for url in [
            "https://example.com/",
            "http://EXAMPLE.com:81/x",
            "https://a.b.example.com",
            "wss://example.com./",
            "https://wiki.test",
            "https://en.wiki.test",
            "http://localhost:8080/",
            "http://127.0.0.1:9/",
            "https://xn--mnchen-3ya.de/",
            "about:blank",
            "data:text/html,hi",
        ] {
            assert!(list.admits(url), "{url}");
        }
        for url in [
            "https://notexample.com/",
            "https://example.com.evil.test/",
            "https://example.org",
            "https://com/",
            "http://localhost/",
            "http://1.127.0.0.1.evil.test/",
            "file:///etc/passwd",
            "https://evil.test/?example.com",
            "https://example.com@evil.test/",
            "chrome://settings",
            "nonsense",
        ] {
            assert!(!list.admits(url), "{url}");
        }
    }

    #[test]
    fn blank_entries_make_no_allow_list() {
        assert_eq!(AllowList::new(["", "  "]), None);
    }
}

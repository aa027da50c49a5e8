use lemmascope_intent::{Cause, Failure};
use url::{Host, Url};

/// The origin for which a credential may be used: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Origin {
    text: String,
    /// Notes for the person about the origin.
    pub(crate) notes: Vec<String>,
}

impl Origin {
    /// Parses an origin. Wildcards are not supported, because a password belongs to one origin.
    pub(crate) fn read(text: &str) -> Result<Self, Failure> {
        let bad = |why: &str| {
            Failure::new(Cause::InvalidParameter, format!("--origin {why}"))
                .hint("Give the address of the site, such as https://example.com.")
        };
        let text = text.trim();
        if text.contains('*') {
            return Err(bad("names one site; it takes no *"));
        }
        let whole = if text.contains("://") { text.to_string() } else { format!("https://{text}") };
        let url = Url::parse(&whole).map_err(|_| bad("is no address"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(bad("is an address of http or https"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(bad("has no name or password in it"));
        }
        let Some(host) = url.host() else { return Err(bad("names no host")) };
        let mut notes = Vec::new();
        if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
            notes.push("Only the origin is used: the path was left out.".to_string());
        }
        if url.scheme() == "http" && !is_local(&host) {
            notes.push(
                "Over http the password goes through the network unprotected; use https if the site has it."
                    .into(),
            );
        }
        Ok(Self { text: url.origin().ascii_serialization(), notes })
    }

    /// Returns the text, such as `https://example.com`, with the port if it is not the default one.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// Whether requests to a host stay on this machine.
fn is_local(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, origin: &str, notes: usize) {
        let read = Origin::read(text).unwrap();
        assert_eq!((read.as_str(), read.notes.len()), (origin, notes), "{text}");
    }

    #[test]
    fn normalizes_url_to_origin() {
        check("https://example.com", "https://example.com", 0);
        check("HTTPS://Example.COM:443/", "https://example.com", 0);
        check("example.com", "https://example.com", 0);
        check("example.com:8443/login?a=b#c", "https://example.com:8443", 1);
        check("http://example.com", "http://example.com", 1);
        check("http://localhost:3000", "http://localhost:3000", 0);
        check("http://[::1]:3000", "http://[::1]:3000", 0);
        check("https://müller.example/", "https://xn--mller-kva.example", 0);
    }

    #[test]
    fn rejects_urls_without_unique_origin() {
        for text in [
            "",
            "*",
            "https://*.example.com",
            "file:///etc/passwd",
            "https://ann:hunter2@example.com",
            "javascript:alert(1)",
            "https://",
            "https://exa mple.com",
        ] {
            let failure = Origin::read(text).unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{text}");
            assert!(!failure.message.contains("hunter2"));
        }
    }
}

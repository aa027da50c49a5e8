use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lemmascope_intent::Secret;
use url::Url;

use super::allow_list::AllowList;

/// The proxy through which a context accesses the network.
#[derive(Clone, PartialEq, Eq)]
pub struct Proxy {
    pub(super) protocol: ProxyProtocol,
    pub(super) host: String,
    pub(super) port: u16,
    pub(super) identity: Option<(String, Secret)>,
    /// The hosts that are reached directly.
    bypass: Bypass,
}

/// The hosts that are reached without the proxy.
#[derive(Clone, PartialEq, Eq)]
enum Bypass {
    Every,
    Listed(Option<AllowList>),
}

/// The protocol of a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProxyProtocol {
    Http,
    /// HTTP over TLS.
    Https,
    Socks5,
}

impl Proxy {
    /// Parses `http://`, `https://` or `socks5://` with a host and optionally a port, a user name and a
    /// password. A host and port without a scheme is an HTTP proxy.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let text = if text.contains("://") { text.to_string() } else { format!("http://{text}") };
        let url = Url::parse(&text).ok()?;
        let (protocol, usual) = match url.scheme() {
            "http" => (ProxyProtocol::Http, 80),
            "https" => (ProxyProtocol::Https, 443),
            "socks5" | "socks5h" => (ProxyProtocol::Socks5, 1080),
            _ => return None,
        };
        let is_bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        let host = url.host_str().filter(|host| !host.is_empty() && is_bare)?.to_string();
        let port = url.port().unwrap_or(usual);
        let username = decoded(url.username())?;
        let password = decoded(url.password().unwrap_or_default())?;
        // SOCKS limits both to 255 bytes. HTTP separates them with a colon.
        if username.len() > 255 || password.len() > 255 || username.contains(':') {
            return None;
        }
        let identity =
            (!username.is_empty() || !password.is_empty()).then(|| (username, Secret::new(password)));
        Some(Self { protocol, host, port, identity, bypass: Bypass::Listed(None) })
    }

    /// The user name and the password.
    pub fn identity(&self) -> Option<(&str, &Secret)> {
        self.identity.as_ref().map(|(username, password)| (username.as_str(), password))
    }

    /// Replaces the user name and password of the address.
    #[must_use]
    pub fn with_credentials(mut self, username: &str, password: Secret) -> Self {
        self.identity = Some((username.to_string(), password));
        self
    }

    /// Sets the hosts that are reached directly: `example.com` includes its subdomains, `10.0.0.1:8080` is a
    /// single port, and `*` is every host.
    #[must_use]
    pub fn with_bypassed_hosts(mut self, hosts: &[String]) -> Self {
        self.bypass = match hosts.iter().any(|host| host.trim() == "*") {
            true => Bypass::Every,
            false => Bypass::Listed(AllowList::new(hosts)),
        };
        self
    }

    pub(super) fn is_bypassed(&self, host: &str, port: u16) -> bool {
        match &self.bypass {
            Bypass::Every => true,
            Bypass::Listed(hosts) => {
                hosts.as_ref().is_some_and(|hosts| hosts.admits(&format!("ws://{host}:{port}/")))
            }
        }
    }

    /// Returns the value of the `Proxy-Authorization` header.
    pub(super) fn authorization(&self) -> Option<Secret> {
        let (username, password) = self.identity.as_ref()?;
        let pair = STANDARD.encode(format!("{username}:{}", password.expose()));
        Some(Secret::new(format!("Basic {pair}")))
    }
}

/// Displays the address without the user name and the password.
impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.protocol {
            ProxyProtocol::Http => "http",
            ProxyProtocol::Https => "https",
            ProxyProtocol::Socks5 => "socks5",
        };
        write!(f, "{scheme}://{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Proxy({self})")
    }
}

/// Decodes the percent-encoding of a part of an address.
fn decoded(part: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => {
                let digits = [rest.next()?, rest.next()?];
                u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
            }
            byte => byte,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_proxy_urls_and_hides_passwords() {
        for (text, shown) in [
            ("http://127.0.0.1:3128", "http://127.0.0.1:3128"),
            ("proxy.example:8080", "http://proxy.example:8080"),
            ("https://proxy.example", "https://proxy.example:443"),
            ("socks5://ann:s3cret@10.0.0.1", "socks5://10.0.0.1:1080"),
            ("http://ann:p%40ss@[::1]:3128/", "http://[::1]:3128"),
        ] {
            let proxy = Proxy::parse(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(proxy.to_string(), shown);
            assert!(!format!("{proxy:?}").contains("s3cret"));
        }
        let proxy = Proxy::parse("http://ann:p%40ss@h:1").unwrap();
        assert_eq!(proxy.authorization().unwrap().expose(), "Basic YW5uOnBAc3M=");
        for bad in
            ["", "ftp://h", "http://", "http://h:99999", "http://h/path", "socks5://h?x", "http://%zz:a@h"]
        {
            assert!(Proxy::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn proxy_bypass_covers_subdomains() {
        let rules = ["example.com", "*.corp.test", "127.0.0.1:8080", "[::1]", ".local"];
        let proxy = Proxy::parse("http://h:1").unwrap().with_bypassed_hosts(&rules.map(str::to_string));
        for (host, port) in [
            ("example.com", 80),
            ("www.Example.com.", 443),
            ("a.corp.test", 80),
            ("127.0.0.1", 8080),
            ("[::1]", 80),
            ("printer.local", 80),
        ] {
            assert!(proxy.is_bypassed(host, port), "{host}:{port}");
        }
        for (host, port) in [("notexample.com", 80), ("127.0.0.1", 80), ("[::2]", 80), ("example.org", 80)] {
            assert!(!proxy.is_bypassed(host, port), "{host}:{port}");
        }
        assert!(
            Proxy::parse("http://h:1").unwrap().with_bypassed_hosts(&["*".to_string()]).is_bypassed("x", 1)
        );
    }
}

use std::fmt;
use std::net::IpAddr;

use lemmascope_intent::{Cause, Failure};
use url::Url;

/// The address at which a running browser accepts commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    url: Url,
}

impl Endpoint {
    /// Parses a port of this machine (`9222`), a host with a port (`127.0.0.1:9222`), or an address that
    /// begins with `http://`, `ws://` or `wss://`.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let text = text.trim();
        let bare = text.strip_prefix(':').unwrap_or(text);
        let address = match bare.parse::<u16>() {
            Ok(port) => format!("http://127.0.0.1:{port}"),
            // The URL parser would read a plain number as an IPv4 address; it is rejected as an invalid port
            // instead.
            Err(_) if bare.bytes().all(|byte| byte.is_ascii_digit()) => String::new(),
            Err(_) if text.contains("://") => text.to_string(),
            Err(_) => format!("http://{text}"),
        };
        let url = Url::parse(&address).ok().filter(|url| {
            let is_known = matches!(url.scheme(), "http" | "ws" | "wss");
            is_known && url.host_str().is_some_and(|host| !host.is_empty()) && url.port() != Some(0)
        });
        url.map(|url| Self { url }).ok_or_else(|| {
            Failure::new(Cause::InvalidParameter, "that is not the address of a browser")
                .about("where")
                .hint("Give a port such as 9222, or an address such as http://127.0.0.1:9222 or ws://127.0.0.1:9222/devtools/browser/….")
        })
    }

    /// Whether the browser is on this machine.
    pub fn is_local(&self) -> bool {
        let host = self.host();
        match host.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback(),
            Err(_) => host == "localhost" || host.ends_with(".localhost"),
        }
    }

    /// The host, without the brackets of an IPv6 address.
    pub fn host(&self) -> String {
        self.url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_ascii_lowercase()
    }

    /// The whole address.
    pub(crate) fn as_str(&self) -> &str {
        self.url.as_str()
    }
}

/// Displays the host and the port only, because the path of the socket works as an access token.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let host = self.url.host_str().unwrap_or_default();
        match self.url.port_or_known_default() {
            Some(port) => write!(f, "{host}:{port}"),
            None => f.write_str(host),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_debugger_ports_and_addresses() {
        for (text, shown, local) in [
            ("9222", "127.0.0.1:9222", true),
            (":9222", "127.0.0.1:9222", true),
            ("localhost:9222", "localhost:9222", true),
            ("http://[::1]:9222", "[::1]:9222", true),
            ("ws://127.0.0.1:9222/devtools/browser/secret", "127.0.0.1:9222", true),
            ("wss://browsers.example/x?token=secret", "browsers.example:443", false),
            ("10.0.0.5:9222", "10.0.0.5:9222", false),
            ("localhost.evil.test:9222", "localhost.evil.test:9222", false),
            ("http://127.0.0.1@evil.test:9222", "evil.test:9222", false),
        ] {
            let endpoint = Endpoint::parse(text).unwrap();
            assert_eq!((endpoint.to_string().as_str(), endpoint.is_local()), (shown, local), "{text}");
        }
        for bad in ["", "0", "99999999", "ftp://x", "https://x", "http://", "file:///etc/passwd"] {
            assert_eq!(Endpoint::parse(bad).unwrap_err().cause, Cause::InvalidParameter, "{bad}");
        }
    }
}

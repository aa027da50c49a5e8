//! The check of webhook addresses. An agent chooses the address, and this process may be in a network to
//! which the agent has no access. So the resolved address is checked when the connection is made, and only
//! public addresses are allowed unless the configuration names the host.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use crate::gateway::failure::GatewayFailure;

/// The allowed hosts with private addresses, as `HOST` or `HOST:PORT`.
#[derive(Debug, Clone, Default)]
pub(crate) struct Callbacks(Vec<String>);

/// The restriction for calls of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// Public addresses only.
    Public,
    /// Any address, because the configuration names the host.
    Configured,
}

/// The maximum length of an address, in bytes.
const LONGEST: usize = 2048;

impl Callbacks {
    pub(crate) fn new(hosts: Vec<String>) -> Self {
        Self(hosts)
    }

    /// Returns the address, and its restriction.
    pub(super) fn admit(&self, text: &str) -> Result<(Url, Way), GatewayFailure> {
        let invalid = |reason: &str| GatewayFailure::invalid("callback_url", reason);
        if text.len() > LONGEST {
            return Err(invalid("is longer than 2048 bytes"));
        }
        let url = Url::parse(text).map_err(|_| invalid("is not a URL"))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(invalid("does not begin with https:// or http://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(invalid("has a user name or a password in it"));
        }
        let host = url.host().ok_or_else(|| invalid("has no host"))?;
        let port = url.port_or_known_default().unwrap_or_default();
        let name = host.to_string();
        if self.0.iter().any(|known| *known == name || *known == format!("{name}:{port}")) {
            return Ok((url, Way::Configured));
        }
        let address = match host {
            Host::Ipv4(address) => Some(IpAddr::V4(address)),
            Host::Ipv6(address) => Some(IpAddr::V6(address)),
            Host::Domain(_) => None,
        };
        if address.is_some_and(|address| !is_public(address)) {
            return Err(invalid("leads to an address that is not public")
                .hint("The administrator of the server can permit it in channels.private_callbacks."));
        }
        Ok((url, Way::Public))
    }
}

/// Whether an IP address is globally routable.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_shared = a == 100 && (64..128).contains(&b);
    let is_protocol = (a, b, c) == (192, 0, 0);
    let is_relay = (a, b, c) == (192, 88, 99);
    let is_benchmark = a == 198 && (18..20).contains(&b);
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || is_shared
        || is_protocol
        || is_relay
        || is_benchmark)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    // Addresses that embed an IPv4 address lead to that address.
    let segments = address.segments();
    let carried = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low] => carried(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => carried(high, low),
        [0x2002, high, low, ..] => carried(high, low),
        // All public addresses begin with these three bits, but so do those for documentation and Teredo.
        [0x2001, second, ..] if second == 0xdb8 || second < 0x200 => false,
        [0x3fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// A resolver that returns only public addresses. The connection uses an address that was checked here.
pub(super) struct PublicAddressResolver;

impl Resolve for PublicAddressResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_string();
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|address| is_public(address.ip())).collect();
            match public.is_empty() {
                true => Err(format!("{name} leads to no public address").into()),
                false => Ok(Box::new(public.into_iter()) as Addrs),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_non_public_addresses_in_any_notation() {
        let callbacks = Callbacks::default();
        for bad in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://0/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.1.1/",
            "http://169.254.169.254/",
            "http://100.64.0.1/",
            "http://192.0.0.1/",
            "http://198.18.0.1/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://240.0.0.1/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:a00:1]/",
            "http://[::127.0.0.1]/",
            "http://[fe80::1]/",
            "http://[fc00::1]/",
            "http://[ff02::1]/",
            "http://[64:ff9b::7f00:1]/",
            "http://[2002:7f00:1::]/",
            "http://[2001:db8::1]/",
            "http://[2001::1]/",
            "http://１２７.0.0.1/",
            "ftp://example.com/",
            "file:///etc/passwd",
            "http://a:b@example.com/",
            "https://",
            "example.com",
            "",
        ] {
            assert!(callbacks.admit(bad).is_err(), "{bad}");
        }
        for good in ["https://example.com/a?b", "http://8.8.8.8:8080/", "http://[2606:4700::1111]/"] {
            assert_eq!(callbacks.admit(good).map(|(_, way)| way), Ok(Way::Public), "{good}");
        }
    }

    #[test]
    fn admits_configured_callback_hosts() {
        let callbacks = Callbacks::new(vec!["127.0.0.1:9000".into(), "hooks.internal".into()]);
        let way = |url: &str| callbacks.admit(url).map(|(_, way)| way);
        assert_eq!(way("http://127.0.0.1:9000/a"), Ok(Way::Configured));
        assert_eq!(way("http://hooks.internal:81/"), Ok(Way::Configured));
        assert!(way("http://127.0.0.1:9001/").is_err());
        assert_eq!(way("http://hooks.internal.example/"), Ok(Way::Public));
    }

    #[tokio::test]
    async fn resolver_rejects_names_of_local_addresses() {
        let refused = PublicAddressResolver.resolve("localhost".parse().unwrap()).await;
        assert!(refused.is_err_and(|error| error.to_string().contains("no public address")));
    }
}

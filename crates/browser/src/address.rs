//! Web addresses as users type them: completion, and the refusal of local addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use lemmascope_intent::{Cause, Failure};
use url::{Host, Url};

use crate::text::quote;

/// Completes an address: `example.com` becomes `https://example.com/`, `localhost:8080` becomes
/// `http://localhost:8080/`.
pub fn complete(text: &str) -> Result<String, Failure> {
    let text = text.trim();
    let invalid = |why: String| {
        Failure::new(Cause::InvalidParameter, format!("{} is not an address: {why}", quote(text, 120)))
            .hint("Write it as example.com/path or https://example.com/path.")
    };
    if text.is_empty() {
        return Err(invalid("it is empty".into()));
    }
    let has_scheme = text.split_once(':').is_some_and(|(scheme, rest)| {
        let is_word = scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        // In `localhost:8080` the colon introduces a port, not a scheme.
        is_word
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && !rest.starts_with(|c: char| c.is_ascii_digit())
    });
    let whole =
        if has_scheme { text.to_string() } else { format!("https://{}", text.trim_start_matches('/')) };
    let mut url = Url::parse(&whole).map_err(|error| invalid(error.to_string()))?;
    if !has_scheme && is_local_host(url.host().as_ref()) {
        // The text is parsed again because `set_scheme` would drop a port that is the default of the old
        // scheme.
        url = Url::parse(&format!("http://{}", text.trim_start_matches('/')))
            .map_err(|error| invalid(error.to_string()))?;
    }
    match url.scheme() {
        "http" | "https" | "data" | "file" | "blob" => Ok(url.to_string()),
        // The other `about:` pages belong to the browser: settings, history, internals.
        "about" if matches!(url.path(), "blank" | "srcdoc") => Ok(url.to_string()),
        "javascript" => Err(invalid("a script is not a page".into())),
        other => Err(invalid(format!("a browser opens no {other} addresses"))),
    }
}

/// Refuses addresses that would let an untrusted pack read from this machine or its network.
pub fn refuse_local(url: &str) -> Result<(), Failure> {
    let Ok(url) = Url::parse(url) else { return Err(refused("this address")) };
    match url.scheme() {
        "http" | "https" => match url.host() {
            Some(Host::Domain(name)) if is_local_name(name) => Err(local_address_failure()),
            Some(Host::Ipv4(ip)) if is_inner(IpAddr::V4(ip)) => Err(local_address_failure()),
            Some(Host::Ipv6(ip)) if is_inner(IpAddr::V6(ip)) => Err(local_address_failure()),
            _ => Ok(()),
        },
        "about" => Ok(()),
        _ => Err(refused("a file of this machine")),
    }
}

/// The failure for a host on this machine or its network, by any name.
pub(crate) fn local_address_failure() -> Failure {
    refused("a page of this machine or its network")
}

fn refused(what: &str) -> Failure {
    Failure::new(Cause::Forbidden, format!("{what} cannot be opened by an untrusted definition"))
        .hint("Trust the pack, or open it by a command of your own.")
}

/// Whether a host name resolves on this machine or in its network. A name without a dot does.
fn is_local_name(name: &str) -> bool {
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let ends = [".localhost", ".local", ".localdomain", ".internal", ".lan", ".home.arpa", ".intranet"];
    !name.contains('.') || ends.iter().any(|end| name.ends_with(end))
}

/// Whether an IP address belongs to this machine or its network, or to no single machine (broadcast,
/// multicast).
pub(crate) fn is_inner(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => {
            let [first, second, ..] = ip.octets();
            ip.is_loopback()
                || ip.is_private()
                || ip.is_link_local()
                || ip.is_broadcast()
                || ip.is_multicast()
                || first == 0
                // Carrier-grade NAT addresses (100.64.0.0/10) and benchmarking addresses (198.18.0.0/15).
                || (first == 100 && (64..128).contains(&second))
                || (first == 198 && (18..20).contains(&second))
                || first >= 240
        }
        IpAddr::V6(ip) => {
            ip.is_loopback()
                || ip.is_unspecified()
                || ip.is_unique_local()
                || ip.is_unicast_link_local()
                || ip.is_multicast()
                || (ip.segments()[0] & 0xffc0) == 0xfec0
                || embedded(ip).is_some_and(|ip| is_inner(IpAddr::V4(ip)))
        }
    }
}

/// Returns the IPv4 address embedded in an IPv6 address: NAT64 (64:ff9b::/96), 6to4 (2002::/16), IPv4-mapped
/// or IPv4-compatible.
fn embedded(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let octets = ip.octets();
    let at = |from: usize| <[u8; 4]>::try_from(&octets[from..from + 4]).ok().map(Ipv4Addr::from);
    match ip.segments() {
        [0x64, 0xff9b, ..] => at(12),
        [0x2002, ..] => at(2),
        _ => ip.to_ipv4(),
    }
}

fn is_local_host(host: Option<&Host<&str>>) -> bool {
    match host {
        Some(Host::Domain(name)) => *name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(_) | Host::Ipv6(_)) => true,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completes_partial_urls() {
        let whole = |text: &str| complete(text).unwrap();
        assert_eq!(whole("example.com"), "https://example.com/");
        assert_eq!(whole(" Example.com/A?q=1#x "), "https://example.com/A?q=1#x");
        assert_eq!(whole("localhost:8080/x"), "http://localhost:8080/x");
        assert_eq!(whole("127.0.0.1"), "http://127.0.0.1/");
        assert_eq!(whole("example.com:8443"), "https://example.com:8443/");
        assert_eq!(whole("http://x.y"), "http://x.y/");
        assert_eq!(whole("about:blank"), "about:blank");
        for bad in [
            "",
            "about:version",
            "chrome://settings",
            "view-source:file:///x",
            "devtools://x",
            "javascript:alert(1)",
            "ssh://x",
            "http://",
            "https://exa mple",
        ] {
            assert_eq!(complete(bad).unwrap_err().cause, Cause::InvalidParameter, "{bad}");
        }
    }

    #[test]
    fn packs_cannot_reach_local_addresses() {
        for local in [
            "file:///etc/passwd",
            "http://localhost/",
            "http://127.0.0.2:1/",
            "http://[::1]/",
            "http://a.localhost/",
            "data:text/html,x",
            "http://0.0.0.0/",
            "http://[::ffff:127.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[::127.0.0.1]/",
            "http://[64:ff9b::10.0.0.1]/",
            "http://[2002:c0a8:101::1]/",
            "http://[::]/",
            "http://[fec0::1]/",
            "http://[ff02::1]/",
            "http://224.0.0.1/",
            "http://0/",
            "http://0177.0.0.1/",
            "http://127.1/",
            "http://0x7f000001/",
            "http://127.0.0.1./",
            "http://1２7.0.0.1/",
            "http://10.1.2.3/",
            "http://172.16.0.1/",
            "http://192.168.1.1:8080/",
            "http://169.254.169.254/latest/meta-data/",
            "http://100.64.0.1/",
            "http://0x7f.1/",
            "http://2130706433/",
            "http://[fe80::1]/",
            "http://[fd00::1]/",
            "http://router/",
            "http://LOCALHOST./",
            "http://printer.local/",
            "ftp://example.com/",
        ] {
            assert_eq!(refuse_local(local).unwrap_err().cause, Cause::Forbidden, "{local}");
        }
        for open in [
            "https://example.com/",
            "http://8.8.8.8/",
            "http://[2606:4700::1111]/",
            "http://[64:ff9b::808:808]/",
            "about:blank",
        ] {
            assert!(refuse_local(open).is_ok(), "{open}");
        }
    }
}

//! Makes user-entered URLs absolute.

use std::net::{Ipv4Addr, Ipv6Addr};

/// Schemes without `//`. Without this list, `localhost:3000` would be a scheme too.
const OPAQUE: [&str; 8] = ["about", "data", "blob", "javascript", "mailto", "tel", "view-source", "file"];

/// Adds the scheme: `http` for `localhost` and bare IP addresses, `https` otherwise. Explicit schemes and
/// paths relative to the current page are unchanged. Returns `None` if there is no host.
pub(crate) fn absolute(address: &str) -> Option<String> {
    if address.is_empty() {
        return None;
    }
    if address.starts_with(['/', '?', '.']) {
        return Some(address.to_owned());
    }
    if let Some((scheme, rest)) = address.split_once("://")
        && is_scheme(scheme)
    {
        return (!rest.is_empty()).then(|| address.to_owned());
    }
    if let Some((scheme, rest)) = address.split_once(':')
        && OPAQUE.iter().any(|opaque| scheme.eq_ignore_ascii_case(opaque))
    {
        return (!rest.is_empty()).then(|| address.to_owned());
    }
    if address.parse::<Ipv6Addr>().is_ok() {
        return Some(format!("http://[{address}]"));
    }
    let authority = address.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((inside, _)) => inside,
        None => host.split(':').next().unwrap_or_default(),
    };
    if name.is_empty() || authority.contains(char::is_whitespace) {
        return None;
    }
    let local = name.eq_ignore_ascii_case("localhost")
        || name.parse::<Ipv4Addr>().is_ok()
        || name.parse::<Ipv6Addr>().is_ok();
    Some(format!("{}://{address}", if local { "http" } else { "https" }))
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

use url::Url;

/// Returns the host and the port of an HTTP or HTTPS URL. The port defaults to that of the scheme.
pub fn host_and_port(url: &str) -> Option<(String, Option<u16>)> {
    let url = Url::parse(url).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    Some((url.host_str()?.to_string(), url.port_or_known_default()))
}

/// Whether a URL matches a glob pattern, in which `*` matches any text. A pattern may omit the scheme.
pub fn is_like(url: &str, pattern: &str) -> bool {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    matches(pattern, url) || matches(pattern, bare)
}

/// Matches a glob. It backtracks to the last `*` only, so that no pattern takes exponential time.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut p, mut t) = (0, 0);
    let mut last: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                last = Some((p, t));
                p += 1;
            }
            Some(byte) if *byte == text[t] => (p, t) = (p + 1, t + 1),
            _ => match &mut last {
                Some((star, taken)) => {
                    *taken += 1;
                    (p, t) = (*star + 1, *taken);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_network_urls_have_a_host() {
        let host =
            |url: &str| host_and_port(url).map(|(host, port)| format!("{host} {}", port.unwrap_or_default()));
        for (url, expected) in [
            ("http://ann@127.0.0.1:81/x?y", Some("127.0.0.1 81")),
            ("https://A.com/x:5", Some("a.com 443")),
            ("http://[::1]/x", Some("[::1] 80")),
            ("http://a.com\\@b.com/", Some("a.com 80")),
            ("about:blank", None),
            ("file:///etc/passwd", None),
            ("a.com", None),
            ("", None),
        ] {
            assert_eq!(host(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn url_pattern_stars_match_any_text() {
        for (pattern, url, holds) in [
            ("*/orders/*", "https://a.com/orders/5", true),
            ("*/cart*", "https://a.com/cart?x=1", true),
            ("*/check?out", "https://a.com/check.out", false),
            ("a.com/login", "https://a.com/login", true),
            ("a.com/login", "https://a.com/login?x", false),
            ("https://a.com/login", "https://a.com/login", true),
            ("*.example.com/*", "https://shop.example.com/", true),
            ("*.example.com/*", "https://example.com.evil.net/", false),
            ("*", "", true),
            ("", "", true),
            ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZ", false),
        ] {
            assert_eq!(is_like(url, pattern), holds, "{pattern} {url}");
        }
    }
}

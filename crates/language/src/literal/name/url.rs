//! Web URLs, with and without a scheme.

/// Whether a text starts with a scheme, or with `www.`.
pub(super) fn has_scheme(text: &str) -> bool {
    if let Some((scheme, rest)) = text.split_once("://") {
        let named = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.len() <= 20
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
        return named && !rest.is_empty();
    }
    let lower = |prefix: &str| text.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix));
    (lower("www.") && is_domain(host(text))) || (lower("mailto:") && text.contains('@'))
}

/// Whether a text is a host with a known top-level domain, optionally with a port and a path:
/// `example.org/a`, `localhost:3000`, `192.168.1.1`.
pub(super) fn is_host(text: &str) -> bool {
    let host = host(text);
    let rest = &text[host.len()..];
    if host.eq_ignore_ascii_case("localhost") {
        return !rest.is_empty() && is_sound_rest(rest);
    }
    if is_ipv4(host) {
        return is_sound_rest(rest);
    }
    let top = host.rsplit('.').next().unwrap_or_default();
    // `node.js` and `asp.net` are product names.
    is_domain(host)
        && is_sound_rest(rest)
        && ENDINGS.iter().any(|ending| ending.eq_ignore_ascii_case(top))
        && !THINGS.iter().any(|thing| thing.eq_ignore_ascii_case(text))
}

/// Whether a text is a URL and not a file or product name: it has a scheme, or a host with a known top-level
/// domain.
pub fn is_address(text: &str) -> bool {
    let is_opaque = ["about:", "data:", "file:"].iter().any(|scheme| text.starts_with(scheme));
    !text.contains(char::is_whitespace)
        && (is_opaque || has_scheme(text) || is_host(text) || text.eq_ignore_ascii_case("localhost"))
}

/// Whether a text is a domain with at least two labels.
pub(super) fn is_domain(text: &str) -> bool {
    let label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    let top = text.rsplit('.').next().unwrap_or_default();
    text.len() <= 253
        && text.contains('.')
        && text.split('.').all(label)
        && top.chars().count() > 1
        && top.chars().all(char::is_alphabetic)
}

/// Whether a top-level domain is very common.
pub(super) fn is_common(ending: &str) -> bool {
    matches!(ending, "com" | "org" | "net" | "edu" | "gov" | "io" | "pt" | "br" | "uk" | "eu")
}

fn host(text: &str) -> &str {
    let end = text.find(['/', ':', '?', '#']).unwrap_or(text.len());
    &text[..end]
}

/// Whether the text is a port, then a path, a query or a fragment.
fn is_sound_rest(rest: &str) -> bool {
    let after_port = match rest.strip_prefix(':') {
        Some(port) => {
            let digits = port.len() - port.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if !(1..=5).contains(&digits) {
                return false;
            }
            &port[digits..]
        }
        None => rest,
    };
    after_port.is_empty() || after_port.starts_with(['/', '?', '#'])
}

fn is_ipv4(host: &str) -> bool {
    host.len() <= 15 && host.split('.').count() == 4 && host.split('.').all(|part| part.parse::<u8>().is_ok())
}

/// Common top-level domains. Those that are also file extensions (`md`, `rs`, `py`, `sh`, `zip`) are
/// excluded: without a scheme the text is a file name.
const ENDINGS: &[&str] = &[
    "com",
    "org",
    "net",
    "edu",
    "gov",
    "mil",
    "int",
    "info",
    "biz",
    "name",
    "io",
    "dev",
    "app",
    "ai",
    "co",
    "me",
    "tv",
    "fm",
    "cc",
    "gg",
    "ly",
    "xyz",
    "online",
    "site",
    "store",
    "shop",
    "blog",
    "cloud",
    "tech",
    "wiki",
    "news",
    "pt",
    "br",
    "ao",
    "mz",
    "cv",
    "uk",
    "us",
    "ca",
    "au",
    "nz",
    "ie",
    "es",
    "fr",
    "de",
    "it",
    "nl",
    "be",
    "ch",
    "at",
    "dk",
    "se",
    "no",
    "fi",
    "eu",
    "pl",
    "cz",
    "ru",
    "jp",
    "cn",
    "in",
    "kr",
    "mx",
    "ar",
    "cl",
    "local",
    "test",
    "example",
    "localhost",
];

const THINGS: &[&str] = &["asp.net", "vb.net", "ml.net", "paint.net", "socket.io", "draw.io", "e.g", "i.e"];

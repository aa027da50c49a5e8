//! URL patterns of triggers: `*` matches anything, and the scheme is optional.

use lemmascope_intent::is_like;

/// Returns the host of a pattern, if it contains no `*`.
pub(super) fn named_host(glob: &str) -> Option<&str> {
    let host = without_port(authority(glob));
    (!host.is_empty() && !host.contains('*') && host.contains(['.', ':'])).then_some(host)
}

/// Returns the path on the current site that a pattern refers to: `/issues/new` for `*/issues/new*`. The host
/// of the pattern must match the host of `url`; an empty or `*` host matches only if `on_site` states that
/// the pattern is for this site.
pub(super) fn path_on(glob: &str, url: &str, on_site: bool) -> Option<String> {
    let bare = glob.split_once("://").map_or(glob, |(_, rest)| rest);
    let at = bare.find('/')?;
    let (host, path) = bare.split_at(at);
    let here = authority(url);
    let is_here = match host {
        "" | "*" | "**" => on_site,
        host => is_like(here, host) || is_like(without_port(here), host),
    };
    let path = path.trim_end_matches(['*', '/', '?', '&', '#']);
    // `*/a/*` becomes `/a`. A path that begins with `*` names no specific page.
    (is_here && !path.starts_with("/*")).then(|| if path.is_empty() { "/".into() } else { path.into() })
}

/// Returns the words of an address, separated by all characters that are neither letters nor digits.
pub(super) fn tokens(url: &str) -> impl Iterator<Item = &str> {
    url.split(|c: char| !c.is_alphanumeric()).filter(|token| !token.is_empty())
}

/// Returns a word that every address matching the pattern contains: the longest one that is not adjacent to a
/// `*`.
pub(super) fn whole_token(glob: &str) -> Option<&str> {
    let pieces = glob.split('*').collect::<Vec<_>>();
    let last = pieces.len() - 1;
    let whole = pieces.iter().enumerate().flat_map(|(at, piece)| {
        let end = |c: char| c.is_alphanumeric();
        // A word adjacent to a `*` may be longer in the address.
        let start = if at == 0 { 0 } else { piece.find(|c| !end(c)).unwrap_or(piece.len()) };
        let stop = if at == last {
            piece.len()
        } else {
            piece
                .rfind(|c| !end(c))
                .map_or(0, |stop| stop + piece[stop..].chars().next().map_or(0, char::len_utf8))
        };
        tokens(piece.get(start..stop).unwrap_or_default())
    });
    whole.max_by_key(|token| token.len())
}

fn authority(url: &str) -> &str {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = bare.split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit_once('@').map_or(host, |(_, host)| host)
}

fn without_port(authority: &str) -> &str {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn url_glob_yields_path_on_current_site() {
        let url = "https://github.com/ann/tool";
        for (glob, on_site, path) in [
            ("*/issues/new*", true, Some("/issues/new")),
            ("*/issues/new*", false, None),
            ("https://github.com/*/issues/new", false, None),
            ("https://github.com/new", false, Some("/new")),
            ("github.com/new?*", false, Some("/new")),
            ("*.github.com/new", false, None),
            ("gitlab.com/new", true, None),
            ("*/compare/*", true, Some("/compare")),
            ("*/orders/*/edit", true, Some("/orders/*/edit")),
            ("github.com/*", false, Some("/")),
            ("*", true, None),
        ] {
            assert_eq!(path_on(glob, url, on_site).as_deref(), path, "{glob} {on_site}");
        }
    }

    #[test]
    fn extracts_longest_literal_token_of_url_glob() {
        for (glob, token) in [
            ("*/issues/new*", Some("issues")),
            ("https://github.com/*", Some("github")),
            ("*shop*", None),
            ("*/new*", None),
            ("*é/ärger/*", Some("ärger")),
            ("*", None),
            ("", None),
        ] {
            assert_eq!(whole_token(glob), token, "{glob}");
        }
    }

    #[test]
    fn extracts_host_of_url_glob_without_wildcard() {
        assert_eq!(named_host("https://*.a.com/x"), None);
        assert_eq!(named_host("a.com:8080/x"), Some("a.com"));
    }
}

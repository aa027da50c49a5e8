use url::Url;

use crate::text::tame;

/// The maximum number of characters of an address that are printed.
const LONGEST: usize = 120;

/// Formats an address for display: host, path and query, without an HTTP scheme.
pub(super) fn address(url: &str) -> String {
    match Url::parse(url) {
        Ok(parsed) if matches!(parsed.scheme(), "http" | "https") => {
            let port = parsed.port().map(|port| format!(":{port}")).unwrap_or_default();
            plain(&format!("{}{port}{}", parsed.host_str().unwrap_or_default(), path(&parsed)), LONGEST)
        }
        // Addresses of other schemes, such as `data:` and `about:`, carry little information and are cut
        // further.
        _ => plain(url, LONGEST / 3),
    }
}

/// Formats a change of address: only the paths if the origin is the same.
pub fn change_of_address(before: &str, after: &str) -> (String, String) {
    match (Url::parse(before), Url::parse(after)) {
        (Ok(a), Ok(b)) if a.origin().is_tuple() && a.origin() == b.origin() => {
            (plain(&path(&a), LONGEST), plain(&path(&b), LONGEST))
        }
        _ => (address(before), address(after)),
    }
}

fn path(url: &Url) -> String {
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    let fragment = url.fragment().map(|fragment| format!("#{fragment}")).unwrap_or_default();
    format!("{}{query}{fragment}", url.path())
}

/// Escapes spaces and quotes, so that the end of an address is unambiguous.
fn plain(address: &str, longest: usize) -> String {
    tame(address, longest).replace(' ', "%20").replace('"', "%22")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortens_and_escapes_shown_urls() {
        assert_eq!(address("https://example.com/login?next=%2F#top"), "example.com/login?next=%2F#top");
        assert_eq!(address("http://user:pw@localhost:8080"), "localhost:8080/");
        assert_eq!(address("about:blank"), "about:blank");
        assert_eq!(address("data:text/html,<p>a \"b\"\n@ evil"), "data:text/html,<p>a%20%22b%22%20@%20evil");
        assert!(address(&format!("https://a.com/{}", "x".repeat(5000))).len() < 200);
    }

    #[test]
    fn url_change_shows_only_differing_parts() {
        let told = |before, after| {
            let (before, after) = change_of_address(before, after);
            format!("{before} → {after}")
        };
        assert_eq!(told("https://a.com/login", "https://a.com/home?x=1"), "/login → /home?x=1");
        assert_eq!(told("https://a.com/login", "https://b.com/"), "a.com/login → b.com/");
    }
}

/// Whether an address is one of those that a pattern with `*` for anything means; a pattern may leave the scheme out.
pub fn is_like(url: &str, pattern: &str) -> bool {
    let bare = url.split_once("://").map_or(url, |(_, rest)| rest);
    matches(pattern, url) || matches(pattern, bare)
}

/// Goes back to the last `*` only, so that no pattern takes long.
fn matches(pattern: &str, text: &str) -> bool {
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
    fn stars_stand_for_anything() {
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

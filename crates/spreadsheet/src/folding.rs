//! Texts as they sound: without capitals, accents and odd spaces.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Without capitals, and with single spaces.
pub(crate) fn lowered(text: &str) -> String {
    squeezed(&text.to_lowercase())
}

/// Without capitals and accents, and with single spaces.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return squeezed(&text.to_ascii_lowercase());
    }
    squeezed(&text.nfkd().filter(|it| !is_combining_mark(*it)).collect::<String>().to_lowercase())
}

/// Letters and digits alone.
pub(crate) fn bare(text: &str) -> String {
    folded(text).chars().filter(|it| it.is_alphanumeric()).collect()
}

/// With one space wherever there is any, and none at the ends.
pub(crate) fn squeezed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// At most so many characters, with a sign where some were cut off.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_what_is_heard() {
        assert_eq!(folded("  Preço\u{a0}Médio\n"), "preco medio");
        assert_eq!(bare("Unit-Price (€)"), "unitprice");
        assert_eq!(shortened("ação", 2), "aç…");
    }
}

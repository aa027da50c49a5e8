//! Folds texts for comparison: ignores case, accents and spacing.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lowercases a text and collapses spaces.
pub(crate) fn lowercase_folded(text: &str) -> String {
    collapse_whitespace(&text.to_lowercase())
}

/// Lowercases a text, removes accents and collapses spaces.
pub(crate) fn folded(text: &str) -> String {
    if text.is_ascii() {
        return collapse_whitespace(&text.to_ascii_lowercase());
    }
    collapse_whitespace(&text.nfkd().filter(|it| !is_combining_mark(*it)).collect::<String>().to_lowercase())
}

/// Keeps only letters and digits.
pub(crate) fn bare(text: &str) -> String {
    folded(text).chars().filter(|it| it.is_alphanumeric()).collect()
}

/// Collapses whitespace, and trims both ends.
pub(crate) fn collapse_whitespace(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Truncates a text to at most `most` characters, with an ellipsis.
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
    fn folds_spaces_case_and_accents() {
        assert_eq!(folded("  Preço\u{a0}Médio\n"), "preco medio");
        assert_eq!(bare("Unit-Price (€)"), "unitprice");
        assert_eq!(shortened("ação", 2), "aç…");
    }
}

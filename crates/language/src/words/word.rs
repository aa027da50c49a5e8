//! A word, and its two forms for comparison.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A word of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its byte range in the sentence.
    pub span: Range<usize>,
    /// The text in lower case and compatibility normal form (NFKC), with accents. Contractions are expanded:
    /// `n't` is `not`.
    pub form: String,
    /// The form without its accents.
    pub folded: String,
    /// The punctuation mark before it: a comma, a period, a line break etc. The first word has none.
    pub pause: Option<char>,
}

impl Word {
    /// Creates a word with this form; the folded form is derived from it.
    pub(crate) fn new(span: Range<usize>, form: String, pause: Option<char>) -> Self {
        let folded = fold(&form);
        Self { span, form, folded, pause }
    }
}

/// Returns a text without accents, otherwise unchanged.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    if text.chars().all(is_western) {
        return text.chars().map(without_accent).collect();
    }
    text.nfd().filter(|&c| !is_combining_mark(c)).nfc().collect()
}

/// Normalizes a text for the comparison of words: compatibility normal form, lower case, without invisible
/// characters.
pub(super) fn form(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    if text.chars().all(is_western) {
        return text.chars().flat_map(char::to_lowercase).collect();
    }
    let lower = text.nfkc().flat_map(char::to_lowercase);
    // Lowercasing can break the normal form (`İ`), and a ligature may contain a space; a form has neither.
    lower.filter(|&c| !is_unseen(c) && !c.is_whitespace()).map(straight).nfkc().collect()
}

/// Whether a character is in a range that covers nearly all text in both languages: each is its own normal
/// form, so the Unicode tables are not needed.
pub(crate) fn is_western(c: char) -> bool {
    c.is_ascii() || (matches!(c, 'À'..='ÿ') && !matches!(c, '×' | '÷'))
}

/// Returns a character of this range without its accent.
pub(crate) fn without_accent(c: char) -> char {
    match c {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ì'..='Ï' => 'I',
        'Ñ' => 'N',
        'Ò'..='Ö' => 'O',
        'Ù'..='Ü' => 'U',
        'Ý' => 'Y',
        c => c,
    }
}

/// Whether a character is invisible: joiners, direction marks, soft hyphens.
pub(super) fn is_unseen(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// Whether a character is an apostrophe.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | 'ʼ' | '＇')
}

/// Whether a character is a hyphen inside a word.
pub(super) fn is_hyphen(c: char) -> bool {
    matches!(c, '-' | '‐' | '‑')
}

/// Replaces typographic apostrophes and hyphens by plain ones.
fn straight(c: char) -> char {
    match c {
        c if is_apostrophe(c) => '\'',
        c if is_hyphen(c) => '-',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_removes_accents_only() {
        for (text, folded) in [
            ("amanhã", "amanha"),
            ("ação", "acao"),
            ("às", "as"),
            ("plain", "plain"),
            ("e\u{301}", "e"),
            ("straße", "straße"),
            ("日本", "日本"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }

    #[test]
    fn latin_letters_fold_without_tables() {
        for c in ('\0'..='\u{ff}').filter(|c| is_western(*c)) {
            let text = c.to_string();
            let plain: String = text.nfd().filter(|&c| !is_combining_mark(c)).collect();
            assert_eq!(without_accent(c).to_string(), plain);
            assert_eq!(text.nfkc().collect::<String>(), text);
        }
    }

    #[test]
    fn form_normalizes_case_and_unicode() {
        for (text, expected) in [
            ("OPEN", "open"),
            ("Ｏｐｅｎ", "open"),
            ("ﬁle", "file"),
            ("AC\u{327}A\u{303}O", "ação"),
            ("don’t", "don't"),
            ("co\u{ad}op", "coop"),
            ("meeting‑notes", "meeting-notes"),
        ] {
            assert_eq!(form(text), expected);
        }
    }
}

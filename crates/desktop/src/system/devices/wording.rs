//! How texts are compared as people do.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The letters and digits of a text alone, without case and accents.
pub(crate) fn fold(text: &str) -> String {
    let plain = text.nfkd().filter(|it| !is_combining_mark(*it));
    plain.flat_map(char::to_lowercase).filter(|it| it.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_and_case_do_not_matter() {
        assert_eq!(fold("São-Tomé ﬁle №1"), "saotomefileno1");
        assert_eq!(fold("…!"), "");
    }
}

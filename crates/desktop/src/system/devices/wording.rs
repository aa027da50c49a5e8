//! Normalization of texts for comparison.

/// Returns only the letters and digits of a text, without case and accents.
pub(crate) fn letters(text: &str) -> String {
    lemmascope_intent::fold(text).chars().filter(|it| it.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalizes_accents_and_case() {
        assert_eq!(letters("São-Tomé ﬁle №1"), "saotomefileno1");
        assert_eq!(letters("…!"), "");
    }
}

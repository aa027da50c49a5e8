//! Counts the tokens of a text in the encoding `o200k_base`: splits it into pieces, and merges byte pairs in
//! each piece. `benches/tokens/README.md` describes the source of the vocabulary.

mod merging;
mod splitting;
mod vocabulary;

use std::sync::LazyLock;

use crate::bounded_cache::BoundedCache;

/// Returns the number of tokens of a text.
pub fn count_tokens(text: &str) -> usize {
    splitting::pieces(text).map(|piece| merging::merged(piece.as_bytes())).sum()
}

/// Returns the number of tokens of a line, from a cache, because the same lines are counted repeatedly to fit
/// a budget.
pub(crate) fn count_line(line: &str) -> usize {
    static LINES: LazyLock<BoundedCache<usize>> = LazyLock::new(|| BoundedCache::new(4096));
    LINES.answer(line, count_tokens)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns documents of many languages and kinds, and hostile names of rare or shuffled characters, with
    /// their reference counts.
    fn counted() -> Vec<(String, String, usize)> {
        let read = |json| serde_json::from_str::<Vec<_>>(json).unwrap();
        [read(include_str!("counted.json")), read(include_str!("hostile.json"))].concat()
    }

    #[test]
    fn token_counts_match_reference_encoding() {
        let wrong: Vec<String> = counted()
            .into_iter()
            .filter(|(_, text, tokens)| count_tokens(text) != *tokens)
            .map(|(kind, text, tokens)| format!("{kind}: {} of {tokens}", count_tokens(&text)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn counts_tokens_of_long_words_quickly() {
        // With a superlinear cost, these counts would not finish.
        assert!(count_tokens(&"a".repeat(400_000)) > 1000);
        assert!(count_tokens(&"qzxv".repeat(100_000)) > 1000);
    }

    proptest! {
        #[test]
        fn token_pieces_concatenate_to_input(text in "\\PC{0,60}|[a-z \n\"]{0,60}") {
            let pieces: Vec<&str> = splitting::pieces(&text).collect();
            prop_assert_eq!(pieces.concat(), text.clone());
            prop_assert!(count_tokens(&text) <= text.len());
            prop_assert!(count_tokens(&text) >= pieces.len());
        }
    }
}

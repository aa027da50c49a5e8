use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Pronouns and other words that refer to an earlier object, a line each. None has an accent.
static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("pronouns.txt").lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
});

/// Whether a text consists only of a word that refers to an earlier object.
pub fn is_pronoun(text: &str) -> bool {
    let said = text.trim().trim_end_matches(['.', '!', '?']).to_lowercase();
    WORDS.contains(said.as_str())
}

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Words that stand for something said before, a line each. None has an accent.
static WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let lines = include_str!("pronouns.txt").lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
});

/// Whether a text is nothing but words for something said before.
pub fn is_pronoun(text: &str) -> bool {
    let said = text.trim().trim_end_matches(['.', '!', '?']).to_lowercase();
    WORDS.contains(said.as_str())
}

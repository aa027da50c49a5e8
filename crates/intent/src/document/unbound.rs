/// Words that stand for something said before, a line each.
const WORDS: &str = include_str!("unbound.txt");

/// Whether a text is nothing but a word for something said before.
pub(super) fn is_unbound(text: &str) -> bool {
    let said = text.trim().trim_end_matches(['.', '!', '?']).to_lowercase();
    let words = WORDS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    words.into_iter().any(|word| word == said)
}

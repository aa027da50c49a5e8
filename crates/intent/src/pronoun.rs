/// Words that stand for something said before, a line each. None has an accent.
const WORDS: &str = include_str!("pronouns.txt");

/// Whether a text is nothing but words for something said before.
pub fn is_pronoun(text: &str) -> bool {
    let said = text.trim().trim_end_matches(['.', '!', '?']).to_lowercase();
    let words = WORDS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    words.into_iter().any(|word| word == said)
}

//! Summaries in a single short sentence.

use crate::cues::untied;
use crate::selection::Worth;

/// The maximum length, in characters.
pub(crate) const MOST: usize = 280;

/// The number of top-ranked sentences that are considered.
const LOOKED_AT: usize = 40;

/// Returns the most significant sentence that fits, with its index. A complete sentence is preferred, then
/// one without parentheses; a sentence that is still too long is cut at the end of a clause.
pub(crate) fn tweet(worth: &Worth<'_>) -> Option<(usize, String)> {
    let ranked = worth.ranked();
    let best = ranked.first().map(|at| worth.scores[*at])?;
    let mut found: Option<(f64, usize, String)> = None;
    for at in ranked.iter().copied().take(LOOKED_AT) {
        let text = &worth.prose.units[at].text;
        for (kept, form) in forms(text) {
            let score = worth.scores[at] * kept;
            if fits(&form) && found.as_ref().is_none_or(|(most, ..)| score > *most) {
                found = Some((score, at, form));
            }
        }
    }
    // The start of a significant sentence is better than an insignificant sentence.
    let found = found.filter(|(score, ..)| *score > best * 0.1);
    if let Some((_, at, text)) = found {
        return Some((at, text));
    }
    let at = *ranked.first()?;
    Some((at, shortened(&worth.prose.units[at].text)))
}

pub(crate) fn fits(text: &str) -> bool {
    text.chars().count() <= MOST
}

/// Returns increasingly shortened forms of a sentence with their preference.
fn forms(text: &str) -> Vec<(f64, String)> {
    let whole = untied(text).unwrap_or_else(|| text.to_string());
    if fits(&whole) {
        return vec![(1.0, whole)];
    }
    let bare = remove_parentheses(&whole);
    let mut forms = vec![(0.9, bare.clone())];
    if let Some(clause) = first_clause(&bare) {
        forms.push((0.6, clause));
    }
    forms
}

/// Removes text in parentheses.
fn remove_parentheses(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut depth = 0_usize;
    for letter in text.chars() {
        match letter {
            '(' | '[' => {
                depth += 1;
                if depth == 1 {
                    kept.truncate(kept.trim_end().len());
                }
            }
            ')' | ']' if depth > 0 => depth -= 1,
            letter if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    // An unclosed parenthesis would remove the rest of the sentence.
    if depth > 0 { text.to_string() } else { kept }
}

/// Returns the text before a semicolon, which is a sentence by itself.
fn first_clause(text: &str) -> Option<String> {
    let (clause, _) = text.split_once("; ")?;
    (clause.split_whitespace().count() > 6).then(|| format!("{}.", clause.trim_end()))
}

/// Truncates a text to complete words with an ellipsis.
pub(crate) fn shortened(text: &str) -> String {
    let bare = remove_parentheses(text);
    if fits(&bare) {
        return bare;
    }
    let room: String = bare.chars().take(MOST - 2).collect();
    let end = room.rfind(char::is_whitespace).unwrap_or(room.len());
    format!("{} …", room[..end].trim_end_matches(|letter: char| !letter.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::{MOST, first_clause, fits, remove_parentheses, shortened};

    #[test]
    fn removes_parentheses_and_keeps_first_clause() {
        assert_eq!(remove_parentheses("It works (mostly), as said [or not]."), "It works, as said.");
        assert_eq!(remove_parentheses("It works (mostly, as said."), "It works (mostly, as said.");
        let long = "Seven words that make a clause stand here; and then much more follows.";
        assert_eq!(first_clause(long).as_deref(), Some("Seven words that make a clause stand here."));
    }

    #[test]
    fn truncates_between_words_with_an_ellipsis() {
        let cut = shortened(&"palavra ".repeat(60));
        assert!(fits(&cut) && cut.ends_with("palavra …"), "{cut}");
        let endless = shortened(&"a".repeat(5000));
        assert!(endless.chars().count() <= MOST);
    }
}

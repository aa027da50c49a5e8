//! One sentence that is short enough to be sent.

use crate::cues::untied;
use crate::selection::Worth;

/// The most letters that it may have.
pub(crate) const MOST: usize = 280;

/// How many sentences are looked at, from the best down; those beyond say little of the document.
const LOOKED_AT: usize = 40;

/// The sentence that says most of the document in as many letters, and which one it is. It is taken whole where a whole
/// one fits, then without its asides; a sentence that is still too long is closed where a clause ends.
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
    // A sentence that says next to nothing is worse than the beginning of one that says it.
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

/// The sentence as it stands and with less and less around it, and how much each is liked.
fn forms(text: &str) -> Vec<(f64, String)> {
    let whole = untied(text).unwrap_or_else(|| text.to_string());
    if fits(&whole) {
        return vec![(1.0, whole)];
    }
    let bare = without_asides(&whole);
    let mut forms = vec![(0.9, bare.clone())];
    if let Some(clause) = first_clause(&bare) {
        forms.push((0.6, clause));
    }
    forms
}

/// Without what is in brackets.
fn without_asides(text: &str) -> String {
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
    // A bracket that never closes would have swallowed the rest.
    if depth > 0 { text.to_string() } else { kept }
}

/// What precedes a semicolon is a sentence by itself.
fn first_clause(text: &str) -> Option<String> {
    let (clause, _) = text.split_once("; ")?;
    (clause.split_whitespace().count() > 6).then(|| format!("{}.", clause.trim_end()))
}

/// As many whole words as fit, and a sign that more follows.
pub(crate) fn shortened(text: &str) -> String {
    let bare = without_asides(text);
    if fits(&bare) {
        return bare;
    }
    let room: String = bare.chars().take(MOST - 2).collect();
    let end = room.rfind(char::is_whitespace).unwrap_or(room.len());
    format!("{} …", room[..end].trim_end_matches(|letter: char| !letter.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::{MOST, first_clause, fits, shortened, without_asides};

    #[test]
    fn asides_go_and_what_is_left_is_whole() {
        assert_eq!(without_asides("It works (mostly), as said [or not]."), "It works, as said.");
        assert_eq!(without_asides("It works (mostly, as said."), "It works (mostly, as said.");
        let long = "Seven words that make a clause stand here; and then much more follows.";
        assert_eq!(first_clause(long).as_deref(), Some("Seven words that make a clause stand here."));
    }

    #[test]
    fn what_is_cut_is_cut_between_words_and_says_so() {
        let cut = shortened(&"palavra ".repeat(60));
        assert!(fits(&cut) && cut.ends_with("palavra …"), "{cut}");
        let endless = shortened(&"a".repeat(5000));
        assert!(endless.chars().count() <= MOST);
    }
}

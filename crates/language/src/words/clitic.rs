//! The pronouns that Portuguese hangs on its verbs: `abre-me`, `apagá-lo`.

use super::split::Parts;
use super::word::{Word, fold, is_hyphen};

const CLITICS: &[&str] = &[
    "me", "te", "se", "lhe", "lhes", "nos", "vos", "o", "a", "os", "as", "lo", "la", "los", "las", "no",
    "na", "nas", "mo", "ma", "mos", "mas",
];

/// Those of them that stand for something which was spoken of.
const OBJECTS: &[&str] = &["o", "a", "os", "as", "lo", "la", "los", "las", "no", "na", "lhe", "lhes"];

/// Whether a word of a Portuguese sentence hangs on a verb and stands for something which was spoken of: `apaga-o`.
pub fn is_object(word: &Word, sentence: &str) -> bool {
    let before = sentence.get(..word.span.start).and_then(|before| before.chars().next_back());
    OBJECTS.contains(&word.folded.as_str()) && before.is_some_and(is_hyphen)
}

/// Words that look like a verb with a pronoun, and are not.
const COMPOUNDS: &[&str] =
    &["type", "plan", "section", "vitamin", "model", "figure", "option", "pick", "mini", "not"];

/// The verb and its pronoun, where what stands before the hyphen looks like a verb.
pub(super) fn parts(written: &str, form: &str) -> Option<Parts> {
    let (verb, clitic) = form.rsplit_once('-')?;
    if !CLITICS.contains(&clitic) || !is_verb_like(verb) {
        return None;
    }
    let (at, hyphen) = written.char_indices().rev().find(|&(_, c)| is_hyphen(c))?;
    Some(Parts { head: verb.to_owned(), tail: clitic.to_owned(), at, gap: hyphen.len_utf8() })
}

/// A word of letters alone with an ending that verbs have before a pronoun.
fn is_verb_like(word: &str) -> bool {
    let letters = word.chars().all(char::is_alphabetic) && word.chars().nth(1).is_some();
    let ending = fold(word).chars().next_back();
    letters
        && !COMPOUNDS.contains(&word)
        && matches!(ending, Some('a' | 'e' | 'i' | 'o' | 'u' | 'm' | 'r' | 's' | 'z'))
}

//! Portuguese clitic pronouns: `abre-me`, `apagá-lo`.

use super::split::Parts;
use super::word::{Word, fold, is_hyphen};

const CLITICS: &[&str] = &[
    "me", "te", "se", "lhe", "lhes", "nos", "vos", "o", "a", "os", "as", "lo", "la", "los", "las", "no",
    "na", "nas", "mo", "ma", "mos", "mas", "lho", "lha", "lhos", "lhas",
];

/// The clitics that refer to an object.
const OBJECTS: &[&str] =
    &["o", "a", "os", "as", "lo", "la", "los", "las", "no", "na", "lhe", "lhes", "mo", "ma", "mos", "mas"];

/// The plural clitics.
const SEVERAL: &[&str] = &["os", "as", "los", "las", "mos", "mas"];

/// Whether a word of a Portuguese sentence is a clitic that refers to an object: `apaga-o`.
pub fn is_object(word: &Word, sentence: &str) -> bool {
    OBJECTS.contains(&word.folded.as_str()) && hangs(word, sentence)
}

/// Whether a clitic is plural: `apaga-os`.
pub(crate) fn is_of_several(folded: &str) -> bool {
    SEVERAL.contains(&folded)
}

/// Whether a hyphen joins a word to the one before it.
pub(crate) fn hangs(word: &Word, sentence: &str) -> bool {
    let before = sentence.get(..word.span.start).and_then(|before| before.chars().next_back());
    before.is_some_and(is_hyphen)
}

/// The referent of a clitic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hanging {
    /// One object: `apaga-o`.
    One,
    /// Several objects: `apaga-os`.
    Several,
    /// One object, for the speaker: `lê-mo`.
    OneForMe,
    /// The indirect object: `dá-lhe`.
    Recipient,
}

/// A verb with a clitic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithPronoun {
    /// The verb without the clitic, if its form differs: `apagar` for `apagá-lo`.
    pub verb: Option<String>,
    /// The referent.
    pub pronoun: Hanging,
}

/// Returns the referent of a clitic after a verb; nothing for any other word.
pub fn hanging(verb: &Word, pronoun: &Word, sentence: &str) -> Option<WithPronoun> {
    if !hangs(pronoun, sentence) {
        return None;
    }
    let is_nasal = ["m", "ao", "oe"].iter().any(|ending| verb.folded.ends_with(ending));
    let (pronoun, is_shortened) = match pronoun.folded.as_str() {
        "o" | "a" => (Hanging::One, false),
        "os" | "as" => (Hanging::Several, false),
        "lo" | "la" => (Hanging::One, true),
        "los" | "las" => (Hanging::Several, true),
        "no" | "na" if is_nasal => (Hanging::One, false),
        "nos" | "nas" if is_nasal => (Hanging::Several, false),
        "mo" | "ma" => (Hanging::OneForMe, false),
        "lhe" | "lhes" => (Hanging::Recipient, false),
        _ => return None,
    };
    let verb = is_shortened.then(|| whole(&verb.form)).flatten();
    Some(WithPronoun { verb, pronoun })
}

/// Restores the infinitive, which has lost its `r` before `lo`; `fi-lo` and `pu-lo` are unchanged.
fn whole(form: &str) -> Option<String> {
    let last = form.chars().next_back()?;
    let stem = &form[..form.len() - last.len_utf8()];
    let ending = match last {
        'á' | 'a' => "ar",
        'ê' | 'é' | 'e' => "er",
        'ô' | 'o' => "or",
        'i' | 'í' => "ir",
        _ => return None,
    };
    Some(format!("{stem}{ending}"))
}

/// Words that look like a verb with a clitic, but are not.
const COMPOUNDS: &[&str] =
    &["type", "plan", "section", "vitamin", "model", "figure", "option", "pick", "mini", "not"];

/// Splits a verb and its clitic, if the text before the hyphen looks like a verb.
pub(super) fn parts(written: &str, form: &str) -> Option<Parts> {
    let (verb, clitic) = form.rsplit_once('-')?;
    if !CLITICS.contains(&clitic) || !is_verb_like(verb) {
        return None;
    }
    let (at, hyphen) = written.char_indices().rev().find(|&(_, c)| is_hyphen(c))?;
    Some(Parts { head: verb.to_owned(), tail: clitic.to_owned(), at, gap: hyphen.len_utf8() })
}

/// Whether a word consists of letters and has a verb ending that precedes clitics.
fn is_verb_like(word: &str) -> bool {
    let letters = word.chars().all(char::is_alphabetic) && word.chars().nth(1).is_some();
    let ending = fold(word).chars().next_back();
    letters
        && !COMPOUNDS.contains(&word)
        && matches!(ending, Some('a' | 'e' | 'i' | 'o' | 'u' | 'm' | 'r' | 's' | 'z'))
}

//! The pronouns that Portuguese hangs on its verbs: `abre-me`, `apagá-lo`.

use super::split::Parts;
use super::word::{Word, fold, is_hyphen};

const CLITICS: &[&str] = &[
    "me", "te", "se", "lhe", "lhes", "nos", "vos", "o", "a", "os", "as", "lo", "la", "los", "las", "no",
    "na", "nas", "mo", "ma", "mos", "mas", "lho", "lha", "lhos", "lhas",
];

/// Those of them that stand for something which was spoken of.
const OBJECTS: &[&str] =
    &["o", "a", "os", "as", "lo", "la", "los", "las", "no", "na", "lhe", "lhes", "mo", "ma", "mos", "mas"];

/// Those of them that stand for several.
const SEVERAL: &[&str] = &["os", "as", "los", "las", "mos", "mas"];

/// Whether a word of a Portuguese sentence hangs on a verb and stands for something which was spoken of: `apaga-o`.
pub fn is_object(word: &Word, sentence: &str) -> bool {
    OBJECTS.contains(&word.folded.as_str()) && hangs(word, sentence)
}

/// Whether it stands for several: `apaga-os`.
pub(crate) fn is_of_several(folded: &str) -> bool {
    SEVERAL.contains(&folded)
}

fn hangs(word: &Word, sentence: &str) -> bool {
    let before = sentence.get(..word.span.start).and_then(|before| before.chars().next_back());
    before.is_some_and(is_hyphen)
}

/// What a pronoun that hangs on a verb stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hanging {
    /// One thing: `apaga-o`.
    One,
    /// Several: `apaga-os`.
    Several,
    /// One thing, and it is for the speaker: `lê-mo`.
    OneForMe,
    /// What something is given to, or done of: `dá-lhe`.
    Recipient,
}

/// A verb and what the pronoun on it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithPronoun {
    /// The verb as it is without the pronoun, where that is otherwise: `apagá-lo` is of `apagar`.
    pub verb: Option<String>,
    /// What it stands for.
    pub pronoun: Hanging,
}

/// What a word stands for that hangs on the verb before it and refers to something; nothing for any other word.
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

/// The infinitive that has lost its `r` before `lo`; `fi-lo` and `pu-lo` stay as they are.
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

/// Words that look like a verb with a pronoun, and are not.
const COMPOUNDS: &[&str] =
    &["type", "plan", "section", "vitamin", "model", "figure", "option", "pick", "mini", "not"];

/// The verb and its pronoun, where what precedes the hyphen looks like a verb.
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

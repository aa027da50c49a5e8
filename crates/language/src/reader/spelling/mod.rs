mod dictionary;

use std::cmp::Reverse;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::tokenized::Tokenized;
use super::value_words;
use crate::goal::Things;
use crate::stance::{self, is_infinitive, is_request_form, lemma};

/// The words that requests are made of, so that one which is misspelt can be known for what it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Spelling {
    /// The words by the rest of each without one of its letters, and by itself.
    by_rest: FxHashMap<String, Vec<String>>,
    /// All words, with how often each was seen outside of values.
    known: FxHashMap<String, usize>,
    /// The words that examples have outside of values in small letters: no names.
    common: FxHashSet<String>,
    /// For each verb, the form that requests have most often.
    by_verb: FxHashMap<String, String>,
}

/// Shorter words are too near to one another.
const SHORTEST: usize = 4;
/// A word has to be seen so often before another is taken for it.
const OFTEN: usize = 3;

impl Spelling {
    /// Learns the words of examples; what is in a slot is no word of requests, but known all the same.
    pub(super) fn new(
        heard: &[(usize, usize, Tokenized<'_>)],
        things: &Things,
        is_value: impl Fn(usize, usize) -> bool,
    ) -> Self {
        let mut known: FxHashMap<String, usize> = things.words().map(|word| (word, 0)).collect();
        known.extend(stance::all_words().map(|word| (word.to_string(), 0)));
        known.extend(value_words::all().map(|word| (word.to_string(), OFTEN)));
        let mut common: FxHashSet<String> = FxHashSet::default();
        for (at, (_, _, heard)) in heard.iter().enumerate() {
            for (place, word) in heard.words.iter().enumerate() {
                let said = usize::from(!is_value(at, place));
                let is_small = heard.sentence[word.span.clone()].starts_with(char::is_lowercase);
                if said > 0 && is_small && !common.contains(&word.folded) {
                    common.insert(word.folded.clone());
                }
                match known.get_mut(&word.folded) {
                    Some(count) => *count += said,
                    None => {
                        known.insert(word.folded.clone(), said);
                    }
                }
            }
        }
        let mut by_verb: FxHashMap<String, String> = FxHashMap::default();
        for (word, count) in known.iter().filter(|(word, count)| **count > 0 && is_request_form(word)) {
            let Some(verb) = lemma(word) else { continue };
            let usual = by_verb.entry(verb).or_insert_with(|| word.clone());
            let rank = |word: &str, count: usize| (Reverse(count), word.to_string());
            if rank(word, *count) < rank(usual, known[usual.as_str()]) {
                usual.clone_from(word);
            }
        }
        let mut by_rest: FxHashMap<String, Vec<String>> = FxHashMap::default();
        for (word, count) in &known {
            if *count >= OFTEN && !word.starts_with('⟨') && word.chars().count() >= SHORTEST {
                for rest in rests(word) {
                    by_rest.entry(rest).or_default().push(word.clone());
                }
            }
        }
        Self { by_rest, known, common, by_verb }
    }

    /// The form of a verb that requests have most often.
    pub(super) fn usual(&self, verb: &str) -> Option<&str> {
        self.by_verb.get(verb).map(String::as_str)
    }

    /// The same for a form that no example has: `transfere` for `transfira`.
    pub(super) fn usual_form(&self, word: &str) -> Option<&str> {
        let is_other = !self.is_of_requests(word) && is_request_form(word) && !is_infinitive(word);
        lemma(word).filter(|_| is_other).and_then(|verb| self.usual(&verb))
    }

    /// Whether requests have this word outside of their values, and not as a name.
    pub(super) fn is_common(&self, word: &str) -> bool {
        self.common.contains(word)
    }

    /// Whether requests have this word outside of their values.
    pub(super) fn is_of_requests(&self, word: &str) -> bool {
        self.known.get(word).is_some_and(|count| *count > 0)
    }

    /// The word that a misspelt one is, where there is one that is near enough, and no other as near.
    pub(super) fn meant(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        let is_known = self.known.contains_key(word) || lemma(word).is_some();
        if length < SHORTEST || is_known || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        let is_word = dictionary::contains(word);
        // Two words that differ by one letter, or by the order of two, have something left in common without one.
        let near = rests(word).filter_map(|rest| self.by_rest.get(&rest)).flatten();
        let near = near.filter(|candidate| strsim::osa_distance(word, candidate) == 1);
        let near = near.filter(|candidate| !is_word || differ_in_number(word, candidate));
        let ranked =
            near.map(|it| (self.known[it.as_str()], Reverse(it.chars().count()), Reverse(it.as_str())));
        ranked.max().map(|(_, _, Reverse(word))| word)
    }
}

/// Whether one of two words is the plural of the other: "folders" and "folder".
fn differ_in_number(word: &str, other: &str) -> bool {
    word.strip_suffix('s') == Some(other) || other.strip_suffix('s') == Some(word)
}

/// A word, and the rest of it without each of its letters.
fn rests(word: &str) -> impl Iterator<Item = String> + '_ {
    let without = word.char_indices().map(|(at, letter)| {
        let mut rest = word[..at].to_string();
        rest.push_str(&word[at + letter.len_utf8()..]);
        rest
    });
    std::iter::once(word.to_string()).chain(without)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelling() -> Spelling {
        let sentences = [
            "create folder files",
            "create folder one",
            "create folder two",
            "list files now",
            "list files",
            "list one",
        ];
        let now = jiff::civil::date(2026, 1, 1).at(0, 0, 0, 0);
        let heard: Vec<_> = sentences.iter().map(|text| (0, 0, Tokenized::new(text, now))).collect();
        Spelling::new(&heard, &Things::none(), |_, _| false)
    }

    #[test]
    fn corrects_misspelled_words() {
        let spelling = spelling();
        assert_eq!(spelling.meant("craete"), Some("create"));
        assert_eq!(spelling.meant("foldr"), Some("folder"));
        assert_eq!(spelling.meant("lsit"), Some("list"));
    }

    #[test]
    fn keeps_dictionary_words() {
        let spelling = spelling();
        for word in ["fires", "tiles", "older", "holder", "lista", "fila"] {
            assert_eq!(spelling.meant(word), None, "{word}");
        }
        assert_eq!(spelling.meant("folders"), Some("folder"));
    }

    #[test]
    fn maps_verb_forms_to_trained_form() {
        let now = jiff::civil::date(2026, 1, 1).at(0, 0, 0, 0);
        let heard: Vec<_> = ["transfere o a.txt", "leva o a.txt"]
            .iter()
            .map(|text| (0, 0, Tokenized::new(text, now)))
            .collect();
        let spelling = Spelling::new(&heard, &Things::none(), |_, _| false);
        assert_eq!(spelling.usual_form("transfira"), Some("transfere"));
        assert_eq!(spelling.usual_form("leve"), Some("leva"));
        assert_eq!(spelling.usual_form("levei"), None);
        assert_eq!(spelling.usual_form("levar"), None);
    }

    #[test]
    fn keeps_known_and_distant_words() {
        let spelling = spelling();
        assert_eq!(spelling.meant("folder"), None);
        assert_eq!(spelling.meant("now"), None);
        assert_eq!(spelling.meant("banana"), None);
    }
}

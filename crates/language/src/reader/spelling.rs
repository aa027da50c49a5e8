use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::heard::Heard;
use super::value_words;
use crate::goal::all_words;
use crate::stance::{self, lemma};

/// The words that requests are made of, so that one which is misspelt can be known for what it is.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Spelling {
    /// The words by what is left of each without one of its letters, and by itself.
    by_rest: FxHashMap<String, Vec<String>>,
    /// All words, with how often each was seen outside of values.
    known: FxHashMap<String, usize>,
}

/// Shorter words are too near to one another.
const SHORTEST: usize = 4;
/// A word has to be seen so often before another is taken for it.
const OFTEN: usize = 3;

/// Short forms that people write as they speak, without accents, and the words that they are short for.
const SPOKEN: [(&str, &str); 10] = [
    ("pra", "para"),
    ("pro", "para"),
    ("pras", "para"),
    ("pros", "para"),
    ("vc", "voce"),
    ("vcs", "voces"),
    ("tb", "tambem"),
    ("tbm", "tambem"),
    ("pq", "porque"),
    ("q", "que"),
];

impl Spelling {
    /// Learns the words of examples; what stands in a slot is no word of requests, but known all the same.
    pub(super) fn new(heard: &[(usize, usize, Heard<'_>)], is_value: impl Fn(usize, usize) -> bool) -> Self {
        let mut known: FxHashMap<String, usize> = all_words().map(|word| (word, 0)).collect();
        known.extend(stance::all_words().map(|word| (word.to_string(), 0)));
        known.extend(value_words::all().map(|word| (word.to_string(), OFTEN)));
        for (at, (_, _, heard)) in heard.iter().enumerate() {
            for (place, word) in heard.words.iter().enumerate() {
                *known.entry(word.folded.clone()).or_default() += usize::from(!is_value(at, place));
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
        Self { by_rest, known }
    }

    /// Whether requests have this word outside of their values.
    pub(super) fn is_of_requests(&self, word: &str) -> bool {
        self.known.get(word).is_some_and(|count| *count > 0)
    }

    /// The word that a misspelt one is, where there is one that is near enough, and no other as near; and the word that is
    /// written where one that is only spoken stands.
    pub(super) fn meant(&self, word: &str) -> Option<&str> {
        if let Some((_, written)) = SPOKEN.iter().find(|(spoken, _)| *spoken == word) {
            return Some(written);
        }
        let length = word.chars().count();
        let is_known = self.known.contains_key(word) || lemma(word).is_some();
        if length < SHORTEST || is_known || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        // Two words that differ by one letter, or by the order of two, have something left in common without one.
        let near = rests(word).filter_map(|rest| self.by_rest.get(&rest)).flatten();
        let near = near.filter(|candidate| strsim::osa_distance(word, candidate) == 1);
        let ranked =
            near.map(|it| (self.known[it.as_str()], Reverse(it.chars().count()), Reverse(it.as_str())));
        ranked.max().map(|(_, _, Reverse(word))| word)
    }
}

/// A word, and what is left of it without each of its letters.
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
        let heard: Vec<_> = sentences.iter().map(|text| (0, 0, Heard::new(text, now))).collect();
        Spelling::new(&heard, |_, _| false)
    }

    #[test]
    fn a_slip_is_known_for_what_it_is() {
        let spelling = spelling();
        assert_eq!(spelling.meant("craete"), Some("create"));
        assert_eq!(spelling.meant("foldr"), Some("folder"));
        assert_eq!(spelling.meant("lsit"), Some("list"));
    }

    #[test]
    fn words_that_are_known_or_far_stay() {
        let spelling = spelling();
        assert_eq!(spelling.meant("folder"), None);
        assert_eq!(spelling.meant("now"), None);
        assert_eq!(spelling.meant("banana"), None);
    }
}

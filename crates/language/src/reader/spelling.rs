use std::collections::BTreeMap;

use super::heard::Heard;
use crate::goal::all_words;

/// The words that requests are made of, so that one which is misspelt can be known for what it is.
#[derive(Debug, Clone, Default)]
pub(super) struct Spelling {
    /// The words by their length, with how often each was seen.
    by_length: BTreeMap<usize, Vec<(String, usize)>>,
    known: BTreeMap<String, usize>,
}

/// Shorter words are too near to one another.
const SHORTEST: usize = 4;
/// A word has to be seen so often before another is taken for it.
const OFTEN: usize = 3;

impl Spelling {
    /// Learns the words of examples; what stands in a slot is no word of requests, but known all the same.
    pub(super) fn new(heard: &[(usize, usize, Heard<'_>)], is_value: impl Fn(usize, usize) -> bool) -> Self {
        let mut known: BTreeMap<String, usize> = all_words().map(|word| (word, 0)).collect();
        for (at, (_, _, heard)) in heard.iter().enumerate() {
            for (place, word) in heard.words.iter().enumerate() {
                *known.entry(word.folded.clone()).or_default() += usize::from(!is_value(at, place));
            }
        }
        let mut by_length: BTreeMap<usize, Vec<(String, usize)>> = BTreeMap::new();
        for (word, count) in known.iter().filter(|(word, count)| **count >= OFTEN && !word.starts_with('⟨'))
        {
            let length = word.chars().count();
            if length >= SHORTEST {
                by_length.entry(length).or_default().push((word.clone(), *count));
            }
        }
        Self { by_length, known }
    }

    /// Whether requests have this word outside of their values.
    pub(super) fn is_of_requests(&self, word: &str) -> bool {
        self.known.get(word).is_some_and(|count| *count > 0)
    }

    /// The word that a misspelt one is, where there is one that is near enough, and no other as near.
    pub(super) fn meant(&self, word: &str) -> Option<&str> {
        let length = word.chars().count();
        if length < SHORTEST || self.known.contains_key(word) || !word.chars().all(char::is_alphabetic) {
            return None;
        }
        let near = self.by_length.range(length - 1..=length + 1).flat_map(|(_, words)| words);
        let mut best: Option<&(String, usize)> = None;
        for candidate in near {
            if strsim::osa_distance(word, &candidate.0) == 1 && best.is_none_or(|best| candidate.1 > best.1) {
                best = Some(candidate);
            }
        }
        best.map(|(word, _)| word.as_str())
    }
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

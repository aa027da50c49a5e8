//! Phrases in both languages, by their function in a conversation, parsed from a file.

use std::collections::HashMap;

use lemmascope_language::words::{Word, words};

/// The phrases, as folded words, by heading and first word.
pub(super) struct Phrases(HashMap<String, HashMap<String, Vec<Vec<String>>>>);

impl Phrases {
    /// Parses headings in brackets, each followed by one phrase per line. `{one|other|}` expands to either
    /// alternative, or to nothing.
    pub(super) fn read(text: &str) -> Self {
        let mut phrases: HashMap<String, HashMap<String, Vec<Vec<String>>>> = HashMap::new();
        let mut heading = "";
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                heading = name;
                continue;
            }
            for phrase in alternatives(line) {
                let phrase: Vec<String> = words(&phrase).into_iter().map(|word| word.folded).collect();
                let Some(first) = phrase.first().cloned() else { continue };
                phrases.entry(heading.into()).or_default().entry(first).or_default().push(phrase);
            }
        }
        for phrase in phrases.values_mut().flat_map(HashMap::values_mut) {
            phrase.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        }
        Self(phrases)
    }

    /// Returns the length of the longest phrase under a heading with which the words begin.
    pub(super) fn begins(&self, heading: &str, words: &[Word]) -> Option<usize> {
        let is_said = |phrase: &&Vec<String>| {
            phrase.len() <= words.len() && phrase.iter().zip(words).all(|(said, word)| *said == word.folded)
        };
        self.0.get(heading)?.get(&words.first()?.folded)?.iter().find(is_said).map(Vec::len)
    }

    /// Like [`begins`](Self::begins), for any of several headings.
    pub(super) fn begins_any(&self, headings: &[&str], words: &[Word]) -> Option<usize> {
        headings.iter().filter_map(|heading| self.begins(heading, words)).max()
    }

    /// Returns the length of the longest phrase under a heading with which the words end.
    pub(super) fn ends(&self, heading: &str, words: &[Word]) -> Option<usize> {
        (0..words.len())
            .find(|from| self.begins(heading, &words[*from..]) == Some(words.len() - from))
            .map(|from| words.len() - from)
    }

    /// Whether the words consist only of phrases under these headings.
    pub(super) fn are_all(&self, headings: &[&str], words: &[Word]) -> bool {
        let mut at = 0;
        while at < words.len() {
            let Some(length) = self.begins_any(headings, &words[at..]) else { return false };
            at += length;
        }
        !words.is_empty()
    }
}

/// Expands the alternatives of a line.
fn alternatives(line: &str) -> Vec<String> {
    let Some(open) = line.find('{') else { return vec![line.to_string()] };
    let (before, rest) = (&line[..open], &line[open + 1..]);
    let mut depth = 1_usize;
    let mut parts: Vec<&str> = Vec::new();
    let mut start = 0;
    let mut end = rest.len();
    for (at, sign) in rest.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => depth -= 1,
            '|' if depth == 1 => {
                parts.push(&rest[start..at]);
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            parts.push(&rest[start..at]);
            end = at + 1;
            break;
        }
    }
    let tails = alternatives(rest.get(end..).unwrap_or_default());
    let heads = parts.into_iter().flat_map(alternatives);
    heads.flat_map(|head| tails.iter().map(move |tail| format!("{before}{head}{tail}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expands_nested_alternatives_in_phrases() {
        assert_eq!(alternatives("call it"), ["call it"]);
        assert_eq!(alternatives("{a|b} c{d|}"), ["a cd", "a c", "b cd", "b c"]);
        assert_eq!(alternatives("x {a|b {c|d}}"), ["x a", "x b c", "x b d"]);
    }

    #[test]
    fn matches_the_longest_phrase() {
        let phrases = Phrases::read("[greet]\n{good|very good} {day|}\nhi\n");
        assert_eq!(phrases.begins("greet", &words("Very good day to you")), Some(3));
        assert_eq!(phrases.begins("greet", &words("day")), None);
        assert_eq!(phrases.ends("greet", &words("I say good day")), Some(2));
        assert!(phrases.are_all(&["greet"], &words("hi, good day")));
        assert!(!phrases.are_all(&["greet"], &words("hi you")));
    }
}

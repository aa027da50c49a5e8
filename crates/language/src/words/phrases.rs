//! Lists of phrases by role.

use rustc_hash::FxHashMap;

use super::split::words;
use super::word::Word;

/// Phrases by role. A list consists of lines `role: phrase, phrase`; a role may have several lines, and `#`
/// starts a comment.
#[derive(Debug, Default)]
pub(crate) struct Phrases {
    /// The phrases by first word, because few words start one: for each role, the longest first.
    by_first: FxHashMap<String, Vec<(&'static str, Vec<Phrase>)>>,
}

type Phrase = Vec<Said>;

/// A word of a phrase. Users omit accents, but "é" and "e" are distinct words.
#[derive(Debug)]
struct Said {
    folded: String,
    /// The form with accents, if the word is so short that its accent distinguishes it from another word.
    form: Option<String>,
}

impl From<Word> for Said {
    fn from(word: Word) -> Self {
        let is_short = word.form.chars().count() <= 2;
        Self { form: Some(word.form).filter(|_| is_short), folded: word.folded }
    }
}

impl Said {
    fn is(&self, word: &Word) -> bool {
        self.folded == word.folded && self.form.as_ref().is_none_or(|form| *form == word.form)
    }
}

impl Phrases {
    /// Parses several lists.
    pub(crate) fn read(lists: &[&'static str]) -> Self {
        let mut phrases = Self::default();
        let lines = lists.iter().flat_map(|list| list.lines()).filter(|line| !line.starts_with('#'));
        for (role, list) in lines.filter_map(|line| line.split_once(':')) {
            for phrase in list.split(',') {
                let words: Phrase = words(phrase).into_iter().map(Said::from).collect();
                let Some(first) = words.first().map(|first| first.folded.clone()) else { continue };
                let roles = phrases.by_first.entry(first).or_default();
                match roles.iter_mut().find(|(other, _)| *other == role) {
                    Some((_, phrases)) => phrases.push(words),
                    None => roles.push((role, vec![words])),
                }
            }
        }
        for (_, phrases) in phrases.by_first.values_mut().flatten() {
            phrases.sort_by_key(|phrase| std::cmp::Reverse(phrase.len()));
        }
        phrases
    }

    /// Returns the number of words of the longest phrase with a role at the start.
    pub(crate) fn begins(&self, role: &str, words: &[Word]) -> Option<usize> {
        let is_said = |phrase: &&Phrase| {
            phrase.len() <= words.len() && phrase.iter().zip(words).all(|(said, word)| said.is(word))
        };
        self.of(role, &words.first()?.folded)?.iter().find(is_said).map(Vec::len)
    }

    /// Whether a word without accents is a complete phrase with a role.
    pub(crate) fn has(&self, role: &str, word: &str) -> bool {
        self.of(role, word).into_iter().flatten().any(|phrase| phrase.len() == 1)
    }

    /// Returns the phrases with a role that start with a word without accents.
    fn of(&self, role: &str, first: &str) -> Option<&Vec<Phrase>> {
        self.by_first.get(first)?.iter().find(|(other, _)| *other == role).map(|(_, phrases)| phrases)
    }

    /// Returns every word of every phrase.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        let phrases = self.by_first.values().flatten().flat_map(|(_, phrases)| phrases);
        phrases.flatten().map(|said| said.folded.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_longest_phrase_of_role() {
        let phrases = Phrases::read(&["# a list\nno: do not, do not ever, never\nyes: sim\n"]);
        assert_eq!(phrases.begins("no", &words("don't ever touch it")), Some(3));
        assert_eq!(phrases.begins("no", &words("do it")), None);
        assert_eq!(phrases.begins("yes", &words("Sim!")), Some(1));
        assert!(phrases.has("no", "never") && !phrases.has("no", "do"));
    }
}

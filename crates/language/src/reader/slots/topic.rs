//! Finds the topic of a sentence, for a list of search words: "what do you know about my passport?".

use std::ops::Range;

use lemmascope_intent::{Parameter, Type};

use super::Filling;
use crate::reader::tokenized::is_article;

/// Words that introduce a topic.
const ABOUT: [&str; 7] = ["about", "regarding", "concerning", "sobre", "acerca", "respeito", "relativamente"];

/// Words before the topic that are not part of it.
const BEFORE: [&str; 31] = [
    "of", "to", "my", "our", "your", "his", "her", "its", "their", "this", "that", "de", "do", "da", "dos",
    "das", "ao", "a", "meu", "minha", "meus", "minhas", "nosso", "nossa", "nossos", "nossas", "teu", "tua",
    "seu", "sua", "aos",
];

impl Filling<'_> {
    /// Returns the words of the topic, for a list of words without a value. A request with a topic must not
    /// return everything, so these words are never ignored.
    pub(super) fn topic(&self, parameter: &Parameter) -> Option<Range<usize>> {
        let words = &self.heard.words;
        if parameter.kind != Type::Array || parameter.format.is_some() {
            return None;
        }
        let about = words.iter().rposition(|word| ABOUT.contains(&word.folded.as_str()))?;
        let is_before = |at: &usize| {
            words.get(*at).is_some_and(|word| is_article(word) || BEFORE.contains(&word.folded.as_str()))
        };
        let start = (about + 1..words.len()).find(|at| !is_before(at))?;
        let last = self.heard.matters.last().copied().filter(|last| *last >= start)?;
        let pause = (start..last).find(|at| words[at + 1].pause.is_some()).unwrap_or(last);
        let range = start..pause + 1;
        let is_free = range.clone().all(|at| !self.taken[at]) && !self.is_pronoun(range.clone());
        is_free.then_some(range)
    }
}

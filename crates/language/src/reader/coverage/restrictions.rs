//! Restrictions of a list that no value expresses.

use std::ops::Range;

use super::{Coverage, has_meaning};
use crate::literal::Kind;
use crate::reader::listing::is_of_listing;
use crate::stance::{Draft, is_request_form, is_verb, lemma};
use crate::words::Word;

/// The maximum distance between the noun for an attribute and its value, in words.
const ATTRIBUTE_REACH: usize = 3;

/// Verbs that introduce a request for a list.
const TELLING: [&str; 26] = [
    "tell",
    "show",
    "see",
    "know",
    "want",
    "like",
    "look",
    "find",
    "check",
    "let",
    "need",
    "wonder",
    "dizer",
    "mostrar",
    "ver",
    "saber",
    "querer",
    "gostar",
    "ser",
    "precisar",
    "poder",
    "ir",
    "deixar",
    "olhar",
    "espreitar",
    "adorar",
];

impl Coverage<'_> {
    /// Whether all words of a sentence are nouns for things, restrictions by values, or words that introduce a list.
    pub(in crate::reader) fn is_only_restricted(&self, draft: &Draft) -> bool {
        let words = &self.heard.words;
        let is_open = |at: usize| {
            !self.heard.is_polite(at)
                && has_meaning(&words[at])
                && !self.is_value(at)
                && !self.is_thing(at)
                && !self.is_participle(at)
                && !is_of_listing(&words[at].folded)
                && !self.vocabulary().has(self.class, &words[at].folded)
        };
        let begins = |at: &usize| {
            let is_first = !self.is_value(*at) && is_request_form(&words[*at].folded);
            is_first && !is_of_listing(&words[*at].folded) && has_meaning(&words[*at])
        };
        let has_verb = (0..words.len()).any(|at| begins(&at));
        !has_verb
            && !(0..words.len()).any(is_open)
            && self.other_requests(draft).is_empty()
            && self.dropped_restrictions(draft).is_empty()
    }

    fn is_value(&self, at: usize) -> bool {
        self.filled.spans.iter().any(|(range, _)| range.contains(&at))
    }

    fn is_thing(&self, at: usize) -> bool {
        self.heard.things.kind_of_word(&self.heard.words[at].folded).is_some()
    }

    /// Whether a word states an attribute whose value follows: "tagged bug".
    fn is_participle(&self, at: usize) -> bool {
        let words = &self.heard.words;
        self.heard.things.is_attribute_form(&words[at].folded)
            && (at + 1..words.len().min(at + ATTRIBUTE_REACH)).any(|at| self.is_value(at))
    }

    /// Returns the parts of a request for a list that no value expresses: "the cards blocked by legal". Without them,
    /// the list would be longer than requested.
    pub(in crate::reader) fn dropped_restrictions(&self, draft: &Draft) -> Vec<String> {
        let words = &self.heard.words;
        // The noun for an attribute belongs to the value beside it.
        let is_left = |at: usize| {
            let beside = at.saturating_sub(ATTRIBUTE_REACH)..words.len().min(at + ATTRIBUTE_REACH + 1);
            self.heard.things.is_attribute(&words[at].folded) && !beside.clone().any(|at| self.is_value(at))
        };
        let is_example = |at: usize| {
            self.matched.is_some_and(|matched| !matched.slots.iter().any(|(range, _)| range.contains(&at)))
        };
        let is_aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let is_dropped = |at: &usize| {
            !is_aside(*at)
                && !is_example(*at)
                && !self.is_participle(*at)
                && (is_left(*at) || !self.is_explained(*at) && !self.is_thing(*at))
                && !self.is_value(*at)
        };
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for at in (0..words.len()).filter(is_dropped) {
            match stretches.last_mut() {
                Some(last) if (last.end..at).all(|between| self.is_idle(between)) => last.end = at + 1,
                _ => stretches.push(at..at + 1),
            }
        }
        // Words before the request, and clauses without any part of it, introduce it or state a reason.
        let is_of_list = |at: usize| self.is_value(at) || self.is_thing(at);
        let restricts = |range: &Range<usize>| {
            let is_behind = (0..range.start).any(|at| self.is_own_word(at) || is_of_list(at));
            let is_before_noun =
                words.get(range.end).is_some_and(|next| next.pause.is_none()) && self.is_thing(range.end);
            let start = (1..=range.start).rev().find(|at| words[*at].pause.is_some());
            let end = (range.end..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
            let is_apart = start.is_some_and(|start| !(start..end).any(is_of_list));
            // "My brother usually moves the files": another verb comes first.
            let is_other_verb = |word: &Word| {
                let verb = lemma(&word.folded).unwrap_or_else(|| word.folded.clone());
                is_verb(word) && !TELLING.contains(&verb.as_str())
            };
            let said = &words[range.clone()];
            let has_date = said
                .iter()
                .any(|word| self.heard.literal(word).is_some_and(|found| found.value.kind() == Kind::Date));
            let is_other = !is_behind && (has_date || said.iter().any(is_other_verb));
            (is_behind || is_before_noun || is_other) && !is_apart
        };
        let restrictions = stretches.into_iter().filter(restricts);
        restrictions.map(|range| self.heard.text(range).to_string()).collect()
    }
}

//! Values that follow their names.

use std::ops::Range;

use lemmascope_intent::{Format, Object, Parameter, Type, Value};

use super::Filling;
use super::noun::is_noun;
use crate::reader::pairs::{objects, pairs};
use crate::reader::tokenized::is_article;

impl Filling<'_> {
    /// Assigns the JSON objects of the sentence to parameters with named values: by the parameter name or a
    /// synonym before it, or else in order. Values in words are searched for at the end of the sentence.
    pub(super) fn take_objects(&mut self) {
        let wanting: Vec<&Parameter> =
            self.speakable.parameters.iter().filter(|it| it.kind == Type::Object).collect();
        if wanting.is_empty() {
            return;
        }
        let mut objects = objects(self.heard.sentence);
        let before = |start: usize| {
            let word = self.heard.words.iter().rev().find(|word| word.span.end <= start);
            word.map(|word| word.folded.clone()).unwrap_or_default()
        };
        let leads = |parameter: &Parameter, word: &str| {
            parameter.name == word || self.edges.leads(&parameter.name, word)
        };
        let mut given: Vec<(&Parameter, Object)> = Vec::new();
        for parameter in &wanting {
            let own = objects.iter().position(|(start, _)| leads(parameter, &before(*start)));
            if let Some(at) = own.or_else(|| (!objects.is_empty() && wanting.len() == 1).then_some(0)) {
                let (start, object) = objects.remove(at);
                // The text inside an object is not part of the sentence.
                let first = self.heard.words.iter().position(|word| word.span.end > start);
                let behind = first.map(|first| (first..self.heard.words.len(), true));
                self.filled.spans.extend(behind);
                given.push((*parameter, object));
            }
        }
        let said = self.heard.words.iter().rposition(|word| PAIRING.contains(&word.folded.as_str()));
        if given.is_empty()
            && let ([only], Some(said)) = (wanting.as_slice(), said)
        {
            let end = self.heard.matters.last().map_or(0, |last| last + 1);
            let words = said + 1..end.max(said + 1);
            if let Some(pairs) = pairs(self.heard.text(words.clone())) {
                given.push((*only, pairs));
                self.filled.spans.push((words, true));
            }
        }
        for (parameter, object) in given {
            self.filled.values.insert(parameter.name.clone(), Value::Object(object));
        }
    }
}

impl<'a> Filling<'a> {
    /// Returns the parameter whose name directly precedes words that were assigned to another one: "sheet
    /// Warehouse".
    pub(super) fn named_before(&self, range: &Range<usize>, parameter: &Parameter) -> Option<&'a Parameter> {
        let word = &self.heard.words[range.start.checked_sub(1)?];
        let takes = |it: &&Parameter| {
            matches!(it.kind, Type::String | Type::Number | Type::Any) && !it.description.is_empty()
        };
        let other = self.speakable.parameters.iter().filter(takes).find(|it| it.name == word.folded)?;
        let is_free = other.name != parameter.name && !self.is_given(other) && !self.taken[range.start - 1];
        is_free.then_some(other)
    }

    /// Returns the words directly after the name of a parameter without a value: "subject Refund", "my name
    /// is Tom". They extend to the next mark or value.
    pub(super) fn named_behind(&self, parameter: &Parameter) -> Option<Range<usize>> {
        let words = &self.heard.words;
        // Without a description, the parameter only takes values that resemble those in the examples.
        if parameter.kind != Type::String || parameter.description.is_empty() {
            return None;
        }
        let is_other = |word: &str| self.speakable.parameters.iter().any(|it| it.name == word);
        let goes_on = |at: usize| {
            let word = &words[at];
            !self.taken[at] && word.pause.is_none() && !BINDS.contains(&word.folded.as_str())
        };
        let name = words.iter().position(|word| word.folded == parameter.name);
        let name = name.filter(|at| !self.taken[*at])?;
        let is_copula = |at: &usize| words.get(*at).is_some_and(|word| IS.contains(&word.form.as_str()));
        let start = if is_copula(&(name + 1)) { name + 2 } else { name + 1 };
        let further = (start..words.len()).take_while(|at| goes_on(*at) && !is_other(&words[*at].folded));
        let range = start..start + further.count();
        (!range.is_empty()).then_some(range)
    }
}

impl Filling<'_> {
    /// Returns the word next to a noun for its kind, which is a name whatever else it means: "the Total
    /// column", "a coluna Total".
    pub(super) fn beside_noun(&self, format: Format, free: &[usize]) -> Option<usize> {
        let words = &self.heard.words;
        let noun = free.iter().position(|at| is_noun(Some(format), &words[*at].folded, &self.heard.things));
        let noun = noun.filter(|_| format == Format::Column && !self.speakable.changes)?;
        let is_name = |at: usize| !BINDS.contains(&words[at].folded.as_str()) && !is_article(&words[at]);
        let is_next = |at: &usize| *at == free[noun] + 1 && words[*at].pause.is_none() && is_name(*at);
        let is_last = |at: &usize| *at + 1 == free[noun] && words[free[noun]].pause.is_none() && is_name(*at);
        let next = free.get(noun + 1).copied().filter(is_next);
        next.or_else(|| noun.checked_sub(1).map(|before| free[before]).filter(is_last))
    }
}

/// Words between a name and its value.
const IS: [&str; 4] = ["is", "=", "é", "as"];
/// Words that connect the following ones to something else.
const BINDS: [&str; 25] = [
    "of", "in", "on", "at", "to", "for", "from", "with", "by", "and", "or", "that", "the", "a", "de", "do",
    "da", "em", "no", "na", "para", "com", "e", "ou", "que",
];

/// Words before named values.
const PAIRING: [&str; 6] = ["with", "using", "com", "usando", "these", "estes"];

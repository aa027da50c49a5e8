//! The words that belong to a value.

use std::ops::Range;

use lemmascope_intent::Format;

use super::Coverage;
use crate::goal::{Part, unnameable};
use crate::reader::tokenized::is_article;
use crate::words::Word;

/// Words that start a set of objects.
const QUANTIFIERS: [&str; 9] =
    ["all", "every", "everything", "each", "todos", "todas", "tudo", "cada", "toda"];

impl Coverage<'_> {
    /// Whether a word can be part of the value that contains it. An unquoted name ends at a pause or a
    /// conjunction: "archive and print it" is a folder and another request.
    pub(super) fn is_in_value(&self, at: usize) -> bool {
        if self.is_listed_apart(at) {
            return false;
        }
        let holds = |(range, is_free): &(Range<usize>, bool)| {
            let is_one = !self.heard.text(range.clone()).contains(char::is_whitespace) && !self.is_set(range);
            if self.is_numbered(range.start) && !self.is_list(range) {
                return range.contains(&at) && at <= range.start + 1;
            }
            let is_whole = *is_free || self.is_list(range) || is_one;
            range.contains(&at) && (is_whole || self.end_of_name(range).is_none_or(|end| at < end))
        };
        self.filled.spans.iter().any(holds)
    }

    /// Whether a word belongs to a value that starts with the number of an object, and is no part of that number.
    pub(super) fn is_behind_number(&self, at: usize) -> bool {
        let holds = |(range, _): &(Range<usize>, bool)| {
            range.contains(&at) && self.is_numbered(range.start) && !self.is_list(range)
        };
        self.filled.spans.iter().any(holds)
            && !self.is_in_value(at)
            && self.heard.literal(&self.heard.words[at]).is_none()
    }

    /// Whether a word is the number of an object, and thus its complete name: `#4`.
    fn is_numbered(&self, at: usize) -> bool {
        let number = self.heard.words.get(at + 1).map(|word| &self.heard.sentence[word.span.clone()]);
        self.heard.words[at].folded == "#"
            && number.is_some_and(|number| number.chars().all(|sign| sign.is_ascii_digit()))
    }

    /// Whether a word is a name that "and" joins to the value of another parameter: "rename a.txt and b.txt"
    /// does not state new names.
    fn is_listed_apart(&self, at: usize) -> bool {
        let names = &self.filled.names;
        let Some((own, parameter)) = names.iter().find(|(range, _)| range.contains(&at)) else {
            return false;
        };
        let mut before = own.start;
        let mut is_joined = self.heard.words[before].pause == Some(',');
        while let Some(word) = before.checked_sub(1).map(|at| &self.heard.words[at]) {
            match word.form.as_str() {
                "and" | "e" => is_joined = true,
                "de" | "do" | "da" | "dos" | "das" | "of" => {}
                _ if is_article(word) => {}
                _ => break,
            }
            before -= 1;
        }
        is_joined && names.iter().any(|(range, other)| range.end == before && other != parameter)
    }

    /// Returns the end of the name at the start of a range, if it ends before the range.
    fn end_of_name(&self, range: &Range<usize>) -> Option<usize> {
        let words = &self.heard.words[range.clone()];
        let is_literal =
            |word: &Word| self.heard.literal(word).is_some_and(|found| found.value.kind().is_name());
        let parts = words.iter().map(|word| Part {
            folded: &word.folded,
            is_literal: is_literal(word),
            is_parted: word.pause.is_some(),
        });
        let end = unnameable(&parts.collect::<Vec<_>>(), self.heard.tongue);
        // The name of an existing object does not continue after a conjunction.
        let speakable = &self.reader.speakables()[self.class];
        let parameter = self.filled.names.iter().find(|(name, _)| name == range).map(|(_, name)| name);
        let declared = speakable.parameters.iter().find(|it| Some(&it.name) == parameter);
        let is_there = declared.is_some_and(|it| it.format != Some(Format::Title)) && !speakable.makes();
        let ends_in_name = words.last().is_some_and(is_literal);
        let joint =
            words.iter().skip(1).position(|word| matches!(word.form.as_str(), "and" | "e")).map(|at| at + 1);
        if is_there && self.is_set(range) {
            return Some(range.start);
        }
        end.or(joint.filter(|_| is_there && !ends_in_name)).map(|end| range.start + end)
    }

    /// Whether a range of words is a set of objects, and not a name: "all the invoices".
    fn is_set(&self, range: &Range<usize>) -> bool {
        let words = &self.heard.words[range.clone()];
        let is_literal = |word: &Word| self.heard.literal(word).is_some();
        words.first().is_some_and(|word| QUANTIFIERS.contains(&word.folded.as_str()) && !is_literal(word))
            && words.last().is_some_and(|word| !is_literal(word))
    }

    /// Whether the words are several names for a list parameter.
    fn is_list(&self, range: &Range<usize>) -> bool {
        let parameter = self.filled.names.iter().find(|(name, _)| name == range).map(|(_, name)| name);
        let is_list = |name: &String| self.filled.values.get(name).is_some_and(|it| it.as_list().is_some());
        match parameter {
            Some(name) => is_list(name) && range.len() > 1,
            None => self.filled.values.keys().any(is_list) && range.len() > 1,
        }
    }
}

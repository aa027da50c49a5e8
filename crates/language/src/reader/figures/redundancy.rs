//! Words that another part of the sentence defines or makes redundant.

use std::ops::Range;

use super::names::Likeness;
use super::units::{Kind, Reader, Unit, WORDS};

/// Operations that skip empty cells.
const MEASURING: [&str; 10] =
    ["avg", "sum", "total", "median", "std", "variance", "min", "max", "correlation", "p"];

impl Reader<'_> {
    /// Resolves a column in parentheses, which defines the word before it: "the bill (total_bill)".
    pub(super) fn settle_appositions(&self, units: &mut [Unit]) {
        let sentence = &self.heard.sentence;
        for at in 1..units.len() {
            let words = &self.words[units[at].words.clone()];
            let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
            let before = sentence[..first.span.start].trim_end();
            let is_enclosed =
                before.ends_with('(') && sentence[last.span.end..].trim_start().starts_with(')');
            let Kind::Column(column, likeness) = units[at].kind else { continue };
            if !is_enclosed || likeness <= Likeness::Akin {
                continue;
            }
            let is_operation = |it: &Unit| matches!(it.kind, Kind::Operation(_));
            let is_open =
                |it: &Unit| matches!(it.kind, Kind::Word | Kind::Rows | Kind::Column(_, Likeness::Akin));
            // "How long are the films (minutes)"
            for asked in 1..at {
                let is_how = self.words[units[asked - 1].words.start].folded == "how";
                if is_how && units[asked - 1].kind == Kind::Filler && units[asked].kind == Kind::Word {
                    units[asked].kind = Kind::Filler;
                }
            }
            // "Average top speed (Max speed)": the name states the operation before its object.
            if let [before @ .., order, akin] = &units[..at]
                && matches!(akin.kind, Kind::Column(own, Likeness::Akin) if own == column)
                && matches!(&order.kind, Kind::Operation(op) if self.names.words(column).any(|it| it == op))
                && before.iter().any(is_operation)
            {
                units[at - 2..at].iter_mut().for_each(|it| it.kind = Kind::Filler);
                continue;
            }
            // "Mean length of the bill (bill_length)", "a largura média da pétala (Petal.Width)"
            if self.settle_words_of_name(units, at, column) {
                continue;
            }
            // "Average highway mileage (hwy)": the words before the column are spelt out.
            let run = units[..at].iter().rposition(|it| !is_open(it)).map_or(0, |it| it + 1);
            if run + 1 < at && run > 0 && is_operation(&units[run - 1]) {
                let words = units[run].words.start..units[at].words.start;
                if self.is_short_for(column, words) {
                    units[run..at].iter_mut().for_each(|it| it.kind = Kind::Filler);
                    continue;
                }
            }
            // "The highest bill (total_bill)", "o peso máximo (body_mass_g)".
            let other = match &units[..at] {
                [.., last] if is_open(last) => Some(at - 1),
                [.., before, last] if is_operation(last) && is_open(before) => Some(at - 2),
                [before @ .., last] if is_operation(last) && before.iter().any(is_operation) => Some(at - 1),
                _ => None,
            };
            if let Some(other) = other {
                units[other].kind = Kind::Filler;
            }
        }
    }

    /// Removes the words before a column in parentheses that are in its name, on both sides of the operation.
    /// Returns whether all words up to the operation are.
    fn settle_words_of_name(&self, units: &mut [Unit], at: usize, column: usize) -> bool {
        let is_operation = |it: &Unit| matches!(it.kind, Kind::Operation(_));
        let is_of_name = |it: &Unit| {
            let is_open = matches!(it.kind, Kind::Word | Kind::Rows | Kind::Column(..));
            let mut words = self.words[it.words.clone()].iter();
            is_open
                && (matches!(it.kind, Kind::Column(own, _) if own == column)
                    || words.all(|word| self.names.is_about(column, &word.folded)))
        };
        let is_plain = |it: &Unit| it.kind == Kind::Filler || is_operation(it) || is_of_name(it);
        let start = units[..at].iter().rposition(|it| !is_plain(it)).map_or(0, |it| it + 1);
        let operation = units[start..at].iter().rposition(is_operation).map(|it| it + start);
        let is_settled = match operation {
            Some(operation) => units[operation..at].iter().any(is_of_name),
            None => false,
        };
        if let Some(operation) = operation {
            // Words before the operation are of the name only directly before it: "a largura média".
            let first = units[start..operation].iter().rposition(|it| !is_of_name(it));
            let first = first.map_or(start, |it| it + start + 1);
            for unit in units[first..at].iter_mut().filter(|it| is_of_name(it)) {
                unit.kind = Kind::Filler;
            }
        }
        is_settled
    }

    /// Whether the name of a column abbreviates some words: it starts with their first letter, and they
    /// contain its letters in the same order. Other words may be a condition: "average male mass (mass)".
    fn is_short_for(&self, column: usize, words: Range<usize>) -> bool {
        let spelt: String = self.words[words].iter().map(|it| it.folded.as_str()).collect();
        let name: String = self.names.words(column).collect();
        let mut left = spelt.chars();
        name.chars().next() == spelt.chars().next() && name.chars().all(|it| left.any(|own| own == it))
    }

    /// Removes the words that a superlative in parentheses defines: "the wettest day (highest precipitation)".
    pub(super) fn settle_paraphrases(&self, units: &mut [Unit]) {
        for inside in self.enclosed(units) {
            let is_order = |it: &Unit| match &it.kind {
                Kind::Operation(op) => op == "max" || op == "min",
                Kind::Most { .. } | Kind::Superlative { .. } => true,
                _ => false,
            };
            let is_named =
                |it: &Unit| matches!(it.kind, Kind::Column(_, likeness) if likeness > Likeness::Akin);
            let is_plain = |it: &Unit| is_order(it) || is_named(it) || it.kind == Kind::Filler;
            let all = &units[inside.clone()];
            if !all.iter().all(is_plain) || !all.iter().any(is_order) || !all.iter().any(is_named) {
                continue;
            }
            let before = units[..inside.start].iter().rposition(|it| it.kind != Kind::Word && !is_order(it));
            let start = before.map_or(0, |it| it + 1);
            units[start..inside.start].iter_mut().for_each(|it| it.kind = Kind::Filler);
        }
    }

    /// Returns the ranges of units in parentheses.
    pub(super) fn enclosed(&self, units: &[Unit]) -> Vec<Range<usize>> {
        let sentence = &self.heard.sentence;
        let mut found = Vec::new();
        let mut open = None;
        for at in 1..=units.len() {
            let from = self.words[units[at - 1].words.end - 1].span.end;
            let to = units.get(at).map_or(sentence.len(), |it| self.words[it.words.start].span.start);
            let gap = sentence.get(from..to).unwrap_or_default();
            if gap.contains(')') {
                found.extend(open.take().map(|start| start..at));
            }
            if gap.contains('(') {
                open = Some(at);
            }
        }
        found
    }

    /// Removes "skipping the missing ones" beside an operation that does so anyway.
    pub(super) fn settle_exclusions(&self, units: &mut [Unit]) {
        let measures = |it: &Unit| match &it.kind {
            Kind::Operation(op) => {
                MEASURING.contains(&op.as_str()) || op.starts_with('p') && op[1..].parse::<f64>().is_ok()
            }
            _ => false,
        };
        let is_count = |it: &Unit| matches!(&it.kind, Kind::Operation(op) if matches!(op.as_str(), "count" | "distinct" | "percentage"));
        if !units.iter().any(measures) || units.iter().any(is_count) {
            return;
        }
        for at in 0..self.words.len() {
            let Some(length) = WORDS.begins("exclusion", &self.words[at..]) else { continue };
            let mut next = at + length;
            let is_idle = |at: usize| {
                let rest = &self.words[at..];
                ["filler", "cells", "rows"].iter().find_map(|it| WORDS.begins(it, rest))
            };
            let missing = |at: usize| {
                let rest = &self.words[at..];
                ["missing values", "missing", "gap"].iter().filter_map(|it| WORDS.begins(it, rest)).max()
            };
            while next < self.words.len() && missing(next).is_none() {
                let Some(length) = is_idle(next) else { break };
                next += length;
            }
            let Some(length) = self.words.get(next..).filter(|it| !it.is_empty()).and_then(|_| missing(next))
            else {
                continue;
            };
            next += length;
            while let Some(length) = self
                .words
                .get(next..)
                .filter(|rest| !rest.is_empty() && rest[0].pause.is_none())
                .and_then(|rest| WORDS.begins("cells", rest).or_else(|| WORDS.begins("one", rest)))
            {
                next += length;
            }
            // "Without missing ages" is a condition of a column.
            let behind = units.iter().find(|it| it.words.end > next);
            if behind.is_some_and(|it| !self.starts_anew(it)) {
                continue;
            }
            for unit in units.iter_mut().filter(|it| it.words.start >= at && it.words.end <= next) {
                unit.kind = Kind::Filler;
            }
        }
    }

    /// Whether a unit does not continue the words before it.
    fn starts_anew(&self, unit: &Unit) -> bool {
        self.words[unit.words.start].pause.is_some()
            || matches!(unit.kind, Kind::File | Kind::Filler | Kind::Group | Kind::Where | Kind::Joint)
    }

    /// Removes nouns before a column that do not restrict it: "a party size of 5" for `size`.
    pub(super) fn settle_modifiers(&self, units: &mut Vec<Unit>) {
        for at in (1..units.len()).rev() {
            let is_named = matches!(units[at].kind, Kind::Column(_, likeness) if likeness > Likeness::Akin);
            let is_modifier = WORDS.has("modifier", &self.words[units[at - 1].words.start].folded);
            let is_joined = self.words[units[at].words.start].pause.is_none();
            let is_word = units[at - 1].kind == Kind::Word;
            if let Kind::Column(column, _) = units[at].kind
                && is_named
                && is_modifier
                && is_joined
                && is_word
            {
                units[at].kind = Kind::Column(column, Likeness::Inflected);
                units[at].words.start = units[at - 1].words.start;
                units.remove(at - 1);
            }
        }
    }

    /// Removes words for a relation beside a correlation: "is the size related to the price".
    pub(super) fn settle_relations(&self, units: &mut [Unit]) {
        let correlates = |it: &Unit| matches!(&it.kind, Kind::Operation(op) if op == "correlation");
        if !units.iter().any(correlates) {
            return;
        }
        for unit in units.iter_mut().filter(|it| it.kind == Kind::Word) {
            if WORDS.has("relating", &self.words[unit.words.start].folded) {
                unit.kind = Kind::Filler;
            }
        }
    }
}

//! Texts in parentheses that state what the words before them paraphrase: "windier than 8 (wind over 8)",
//! "body weight (bodywt)". The text in parentheses is authoritative, and the paraphrase is removed.

use std::ops::Range;

use super::{Kind, Parser};
use crate::condition::comparison::Comparison;
use crate::condition::parse::measure::is_ordered;
use crate::condition::words::{ANDS, ORS, Role, WITH, WITHOUT};
use crate::folding::folded;

/// The maximum number of words in a paraphrase.
const LONGEST_PARAPHRASE: usize = 5;

/// The maximum number of words between a negation and the paraphrase that it negates.
const FURTHEST_NEGATION: usize = 4;

/// The meaning of a text in parentheses.
enum Meaning {
    /// The name of a column.
    Column(usize),
    /// A condition, with its column if it states one.
    Condition(usize),
}

impl Parser<'_> {
    /// Returns the text without paraphrases; nothing if it has none.
    pub(super) fn without_paraphrases(&self) -> Option<String> {
        let mut cuts: Vec<(Range<usize>, String)> = Vec::new();
        for open in (1..self.tokens.len()).filter(|at| self.kind(*at) == Some(Kind::Open)) {
            let close = (open + 1..self.tokens.len())
                .find(|it| matches!(self.kind(*it), Some(Kind::Close | Kind::Open)));
            let Some(close) = close.filter(|it| self.kind(*it) == Some(Kind::Close) && *it > open + 1) else {
                continue;
            };
            match self.enclosed_meaning(open, close) {
                Some(Meaning::Column(column)) => {
                    // "Private rooms (room_type)": the words before are a value.
                    if let Some(start) = self.value_start(open, column) {
                        cuts.push((self.tokens[open].start..self.tokens[close].end, String::new()));
                        let is = format!("{} is", self.slice(open + 1, close));
                        cuts.push((self.tokens[start].start..self.tokens[start].start, is));
                        continue;
                    }
                    let start = self.paraphrase_start(open, open + 1..close, None);
                    cuts.push((self.tokens[start].start..self.tokens[open].end, String::new()));
                    cuts.push((self.tokens[close].start..self.tokens[close].end, String::new()));
                }
                Some(Meaning::Condition(column)) => {
                    let start = self.paraphrase_start(open, open + 1..close, Some(column));
                    let Some(start) = self.negation_before(start, open, close) else { continue };
                    if start < open {
                        cuts.push((self.tokens[start].start..self.tokens[open].start, String::new()));
                    }
                }
                None => {}
            }
        }
        if cuts.is_empty() {
            return None;
        }
        let mut text = String::new();
        let mut at = 0;
        cuts.sort_by_key(|(cut, _)| cut.start);
        for (cut, instead) in cuts {
            text.push_str(self.text.get(at..cut.start).unwrap_or_default());
            text.push_str(&format!(" {instead} "));
            at = cut.end;
        }
        text.push_str(self.text.get(at..).unwrap_or_default());
        Some(text)
    }

    /// Returns the meaning of the text between two parentheses, if it is clear without the other words.
    fn enclosed_meaning(&self, open: usize, close: usize) -> Option<Meaning> {
        let has_joint =
            |range: Range<usize>| range.into_iter().any(|it| self.is_one(it, ANDS) || self.is_one(it, ORS));
        match self.column_by_name(open + 1) {
            Some((column, end)) if end == close => Some(Meaning::Column(column)),
            Some((column, end)) if end < close && !has_joint(open + 1..close) => {
                let compares = self.comparator(end).is_some();
                let holds = self.sample.holds(column, &self.name(end, close));
                (compares || holds).then_some(Meaning::Condition(column))
            }
            _ => match self.sample.holders(&self.name(open + 1, close)).as_slice() {
                [only] => Some(Meaning::Condition(*only)),
                _ => None,
            },
        }
    }

    /// Returns the start of the paraphrase before a parenthesis: words without a meaning of their own, and a
    /// word for the value or the column in the parentheses. Figures may be in another unit: "longer than two
    /// hours (minutes over 120)".
    fn paraphrase_start(&self, open: usize, inside: Range<usize>, column: Option<usize>) -> usize {
        let is_inside = |at: usize| {
            let word = self.tokens[at].word.as_str();
            inside.clone().any(|it| self.tokens[it].word.starts_with(word))
        };
        let orders = inside.clone().any(|it| self.is_ordering(it) || self.sign(it).is_some());
        let mut start = open;
        // Whether figures belong to the paraphrase, or to another condition.
        let mut other_figure = None;
        while let Some(at) = start.checked_sub(1).filter(|it| *it + LONGEST_PARAPHRASE >= open) {
            let is_joint = self.is_one(at, ANDS) || self.is_one(at, ORS);
            // "Mais de duas horas"
            let phrase = (at.saturating_sub(2)..at)
                .find(|it| orders && self.is_ordering(*it) && self.phrase(*it).is_some_and(|it| it.1 > at));
            if let Some(phrase) = phrase {
                start = phrase;
                continue;
            }
            if self.kind(at) != Some(Kind::Word) || is_joint || self.is_plain_word(at, at + 1) {
                break;
            }
            let word = self.name(at, at + 1);
            // The name of a month paraphrases its number.
            let is_figure = is_ordered(&word) && !word.chars().all(char::is_alphabetic);
            let is_stated = is_inside(at) || orders && (is_figure || self.is_ordering(at));
            if is_stated {
                if is_figure && !is_inside(at) {
                    other_figure = Some(start);
                }
                start = at;
                continue;
            }
            // The word expresses the value itself, so that words before it say something else.
            if column.is_some_and(|it| self.means_value_of(it, at)) {
                return at;
            }
            let named = self.column_by_name(at).map(|(found, _)| found);
            let is_of_another = named.is_some_and(|it| Some(it) != column);
            if is_of_another && other_figure.is_some() {
                return open;
            }
            let is_known = is_of_another
                || is_figure
                || !self.sample.holders(&word).is_empty()
                || named.is_none() && self.phrase(at).is_some();
            if is_known {
                break;
            }
            start = at;
        }
        let start = self.object_start(start, column);
        let is_age = other_figure.is_some() && (start..open).any(|it| self.aged(it).is_some());
        if is_age { open } else { start }
    }

    /// Extends a paraphrase to the whole object of "have": "have access to the sea (landlocked no)".
    fn object_start(&self, start: usize, column: Option<usize>) -> usize {
        let is_open = |at: usize| {
            let word = self.name(at, at + 1);
            let is_joint = self.is_one(at, ANDS) || self.is_one(at, ORS) || self.is_negation(at);
            let is_known = self.column_by_name(at).is_some_and(|(found, _)| Some(found) != column)
                || is_ordered(&word)
                || self.comparator(at).is_some_and(|(it, _)| it.role != Role::Compare(Comparison::Equal))
                || !self.sample.holders(&word).is_empty();
            self.kind(at) == Some(Kind::Word)
                && !is_joint
                && !self.is_one(at, WITHOUT)
                && (self.is_plain_word(at, at + 1) || !is_known)
        };
        let earliest = start.saturating_sub(LONGEST_PARAPHRASE);
        let is_have = |at: usize| self.is_one(at, WITH);
        let verb = (earliest..start).rev().take_while(|it| is_open(*it)).find(|it| is_have(*it));
        verb.filter(|_| column.is_some()).map_or(start, |it| it + 1)
    }

    /// Returns the start of a value of a column that ends before a parenthesis, and has several words: its last
    /// one may be a word for the column.
    fn value_start(&self, open: usize, column: usize) -> Option<usize> {
        (open.saturating_sub(LONGEST_PARAPHRASE)..open.saturating_sub(1))
            .find(|start| self.value_of(column, *start).is_some_and(|(_, end)| end == open))
    }

    /// Whether a comparison of numbers or dates starts here.
    fn is_ordering(&self, at: usize) -> bool {
        self.phrase(at).is_some_and(|(role, _)| match role {
            Role::Compare(comparison) => comparison.orders(),
            Role::Between => true,
            _ => false,
        })
    }

    /// Whether a word, or a synonym of it, is a value of a column.
    fn means_value_of(&self, column: usize, at: usize) -> bool {
        self.value_of(column, at).is_some_and(|(value, end)| end == at + 1 && !is_ordered(&value))
    }

    /// Returns the start of a paraphrase with the negation before it, if the parentheses negate as well: "no
    /// air conditioning (airco no)". Returns nothing if it is unclear what is negated.
    fn negation_before(&self, start: usize, open: usize, close: usize) -> Option<usize> {
        let earliest = start.saturating_sub(FURTHEST_NEGATION);
        let is_between = |at: usize| self.is_plain_word(at, at + 1);
        let negation = (earliest..start)
            .rev()
            .take_while(|it| self.is_one(*it, WITHOUT) || self.is_negation(*it) || is_between(*it))
            .find(|it| self.is_one(*it, WITHOUT) && !self.is_one(*it, &["missing"]) || self.is_negation(*it));
        let Some(negation) = negation else { return Some(start) };
        let negates = |it: usize| {
            let word = folded(&self.tokens[it].word);
            self.is_negation(it)
                || self.is_one(it, WITHOUT)
                || matches!(word.as_str(), "n" | "f" | "false" | "0" | "none" | "falso")
                || word.starts_with("non")
        };
        let is_repeated = (start..open)
            .any(|it| (open + 1..close).any(|own| self.tokens[own].word == self.tokens[it].word));
        match (open + 1..close).any(negates) {
            true => Some(negation),
            false if is_repeated => Some(start),
            false => None,
        }
    }
}

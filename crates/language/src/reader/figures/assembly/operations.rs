//! Parses the operations of a sentence.

use super::{Assembly, Kind, WORDS};
use crate::words::Word;

impl Assembly<'_> {
    pub(super) fn take_operations(&mut self) -> Vec<usize> {
        let limit = self.first_where();
        let mut taken = Vec::new();
        for at in 0..self.units.len() {
            let operation = match &self.units[at].kind {
                Kind::Operation(operation) => operation.clone(),
                Kind::Either(operation, column) if !self.used[at] => {
                    self.columns.push(*column);
                    operation.clone()
                }
                // "Missing values" may be split: "how many values are missing".
                Kind::Missing if self.is_missing_operation(at) => "missing".into(),
                _ => continue,
            };
            if self.used[at] || (at > limit && !taken.is_empty()) || self.is_weak(at) {
                continue;
            }
            if operation == "count" && self.restates_figure(at, &taken) {
                self.used[at] = true;
                continue;
            }
            // "The average number of children" is not a count.
            let before = self.solid(at, -1);
            let is_of = operation == "count"
                && before.is_some_and(|it| {
                    taken.contains(&it) && matches!(self.units[it].kind, Kind::Operation(_))
                });
            if is_of {
                self.used[at] = true;
                continue;
            }
            self.used[at] = true;
            taken.push(at);
            if !self.operations.contains(&operation) {
                self.operations.push(operation);
            }
        }
        taken
    }

    /// Whether "and how many?" asks for the figure of a ranking again.
    fn restates_figure(&self, at: usize, taken: &[usize]) -> bool {
        let is_joined = self.solid(at, -1).is_some_and(|it| self.units[it].kind == Kind::Joint);
        let is_ranked = taken.iter().any(|it| self.is_end(Some(*it)))
            || self.units[..at].iter().any(|it| matches!(it.kind, Kind::Most { .. }));
        let is_last = self.reader.words.len() == self.units[at].words.end;
        is_joined && is_ranked && is_last
    }

    /// Whether a word is an operation only without another operation in the sentence.
    fn is_weak(&self, at: usize) -> bool {
        let is_weak = |it: usize| {
            matches!(self.units[it].kind, Kind::Operation(_))
                && WORDS.has("weak", self.folded(it))
                && self.units[it].words.len() == 1
        };
        let is_op =
            |it: usize| matches!(self.units[it].kind, Kind::Operation(_) | Kind::Either(..)) && !is_weak(it);
        let is_ranked = || self.solid(at, 1).is_some_and(is_op);
        is_weak(at) && (0..self.units.len()).any(is_op) && !is_ranked()
    }

    /// Whether a word for missing values refers to cells, and not to rows.
    fn is_missing_operation(&self, at: usize) -> bool {
        let is_cells =
            |it: Option<usize>| it.is_some_and(|it| self.units[it].kind == Kind::Cells && self.is_cells(it));
        let before = self.solid(at, -1);
        let is_counted =
            before.is_some_and(|it| matches!(&self.units[it].kind, Kind::Operation(op) if op == "count"));
        is_cells(before) || is_cells(self.solid(at, 1)) || is_counted
    }

    pub(super) fn operation_named(&self, word: &str) -> Option<String> {
        let (intent, parameter) = self.reader.operation;
        super::super::value_words::begins(intent, parameter, &[word]).map(|(value, _)| value.to_string())
    }

    pub(super) fn is_asked(&self) -> bool {
        let words = self.reader.words;
        let begins = |role: &str| WORDS.begins(role, words).is_some();
        let is_value = ["age", "height", "weight", "price"].iter().any(|of| begins(&format!("asked {of}")));
        is_value || begins("list") || WORDS.begins("who", words).is_some() || {
            (0..words.len()).any(|at| WORDS.begins("who", &words[at..]).is_some())
        }
    }

    pub(super) fn is_listing(&self) -> bool {
        WORDS.begins("list", self.question_words()).is_some()
    }

    /// Returns the words of the question without a file in front: "em vendas.csv, quais …".
    pub(super) fn question_words(&self) -> &[Word] {
        let file = self.units.iter().position(|it| it.kind == Kind::File);
        let is_first = |file: &usize| self.units[..*file].iter().all(|it| it.kind == Kind::Filler);
        let start = file.filter(is_first).map_or(0, |it| self.units[it].words.end);
        &self.reader.words[start..]
    }

    /// Whether the sentence asks which things there are: "which symbols appear in stocks.csv".
    pub(super) fn asks_which_exist(&self, column: usize) -> bool {
        let words = self.question_words();
        let Some(length) = WORDS.begins("interrogative", words) else { return false };
        let first = self.reader.words.len() - words.len() + length;
        let unit = &self.units[column];
        let is_plural = self.reader.words[unit.words.end - 1].folded.ends_with('s');
        let is_idle = |at: usize| {
            at == column
                || matches!(self.units[at].kind, Kind::File | Kind::Filler)
                || WORDS.has("existing", self.folded(at))
        };
        let is_asking = |at: usize| self.units[at].words.end <= first;
        unit.words.start == first && is_plural && (0..self.units.len()).all(|at| is_idle(at) || is_asking(at))
    }
}

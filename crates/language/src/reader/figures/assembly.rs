//! Assembles the parts of a sentence into the operation, the columns, the groups and the condition.

mod condition;
mod groups;
mod measured;
mod operations;
mod pairs;
mod ranking;

use std::ops::Range;

use super::names::Likeness;
use super::{Kind, Reader, Unit, WORDS, is_cardinal, number};
use crate::stance::is_request_form;

/// The parsed question.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Question {
    pub(super) operation: Option<String>,
    pub(super) column: Option<String>,
    pub(super) condition: Option<String>,
    pub(super) by: Option<String>,
    /// Whether groups are requested by a word that is not a column.
    pub(super) lacks_group: bool,
}

pub(super) struct Assembly<'r> {
    reader: &'r Reader<'r>,
    units: Vec<Unit>,
    /// Whether each unit is explained.
    used: Vec<bool>,
    operations: Vec<String>,
    columns: Vec<usize>,
    by: Vec<String>,
    lacks_group: bool,
    /// The units in parentheses.
    enclosed: Vec<Range<usize>>,
}

impl<'r> Assembly<'r> {
    pub(super) fn new(reader: &'r Reader<'r>) -> Self {
        let units = reader.units();
        let used = vec![false; units.len()];
        let enclosed = reader.enclosed(&units);
        let mut assembly = Self {
            reader,
            units,
            used,
            operations: Vec::new(),
            columns: Vec::new(),
            by: Vec::new(),
            lacks_group: false,
            enclosed,
        };
        assembly.settle();
        assembly
    }

    /// Whether a second question with another file follows the first.
    pub(super) fn is_several(&self) -> bool {
        let files = self.units.iter().filter(|it| it.kind == Kind::File).count();
        let is_op = |it: &Unit| matches!(it.kind, Kind::Operation(_));
        let first = self.units.iter().position(is_op);
        let file = self.units.iter().position(|it| it.kind == Kind::File);
        let last = self.units.iter().rposition(is_op);
        let is_behind = match (first, file, last) {
            (Some(first), Some(file), Some(last)) => {
                // "… in budget.csv, and its average": the same column.
                let is_own =
                    |at: usize| !matches!(self.units[at].kind, Kind::Filler | Kind::Joint | Kind::Cells);
                first < file
                    && file < last
                    && last < self.first_where()
                    && ((file + 1..last).any(is_own) || (last + 1..self.units.len()).any(is_own))
            }
            _ => false,
        };
        let is_joined = |at: usize| self.units[at].kind == Kind::Joint;
        files > 1 || is_behind && file.is_some_and(|file| (file..self.units.len()).any(is_joined))
    }

    /// Whether a request on another topic follows: "… in sales.csv and play the trumpet".
    pub(super) fn has_other_request(&self) -> bool {
        let words = self.reader.words;
        let file = self.units.iter().position(|it| it.kind == Kind::File);
        (1..self.units.len()).any(|at| {
            let word = &words[self.units[at].words.start];
            let before = &words[self.units[at - 1].words.start];
            let is_joined = self.units[at - 1].kind == Kind::Joint
                || matches!(before.folded.as_str(), "then" | "depois" | "tambem" | "also");
            let bids = self.units[at].kind == Kind::Word
                && self.text(self.units[at].words.clone()).starts_with(char::is_lowercase)
                && is_request_form(&word.folded)
                && !self.reader.is_english_some(word);
            let next = words.get(self.units[at].words.end);
            let has_object = next.is_some_and(|it| is_object(&it.folded));
            is_joined && bids && (has_object || file.is_some_and(|file| file < at && next.is_some()))
        })
    }

    pub(super) fn question(mut self) -> Question {
        self.take_groups();
        let mut rows = false;
        let subject = self.subject();
        let operations = self.take_operations();
        let counts = self.operations.iter().any(|it| it == "count");
        if counts && self.operations.len() > 1 {
            // "How many different", "count of missing values".
            if self.operations.iter().any(|it| it == "distinct" || it == "missing") {
                self.operations.retain(|it| it != "count");
            }
        }
        // "How many goals did she score in total".
        let is_sum = |it: &String| it == "sum" || it == "total";
        if counts && self.operations.len() == 2 && self.operations.iter().any(is_sum) {
            self.operations = vec!["total number".into()];
        }
        // "The top 3 customers by average amount".
        let is_top = |it: &String| it.starts_with("top ") || it.starts_with("bottom ");
        if let ([one, other], false) = (self.operations.as_slice(), self.by.is_empty()) {
            let (top, other) = if is_top(one) { (one, other) } else { (other, one) };
            if is_top(top) {
                self.operations = vec![format!("{top} {other}")];
            }
        }
        let is_count = self.operations == ["count"] || self.operations == ["total number"];
        let (used, columns) = (self.used.clone(), self.columns.clone());
        let ranked = self.ranking(subject, &operations);
        if ranked.is_none() {
            // The explained units are reset.
            (self.used, self.columns) = (used, columns);
        }
        if let Some(ranked) = ranked {
            self.operations = vec![ranked];
            self.take_restated();
        } else if self.operations == ["percentage"] {
            rows = true;
            self.pass_whole(&operations);
            // The base of the share is ambiguous: "the percentage of women who survived".
            if !self.is_plain_share(&operations) {
                self.operations.clear();
            }
        } else if is_count {
            rows = self.take_counted(&operations);
        } else if !self.operations.is_empty() {
            self.take_measured(&operations);
            self.take_repeated(&operations);
        } else {
            self.take_looked_up();
        }
        if self.operations == ["distinct"] && self.is_listing() && !counts {
            self.operations = vec!["values".into()];
        }
        if self.operations.iter().any(|it| it == "highest count" || it == "lowest count")
            && self.columns.is_empty()
        {
            rows = true;
        }
        if self.operations.len() > 1 && self.is_nested(&operations) {
            self.operations.clear();
        }
        let condition = self.condition();
        // "How many salaries are above 1000", "how many addresses contain Vermont".
        let is_own = |at: &usize| self.measured_before(*at).is_some();
        let counts_things = self.operations == ["how many of"] || self.operations == ["how many with"];
        if counts_things && (0..self.units.len()).any(|at| !self.used[at] && is_own(&at)) {
            self.operations = vec!["count".into()];
        }
        if self.names_unknown_column() {
            self.columns.clear();
            rows = false;
        }
        let names: Vec<&str> = self.columns.iter().map(|it| self.reader.names.name(*it)).collect();
        let column = match names.is_empty() {
            true => rows.then(|| "rows".to_string()),
            false => Some(names.join(", ")),
        };
        Question {
            operation: (!self.operations.is_empty()).then(|| self.operations.join(" and ")),
            column,
            condition,
            by: (!self.by.is_empty()).then(|| self.by.join(", ")),
            lacks_group: self.lacks_group,
        }
    }

    /// Whether the sentence names a column that the file does not have: "the column food".
    fn names_unknown_column(&self) -> bool {
        (0..self.units.len()).any(|at| {
            let is_word = |at: usize| {
                self.units.get(at).is_some_and(|it| {
                    it.kind == Kind::Word && self.reader.words[it.words.start].pause.is_none()
                })
            };
            let is_named = at > 0 && self.column(at - 1).is_some();
            self.units[at].kind == Kind::ColumnWord && !is_named && is_word(at + 1) && !self.is_verb(at + 1)
        })
    }

    /// Whether an operation applies to the result of another one, which is not supported: "the average of the
    /// 3 highest", "the sum of the means". Several operations on the same column are joined by "and" or a
    /// comma.
    fn is_nested(&self, operations: &[usize]) -> bool {
        operations.windows(2).any(|pair| {
            let joins = |at: usize| self.units[at].kind == Kind::Joint || self.is_parted(at);
            let is_first = matches!(&self.units[pair[1]].kind, Kind::Operation(op) if op.starts_with("top ") || op.starts_with("bottom "));
            !(pair[0] + 1..=pair[1]).any(joins) || is_first
        })
    }

    /// Resolves whether "mais alto" means the tallest or the highest: people are tall, and numbers are high.
    fn settle_superlatives(&mut self) {
        for at in 0..self.units.len() {
            let Kind::Superlative { highest, .. } = self.units[at].kind else { continue };
            let words = &self.reader.words[self.units[at].words.clone()];
            let role = if highest { "max" } else { "min" };
            if WORDS.begins(role, words) != Some(words.len()) {
                continue;
            }
            let is_figure = |it: Option<usize>| {
                it.is_some_and(|it| match self.units[it].kind {
                    Kind::Operation(_) | Kind::Either(..) => true,
                    Kind::Column(column, _) => {
                        let mut own = self.reader.names.words(column);
                        !own.any(|word| WORDS.has("person", word)) && !self.is_rowlike(it)
                    }
                    _ => false,
                })
            };
            if is_figure(self.solid(at, -1)) || is_figure(self.solid(at, 1)) {
                self.units[at].kind = Kind::Operation(role.into());
            }
        }
    }

    /// Resolves "cheapest and dearest price" to two operations on the column that the superlatives compare.
    fn settle_opposites(&mut self) {
        for joint in
            (0..self.units.len()).filter(|at| self.units[*at].kind == Kind::Joint).collect::<Vec<_>>()
        {
            let (Some(one), Some(other)) = (self.solid(joint, -1), self.solid(joint, 1)) else { continue };
            let end = |at: usize| match &self.units[at].kind {
                Kind::Superlative { highest, column } => Some((*highest, Some(*column))),
                Kind::Operation(op) if op == "max" || op == "min" => Some((op == "max", None)),
                _ => None,
            };
            let (Some((first, of)), Some((second, with))) = (end(one), end(other)) else { continue };
            let compared = of.or(with);
            let named = self.solid(other, 1).and_then(|it| self.column(it));
            if first != second
                && compared.is_some()
                && [of, with].iter().flatten().all(|it| Some(*it) == named)
            {
                let role = |highest: bool| Kind::Operation(if highest { "max" } else { "min" }.into());
                (self.units[one].kind, self.units[other].kind) = (role(first), role(second));
            }
        }
    }

    /// Whether a unit is in parentheses.
    fn is_enclosed(&self, at: usize) -> bool {
        self.enclosed.iter().any(|it| it.contains(&at))
    }

    /// Resolves words that are both an operation and a column.
    fn settle(&mut self) {
        self.settle_opposites();
        self.settle_superlatives();
        for at in 0..self.units.len() {
            let Kind::Either(operation, column) = self.units[at].kind.clone() else { continue };
            let before = self.solid(at, -1);
            let behind = self.solid(at, 1);
            let kind = |it: Option<usize>| it.map(|it| &self.units[it].kind);
            let is_op = |it: &Kind| matches!(it, Kind::Operation(_) | Kind::Either(..));
            let is_pure = |it: &Unit| matches!(it.kind, Kind::Operation(_));
            let others = self.units.iter().enumerate().filter(|(it, _)| *it != at);
            let as_column = Kind::Column(column, Likeness::Same);
            let as_operation = Kind::Operation(operation.clone());
            self.units[at].kind = match () {
                () if matches!(kind(before), Some(Kind::ColumnWord | Kind::Group)) => as_column,
                () if matches!(kind(behind), Some(Kind::ColumnWord)) => as_column,
                // "The seller with the highest total".
                () if self.is_end(before) && self.subject().is_some() => continue,
                () if kind(before).is_some_and(is_op) => as_column,
                () if matches!(kind(behind), Some(Kind::Column(..) | Kind::Either(..))) => as_operation,
                () if kind(behind).is_some_and(is_op) => as_column,
                () if others.clone().any(|(_, it)| is_pure(it)) => as_column,
                () if self.has_free_column(at) => as_operation,
                () => continue,
            };
        }
    }

    /// Whether a unit is a word for the maximum or minimum.
    fn is_end(&self, at: Option<usize>) -> bool {
        at.is_some_and(|it| matches!(&self.units[it].kind, Kind::Operation(op) if op == "max" || op == "min"))
    }

    /// Whether there is a column besides those that name groups.
    fn has_free_column(&self, beside: usize) -> bool {
        (0..self.units.len()).filter(|at| *at != beside).any(|at| {
            let is_column =
                matches!(self.units[at].kind, Kind::Column(_, likeness) if likeness > Likeness::Akin);
            let is_group = self.solid(at, -1).is_some_and(|it| self.units[it].kind == Kind::Group);
            is_column && !is_group
        })
    }

    /// Returns the next significant unit in a direction; with a step of 0, starting at the unit itself.
    fn solid(&self, at: usize, step: isize) -> Option<usize> {
        let mut at = at.checked_add_signed(step)?;
        while self.units.get(at).is_some_and(|it| it.kind == Kind::Filler) {
            at = at.checked_add_signed(if step < 0 { -1 } else { 1 })?;
        }
        (at < self.units.len()).then_some(at)
    }

    fn column(&self, at: usize) -> Option<usize> {
        match self.units.get(at)?.kind {
            Kind::Column(column, _) | Kind::Either(_, column) => Some(column),
            _ => None,
        }
    }

    fn text(&self, words: Range<usize>) -> &'r str {
        let words = &self.reader.words[words];
        match (words.first(), words.last()) {
            (Some(first), Some(last)) => &self.reader.heard.sentence[first.span.start..last.span.end],
            _ => "",
        }
    }

    fn folded(&self, at: usize) -> &str {
        &self.reader.words[self.units[at].words.start].folded
    }

    fn is_cells(&self, at: usize) -> bool {
        WORDS.begins("cells", &self.reader.words[self.units[at].words.clone()]).is_some()
    }

    /// Returns the start of the conditions.
    fn first_where(&self) -> usize {
        self.first_where_behind(0)
    }

    fn first_where_behind(&self, at: usize) -> usize {
        // "The class with the highest mean": the following words are not a condition.
        let is_order = |at: usize| {
            self.solid(at, 1).is_some_and(|it| {
                matches!(
                    self.units[it].kind,
                    Kind::Operation(_) | Kind::Either(..) | Kind::Most { .. } | Kind::Superlative { .. }
                )
            })
        };
        // "In which department does she work" and "que turma tem" ask for a value.
        let is_first = |at: usize| (0..at).all(|it| matches!(self.units[it].kind, Kind::File | Kind::Filler));
        let asks = |at: usize| is_first(at) && self.asks(at);
        let begins = |at: &usize| self.units[*at].kind == Kind::Where && !is_order(*at) && !asks(*at);
        (at..self.units.len()).find(begins).unwrap_or(self.units.len())
    }

    fn is_free_column(&self, at: usize) -> bool {
        !self.used[at] && self.column(at).is_some()
    }

    fn is_rowlike(&self, at: usize) -> bool {
        match self.units[at].kind {
            Kind::Rows => true,
            Kind::Column(..) => {
                let word = self.folded(at);
                self.reader.names.is_rows(word)
            }
            _ => false,
        }
    }

    fn use_subject(&mut self, at: Option<usize>) {
        if let Some(at) = at {
            self.used[at] = true;
        }
    }
}

/// Whether the object of a verb can start with a word.
fn is_object(word: &str) -> bool {
    const OBJECTS: [&str; 18] = [
        "the", "a", "an", "me", "it", "them", "my", "this", "that", "o", "os", "as", "um", "uma", "isso",
        "isto", "meu", "minha",
    ];
    OBJECTS.contains(&word)
}

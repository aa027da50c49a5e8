//! From the parts of a sentence to the operation, the columns, the groups and the condition.

use std::ops::Range;

use super::names::Likeness;
use super::{Kind, Reader, Unit, WORDS, is_cardinal, number};

/// What a sentence asks for.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Question {
    pub(super) operation: Option<String>,
    pub(super) column: Option<String>,
    pub(super) condition: Option<String>,
    pub(super) by: Option<String>,
    /// Groups are asked for by a word that is no column.
    pub(super) lacks_group: bool,
}

/// Words before which an operation takes two columns: "correlation of height with weight".
const PAIRING: [&str; 5] = ["with", "com", "to", "and", "e"];

pub(super) struct Assembly<'r> {
    reader: &'r Reader<'r>,
    units: Vec<Unit>,
    /// Which units are accounted for.
    used: Vec<bool>,
    operations: Vec<String>,
    columns: Vec<usize>,
    by: Vec<String>,
    lacks_group: bool,
}

impl<'r> Assembly<'r> {
    pub(super) fn new(reader: &'r Reader<'r>) -> Self {
        let units = reader.units();
        let used = vec![false; units.len()];
        let mut assembly = Self {
            reader,
            units,
            used,
            operations: Vec::new(),
            columns: Vec::new(),
            by: Vec::new(),
            lacks_group: false,
        };
        assembly.settle();
        assembly
    }

    /// Whether a second question follows the first, each with a file of its own.
    pub(super) fn is_several(&self) -> bool {
        let files = self.units.iter().filter(|it| it.kind == Kind::File).count();
        let is_op = |it: &Unit| matches!(it.kind, Kind::Operation(_));
        let first = self.units.iter().position(is_op);
        let file = self.units.iter().position(|it| it.kind == Kind::File);
        let last = self.units.iter().rposition(is_op);
        let is_behind = match (first, file, last) {
            (Some(first), Some(file), Some(last)) => first < file && file < last && last < self.first_where(),
            _ => false,
        };
        let is_joined = |at: usize| self.units[at].kind == Kind::Joint;
        files > 1 || is_behind && file.is_some_and(|file| (file..self.units.len()).any(is_joined))
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
        // "The top 3 customers by average amount".
        let is_top = |it: &String| it.starts_with("top ") || it.starts_with("bottom ");
        if let ([one, other], false) = (self.operations.as_slice(), self.by.is_empty()) {
            let (top, other) = if is_top(one) { (one, other) } else { (other, one) };
            if is_top(top) {
                self.operations = vec![format!("{top} {other}")];
            }
        }
        let is_count = self.operations == ["count"];
        if let Some(ranked) = self.ranking(subject, &operations) {
            self.operations = vec![ranked];
        } else if self.operations == ["percentage"] {
            rows = true;
            self.pass_whole(&operations);
            // Of which rows it is a share is not clear: "the percentage of women who survived".
            if !self.is_plain_share(&operations) {
                self.operations.clear();
            }
        } else if is_count {
            rows = self.take_counted(&operations);
        } else if !self.operations.is_empty() {
            self.take_measured(&operations);
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
        let condition = self.condition();
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

    /// Decides which words that are an operation and a column are which.
    fn settle(&mut self) {
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

    /// Whether a unit is one end of an order.
    fn is_end(&self, at: Option<usize>) -> bool {
        at.is_some_and(|it| matches!(&self.units[it].kind, Kind::Operation(op) if op == "max" || op == "min"))
    }

    /// Whether there is a column beside those that name groups.
    fn has_free_column(&self, beside: usize) -> bool {
        (0..self.units.len()).filter(|at| *at != beside).any(|at| {
            let is_column =
                matches!(self.units[at].kind, Kind::Column(_, likeness) if likeness > Likeness::Akin);
            let is_group = self.solid(at, -1).is_some_and(|it| self.units[it].kind == Kind::Group);
            is_column && !is_group
        })
    }

    /// The next unit with content, in a direction; with a step of 0 from the unit itself on.
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

    /// "By region and month", "em cada turma".
    fn take_groups(&mut self) {
        for at in 0..self.units.len() {
            if self.units[at].kind != Kind::Group {
                continue;
            }
            // "Paid by women" says who.
            if let Some(verb) = at.checked_sub(1).filter(|it| self.is_verb(*it)) {
                (self.used[verb], self.used[at]) = (true, true);
                continue;
            }
            let mut next = self.solid(at, 1);
            let mut taken = Vec::new();
            while let Some(name) = next.and_then(|it| self.group(it)) {
                let unit = next.unwrap_or_default();
                self.by.push(name);
                taken.push(unit);
                // "Month of the order date" is one group.
                let behind = self.solid(unit, 1);
                next = match behind.map(|it| &self.units[it].kind) {
                    Some(Kind::Joint) => behind.and_then(|it| self.solid(it, 1)),
                    Some(Kind::ColumnWord) => {
                        taken.extend(behind);
                        None
                    }
                    _ => None,
                };
            }
            let is_order =
                next.is_some_and(|it| matches!(self.units[it].kind, Kind::Operation(_) | Kind::Either(..)));
            if let Some(last) = taken.last() {
                self.used[at..=*last].fill(true);
            } else if is_order || self.is_per_row(next) {
                self.used[at] = true;
            } else if self.units.iter().any(|it| matches!(it.kind, Kind::Operation(_) | Kind::Either(..))) {
                self.lacks_group = true;
            }
        }
    }

    /// "The average quantity per order" is the average of all rows.
    fn is_per_row(&self, at: Option<usize>) -> bool {
        let averages = |it: &Unit| matches!(&it.kind, Kind::Operation(op) if op == "avg" || op == "median");
        at.is_some_and(|it| self.units[it].kind == Kind::Rows) && self.units.iter().any(averages)
    }

    fn group(&self, at: usize) -> Option<String> {
        match &self.units[at].kind {
            Kind::Column(column, _) | Kind::Either(_, column) => {
                // "By total Amount" says what is compared.
                let is_operation = matches!(self.units[at].kind, Kind::Either(..))
                    && self.solid(at, 1).is_some_and(|it| self.column(it).is_some());
                (!is_operation).then(|| self.reader.names.name(*column).to_string())
            }
            Kind::Period => Some(self.text(self.units[at].words.clone()).to_string()),
            Kind::ColumnWord => self.solid(at, 1).and_then(|it| self.group(it)),
            _ => None,
        }
    }

    /// What "which …" asks for, where that is more than a figure: a column or a word for rows right behind it.
    fn subject(&self) -> Option<usize> {
        let asks = |at: &usize| {
            let words = &self.reader.words[self.units[*at].words.clone()];
            WORDS.begins("who", words).is_some()
        };
        let Some(who) = (0..self.units.len()).find(asks) else { return self.described_subject() };
        if matches!(self.folded(who), "who" | "quem") {
            return Some(who);
        }
        let next = self.solid(who, 1)?;
        let is_subject = matches!(self.units[next].kind, Kind::Column(..) | Kind::Rows | Kind::Period);
        let is_adjacent = self.units.get(next + 1).is_some_and(|it| {
            matches!(it.kind, Kind::Operation(_) | Kind::Either(..) | Kind::Superlative { .. })
        });
        (is_subject && !is_adjacent).then_some(next).or_else(|| self.described_subject())
    }

    /// "The country with the highest score": rows by what they have most of.
    fn described_subject(&self) -> Option<usize> {
        (0..self.units.len()).find(|at| {
            let is_thing = matches!(self.units[*at].kind, Kind::Rows | Kind::Column(..));
            let with = self.units.get(at + 1).is_some_and(|it| it.kind == Kind::Where);
            let order = self.solid(at + 1, 1);
            let is_most = order.is_some_and(|it| matches!(self.units[it].kind, Kind::Most { .. }));
            is_thing && with && (is_most || self.is_end(order))
        })
    }

    fn take_operations(&mut self) -> Vec<usize> {
        let limit = self.first_where();
        let mut taken = Vec::new();
        for at in 0..self.units.len() {
            let operation = match &self.units[at].kind {
                Kind::Operation(operation) => operation.clone(),
                Kind::Either(operation, column) if !self.used[at] => {
                    self.columns.push(*column);
                    operation.clone()
                }
                // "Missing values" may be parted: "how many values are missing".
                Kind::Missing if self.is_missing_operation(at) => "missing".into(),
                _ => continue,
            };
            if self.used[at] || (at > limit && !taken.is_empty()) || self.is_weak(at) {
                continue;
            }
            // "The average number of children" counts nothing.
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

    /// Whether a word is an operation by itself only, and another is said.
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

    /// Whether a word for nothing is said of cells, and not of rows.
    fn is_missing_operation(&self, at: usize) -> bool {
        let is_cells =
            |it: Option<usize>| it.is_some_and(|it| self.units[it].kind == Kind::Cells && self.is_cells(it));
        let before = self.solid(at, -1);
        let is_counted =
            before.is_some_and(|it| matches!(&self.units[it].kind, Kind::Operation(op) if op == "count"));
        is_cells(before) || is_cells(self.solid(at, 1)) || is_counted
    }

    fn is_cells(&self, at: usize) -> bool {
        WORDS.begins("cells", &self.reader.words[self.units[at].words.clone()]).is_some()
    }

    /// Where conditions begin.
    fn first_where(&self) -> usize {
        self.first_where_behind(0)
    }

    /// "Which region has the highest average charges", "the heaviest car", "who earns the most": of all groups or rows, the one
    /// with the most or the least.
    fn ranking(&mut self, subject: Option<usize>, operations: &[usize]) -> Option<String> {
        let superlative = self.units.iter().position(|it| matches!(it.kind, Kind::Superlative { .. }));
        if let Some(at) = superlative.filter(|_| operations.is_empty()) {
            let Kind::Superlative { highest, column } = self.units[at].kind else { return None };
            self.used[at] = true;
            self.columns = vec![column];
            // "The cheapest price" is a figure.
            let behind = self.solid(at, 1);
            if let Some(named) = behind.filter(|it| self.column(*it) == Some(column)) {
                self.used[named] = true;
                return Some(if highest { "max" } else { "min" }.into());
            }
            let count = at.checked_sub(1).filter(|it| is_cardinal(self.folded(*it)));
            if let Some(count) = count
                && let Some(most) = number(self.folded(count))
            {
                self.used[count] = true;
                self.use_subject(behind.filter(|it| self.is_rowlike(*it)));
                return Some(format!("{} {most}", if highest { "top" } else { "bottom" }));
            }
            let beside = [at.checked_sub(1), Some(at + 1).filter(|it| *it < self.units.len())];
            let is_thing = |it: &usize| matches!(self.units[*it].kind, Kind::Rows | Kind::Column(..));
            let thing = subject.or_else(|| beside.into_iter().flatten().find(is_thing));
            return Some(self.row_of(thing, highest));
        }
        if let Some(ranked) = self.ranked_rows(operations) {
            return Some(ranked);
        }
        let is_end = |it: &str| it == "max" || it == "min";
        let ends: Vec<usize> = operations
            .iter()
            .copied()
            .filter(|at| matches!(&self.units[*at].kind, Kind::Operation(op) if is_end(op)))
            .collect();
        let most = self.units.iter().position(|it| matches!(it.kind, Kind::Most { .. }));
        let (at, highest) = match (ends.first(), most, subject) {
            (Some(at), _, Some(_)) => {
                (*at, matches!(&self.units[*at].kind, Kind::Operation(op) if op == "max"))
            }
            (None, Some(at), Some(_)) => (at, self.units[at].kind == Kind::Most { highest: true }),
            // "The highest average charges of a region".
            (Some(at), _, None)
                if self.operations.len() > 1 && !self.by.is_empty() && self.is_next_operation(*at) =>
            {
                (*at, matches!(&self.units[*at].kind, Kind::Operation(op) if op == "max"))
            }
            _ => return None,
        };
        let subject_at = subject.unwrap_or(at);
        let other = self.operations.iter().find(|it| !is_end(it)).cloned();
        let grouped = match &self.units[subject_at].kind {
            Kind::Column(column, _) => Some(self.reader.names.name(*column).to_string()),
            Kind::Period => Some(self.text(self.units[subject_at].words.clone()).to_string()),
            _ => None,
        };
        // "The department that pays best" may be so in many ways.
        if other.is_none() && grouped.is_some() && WORDS.has("weak", self.folded(at)) {
            return None;
        }
        self.used[at] = true;
        let end = if highest { "highest" } else { "lowest" };
        let last = operations.iter().copied().max().unwrap_or(at).max(at);
        let before: Vec<usize> = self.columns.clone();
        if before.is_empty() {
            let range = last + 1..self.units.len();
            let behind = range.into_iter().find(|it| self.is_free_column(*it) && Some(*it) != subject);
            let ahead = (0..at).rev().find(|it| self.is_free_column(*it) && Some(*it) != subject);
            if let Some(measured) = behind.filter(|it| *it < self.first_where_behind(last)).or(ahead) {
                self.columns.extend(self.column(measured));
                self.used[measured] = true;
            }
        }
        match (other, grouped) {
            (Some(other), Some(group)) if self.by.is_empty() => {
                self.by.push(group);
                self.use_subject(Some(subject_at));
                Some(format!("{end} {other}"))
            }
            (Some(other), _) if !self.by.is_empty() => Some(format!("{end} {other}")),
            (Some(_), _) => None,
            // "Which region has the most orders" counts rows.
            (None, Some(group)) if self.columns.is_empty() => {
                self.by.push(group);
                self.use_subject(Some(subject_at));
                Some(format!("{end} count"))
            }
            (None, _) if self.columns.is_empty() => None,
            // Who has the most of something has the most in all rows together.
            (None, Some(group)) if most.is_some() && ends.is_empty() && self.by.is_empty() => {
                self.by.push(group);
                self.use_subject(Some(subject_at));
                Some(format!("{end} total"))
            }
            (None, _) => Some(self.row_of(Some(subject_at), highest)),
        }
    }

    /// "The largest country by area", "the top 3 customers by total amount": rows or groups by a column.
    fn ranked_rows(&mut self, operations: &[usize]) -> Option<String> {
        let at = *operations.first()?;
        let Kind::Operation(order) = self.units[at].kind.clone() else { return None };
        let is_top = order.starts_with("top ") || order.starts_with("bottom ");
        let thing = self.solid(at, 1).filter(|_| is_top || self.is_end(Some(at)))?;
        let group = self.solid(thing, 1).filter(|it| self.units[*it].kind == Kind::Group)?;
        let next = self.solid(group, 1)?;
        let other = match &self.units[next].kind {
            Kind::Operation(other) if operations == [at, next] => Some(other.clone()),
            _ => None,
        };
        let measured = if other.is_some() { self.solid(next, 1)? } else { next };
        let column = self.column(measured).filter(|_| other.is_some() || operations.len() == 1)?;
        let named = self.column(thing).filter(|_| !matches!(self.units[thing].kind, Kind::Rows));
        let ranked = match (other, named) {
            (Some(other), Some(named)) => {
                self.by = vec![self.reader.names.name(named).to_string()];
                format!(
                    "{} {other}",
                    if is_top {
                        order.as_str()
                    } else if order == "max" {
                        "highest"
                    } else {
                        "lowest"
                    }
                )
            }
            (None, _) if self.is_rowlike(thing) => {
                self.by.clear();
                match is_top {
                    true => order,
                    false => return Some(self.settle_row(thing, column, measured, order == "max")),
                }
            }
            _ => return None,
        };
        (self.used[thing], self.used[measured], self.used[group]) = (true, true, true);
        self.columns = vec![column];
        Some(ranked)
    }

    fn settle_row(&mut self, thing: usize, column: usize, measured: usize, highest: bool) -> String {
        self.used[measured] = true;
        self.columns = vec![column];
        self.row_of(Some(thing), highest)
    }

    /// The operation for the row, or for what a column names, that has the most or the least.
    fn row_of(&mut self, thing: Option<usize>, highest: bool) -> String {
        self.use_subject(thing);
        // "The name of the oldest passenger".
        let is_name = |it: &usize| matches!(self.folded(*it), "name" | "names" | "nome" | "nomes");
        let name = (0..thing.unwrap_or_default()).find(|it| self.is_free_column(*it) && is_name(it));
        self.use_subject(name);
        let named = thing.and_then(|it| match self.units[it].kind {
            Kind::Column(column, _) => Some(self.reader.names.name(column).to_string()),
            _ => None,
        });
        match (named, highest) {
            (Some(name), true) if self.by.is_empty() => {
                self.by.push(name);
                "highest max".into()
            }
            (Some(name), false) if self.by.is_empty() => {
                self.by.push(name);
                "lowest min".into()
            }
            (_, true) => "highest row".into(),
            (_, false) => "lowest row".into(),
        }
    }

    fn is_next_operation(&self, at: usize) -> bool {
        self.solid(at, 1).is_some_and(|it| matches!(self.units[it].kind, Kind::Operation(_)))
    }

    fn first_where_behind(&self, at: usize) -> usize {
        // "The class with the highest mean": what follows is no condition.
        let is_order = |at: usize| {
            self.solid(at, 1).is_some_and(|it| {
                matches!(
                    self.units[it].kind,
                    Kind::Operation(_) | Kind::Either(..) | Kind::Most { .. } | Kind::Superlative { .. }
                )
            })
        };
        // "In which department does she work" asks for it.
        let asks = |at: usize| at == 0 && self.units[at].words.len() > 1;
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

    /// Whether a share is one of all rows: one thing is said of them.
    fn is_plain_share(&self, operations: &[usize]) -> bool {
        let Some(condition) = self.condition() else { return true };
        let whole = operations.last().and_then(|it| self.solid(*it, 1));
        let is_whole = whole.is_some_and(|it| self.units[it].kind == Kind::Rows || self.used[it]);
        let is_nested = condition.split_whitespace().any(|it| matches!(it, "who" | "that" | "que" | "which"));
        let is_single = !condition.contains(char::is_whitespace)
            || ["not ", "não "]
                .iter()
                .any(|it| condition.strip_prefix(it).is_some_and(|it| !it.contains(' ')));
        !condition.contains(") and (") && !is_nested && (is_whole || is_single)
    }

    /// "The percentage of students with …": whose rows are meant is no condition where another follows.
    fn pass_whole(&mut self, operations: &[usize]) {
        let whole = operations.last().and_then(|it| self.solid(*it, 1));
        let is_followed = |at: usize| self.units.get(at + 1).is_some_and(|it| it.kind == Kind::Where);
        self.use_subject(whole.filter(|it| self.column(*it).is_some() && is_followed(*it)));
    }

    /// What is counted: rows, the cells of a column, or the things that a column names.
    fn take_counted(&mut self, operations: &[usize]) -> bool {
        let Some(&count) = operations.last() else { return true };
        if !self.columns.is_empty() {
            return false;
        }
        let next = self.solid(count, 1);
        let is_cells = next.is_some_and(|it| {
            self.units[it].kind == Kind::Cells && self.is_cells(it) || self.units[it].kind == Kind::ColumnWord
        });
        let column = match next {
            Some(next) if is_cells => (next..self.units.len()).find(|it| self.is_free_column(*it)),
            Some(next) if self.is_free_column(next) => Some(next),
            _ => None,
        };
        let Some(at) = column else { return true };
        let beside = |it: Option<usize>| it.is_some_and(|it| self.units[it].kind == Kind::ColumnWord);
        let is_column = is_cells || beside(self.solid(at, 1)) || beside(self.solid(at, -1));
        // "How many landlocked countries", "how many 4 cylinder cars": the column says which rows.
        let is_before_rows = self.units.get(at + 1).is_some() && self.is_rowlike(at + 1);
        if is_before_rows && !is_column {
            return true;
        }
        self.used[at] = true;
        self.columns.extend(self.column(at));
        if !is_column {
            self.operations = vec!["how many of".into()];
        }
        false
    }

    /// The columns that an operation is applied to: right before it, or the first ones behind it.
    fn take_measured(&mut self, operations: &[usize]) {
        let (Some(&first), Some(&last)) = (operations.first(), operations.last()) else { return };
        if !self.columns.is_empty() {
            return;
        }
        let is_before = first.checked_sub(1).filter(|it| self.is_free_column(*it));
        let limit = self.first_where_behind(last);
        let is_pair = self.operations.iter().any(|it| it == "correlation");
        let behind = || (last + 1..limit).find(|it| self.is_free_column(*it) && !self.is_selecting(*it));
        let between = || (first + 1..last).find(|it| self.is_free_column(*it));
        let ahead = || (0..first).rev().find(|it| self.is_free_column(*it) && *it < self.first_where());
        let Some(mut at) = is_before.or_else(between).or_else(behind).or_else(ahead) else { return };
        // "The correlation between two columns".
        let between = (last + 1..at).filter(|it| is_pair && matches!(self.folded(*it), "between" | "entre"));
        for unit in between.collect::<Vec<_>>() {
            self.used[unit] = true;
        }
        loop {
            self.used[at] = true;
            self.columns.extend(self.column(at));
            let Some(joint) = self.solid(at, 1) else { break };
            let joins = self.units[joint].kind == Kind::Joint
                || is_pair && PAIRING.contains(&self.folded(joint))
                || self.is_parted(joint) && self.is_free_column(joint);
            let next = if self.is_free_column(joint) { Some(joint) } else { self.solid(joint, 1) };
            let is_filled = |it: usize| self.units[it].kind == Kind::ColumnWord;
            let next = next.and_then(|it| if is_filled(it) { self.solid(it, 1) } else { Some(it) });
            match next.filter(|it| joins && self.is_free_column(*it)) {
                Some(next) => {
                    self.used[joint] = true;
                    at = next;
                }
                None => break,
            }
        }
        if is_pair {
            self.take_pair();
        }
    }

    /// "How are height and weight correlated".
    fn take_pair(&mut self) {
        let free: Vec<usize> = (0..self.first_where()).filter(|it| self.is_free_column(*it)).collect();
        if let ([only], 1) = (free.as_slice(), self.columns.len()) {
            self.used[*only] = true;
            self.columns.insert(0, self.column(*only).unwrap_or_default());
        }
    }

    /// Whether a value stands right behind a column, which says which rows are meant: "class 1".
    fn is_selecting(&self, at: usize) -> bool {
        self.units.get(at + 1).is_some_and(|next| {
            let word = &self.reader.words[next.words.start];
            next.kind == Kind::Word && word.pause.is_none() && self.reader.is_code(word)
        })
    }

    /// Whether a comma stands before a unit.
    fn is_parted(&self, at: usize) -> bool {
        self.reader.words[self.units[at].words.start].pause == Some(',')
    }

    /// Without an operation: how much there is of a column, or its values in the rows that a condition selects.
    fn take_looked_up(&mut self) {
        let limit = self.first_where();
        let Some(at) = (0..limit).find(|it| self.is_free_column(*it)) else { return };
        let Some(column) = self.column(at) else { return };
        let words = self.reader.words;
        let is_much = (0..words.len()).any(|at| WORDS.begins("much", &words[at..]).is_some());
        // "Average score" is the name of a column and says what to calculate.
        let own = self.reader.names.words(column).first().and_then(|word| self.operation_named(word));
        let operation = match () {
            () if is_much => "sum".to_string(),
            () if own.is_some() => own.unwrap_or_default(),
            () if self.by.is_empty() && (self.is_asked() || self.solid(0, 0) == Some(at)) => {
                "value".to_string()
            }
            () => return,
        };
        self.used[at] = true;
        self.columns.push(column);
        self.operations.push(operation);
        if WORDS.begins("all", self.reader.words).is_some() && self.operations == ["value"] {
            self.operations = vec!["values".into()];
        }
        let is_all = self.operations == ["value"] && self.condition().is_none();
        if is_all {
            self.operations.clear();
        }
    }

    fn operation_named(&self, word: &str) -> Option<String> {
        let (intent, parameter) = self.reader.operation;
        super::super::value_words::begins(intent, parameter, &[word]).map(|(value, _)| value.to_string())
    }

    fn is_asked(&self) -> bool {
        let words = self.reader.words;
        WORDS.begins("list", words).is_some() || WORDS.begins("who", words).is_some() || {
            (0..words.len()).any(|at| WORDS.begins("who", &words[at..]).is_some())
        }
    }

    fn is_listing(&self) -> bool {
        WORDS.begins("list", self.reader.words).is_some()
    }

    /// What is left: stretches of words with content.
    fn condition(&self) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        let mut start = 0;
        for at in 0..=self.units.len() {
            let is_break = self.units.get(at).is_none_or(|it| self.used[at] || self.separates(it, at));
            if is_break {
                parts.extend(self.stretch(start..at));
                start = at + 1;
            }
        }
        match parts.as_slice() {
            [] => None,
            [only] => Some(only.clone()),
            several => Some(several.iter().map(|it| format!("({it})")).collect::<Vec<_>>().join(" and ")),
        }
    }

    fn separates(&self, unit: &Unit, at: usize) -> bool {
        match unit.kind {
            Kind::File | Kind::Rows => true,
            // "The values of", "the column": nothing stands before them that they part.
            Kind::Cells => true,
            Kind::Column(_, likeness) => {
                likeness < Likeness::Same
                    && self.reader.names.is_rows(self.folded(at))
                    && !self.is_compared(at)
            }
            _ => false,
        }
    }

    /// Whether something is said of a column behind it.
    fn is_compared(&self, at: usize) -> bool {
        let next = self.solid(at, 1).map(|it| &self.units[it].kind);
        let is_bound = self.units.get(at + 1).is_some_and(|it| {
            let word = self.reader.words[it.words.start].folded.as_str();
            matches!(word, "in" | "em" | "no" | "na" | "from" | "who" | "that" | "que")
        });
        !is_bound && matches!(next, Some(Kind::Compare | Kind::Word | Kind::Missing | Kind::Operation(_)))
    }

    /// Whether a word is a verb that only binds what follows; with a capital it is a name.
    fn is_verb(&self, at: usize) -> bool {
        let text = self.text(self.units[at].words.clone());
        self.units[at].kind == Kind::Word
            && !text.starts_with(char::is_uppercase)
            && WORDS.has("verb", self.folded(at))
    }

    /// A stretch of words as a condition, with columns by their names, and without the words at its edges that say nothing.
    fn stretch(&self, units: Range<usize>) -> Option<String> {
        let mut units: Vec<usize> = units.collect();
        let word = |at: &usize| self.reader.words[self.units[*at].words.start].clone();
        let is_idle = |at: &usize, is_first: bool| {
            let kind = &self.units[*at].kind;
            let said = word(at);
            let is_verb = self.is_verb(*at);
            match kind {
                Kind::Filler => !(is_first && matches!(said.folded.as_str(), "has" | "have" | "had" | "tem")),
                Kind::Joint | Kind::ColumnWord => true,
                Kind::Where => !is_first || !matches!(said.folded.as_str(), "with" | "com"),
                Kind::Word => is_verb,
                _ => false,
            }
        };
        let is_year = |at: Option<&usize>| {
            let text = at.map_or("", |at| self.text(self.units[*at].words.clone()));
            text.len() == 4 && text.bytes().all(|it| it.is_ascii_digit())
        };
        while units.first().is_some_and(|at| is_idle(at, true)) && !is_year(units.get(1)) {
            units.remove(0);
        }
        while units.last().is_some_and(|at| is_idle(at, false)) {
            units.pop();
        }
        let has_content = units.iter().any(|at| !is_idle(at, false));
        if !has_content {
            return None;
        }
        let mut text = String::new();
        let mut end = None;
        for (place, at) in units.iter().enumerate() {
            let unit = &self.units[*at];
            let said = word(at);
            let before = place.checked_sub(1).map(|it| &self.units[units[it]].kind);
            // "A name that contains Miss".
            let is_relative = matches!(said.folded.as_str(), "that" | "which" | "que")
                && matches!(before, Some(Kind::Column(..) | Kind::Either(..)));
            let is_verb = place == 0 && self.is_verb(*at);
            let from = self.reader.words[unit.words.start].span.start;
            // Signs between two words belong to the condition.
            let gap = end.map_or("", |end| &self.reader.heard.sentence[end..from]);
            text.push_str(gap);
            end = Some(self.reader.words[unit.words.end - 1].span.end);
            if is_relative || is_verb {
                continue;
            }
            match unit.kind {
                Kind::CompareOf { greater, column } => {
                    let name = quoted(self.reader.names.name(column));
                    text.push_str(&format!("{name} {}", if greater { "over" } else { "under" }));
                }
                Kind::Denied(column) => {
                    text.push_str(&format!("not {}", quoted(self.reader.names.name(column))))
                }
                Kind::Column(column, likeness) if likeness < Likeness::Same => {
                    text.push_str(&quoted(self.reader.names.name(column)));
                }
                _ => text.push_str(self.text(unit.words.clone())),
            }
        }
        let closing = text.matches('(').count().saturating_sub(text.matches(')').count());
        text.push_str(&")".repeat(closing));
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then_some(text)
    }
}

/// A name as it is written in a condition.
fn quoted(name: &str) -> String {
    match name.contains(char::is_whitespace) {
        true if !name.contains('"') => format!("\"{name}\""),
        _ => name.to_string(),
    }
}

//! Parses the columns that an operation applies to, and the rows that are counted.

use super::{Assembly, Kind, Likeness, WORDS};

/// Words before the second column of an operation: "correlation of height with weight".
const PAIRING: [&str; 5] = ["with", "com", "to", "and", "e"];

impl Assembly<'_> {
    /// Whether a share is one of all rows: the sentence has a single condition.
    pub(super) fn is_plain_share(&self, operations: &[usize]) -> bool {
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

    /// Skips the base of a percentage, which is not a condition if another one follows: "the percentage of
    /// students with …".
    pub(super) fn pass_whole(&mut self, operations: &[usize]) {
        let whole = operations.last().and_then(|it| self.solid(*it, 1));
        let is_followed = |at: usize| {
            self.units.get(at + 1).is_some_and(|it| {
                let word = self.reader.words[it.words.start].folded.as_str();
                it.kind == Kind::Where
                    || matches!(word, "are" | "is" | "were" | "have" | "has" | "sao" | "eram" | "tem")
            })
        };
        self.use_subject(whole.filter(|it| self.column(*it).is_some() && is_followed(*it)));
    }

    /// Parses the object of a count: rows, the cells of a column, or the things that a column names. Returns
    /// whether rows are counted.
    pub(super) fn take_counted(&mut self, operations: &[usize]) -> bool {
        let is_total = self.operations == ["total number"];
        self.operations = vec!["count".into()];
        let Some(&count) = operations.first() else { return true };
        if !self.columns.is_empty() {
            return false;
        }
        let next = self.solid(count, 1);
        // "How many days did it rain": the distinct days of the rows.
        if let Some(day) = next.filter(|it| self.is_day(*it))
            && let Some(column) = self.reader.names.akin("date")
        {
            self.used[day] = true;
            self.columns.push(column);
            self.operations = vec!["how many of".into()];
            return false;
        }
        // "How many days were windy", where the rows have a day and a month.
        if let Some(period) = next.filter(|it| self.is_row_period(*it)) {
            self.used[period] = true;
            return true;
        }
        let is_cells = next.is_some_and(|it| {
            self.units[it].kind == Kind::Cells && self.is_cells(it) || self.units[it].kind == Kind::ColumnWord
        });
        let column = match next {
            Some(next) if is_cells => {
                (next..self.units.len()).find(|it| self.is_free_column(*it) && !self.is_enclosed(*it))
            }
            Some(next) if self.is_free_column(next) => Some(next),
            _ => None,
        };
        let Some(at) = column else { return true };
        let beside = |it: Option<usize>| it.is_some_and(|it| self.units[it].kind == Kind::ColumnWord);
        let is_column = is_cells || beside(self.solid(at, 1)) || beside(self.solid(at, -1));
        // "How many landlocked countries", "how many 4 cylinder cars": the column is a condition on the rows.
        let is_before_rows = self.units.get(at + 1).is_some() && self.is_rowlike(at + 1);
        if is_before_rows && !is_column {
            return true;
        }
        self.used[at] = true;
        self.columns.extend(self.column(at));
        if !is_column {
            let counted = match () {
                () if is_total => "total number of",
                () if self.has_something(at) => "how many with",
                () => "how many of",
            };
            self.operations = vec![counted.into()];
        }
        false
    }

    /// Whether a word for days or months refers to the rows, which have a column for it and one for the
    /// longer period that it is in.
    fn is_row_period(&self, at: usize) -> bool {
        let is_word = |list: &[&str], column: usize| {
            let mut words = self.reader.names.words(column);
            words.next().is_some_and(|it| list.contains(&it)) && words.next().is_none()
        };
        let has = |list: &[&str]| (0..self.reader.names.len()).any(|it| is_word(list, it));
        const DAYS: [&str; 4] = ["day", "days", "dia", "dias"];
        const MONTHS: [&str; 4] = ["month", "months", "mes", "meses"];
        const YEARS: [&str; 4] = ["year", "years", "ano", "anos"];
        let word = self.folded(at);
        let is_plural = matches!(word, "days" | "dias" | "months" | "meses");
        is_plural
            && match () {
                () if DAYS.contains(&word) => has(&DAYS) && (has(&MONTHS) || has(&YEARS)),
                () => has(&MONTHS) && has(&YEARS) && !has(&DAYS),
            }
    }

    /// Whether a noun that is a part of a column name has something: "how many bills have a size of 5".
    fn has_something(&self, at: usize) -> bool {
        let is_part = matches!(self.units[at].kind, Kind::Column(_, Likeness::Akin));
        let behind = (at + 1..self.units.len()).find(|it| {
            self.units[*it].kind != Kind::File
                && !matches!(self.folded(*it), "in" | "of" | "from" | "em" | "no" | "na" | "de" | "do" | "da")
        });
        let has = behind.is_some_and(|it| {
            matches!(self.folded(it), "have" | "has" | "had" | "tem" | "tiveram" | "tinham" | "with" | "com")
        });
        is_part && has
    }

    fn is_day(&self, at: usize) -> bool {
        self.units[at].kind == Kind::Period && matches!(self.folded(at), "day" | "days" | "dia" | "dias")
    }

    /// Parses the columns of an operation: the one directly before it, or the first ones after it.
    pub(super) fn take_measured(&mut self, operations: &[usize]) {
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
        // "How old are the people on average"
        let asked = (0..first).find(|it| self.is_free_column(*it) && self.folded(*it) == "how");
        let Some(mut at) = asked.or(is_before).or_else(between).or_else(behind).or_else(ahead) else {
            if let Some((rows, column)) = self.measured_rows(false) {
                self.used[rows] = true;
                self.columns.push(column);
            }
            return;
        };
        // "The correlation between two columns".
        let between = (last + 1..at).filter(|it| is_pair && matches!(self.folded(*it), "between" | "entre"));
        for unit in between.collect::<Vec<_>>() {
            self.used[unit] = true;
        }
        // "Mean horsepower and mean weight": the operation is repeated for each column.
        if self.operations.len() == 1 && operations.len() > 1 && is_before.is_none() {
            self.take_each(operations);
            return;
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

    /// Parses the column after each of several operations.
    fn take_each(&mut self, operations: &[usize]) {
        for (place, at) in operations.iter().enumerate() {
            let end = operations.get(place + 1).copied().unwrap_or_else(|| self.first_where_behind(*at));
            if let Some(column) = (*at + 1..end).find(|it| self.is_free_column(*it)) {
                self.used[column] = true;
                self.columns.extend(self.column(column));
            }
        }
    }

    /// Skips a column that is repeated next to an operation, or with a noun: "the highest grade and the
    /// lowest grade", "the port in the Embarked column".
    pub(super) fn take_repeated(&mut self, operations: &[usize]) {
        for at in 0..self.units.len() {
            let is_same =
                self.is_free_column(at) && self.column(at).is_some_and(|it| self.columns.contains(&it));
            let is_beside = [self.solid(at, -1), self.solid(at, 1)]
                .into_iter()
                .flatten()
                .any(|it| operations.contains(&it) || self.units[it].kind == Kind::ColumnWord);
            if is_same && is_beside && !self.is_selecting(at) {
                self.used[at] = true;
            }
        }
    }

    /// Returns a noun for the rows that is also a column, and the column: in a file of expenses, "the highest
    /// expense". With "most", a verb determines whether it is counted or measured.
    pub(super) fn measured_rows(&self, needs_verb: bool) -> Option<(usize, usize)> {
        // "The average expense by month" may be that of all expenses, or of the monthly totals.
        let averages = self.operations.iter().any(|it| it == "avg" || it == "median");
        let is_timed = (0..self.units.len()).any(|it| self.used[it] && self.units[it].kind == Kind::Period);
        if averages && is_timed {
            return None;
        }
        let fits = |it: &usize| {
            !self.used[*it]
                && self.units[*it].kind == Kind::Rows
                && (!needs_verb || WORDS.has("measuring", self.folded(*it)))
        };
        (0..self.units.len())
            .filter(fits)
            .find_map(|it| Some((it, self.reader.names.of_rows(self.folded(it))?)))
    }

    /// Parses "how are height and weight correlated".
    fn take_pair(&mut self) {
        let free: Vec<usize> = (0..self.first_where()).filter(|it| self.is_free_column(*it)).collect();
        if let ([only], 1) = (free.as_slice(), self.columns.len()) {
            self.used[*only] = true;
            self.columns.insert(0, self.column(*only).unwrap_or_default());
        }
    }

    /// Whether a value directly follows a column and selects rows: "class 1".
    fn is_selecting(&self, at: usize) -> bool {
        self.units.get(at + 1).is_some_and(|next| {
            let word = &self.reader.words[next.words.start];
            next.kind == Kind::Word && word.pause.is_none() && self.reader.is_code(word)
        })
    }

    /// Whether the default operation on a column is the sum.
    fn is_additive(&self, column: usize) -> bool {
        self.reader.names.words(column).any(|word| WORDS.has("additive", word))
    }

    /// Whether a comma precedes a unit.
    pub(super) fn is_parted(&self, at: usize) -> bool {
        self.reader.words[self.units[at].words.start].pause == Some(',')
    }

    /// Parses a question without an operation: the sum of a column, or its values in the rows that a
    /// condition selects.
    pub(super) fn take_looked_up(&mut self) {
        let limit = self.first_where();
        let words = self.reader.words;
        let is_much = (0..words.len()).any(|at| WORDS.begins("much", &words[at..]).is_some());
        // "What does part 00123 cost": a column followed by a value selects a row.
        let asked = (0..limit).find(|it| self.is_free_column(*it) && !self.is_selecting(*it));
        let named = asked.or_else(|| (0..limit).find(|it| self.is_free_column(*it)));
        if let Some(at) = named.filter(|it| self.by.is_empty() && self.asks_which_exist(*it)) {
            self.used.fill(true);
            self.columns.extend(self.column(at));
            self.operations.push("values".into());
            return;
        }
        let found = named.and_then(|it| Some((it, self.column(it)?)));
        let Some((at, column)) = found.or_else(|| self.measured_rows(false).filter(|_| is_much)) else {
            return;
        };
        // "Average score" is the name of a column, and contains the operation.
        let own = self.reader.names.words(column).next().and_then(|word| self.operation_named(word));
        // "The max temp" is the maximum of `temp_max`.
        let stated = self.reader.names.stated(column).and_then(|word| self.operation_named(word));
        let is_spelt = matches!(self.units[at].kind, Kind::Column(_, Likeness::Inflected));
        let own = own.or(stated.filter(|_| is_spelt && self.units[at].words.len() > 1));
        let operation = match () {
            () if is_much => "sum".to_string(),
            () if own.is_some() => own.unwrap_or_default(),
            // "Stock by warehouse"
            () if !self.by.is_empty() && self.is_additive(column) => "sum".to_string(),
            () if self.by.is_empty() && (self.is_asked() || self.solid(0, 0) == Some(at)) => {
                "value".to_string()
            }
            () => return,
        };
        self.used[at] = true;
        self.columns.push(column);
        self.operations.push(operation);
        if WORDS.begins("all", self.question_words()).is_some() && self.operations == ["value"] {
            self.operations = vec!["values".into()];
        }
        let is_all = self.operations == ["value"] && self.condition().is_none();
        if is_all {
            self.operations.clear();
        }
    }
}

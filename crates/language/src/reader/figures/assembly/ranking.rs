//! Parses questions for the row or group with the maximum or minimum: "the heaviest car", "which region has
//! the highest average charges".

use super::{Assembly, Kind, WORDS, is_cardinal, number};

impl Assembly<'_> {
    /// Returns the subject of "which …", if it is a column or a noun for rows directly after it.
    pub(super) fn subject(&self) -> Option<usize> {
        let Some(who) = (0..self.units.len()).find(|at| self.asks(*at)) else {
            return self.described_subject();
        };
        if matches!(self.folded(who), "who" | "quem") {
            return Some(who);
        }
        let next = self.solid(who, 1)?;
        if self.is_unknown_subject(next) {
            return Some(next);
        }
        let is_subject = matches!(self.units[next].kind, Kind::Column(..) | Kind::Rows | Kind::Period);
        let is_adjacent = self.units.get(next + 1).is_some_and(|it| {
            matches!(it.kind, Kind::Operation(_) | Kind::Either(..) | Kind::Superlative { .. })
        });
        (is_subject && !is_adjacent).then_some(next).or_else(|| self.described_subject())
    }

    /// Whether a noun that is no column has the maximum or minimum: "which animal has the highest weight". It
    /// remains in the condition, and the values of the file decide whether it means the rows.
    fn is_unknown_subject(&self, at: usize) -> bool {
        let text = self.text(self.units[at].words.clone());
        let Some(order) = self.solid(at, 1).filter(|it| *it > at + 1) else { return false };
        let is_order = self.is_end(Some(order))
            || matches!(self.units[order].kind, Kind::Most { .. } | Kind::Superlative { .. });
        self.units[at].kind == Kind::Word && text.starts_with(char::is_lowercase) && is_order
    }

    /// Whether a column is named whose high values are bad.
    fn has_adverse_column(&self, operations: &[usize]) -> bool {
        let columns =
            (0..self.units.len()).filter(|it| !operations.contains(it)).filter_map(|it| self.column(it));
        columns.into_iter().any(|it| self.reader.names.words(it).any(|word| WORDS.has("adverse", word)))
    }

    /// Skips the compared column that is asked for again: "the oldest person, and how old were they".
    pub(super) fn take_restated(&mut self) {
        let joint = self.units.iter().rposition(|it| it.kind == Kind::Joint);
        let Some(joint) = joint else { return };
        let is_idle = |at: usize| {
            matches!(self.units[at].kind, Kind::Filler | Kind::File | Kind::Cells)
                || self.column(at).is_some_and(|it| self.columns.contains(&it))
        };
        if (joint + 1..self.units.len()).all(is_idle) {
            self.used[joint..].fill(true);
        }
    }

    /// Whether a unit is or ends with an interrogative: "which", "em que".
    pub(super) fn asks(&self, at: usize) -> bool {
        let last = self.units[at].words.end - 1;
        WORDS.begins("who", &self.reader.words[last..=last]).is_some()
    }

    /// Returns the subject of a description: "the country with the highest score".
    fn described_subject(&self) -> Option<usize> {
        (0..self.units.len()).find(|at| {
            let is_thing = matches!(self.units[*at].kind, Kind::Rows | Kind::Column(..));
            let with = self.units.get(at + 1).is_some_and(|it| it.kind == Kind::Where);
            let order = self.solid(at + 1, 1);
            let is_most = order.is_some_and(|it| matches!(self.units[it].kind, Kind::Most { .. }));
            is_thing && with && (is_most || self.is_end(order))
        })
    }

    /// Parses a ranking of groups or rows: "which region has the highest average charges", "the heaviest
    /// car", "who earns the most".
    pub(super) fn ranking(&mut self, subject: Option<usize>, operations: &[usize]) -> Option<String> {
        let superlative = self.units.iter().position(|it| matches!(it.kind, Kind::Superlative { .. }));
        if let Some(ranked) = superlative.and_then(|at| self.ranked_superlative(at, subject)) {
            return Some(ranked);
        }
        if let Some(at) = superlative.filter(|_| operations.is_empty()) {
            let Kind::Superlative { highest, column } = self.units[at].kind else { return None };
            self.used[at] = true;
            self.columns = vec![column];
            // "The cheapest price" asks for a figure.
            let behind = self.solid(at, 1);
            if let Some(named) = behind.filter(|it| self.column(*it) == Some(column)) {
                self.used[named] = true;
                return Some(if highest { "max" } else { "min" }.into());
            }
            // "The age of the oldest person" asks for a figure, too.
            let named = (0..at).find(|it| self.is_free_column(*it) && self.column(*it) == Some(column));
            if let Some(named) = named.filter(|it| self.solid(*it, 1).is_some_and(|next| next <= at + 1)) {
                self.used[named] = true;
                let thing = [self.solid(at, 1), self.solid(at, -1)].into_iter().flatten();
                let thing = thing.into_iter().find(|it| {
                    let is_person = WORDS.has("person", self.folded(*it));
                    !self.used[*it]
                        && (self.units[*it].kind == Kind::Rows || is_person && self.column(*it).is_none())
                });
                self.use_subject(thing);
                return Some(if highest { "max" } else { "min" }.into());
            }
            let beside = [at.checked_sub(1), Some(at + 1).filter(|it| *it < self.units.len())];
            let is_thing =
                |it: &usize| matches!(self.units[*it].kind, Kind::Rows | Kind::Column(..)) && !self.used[*it];
            let beside = beside.into_iter().flatten().find(is_thing);
            let before = beside.filter(|it| *it < at).unwrap_or(at);
            if let Some(most) = self.take_number(before) {
                let thing = beside.or(behind.filter(|it| self.is_rowlike(*it)));
                return Some(
                    self.row_of(thing, &format!("{} {most}", if highest { "top" } else { "bottom" })),
                );
            }
            // "Who is the tallest player" asks for the player.
            let subject = subject.filter(|it| beside.is_none() || !self.is_person(*it));
            return Some(self.row_of(subject.or(beside), if highest { "highest" } else { "lowest" }));
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
        // The worst delay is the longest one, and the worst grade the lowest.
        if WORDS.has("judging", self.folded(at)) && self.has_adverse_column(operations) {
            return None;
        }
        // "The department that pays best" is ambiguous.
        if other.is_none() && grouped.is_some() && WORDS.has("weak", self.folded(at)) {
            return None;
        }
        self.used[at] = true;
        let end = match subject.and_then(|it| self.take_number(it)) {
            Some(most) => format!("{} {most}", if highest { "top" } else { "bottom" }),
            None => if highest { "highest" } else { "lowest" }.to_string(),
        };
        let last = operations.iter().copied().max().unwrap_or(at).max(at);
        let before: Vec<usize> = self.columns.clone();
        if before.is_empty() {
            let range = last + 1..self.units.len();
            let behind = range.into_iter().find(|it| self.is_free_column(*it) && Some(*it) != subject);
            let ahead = (0..at).rev().find(|it| self.is_free_column(*it) && Some(*it) != subject);
            // "The highest rate on average"
            let between = (at..last).find(|it| self.is_free_column(*it) && Some(*it) != subject);
            let behind = behind.filter(|it| *it < self.first_where_behind(last));
            let named = behind.or(between).or(ahead);
            if let Some((measured, column)) =
                named.and_then(|it| Some((it, self.column(it)?))).or_else(|| self.measured_rows(true))
            {
                self.columns.push(column);
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
            (None, Some(group)) if self.columns.is_empty() && ends.is_empty() => {
                self.by.push(group);
                self.use_subject(Some(subject_at));
                Some(format!("{end} count"))
            }
            (None, _) if self.columns.is_empty() => None,
            // The group with the most of something has the largest sum over its rows.
            (None, Some(group)) if most.is_some() && ends.is_empty() && self.by.is_empty() => {
                self.by.push(group);
                self.use_subject(Some(subject_at));
                Some(format!("{end} total"))
            }
            (None, _) => Some(self.row_of(Some(subject_at), &end)),
        }
    }

    /// Parses a ranking of groups by a figure of the column that the superlative compares: "which team has
    /// the youngest players on average".
    fn ranked_superlative(&mut self, at: usize, subject: Option<usize>) -> Option<String> {
        let Kind::Superlative { highest, column } = self.units[at].kind else { return None };
        let subject = subject.filter(|_| self.columns.is_empty() && self.by.is_empty())?;
        let (Kind::Column(group, _), [operation]) = (&self.units[subject].kind, self.operations.as_slice())
        else {
            return None;
        };
        if !matches!(operation.as_str(), "avg" | "median" | "sum" | "total") || *group == column {
            return None;
        }
        let ranked = format!("{} {operation}", if highest { "highest" } else { "lowest" });
        self.by.push(self.reader.names.name(*group).to_string());
        self.columns = vec![column];
        (self.used[at], self.used[subject]) = (true, true);
        // "Young" refers to the rows.
        let thing = self.solid(at, 1).filter(|it| matches!(self.units[*it].kind, Kind::Column(..)));
        self.use_subject(thing);
        Some(ranked)
    }

    /// Consumes the number directly before a unit.
    fn take_number(&mut self, at: usize) -> Option<f64> {
        let before = at.checked_sub(1).filter(|it| !self.used[*it] && is_cardinal(self.folded(*it)))?;
        let count = number(self.folded(before)).filter(|it| *it >= 2.0)?;
        self.used[before] = true;
        Some(count)
    }

    /// Whether a unit asks for a person without naming one.
    fn is_person(&self, at: usize) -> bool {
        matches!(self.folded(at), "who" | "quem")
    }

    /// Parses a ranking by a column: "the largest country by area", "the top 3 customers by total amount".
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
        self.row_of(Some(thing), if highest { "highest" } else { "lowest" })
    }

    /// Returns the operation for the row, or the thing that a column names, with the maximum or minimum.
    fn row_of(&mut self, thing: Option<usize>, end: &str) -> String {
        self.use_subject(thing.filter(|it| self.units[*it].kind != Kind::Word || self.is_person(*it)));
        // "The name of the oldest passenger".
        let is_name = |it: &usize| matches!(self.folded(*it), "name" | "names" | "nome" | "nomes");
        let name = (0..thing.unwrap_or_default()).find(|it| self.is_free_column(*it) && is_name(it));
        self.use_subject(name);
        let named = thing.and_then(|it| match self.units[it].kind {
            Kind::Column(column, _) => Some(self.reader.names.name(column).to_string()),
            _ => None,
        });
        let extreme = if matches!(end.split(' ').next(), Some("highest" | "top")) { "max" } else { "min" };
        match named.filter(|_| self.by.is_empty()) {
            Some(name) => {
                self.by.push(name);
                format!("{end} {extreme}")
            }
            None if end.contains(' ') => end.to_string(),
            None => format!("{end} row"),
        }
    }

    fn is_next_operation(&self, at: usize) -> bool {
        self.solid(at, 1).is_some_and(|it| matches!(self.units[it].kind, Kind::Operation(_)))
    }
}

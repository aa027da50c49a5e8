//! Builds the condition from the remaining words, of which only stop words are skipped.

use std::ops::Range;

use super::{Assembly, Kind, Likeness, Unit, WORDS};
use crate::words::Tongue;

/// Comparison words in addition to those in the word list.
const COMPARING: [&str; 8] = ["over", "above", "under", "below", "between", "acima", "abaixo", "entre"];

/// Verbs for a part of a text.
const CONTAINING: [&str; 16] = [
    "contain",
    "contains",
    "containing",
    "include",
    "includes",
    "including",
    "start",
    "starts",
    "begin",
    "begins",
    "end",
    "ends",
    "contem",
    "comecam",
    "comeca",
    "terminam",
];

impl Assembly<'_> {
    /// Returns the condition: the remaining parts with significant words.
    pub(super) fn condition(&self) -> Option<String> {
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
            Kind::File => true,
            // "Houses or bungalows": the file name is a value. In a file of salaries, "earn over 9000" is a
            // condition on the rows.
            // "The Portuguese wines (country Portugal)" is a paraphrase.
            Kind::Rows => {
                !self.is_alternative(at) && self.compared_rows(at).is_none() && !self.is_paraphrase(at)
            }
            // "The values of" and "the column" do not separate anything, and "a Cabin value that" is a column.
            Kind::Cells => at.checked_sub(1).is_none_or(|it| !self.is_free_column(it)),
            Kind::Column(_, likeness) => {
                likeness < Likeness::Same
                    && self.reader.names.is_rows(self.folded(at))
                    && !self.is_compared(at)
            }
            _ => false,
        }
    }

    /// Whether a noun for the rows with an attribute is directly before parentheses.
    fn is_paraphrase(&self, at: usize) -> bool {
        let is_attribute = |it: usize| self.units[it].kind == Kind::Word && !self.used[it];
        at.checked_sub(1).is_some_and(is_attribute) && self.enclosed.iter().any(|it| it.start == at + 1)
    }

    /// Returns the column that a noun for the rows also means, if a comparison directly follows.
    fn compared_rows(&self, at: usize) -> Option<usize> {
        let next = self.solid(at, 1)?;
        let compares = self.units[next].kind == Kind::Compare || COMPARING.contains(&self.folded(next));
        let is_number = |at: usize| self.folded(at).starts_with(|it: char| it.is_ascii_digit());
        let is_measured = compares && self.solid(next, 1).is_some_and(is_number);
        let is_verb = WORDS.has("measuring", self.folded(at));
        let is_rows = self.units[at].kind == Kind::Rows && !self.used[at] && is_verb && is_measured;
        self.reader.names.of_rows(self.folded(at)).filter(|_| is_rows)
    }

    /// Whether "or" is next to a noun for the rows.
    fn is_alternative(&self, at: usize) -> bool {
        let is_or =
            |it: Option<usize>| it.is_some_and(|it| matches!(self.folded(it), "or" | "ou" | "nor" | "nem"));
        self.reader.names.is_rows(self.folded(at)) && (is_or(self.solid(at, -1)) || is_or(self.solid(at, 1)))
    }

    /// Whether a verb only links explained units: "who scored the most goals", "the average fare paid".
    fn is_bound(&self, at: usize) -> bool {
        let next = self.solid(at, 1).filter(|it| self.units[*it].kind != Kind::File);
        let measures =
            !self.operations.iter().any(|it| matches!(it.as_str(), "count" | "how many of" | "percentage"));
        let is_figure =
            |it: &usize| self.column(*it).is_some() || matches!(self.units[*it].kind, Kind::Operation(_));
        let before = self.solid(at, -1).filter(|it| is_figure(it) && measures);
        self.is_verb(at) && next.into_iter().chain(before).any(|it| self.used[it])
    }

    /// Returns the measured column if it directly precedes a comparison.
    pub(super) fn measured_before(&self, at: usize) -> Option<usize> {
        let compares = self.units[at].kind == Kind::Compare || COMPARING.contains(&self.folded(at));
        let contains = self.units[at].kind == Kind::Word && CONTAINING.contains(&self.folded(at));
        let mut before = self.solid(at, -1).filter(|_| compares || contains)?;
        // "How many addresses in riots.csv contain Vermont".
        if self.units[before].kind == Kind::File {
            before = self.solid(before, -1)?;
        }
        let before = Some(before).filter(|it| self.used[*it])?;
        self.column(before).filter(|it| self.columns.contains(it))
    }

    /// Whether a comparison or a value follows a column.
    fn is_compared(&self, at: usize) -> bool {
        let next = self.solid(at, 1).map(|it| &self.units[it].kind);
        let is_bound = self.units.get(at + 1).is_some_and(|it| {
            let word = self.reader.words[it.words.start].folded.as_str();
            matches!(word, "in" | "em" | "no" | "na" | "from" | "to" | "who" | "that" | "que")
        });
        !is_bound && matches!(next, Some(Kind::Compare | Kind::Word | Kind::Missing | Kind::Operation(_)))
    }

    /// Whether a word is a verb that only links the following words; a capitalized one is a name.
    pub(super) fn is_verb(&self, at: usize) -> bool {
        let text = self.text(self.units[at].words.clone());
        self.units[at].kind == Kind::Word
            && !text.starts_with(char::is_uppercase)
            && WORDS.has("verb", self.folded(at))
    }

    /// Whether a unit is a preposition before a name, which distinguishes two columns with the same values: "to
    /// Lisbon".
    fn is_direction(&self, at: usize) -> bool {
        let is_name = |it: &Unit| self.text(it.words.clone()).starts_with(char::is_uppercase);
        matches!(self.folded(at), "to" | "from" | "para")
            && self.units.get(at + 1).is_some_and(|it| it.kind == Kind::Word && is_name(it))
    }

    /// Whether a unit is the value "no", and not the Portuguese preposition: "smoker no".
    fn is_denial(&self, at: usize) -> bool {
        let before = at.checked_sub(1);
        let is_stated = before.is_some_and(|it| {
            self.is_free_column(it) || matches!(self.folded(it), "is" | "are" | "was" | "were" | "says")
        });
        let is_preposition = self.reader.heard.tongue != Tongue::English
            && self.solid(at, 1).is_none_or(|it| self.units[it].kind == Kind::File);
        self.folded(at) == "no" && is_stated && !is_preposition
    }

    /// Whether a noun that is akin to a column follows an attribute, and ends the condition: "private rooms" may
    /// be a value of `room_type`, or "private" alone.
    fn is_described(&self, at: usize, before: Option<&Kind>) -> bool {
        let is_last = self.units.get(at + 1).is_none_or(|it| matches!(it.kind, Kind::File | Kind::Joint));
        before == Some(&Kind::Word) && is_last && !self.is_enclosed(at)
    }

    /// Whether a word that is akin to a column is a value of the column before it: "(DriveTrain Rear)".
    fn is_value(&self, at: usize) -> bool {
        // "(room_type Shared room)"
        if self.enclosed.iter().any(|it| it.start < at && at < it.end) {
            return true;
        }
        let is_named = |it: &Unit| matches!(it.kind, Kind::Column(_, likeness) if likeness > Likeness::Akin);
        let before = at.checked_sub(1).map(|it| &self.units[it]);
        let is_last = self.units.get(at + 1).is_none_or(|it| it.kind != Kind::Compare);
        self.text(self.units[at].words.clone()).starts_with(char::is_uppercase)
            && before.is_some_and(is_named)
            && is_last
    }

    /// Returns a part as a condition, with column names, and without stop words at both ends.
    fn stretch(&self, units: Range<usize>) -> Option<String> {
        let mut units: Vec<usize> = units.collect();
        let word = |at: &usize| self.reader.words[self.units[*at].words.start].clone();
        let is_idle = |at: &usize, is_first: bool| {
            let kind = &self.units[*at].kind;
            let said = word(at);
            match kind {
                Kind::Filler => {
                    let has = is_first && matches!(said.folded.as_str(), "has" | "have" | "had" | "tem");
                    !has && !self.is_direction(*at)
                }
                Kind::Joint | Kind::ColumnWord => true,
                Kind::Where => !is_first || !matches!(said.folded.as_str(), "with" | "com"),
                Kind::Word => self.is_bound(*at),
                _ => false,
            }
        };
        let is_year = |at: Option<&usize>| {
            let text = at.map_or("", |at| self.text(self.units[*at].words.clone()));
            text.len() == 4 && text.bytes().all(|it| it.is_ascii_digit())
        };
        // In parentheses each word counts: "(landlocked no)".
        let is_kept = |at: &usize| self.is_enclosed(*at) || self.is_denial(*at);
        let is_negated =
            |at: Option<&usize>| at.is_some_and(|it| self.text(self.units[*it].words.clone()) == "n't");
        while units.first().is_some_and(|at| is_idle(at, true) && !is_kept(at))
            && !is_year(units.get(1))
            && !is_negated(units.get(1))
        {
            units.remove(0);
        }
        while units.last().is_some_and(|at| is_idle(at, false) && !is_kept(at)) {
            units.pop();
        }
        let has_content = units.iter().any(|at| !is_idle(at, false));
        if !has_content {
            return None;
        }
        let mut text = String::new();
        // "The average bmi above 30" applies to the rows above 30.
        if let Some(column) = units.first().and_then(|at| self.measured_before(*at)) {
            text = format!("{} ", quoted(self.reader.names.name(column)));
        }
        let mut end = None;
        for (place, at) in units.iter().enumerate() {
            let unit = &self.units[*at];
            let said = word(at);
            let before = place.checked_sub(1).map(|it| &self.units[units[it]].kind);
            // "A name that contains Miss".
            let is_relative = matches!(said.folded.as_str(), "that" | "which" | "que")
                && matches!(before, Some(Kind::Column(..) | Kind::Either(..) | Kind::Cells));
            let from = self.reader.words[unit.words.start].span.start;
            // Symbols between two words belong to the condition.
            let gap = end.map_or("", |end| &self.reader.heard.sentence[end..from]);
            text.push_str(gap);
            end = Some(self.reader.words[unit.words.end - 1].span.end);
            if is_relative {
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
                Kind::Column(column, Likeness::Akin) if self.is_described(*at, before) => {
                    let name = quoted(self.reader.names.name(column));
                    text.push_str(&format!("{} ({name})", self.text(unit.words.clone())));
                }
                Kind::Column(_, Likeness::Akin) if self.is_value(*at) => {
                    text.push_str(self.text(unit.words.clone()));
                }
                Kind::Column(column, likeness) if likeness < Likeness::Same => {
                    text.push_str(&quoted(self.reader.names.name(column)));
                }
                Kind::Rows if let Some(column) = self.compared_rows(*at) => {
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

/// Quotes a name for a condition.
fn quoted(name: &str) -> String {
    match name.contains(char::is_whitespace) {
        true if !name.contains('"') => format!("\"{name}\""),
        _ => name.to_string(),
    }
}

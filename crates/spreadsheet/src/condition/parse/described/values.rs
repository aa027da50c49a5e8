//! Values in descriptions, looked up in the first rows.

use super::compared::is_year;
use super::words::{ARTICLES, DATED, DESTINATIONS, FOR, IDLE, INSIDE, NAMES, NOT, ORIGINS, SYNONYMS, TIMED};
use super::{Described, FURTHEST, LONGEST_VALUE};
use crate::condition::comparison::Comparison;
use crate::condition::parse::measure::{is_ordered, measured};
use crate::condition::parse::{Kind, Parser, negated};
use crate::condition::words::{ANDS, RANGE};
use crate::fault::Fault;
use crate::lookup;

impl Parser<'_> {
    /// Whether a value is a lower-case stop word, which matches by chance.
    pub(in crate::condition::parse) fn is_plain_word(&self, at: usize, end: usize) -> bool {
        let is_lower = !self.slice(at, end).contains(char::is_uppercase);
        end == at + 1 && is_lower && (self.is_one(at, IDLE) || self.is_one(at, NOT) || self.is_one(at, ANDS))
    }

    pub(in crate::condition::parse) fn is_negation(&self, at: usize) -> bool {
        self.is_one(at, NOT)
    }

    /// Returns the longest value of a column that starts here, or a number if the column is numeric.
    pub(in crate::condition::parse) fn value_of(&self, column: usize, at: usize) -> Option<(String, usize)> {
        let most = self.tokens.len().min(at + LONGEST_VALUE);
        let held = (at + 1..=most).rev().map(|end| (self.name(at, end), end));
        let found = held.into_iter().find_map(|(text, end)| Some((self.called(column, &text)?, end)));
        found.or_else(|| {
            let (value, end) = self.ordered_value(at).filter(|_| self.sample.is_numeric(column))?;
            Some((value, end))
        })
    }

    /// Returns the value of a column that matches a text or a synonym of it.
    fn called(&self, column: usize, text: &str) -> Option<String> {
        if self.sample.holds(column, text) {
            return Some(text.to_owned());
        }
        let said = crate::folding::folded(text);
        let others = SYNONYMS.iter().filter(|group| group.contains(&said.as_str())).flat_map(|it| it.iter());
        let other = others.into_iter().find(|it| self.sample.holds(column, it)).map(|it| (*it).to_owned());
        let mut derived = singulars(&said).into_iter().chain(roots(&said));
        other.or_else(|| derived.find(|it| self.sample.holds(column, it)))
    }

    /// Parses the longest number or date that starts here.
    pub(super) fn ordered_value(&self, at: usize) -> Option<(String, usize)> {
        let most = self.tokens.len().min(at + FURTHEST);
        (at + 1..=most).rev().find_map(|end| {
            let plain = self.tokens[at..end].iter().all(|it| matches!(it.kind, Kind::Word | Kind::Quoted));
            // "95 points": a unit may also be a column.
            let has_column = end > at + 1 && self.is_name(end - 1, end);
            let is_word = end == at + 1 && self.is_month_by_chance(at);
            let value = measured(&spelt(&self.name(at, end)));
            (plain && !has_column && !is_word && is_ordered(&value)).then_some((value, end))
        })
    }

    /// Whether a word abbreviates a month, but is more likely another word: "came out in 2005".
    fn is_month_by_chance(&self, at: usize) -> bool {
        let is_written = self.slice(at, at + 1).starts_with(char::is_lowercase);
        let is_dated = at.checked_sub(1).is_some_and(|it| self.is_one(it, TIMED) || self.is_one(it, DATED));
        is_written && !is_dated && self.is_one(at, &["out", "set", "ago", "may", "mar"])
    }

    /// Parses the two ends of a range that starts here.
    pub(super) fn ends(&self, at: usize) -> Option<(String, String, usize)> {
        let (low, joint) = (at + 1..self.tokens.len().min(at + FURTHEST)).find_map(|joint| {
            let low = measured(&spelt(&self.name(at, joint)));
            (self.is_one(joint, RANGE) && is_ordered(&low)).then_some((low, joint))
        })?;
        let (high, end) = self.ordered_value(joint + 1)?;
        Some((low, high, end))
    }

    /// Parses a value that only one column contains, or a value before its column.
    pub(super) fn bare_value(&mut self, at: usize, denied: bool) -> Result<Option<Described>, Fault> {
        let most = self.tokens.len().min(at + LONGEST_VALUE);
        for end in (at + 1..=most).rev() {
            let text = self.name(at, end);
            let is_idle = end == at + 1 && self.is_one(at, IDLE) && !self.is_abbreviation(at);
            let is_number = is_ordered(&text) && self.kind(at) != Some(Kind::Quoted);
            if is_idle || self.tokens[at..end].iter().any(|it| matches!(it.kind, Kind::Open | Kind::Close)) {
                continue;
            }
            // "Best in class", "none for exercise", "never smoke".
            let inside = self.column_behind(end, INSIDE).or_else(|| self.column_behind(end, FOR));
            let inside = inside.or_else(|| self.column_after_word(at, end));
            if let Some((column, behind)) = inside
                && let Some(value) = self.called(column, &text)
            {
                let test = self.test(column, Comparison::Equal, std::slice::from_ref(&value))?;
                return Ok(Some((negated(test, denied), Some((column, vec![value])), behind)));
            }
            let columns = self.sample.columns().filter(|it| self.called(*it, &text).is_some());
            let exact: Vec<usize> = self.sample.holders(&text);
            let columns: Vec<usize> = if exact.is_empty() { columns.collect() } else { exact };
            match columns.as_slice() {
                [] => {}
                columns if is_number && !self.is_year_of(columns, &text) => {}
                [only] => {
                    let value = self.called(*only, &text).unwrap_or(text);
                    let test = self.test(*only, Comparison::Equal, std::slice::from_ref(&value))?;
                    self.last = Some(*only);
                    if self.is_opposite_direction(at, *only) {
                        return Err(self.unknown(at - 1));
                    }
                    // "The Support department", "completed the course"
                    let own = (end..self.tokens.len()).find(|it| !self.is_one(*it, ARTICLES));
                    let end = match self.column_by_name(own.unwrap_or(end)) {
                        Some((own, behind)) if own == *only && self.comparator(behind).is_none() => behind,
                        _ => end,
                    };
                    return Ok(Some((negated(test, denied), Some((*only, vec![value])), end)));
                }
                several => {
                    let names: Vec<String> = several
                        .iter()
                        .map(|it| format!("\"{}\"", lookup::name(*it, self.headings)))
                        .collect();
                    return Err(
                        self.fault(format!("\"{text}\" is a value of several columns: {}", names.join(", ")))
                    );
                }
            }
        }
        // "Silva in the name" matches a part of a value.
        for end in at + 1..=most.min(at + 3) {
            let is_word = !self.is_one(at, IDLE) && self.is_one(end, INSIDE);
            let text = self.name(at, end);
            if let Some((column, behind)) = self.column_behind(end, INSIDE).filter(|_| is_word)
                && !self.sample.is_numeric(column)
                && self.sample.has_part(column, &text)
            {
                let test = self.test(column, Comparison::Contains, &[text])?;
                return Ok(Some((negated(test, denied), None, behind)));
            }
        }
        Ok(None)
    }

    /// Whether a value is introduced as a destination, and its column is for origins, or the reverse: "to Lisbon".
    fn is_opposite_direction(&self, at: usize, column: usize) -> bool {
        let name = crate::folding::folded(&lookup::name(column, self.headings));
        let is_named =
            |list: &[&str]| name.split(|it: char| !it.is_alphanumeric()).any(|it| list.contains(&it));
        at.checked_sub(1).is_some_and(|before| {
            self.is_one(before, &["to", "para"]) && is_named(ORIGINS)
                || self.is_one(before, &["from"]) && is_named(DESTINATIONS)
        })
    }

    /// Whether a number is a year, and these columns are the only column of years: "the 1999 models".
    fn is_year_of(&self, columns: &[usize], number: &str) -> bool {
        matches!(columns, [only] if is_year(number) && self.years() == Some(*only))
    }

    /// Whether a word is written like an abbreviation: IT is not a pronoun.
    fn is_abbreviation(&self, at: usize) -> bool {
        let text = self.slice(at, at + 1);
        text.len() > 1 && text.chars().all(char::is_uppercase)
    }

    /// Whether a word that usually negates is a value of the column directly after it: "never smoke".
    pub(super) fn is_value_before_column(&self, at: usize) -> bool {
        self.column_after_word(at, at + 1)
            .is_some_and(|(column, _)| self.sample.holds(column, &self.name(at, at + 1)))
    }

    /// Returns the column directly after a word that usually negates.
    fn column_after_word(&self, at: usize, end: usize) -> Option<(usize, usize)> {
        let is_word = end == at + 1 && self.is_one(at, NOT);
        let found = self.column_by_name(end).filter(|_| is_word)?;
        // "Not smoker yes" states the value after the column.
        self.value_of(found.0, found.1).is_none().then_some(found)
    }

    /// Parses the column after a value and a preposition: `… in the name`.
    pub(super) fn column_behind(&self, at: usize, prepositions: &[&str]) -> Option<(usize, usize)> {
        if !self.is_one(at, prepositions) {
            return None;
        }
        let next = (at + 1..at + 3).find(|it| !self.is_one(*it, IDLE))?;
        self.column_by_name(next).or_else(|| {
            // "Name" refers to the column that names the rows.
            let mut names = self.sample.columns().filter(|it| self.sample.names_rows(*it));
            let only = names.next().filter(|_| names.next().is_none() && self.is_one(next, NAMES))?;
            Some((only, next + 1))
        })
    }
}

/// Converts number words into digits.
fn spelt(value: &str) -> String {
    const NUMBERS: [&[&str]; 11] = [
        &["zero"],
        &["one", "um", "uma", "first", "1st", "primeiro", "primeira"],
        &["two", "dois", "duas", "second", "2nd", "segundo", "segunda"],
        &["three", "tres", "três", "third", "3rd", "terceiro", "terceira"],
        &["four", "quatro"],
        &["five", "cinco"],
        &["six", "seis"],
        &["seven", "sete"],
        &["eight", "oito"],
        &["nine", "nove"],
        &["ten", "dez"],
    ];
    let lower = value.trim().to_lowercase();
    let found = NUMBERS.iter().position(|it| it.contains(&lower.as_str()));
    found.map_or_else(|| value.to_owned(), |number| number.to_string())
}

/// Returns the possible singular forms of a word without accents.
pub(super) fn singulars(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 8] = [
        ("s", ""),
        ("es", ""),
        ("ies", "y"),
        ("is", "il"),
        ("ais", "al"),
        ("eis", "el"),
        ("oes", "ao"),
        ("ns", "m"),
    ];
    let single = |(ending, instead): &(&str, &str)| {
        let stem = word.strip_suffix(ending).filter(|it| it.len() > 2)?;
        Some(format!("{stem}{instead}"))
    };
    ENDINGS.iter().filter_map(single).collect()
}

/// Returns the possible roots of an adjective: "rain" for "rainy", "sun" for "sunny".
fn roots(word: &str) -> Vec<String> {
    let Some(stem) = word.strip_suffix('y').filter(|it| it.len() > 2 && it.is_ascii()) else {
        return Vec::new();
    };
    let single = stem.strip_suffix(|it| stem[..stem.len() - 1].ends_with(it)).map(str::to_owned);
    [stem.to_owned(), format!("{stem}e")].into_iter().chain(single).collect()
}

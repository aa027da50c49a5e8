//! Descriptions of rows in natural language: "male passengers over 30 from Lisbon". Column names are often
//! omitted, because a value that occurs in one column only identifies it. The parser skips stop words only; a
//! word that is neither a column nor a value in the first rows is an error.

mod compared;
mod entity;
mod values;
mod words;

use self::words::{ADJOINING, ARTICLES, BINDING, DOING, FOR, IDLE, NOT, PARTICLES, PEOPLE, TIMING};
use super::{Denial, Kind, ORS, Parser, negated};
use crate::condition::Condition;
use crate::condition::comparison::Comparison;
use crate::condition::words::{ANDS, Role, WITH, WITHOUT};
use crate::fault::Fault;

/// The maximum number of words in a value.
const LONGEST_VALUE: usize = 6;

/// The maximum number of words between a number and its column.
const FURTHEST: usize = 4;

/// The condition of a part of a description, the column and values if it is an equality, and the end.
type Described = (Condition, Option<(usize, Vec<String>)>, usize);

/// A part of a description.
struct Part {
    condition: Condition,
    /// The column and the values, if it is an equality.
    equal: Option<(usize, Vec<String>)>,
    negated: bool,
    /// Whether "or" precedes it.
    alternative: bool,
}

impl Parser<'_> {
    /// Parses all tokens as a description.
    pub(super) fn description(&mut self) -> Result<Condition, Fault> {
        let mut parts: Vec<Part> = Vec::new();
        let mut before = self.read.tests.len();
        let (mut at, mut denied, mut joint) = (0, false, Joint::None);
        // A linking verb that still lacks an object.
        let mut verb: Option<usize> = None;
        // A word for what the rows are about.
        let mut entity: Option<usize> = None;
        while at < self.tokens.len() {
            let joins = self.kind(at) == Some(Kind::Comma) || (self.is_one(at, ANDS) && !self.is_copula(at));
            if let Some(verb) = verb.filter(|_| joins || self.is_one(at, ORS)) {
                return Err(self.unknown(verb));
            }
            if joins {
                joint = if joint == Joint::Or { joint } else { Joint::And };
                at += 1;
            } else if self.is_one(at, ORS) {
                if parts.is_empty() {
                    return Err(self.unknown(at));
                }
                joint = Joint::Or;
                at += 1;
            } else if self.is_one(at, NOT) && !self.is_value_before_column(at) {
                denied = !denied;
                at += 1;
            } else if self.is_one(at, PARTICLES) && verb.is_some_and(|it| it + 1 == at) {
                at += 1;
            } else if let Some((condition, equal, end)) = self.described(at, denied)? {
                if let Some(verb) = verb.filter(|it| self.is_one(*it, TIMING) && self.has_time(before)) {
                    return Err(self.unknown(verb));
                }
                before = self.read.tests.len();
                let part = Part { condition, equal, negated: denied, alternative: joint == Joint::Or };
                self.join(&mut parts, part, joint)?;
                (at, denied, joint, verb) = (end, false, Joint::None, None);
            } else if let Some(end) =
                self.rows_named(at, !parts.is_empty() && !denied && joint == Joint::None)
            {
                at = end;
            } else if entity.is_none() && !denied && joint == Joint::None && self.is_entity(at) {
                (at, entity) = (at + 1, Some(at));
            } else if self.is_one(at, IDLE) || self.is_day(at) {
                at += 1;
            } else if self.is_one(at, DOING) && !parts.is_empty() && joint == Joint::None {
                // "How many orders did Ana place".
                at += 1;
            } else if self.is_one(at, BINDING) || self.is_one(at, TIMING) {
                (at, verb) = (at + 1, verb.or(Some(at)));
            } else {
                return Err(self.unknown(at));
            }
        }
        if let Some(verb) = verb {
            return Err(self.unknown(verb));
        }
        let is_entity_alone = parts.is_empty() && entity.is_some_and(|it| self.means_all_rows(it));
        if parts.is_empty() && !is_entity_alone || denied || joint != Joint::None {
            return Err(self.unknown(self.tokens.len().saturating_sub(1)));
        }
        if let Some(entity) = entity {
            self.note_entity(entity);
        }
        let mut any: Vec<Vec<Condition>> = vec![Vec::new()];
        for part in parts {
            if part.alternative {
                any.push(Vec::new());
            }
            if let Some(last) = any.last_mut() {
                last.push(part.condition);
            }
        }
        let all = |mut all: Vec<Condition>| if all.len() == 1 { all.remove(0) } else { Condition::All(all) };
        let mut any: Vec<Condition> = any.into_iter().map(all).collect();
        Ok(if any.len() == 1 { any.remove(0) } else { Condition::Any(any) })
    }

    /// Adds a part. "Engineering and Finance" are alternative values of a cell.
    fn join(&mut self, parts: &mut Vec<Part>, part: Part, joint: Joint) -> Result<(), Fault> {
        if let (Some(last), Some((column, more))) = (parts.last_mut(), &part.equal)
            && let Some((own, values)) = &mut last.equal
            && own == column
            && joint != Joint::None
            && (!part.negated || last.negated)
        {
            values.extend(more.iter().cloned());
            let (column, values) = (*column, values.clone());
            let denied = last.negated;
            if joint == Joint::And && !denied {
                self.read.listed = Some((column, values.clone()));
            }
            let test = self.test(column, Comparison::Equal, &values)?;
            if let Some(last) = parts.last_mut() {
                last.condition = negated(test, denied);
            }
            return Ok(());
        }
        parts.push(part);
        Ok(())
    }

    /// Parses the part of a description that starts here.
    fn described(&mut self, at: usize, denied: bool) -> Result<Option<Described>, Fault> {
        if self.kind(at) == Some(Kind::Open) {
            return self.enclosed(at, denied).map(|it| it.map(|(condition, end)| (condition, None, end)));
        }
        let before = (0..at).rev().find(|it| !self.is_one(*it, ARTICLES));
        // "No figure for the age"
        if let Some((column, end)) = self.column_of_figure(at)
            && let Some(before) = before.filter(|it| self.is_one(*it, WITHOUT) || self.is_one(*it, WITH))
        {
            let lacks = self.is_one(before, WITHOUT) && !self.is_one(before, NOT);
            let empty = self.test(column, Comparison::Empty, &[])?;
            return Ok(Some((negated(empty, denied == lacks), None, end)));
        }
        if let Some((column, end)) = self.column_by_name(at) {
            self.last = Some(column);
            // "No age given": "no" is a negation here.
            let lacks = before.is_some_and(|it| self.is_one(it, &["no"]))
                && self.comparator(end).is_some_and(|(it, _)| matches!(it.role, Role::Empty | Role::Filled));
            if let Some(described) = self.of_column(column, end, denied ^ lacks)? {
                return Ok(Some(described));
            }
            // "People with children", "players with no goals".
            let denial = match before {
                Some(before) if self.is_one(before, WITHOUT) => Denial::Without,
                Some(before) if self.is_one(before, WITH) => Denial::With,
                _ => return Ok(None),
            };
            // "Without" already includes the negation.
            let is_denied = denied && !before.is_some_and(|it| self.is_one(it, NOT));
            let found = self.presence(column, denial)?;
            return Ok(Some((negated(found, is_denied), None, end)));
        }
        // "An unknown age", "none for the age"
        if let Some((role @ (Role::Empty | Role::Filled), next)) = self.phrase(at)
            && let Some((column, end)) = self.column_by_name(next).or_else(|| self.column_behind(next, FOR))
        {
            // "No recorded sex": "no" is a negation here, not a preposition.
            let before = (0..at).rev().find(|it| !self.is_one(*it, ARTICLES));
            let denies = before.is_some_and(|it| self.is_one(it, WITHOUT) && !self.is_one(it, NOT));
            let test = self.test(column, Comparison::Empty, &[])?;
            return Ok(Some((negated(test, denied ^ denies ^ (role == Role::Filled)), None, end)));
        }
        if let Some((condition, end)) = self.turned(at, denied)? {
            return Ok(Some((condition, None, end)));
        }
        self.bare_value(at, denied)
    }

    /// Whether a test from an index on is of a date or a year.
    fn has_time(&self, first: usize) -> bool {
        let dated = self.sample.dated();
        let is_time = |column: usize| dated.contains(&column) || self.sample.has_years(column);
        self.read.tests.iter().skip(first).any(|it| is_time(it.column))
    }

    /// Returns the end of a word that only names the rows: the name of the identifying column before a
    /// predicate or after a qualification, or a word for people before their age.
    fn rows_named(&self, at: usize, is_qualified: bool) -> Option<usize> {
        if self.is_one(at, PEOPLE) && self.aged(at + 1).is_some() {
            return Some(at + 1);
        }
        let (_, end) = self.column_by_name(at).filter(|(column, _)| self.sample.names_rows(*column))?;
        let is_bound = self.is_one(end, BINDING) || self.is_one(end, ADJOINING);
        // "The prof type occupations"
        (is_bound || is_qualified && end == self.tokens.len()).then_some(end)
    }

    /// Whether a word for days refers to the rows, each of which is a different day: "rainy days".
    fn is_day(&self, at: usize) -> bool {
        let is_dated = || matches!(self.sample.dated().as_slice(), [only] if self.sample.is_unique(*only));
        self.is_one(at, &["day", "days", "dia", "dias"]) && is_dated()
    }

    /// Parses a parenthesized text as a separate condition.
    fn enclosed(&mut self, at: usize, denied: bool) -> Result<Option<(Condition, usize)>, Fault> {
        let mut depth = 0_usize;
        for end in at..self.tokens.len() {
            match self.kind(end) {
                Some(Kind::Open) => depth += 1,
                Some(Kind::Close) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                let inner = self.slice(at + 1, end).to_owned();
                let condition = self.within(&inner)?;
                return Ok(Some((negated(condition, denied), end + 1)));
            }
        }
        Ok(None)
    }

    /// Parses a text as a separate condition.
    fn within(&mut self, text: &str) -> Result<Condition, Fault> {
        if self.depth >= super::DEEPEST {
            return Err(self.fault("it has too many parentheses".to_owned()));
        }
        let mut inner = Parser {
            text,
            tokens: super::tokens(text),
            headings: self.headings,
            names: self.names,
            sheet: self.sheet,
            sample: self.sample,
            read: &mut *self.read,
            last: None,
            depth: self.depth + 1,
            asks_for_row: self.asks_for_row,
        };
        inner.whole()
    }

    /// Whether the word is the verb "é"; without the accent it is the conjunction "e".
    fn is_copula(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|it| it.word == "é")
    }

    fn unknown(&self, at: usize) -> Fault {
        let what = self.slice(at, at + 1);
        if what.is_empty() {
            return self.fault("it is empty".to_owned());
        }
        self.fault(format!("\"{what}\" is neither a column nor a value that its first rows hold"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Joint {
    None,
    And,
    Or,
}

//! Parses a comparison into tests of a column: `is`, `over 30`, `between 1 and 5`, `is not empty`.

use super::measure::{is_ordered, measured};
use super::{Denial, Kind, LONGEST_PHRASE, MOST_TESTS, Parser, negated};
use crate::condition::Condition;
use crate::condition::comparison::{Comparison, Test};
use crate::condition::words::{ANDS, JOINED, ORS, PHRASES, Role, TEXTS};
use crate::fault::Fault;
use crate::folding::folded;
use crate::lookup;

/// A parsed comparison.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comparator {
    pub(super) role: Role,
    pub(super) negated: bool,
    /// Whether it is a sign.
    pub(super) sign: bool,
    /// The start of its last phrase, which may also be the start of the value.
    pub(super) phrase: usize,
}

impl Parser<'_> {
    /// Parses a comparison, and returns its end.
    pub(super) fn comparator(&self, at: usize) -> Option<(Comparator, usize)> {
        let mut found = Comparator { role: Role::Copula, negated: false, sign: false, phrase: at };
        let mut next = at;
        for _ in 0..LONGEST_PHRASE {
            if let Some((comparison, negated)) = self.sign(next) {
                found.negated ^= negated;
                let role = Role::Compare(comparison);
                return Some((Comparator { role, sign: true, phrase: next, ..found }, next + 1));
            }
            let Some((role, end)) = self.phrase(next) else { break };
            match role {
                Role::Copula => {}
                Role::Not => found.negated = !found.negated,
                // Only at the end of a clause: in "a missing person", "missing" is an adjective.
                Role::Empty | Role::Filled if !self.is_end(end) => break,
                _ => return Some((Comparator { role, phrase: next, ..found }, end)),
            }
            next = end;
        }
        (next > at)
            .then_some((Comparator { role: Role::Compare(Comparison::Equal), phrase: next, ..found }, next))
    }

    pub(super) fn sign(&self, at: usize) -> Option<(Comparison, bool)> {
        let token = self.tokens.get(at).filter(|it| it.kind == Kind::Sign)?;
        Some(match token.word.as_str() {
            "=" | "==" => (Comparison::Equal, false),
            "!=" | "<>" | "≠" => (Comparison::Equal, true),
            "<" => (Comparison::Less, false),
            "<=" | "≤" => (Comparison::AtMost, false),
            ">" => (Comparison::Greater, false),
            ">=" | "≥" => (Comparison::AtLeast, false),
            _ => return None,
        })
    }

    /// Returns the longest phrase that starts here.
    pub(super) fn phrase(&self, at: usize) -> Option<(Role, usize)> {
        let most = self.tokens.len().min(at + LONGEST_PHRASE);
        for end in (at + 1..=most).rev() {
            if self.tokens[at..end].iter().any(|it| it.kind != Kind::Word) {
                continue;
            }
            let words: Vec<&str> = self.tokens[at..end].iter().map(|it| it.word.as_str()).collect();
            let said = words.join(" ");
            let known = PHRASES.iter().find(|(_, phrases)| phrases.iter().any(|it| is_phrase(&said, it)));
            if let Some((role, _)) = known {
                return Some((*role, end));
            }
        }
        None
    }

    /// Parses the tests of a column, starting at the comparison.
    pub(super) fn tested(
        &mut self,
        column: usize,
        at: usize,
        denial: Denial,
    ) -> Result<(Condition, usize), Fault> {
        let name = lookup::name(column, self.headings);
        let Some((comparator, at)) = self.comparator(at) else {
            if self.is_end(at) && denial != Denial::None {
                return self.presence(column, denial).map(|it| (it, at));
            }
            let what = self.rest(at);
            return Err(self.fault(match what.is_empty() {
                true => format!("no comparison follows the column \"{name}\""),
                false => format!("\"{what}\" behind the column \"{name}\" is no comparison"),
            }));
        };
        let deny = comparator.negated ^ (denial == Denial::Without);
        match comparator.role {
            Role::Empty | Role::Filled => self.emptiness(column, comparator, at, deny),
            Role::Between => {
                let (low, high, end) = self.range(at)?;
                self.between(column, &low, &high, deny).map(|it| (it, end))
            }
            Role::OneOf => {
                let (values, end) = self.values(at, true, true)?;
                let test = self.test(column, Comparison::Equal, &values)?;
                Ok((negated(test, deny), end))
            }
            Role::Compare(comparison) if comparison.orders() => {
                self.ordered(column, comparison, comparator.sign, at, deny)
            }
            Role::Compare(Comparison::Equal) | Role::Preposition | Role::Copula | Role::Not => {
                self.equal(column, comparator, at, deny)
            }
            Role::Compare(comparison) => {
                let (values, end) = self.values(self.behind_text_noun(at), false, deny)?;
                let test = self.test(column, comparison, &values)?;
                Ok((negated(test, deny), end))
            }
        }
    }

    /// Builds a test for the presence of a value, for a column that follows only "with" or "without".
    pub(super) fn presence(&mut self, column: usize, denial: Denial) -> Result<Condition, Fault> {
        // In a boolean column, "has not survived" does not mean an empty cell.
        if let Some(truths) = self.sample.truths(column) {
            let test = self.test(column, Comparison::Equal, &truths)?;
            return Ok(negated(test, denial == Denial::Without));
        }
        // "No children" means 0 if cells contain 0, and an empty cell otherwise.
        if self.sample.is_numeric(column) && self.sample.holds(column, "0") {
            if self.sample.has_gaps(column) {
                let name = lookup::name(column, self.headings);
                return Err(self.fault(format!("\"{name}\" has both empty cells and 0: say which is meant")));
            }
            let zero = self.test(column, Comparison::Equal, &["0".to_owned()])?;
            return Ok(negated(zero, denial == Denial::With));
        }
        let empty = self.test(column, Comparison::Empty, &[])?;
        Ok(negated(empty, denial == Denial::With))
    }

    /// Parses `is empty`, unless the column contains that word as a value.
    fn emptiness(
        &mut self,
        column: usize,
        comparator: Comparator,
        at: usize,
        deny: bool,
    ) -> Result<(Condition, usize), Fault> {
        let word = self.slice(comparator.phrase, at).to_owned();
        if self.sample.holds(column, &word) {
            let name = lookup::name(column, self.headings);
            self.read.notes.push(format!(
                "\"{word}\" was taken for a value that \"{name}\" holds, and not for the absence of a value"
            ));
            let test = self.test(column, Comparison::Equal, &[word])?;
            return Ok((negated(test, deny), at));
        }
        let test = self.test(column, Comparison::Empty, &[])?;
        Ok((negated(test, deny ^ (comparator.role == Role::Filled)), at))
    }

    fn ordered(
        &mut self,
        column: usize,
        comparison: Comparison,
        sign: bool,
        at: usize,
        deny: bool,
    ) -> Result<(Condition, usize), Fault> {
        let end = self.value_end(at);
        // `from 20 to 30` is a range.
        if comparison == Comparison::AtLeast
            && let Ok((low, high, end)) = self.range(at)
            && self.is_end(end)
            && is_ordered(&low)
            && is_ordered(&high)
        {
            return self.between(column, &low, &high, deny).map(|it| (it, end));
        }
        let value = measured(&self.value(at, end)?);
        let comparison = if deny { comparison.opposite().unwrap_or(comparison) } else { comparison };
        let test =
            Test::new(column, &lookup::name(column, self.headings), comparison, std::slice::from_ref(&value));
        // Words may be ordered too, but "above average" does not refer to the alphabet.
        let wordy = value.starts_with(|it: char| it.is_ascii_digit()) || !sign;
        if !test.is_ordered() && wordy {
            return Err(self.fault(format!("\"{value}\" is neither a number nor a date")));
        }
        let test = self.test(column, comparison, &[value])?;
        // `75 or later`, `30 or more`
        Ok((test, end))
    }

    fn equal(
        &mut self,
        column: usize,
        comparator: Comparator,
        at: usize,
        deny: bool,
    ) -> Result<(Condition, usize), Fault> {
        if comparator.sign && self.is_end(at) {
            // `Note =` matches empty cells.
            let test = self.test(column, Comparison::Empty, &[])?;
            return Ok((negated(test, deny), at));
        }
        if let Some((comparison, value, end)) = self.or_beyond(at) {
            let comparison = if deny { comparison.opposite().unwrap_or(comparison) } else { comparison };
            return Ok((self.test(column, comparison, &[value])?, end));
        }
        if let Ok((low, high, end)) = self.range(at)
            && self.is_end(end)
            && !self.range_is_conjunction(at, end)
            && is_ordered(&low)
            && is_ordered(&high)
        {
            return self.between(column, &low, &high, deny).map(|it| (it, end));
        }
        let list = comparator.role == Role::Preposition && self.kind(at) == Some(Kind::Open);
        let (mut values, end) = self.values(at, list, deny)?;
        // The preposition may be part of the value: `on hold`.
        if comparator.role == Role::Preposition && !list {
            values.push(self.slice(comparator.phrase, end).to_owned());
        }
        let test = self.test(column, Comparison::Equal, &values)?;
        Ok((negated(test, deny), end))
    }

    /// Parses `75 or later`, `30 or more`, `10 ou menos`.
    fn or_beyond(&self, at: usize) -> Option<(Comparison, String, usize)> {
        let joint = (at + 1..self.tokens.len().min(at + 5))
            .find(|it| self.is_one(*it, ORS) || self.is_one(*it, ANDS))?;
        let (comparison, _) = self.beyond(joint)?;
        let value = measured(self.slice(at, joint));
        (is_ordered(&value) && self.is_end(joint + 2)).then_some((comparison, value, joint + 2))
    }

    /// Parses `or more` or `ou menos` after a number, and returns the comparison and the end.
    pub(super) fn beyond(&self, joint: usize) -> Option<(Comparison, usize)> {
        const MORE: &[&str] =
            &["more", "later", "above", "higher", "over", "greater", "after", "older", "mais"];
        const MORE_STILL: &[&str] = &["superior", "acima", "maior", "depois", "up", "upwards"];
        const LESS: &[&str] = &["less", "fewer", "earlier", "below", "lower", "under", "before", "younger"];
        const LESS_STILL: &[&str] = &["menos", "inferior", "abaixo", "menor", "antes", "down"];
        let is_joint = self.is_one(joint, ORS) || self.is_one(joint, ANDS);
        if is_joint && (self.is_one(joint + 1, MORE) || self.is_one(joint + 1, MORE_STILL)) {
            Some((Comparison::AtLeast, joint + 2))
        } else if is_joint && (self.is_one(joint + 1, LESS) || self.is_one(joint + 1, LESS_STILL)) {
            Some((Comparison::AtMost, joint + 2))
        } else {
            None
        }
    }

    /// Parses `10 < Price`.
    pub(super) fn flipped(&mut self, at: usize) -> Option<Result<(Condition, usize), Fault>> {
        let (comparison, deny) = self.sign(at + 1).filter(|_| !self.is_name(at, at + 1))?;
        let (column, end) = self.column_by_name(at + 2)?;
        let value = self.name(at, at + 1);
        let turned = match comparison {
            Comparison::Less => Comparison::Greater,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::Greater => Comparison::Less,
            Comparison::AtLeast => Comparison::AtMost,
            other => other,
        };
        self.last = Some(column);
        let first = match self.test(column, turned, &[value]) {
            Ok(test) => negated(test, deny),
            Err(fault) => return Some(Err(fault)),
        };
        // `10 < Price < 20`
        if self.sign(end).is_some() {
            let second = self.tested(column, end, Denial::None);
            return Some(second.map(|(second, end)| (Condition::All(vec![first, second]), end)));
        }
        Some(Ok((first, end)))
    }

    pub(super) fn between(
        &mut self,
        column: usize,
        low: &str,
        high: &str,
        deny: bool,
    ) -> Result<Condition, Fault> {
        let (low, high) = (measured(low), measured(high));
        for value in [&low, &high] {
            if !is_ordered(value) {
                return Err(self.fault(format!("\"{value}\" is neither a number nor a date")));
            }
        }
        let at_least = if deny { Comparison::Less } else { Comparison::AtLeast };
        let at_most = if deny { Comparison::Greater } else { Comparison::AtMost };
        let both = vec![self.test(column, at_least, &[low])?, self.test(column, at_most, &[high])?];
        Ok(if deny { Condition::Any(both) } else { Condition::All(both) })
    }

    /// Returns the place behind a noun for the text that cells contain: "contains the word Miss".
    pub(super) fn behind_text_noun(&self, at: usize) -> usize {
        let noun = at + usize::from(self.is_one(at, &["the", "a", "o"]));
        if self.is_one(noun, TEXTS) && noun + 1 < self.tokens.len() { noun + 1 } else { at }
    }

    pub(super) fn test(
        &mut self,
        column: usize,
        comparison: Comparison,
        values: &[String],
    ) -> Result<Condition, Fault> {
        if self.read.tests.len() >= MOST_TESTS {
            return Err(self.fault(format!("it has more than {MOST_TESTS} comparisons")));
        }
        let name = lookup::name(column, self.headings);
        self.read.tests.push(Test::new(column, &name, comparison, values));
        Ok(Condition::Test(self.read.tests.len() - 1))
    }
}

/// Whether words are a phrase, with or without an article contracted into its last preposition.
fn is_phrase(said: &str, phrase: &str) -> bool {
    if said == phrase || folded(phrase) == said {
        return true;
    }
    let (head, last) = phrase.rsplit_once(' ').unwrap_or(("", phrase));
    let Some((_, joined)) = JOINED.iter().find(|(preposition, _)| *preposition == last) else { return false };
    let Some(rest) = said.strip_prefix(head).map(str::trim_start) else { return false };
    // A single letter is too short to be a preposition contracted with an article.
    (!head.is_empty() || last == "em") && joined.contains(&rest)
}

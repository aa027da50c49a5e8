//! The extent of the values in a comparison: an "and" may join two values, two clauses, or the words of a
//! value.

use super::measure::without_inclusive;
use super::{Denial, Kind, Parser};
use crate::condition::comparison::Comparison;
use crate::condition::words::{ANDS, ORS, RANGE, Role};
use crate::fault::Fault;

impl Parser<'_> {
    /// Parses the two ends of a range.
    pub(super) fn range(&self, at: usize) -> Result<(String, String, usize), Fault> {
        let joint = (at + 1..self.tokens.len().min(at + 8)).find(|it| self.is_one(*it, RANGE));
        let joint = joint.ok_or_else(|| {
            self.fault(format!("\"{}\" is not two values with \"and\" between them", self.rest(at)))
        })?;
        let mut end = self.value_end(joint + 1);
        let low = self.value(at, joint)?;
        let high = self.value(joint + 1, end)?;
        // `both included` is the default.
        while self.kind(end) == Some(Kind::Comma) && self.is_inclusive(end + 1) {
            end = self.value_end(end + 1);
        }
        Ok((low, without_inclusive(&high), end))
    }

    fn is_inclusive(&self, at: usize) -> bool {
        self.is_one(at, &["both", "inclusive", "included", "ambos", "inclusivo", "incluidos"])
    }

    /// Whether an apparent range is a list of two values joined by "and".
    pub(super) fn range_is_conjunction(&self, at: usize, end: usize) -> bool {
        (at..end).any(|it| self.is_one(it, ANDS))
    }

    /// Parses alternative values, and returns their end. `list` is true after an explicit list marker;
    /// `denied` is true if the comparison is negated, so that "and" joins the values as well.
    pub(super) fn values(&self, at: usize, list: bool, denied: bool) -> Result<(Vec<String>, usize), Fault> {
        if list && self.kind(at) == Some(Kind::Open) {
            return self.bracketed(at);
        }
        let mut values = Vec::new();
        let (mut start, mut next) = (at, at);
        let mut joined = false;
        loop {
            let end = self.value_end(next);
            let separates = self.is_one(end, ORS)
                || self.kind(end) == Some(Kind::Comma)
                || (self.is_one(end, ANDS) && (list || denied || joined));
            let goes_on = end < self.tokens.len() && !self.starts_clause(end + 1) && end > next;
            if self.kind(end) == Some(Kind::Close) || !goes_on {
                values.push(self.value(start, end)?);
                next = end;
                break;
            }
            if separates {
                values.push(self.value(start, end)?);
                joined = true;
                // A comma followed by a conjunction is a single separator.
                let comma = self.kind(end) == Some(Kind::Comma);
                let word = comma && (self.is_one(end + 1, ORS) || self.is_one(end + 1, ANDS));
                next = end + 1 + usize::from(word);
                while self.is_one(next, &["not", "nao"]) && denied {
                    next += 1;
                }
                start = next;
            } else {
                next = end + 1;
            }
        }
        // The split text may also be a single value: "Now or Never".
        if values.len() > 1 && !list {
            values.push(self.value(at, next)?);
        }
        Ok((values, next))
    }

    /// Parses `(C, Q)`.
    pub(super) fn bracketed(&self, at: usize) -> Result<(Vec<String>, usize), Fault> {
        let close = (at..self.tokens.len()).find(|it| self.kind(*it) == Some(Kind::Close));
        let close = close.ok_or_else(|| self.fault("a \")\" is missing".to_owned()))?;
        let mut values = Vec::new();
        let mut start = at + 1;
        for end in at + 1..=close {
            let separates = end == close
                || self.kind(end) == Some(Kind::Comma)
                || self.is_one(end, ORS)
                || self.is_one(end, ANDS);
            if separates {
                if end > start {
                    let value = self.value(start, end)?;
                    let quoted = end - start == 1 && self.kind(start) == Some(Kind::Quoted);
                    match quoted {
                        true => values.push(value),
                        false => values.extend(
                            value
                                .split([',', ';'])
                                .map(str::trim)
                                .filter(|it| !it.is_empty())
                                .map(str::to_owned),
                        ),
                    }
                }
                start = end + 1;
            }
        }
        match values.is_empty() {
            true => Err(self.fault("nothing is listed in the parentheses".to_owned())),
            false => Ok((values, close + 1)),
        }
    }

    /// Returns the latest possible end of a value: the next conjunction, a closing parenthesis, or the end of
    /// the text.
    pub(super) fn value_end(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (end, token) in self.tokens.iter().enumerate().skip(at) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => return end,
                Kind::Close => depth -= 1,
                Kind::Comma if depth == 0 => return end,
                Kind::Word | Kind::Sign
                    if depth == 0 && end > at && (self.is_one(end, ANDS) || self.is_one(end, ORS)) =>
                {
                    return end;
                }
                _ => {}
            }
        }
        self.tokens.len()
    }

    pub(super) fn value(&self, at: usize, end: usize) -> Result<String, Fault> {
        if at >= end || at >= self.tokens.len() {
            let before = at.checked_sub(1).map_or("", |it| self.slice(it, it + 1));
            return Err(self.fault(format!("nothing follows \"{before}\"")));
        }
        Ok(self.name(at, end))
    }

    /// Whether a clause starts here, so that the preceding one ends.
    fn starts_clause(&self, at: usize) -> bool {
        if at >= self.tokens.len() {
            return true;
        }
        if self.kind(at) == Some(Kind::Open)
            || (self.is_one(at, &["not", "nao"]) && self.kind(at + 1) == Some(Kind::Open))
        {
            return true;
        }
        let named = self.subject(at).is_some_and(|found| {
            found.is_err()
                || found.is_ok_and(|(_, next, denial)| {
                    self.comparator(next).is_some() || (denial != Denial::None && self.is_end(next))
                })
        });
        if named || self.compares(at) {
            return true;
        }
        // The column may be omitted before a comparison, except a mere copula, which is part of many values.
        self.comparator(at).is_some_and(|(comparator, _)| {
            comparator.sign
                || comparator.negated
                || matches!(
                    comparator.role,
                    Role::Compare(_) | Role::Between | Role::OneOf | Role::Preposition
                ) && comparator.role != Role::Compare(Comparison::Equal)
                || matches!(comparator.role, Role::Empty | Role::Filled)
        })
    }

    /// Whether a comparison occurs before the next conjunction, so that the text before it is a column.
    fn compares(&self, at: usize) -> bool {
        let end = self.value_end(at);
        (at + 1..end).any(|it| {
            let phrase = self.phrase(it).is_some_and(|(role, behind)| match role {
                Role::Compare(comparison) => comparison != Comparison::Equal,
                Role::Between => true,
                Role::Empty | Role::Filled => behind == end,
                Role::Copula => {
                    self.is_one(it, &["is", "are", "was", "were", "é", "sao", "esta", "estao", "foi"])
                }
                _ => false,
            });
            self.sign(it).is_some() || (phrase && it + 1 < end.max(it + 2))
        })
    }

    /// Whether a clause can end here.
    pub(super) fn is_end(&self, at: usize) -> bool {
        at >= self.tokens.len()
            || matches!(self.kind(at), Some(Kind::Close | Kind::Comma))
            || self.is_one(at, ANDS)
            || self.is_one(at, ORS)
    }
}

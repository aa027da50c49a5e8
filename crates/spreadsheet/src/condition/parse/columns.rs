//! The columns that a condition names.

use super::{Denial, Kind, LONGEST_NAME, LONGEST_PHRASE, Parser};
use crate::analysis::Match;
use crate::condition::words::{FILLERS, WITH, WITHOUT};
use crate::fault::Fault;
use crate::folding::shortened;
use crate::lookup;

impl Parser<'_> {
    /// The column that a clause begins with, what follows it, and whether the words before it deny what follows.
    pub(super) fn subject(&self, at: usize) -> Option<Result<(usize, usize, Denial), Fault>> {
        if let Some(found) = self.column(at) {
            return Some(found.map(|(column, next)| (column, next, Denial::None)));
        }
        let (mut next, mut denial) = (at, Denial::None);
        while next < at + LONGEST_PHRASE {
            if self.is_one(next, WITHOUT) {
                denial = Denial::Without;
            } else if self.is_one(next, WITH) {
                denial = if denial == Denial::Without { denial } else { Denial::With };
            } else if !self.is_one(next, FILLERS) {
                break;
            }
            next += 1;
            if let Some(found) = self.column(next) {
                return Some(found.map(|(column, end)| (column, end, denial)));
            }
        }
        None
    }

    /// The column that is named here, by its whole name or, before a comparison, in any way that a column may be named.
    pub(super) fn column(&self, at: usize) -> Option<Result<(usize, usize), Fault>> {
        let most = self.tokens.len().min(at + LONGEST_NAME);
        for end in (at + 1..=most).rev() {
            if self.is_name(at, end) {
                let found = lookup::find(&self.name(at, end), self.headings, self.sheet);
                return Some(found.map(|(column, _)| (column, end)));
            }
        }
        for end in at + 1..most {
            // "No horsepower" is not a misspelt name.
            let denies = self.is_one(at, WITHOUT) || self.is_one(at, WITH);
            if denies || self.kind(at) == Some(Kind::Open) || self.comparator(end).is_none() {
                continue;
            }
            match lookup::find(&self.name(at, end), self.headings, self.sheet) {
                // A letter or a number is a column where something is said of it, and a word or a value else: "2 or more".
                Ok((_, Match::Index | Match::Letter)) if end == at + 1 && !self.is_asserted(end) => {}
                Ok((column, _)) => return Some(Ok((column, end))),
                Err(fault @ Fault::AmbiguousColumn { .. }) => return Some(Err(fault)),
                Err(_) => {}
            }
        }
        None
    }

    /// Whether something is said of what precedes, by a sign or by a word for "is".
    fn is_asserted(&self, at: usize) -> bool {
        self.sign(at).is_some()
            || self.is_one(at, &["is", "are", "was", "isn't", "é", "sao", "nao", "contains"])
    }

    /// Whether the text between two tokens is the whole name of a column. A sign at its edge belongs to it only if the name
    /// has it too.
    pub(super) fn is_name(&self, at: usize, end: usize) -> bool {
        let name = self.name(at, end);
        let edge = |it: Option<Kind>| matches!(it, Some(Kind::Sign | Kind::Comma));
        let loose = edge(self.kind(at)) || edge(self.kind(end - 1)) || self.kind(at) == Some(Kind::Open);
        let balanced = name.matches('(').count() == name.matches(')').count();
        if loose || !balanced { self.names.has_exactly(&name) } else { self.names.has(&name) }
    }

    pub(super) fn column_by_name(&self, at: usize) -> Option<(usize, usize)> {
        let most = self.tokens.len().min(at + LONGEST_NAME);
        (at + 1..=most).rev().find_map(|end| {
            let named = self.is_name(at, end).then(|| self.name(at, end))?;
            Some((lookup::find(&named, self.headings, self.sheet).ok()?.0, end))
        })
    }

    /// What stands where a column should.
    pub(super) fn no_column(&self, at: usize) -> Fault {
        let end = (at + 1..self.tokens.len()).find(|it| self.comparator(*it).is_some());
        let asked = end.map_or_else(|| self.rest(at), |end| self.slice(at, end).to_owned());
        let all = (0..self.headings.len()).take(50).map(|it| lookup::name(it, self.headings));
        Fault::UnreadableFilter {
            text: shortened(self.text.trim(), 200),
            why: format!("there is no column \"{asked}\""),
            columns: all.collect(),
        }
    }
}

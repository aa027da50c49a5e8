//! Column names in conditions.

use super::{Denial, Kind, LONGEST_NAME, LONGEST_PHRASE, Parser};
use crate::analysis::Match;
use crate::condition::words::{ATTRIBUTES, FIGURE_OF, FIGURES, FILLERS, WITH, WITHOUT};
use crate::fault::Fault;
use crate::folding::{folded, shortened};
use crate::lookup;

impl Parser<'_> {
    /// Parses the column at the start of a clause. Returns the column, the next token, and whether preceding
    /// words negate the clause.
    pub(super) fn subject(&self, at: usize) -> Option<Result<(usize, usize, Denial), Fault>> {
        if let Some(found) = self.column(at) {
            return Some(found.map(|(column, next)| (column, next, Denial::None)));
        }
        let (mut next, mut denial) = (at, Denial::None);
        while next < at + LONGEST_PHRASE {
            let lacks = self.is_one(next, &["missing", "lacking", "lack", "lacks", "lacked"]);
            if lacks && denial == Denial::Without {
                // "Without missing ages"
                denial = Denial::With;
            } else if self.is_one(next, WITHOUT) {
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

    /// Parses a column: by its complete name, or before a comparison by any reference to a column.
    pub(super) fn column(&self, at: usize) -> Option<Result<(usize, usize), Fault>> {
        let most = self.tokens.len().min(at + LONGEST_NAME);
        for end in (at + 1..=most).rev() {
            if self.is_name(at, end) {
                let found = lookup::find(&self.name(at, end), self.headings, self.sheet);
                return Some(found.map(|(column, _)| (column, self.behind_attribute(column, end))));
            }
        }
        for end in at + 1..most {
            // "No horsepower" is not a misspelt name.
            let denies = self.is_one(at, WITHOUT) || self.is_one(at, WITH);
            if denies || self.kind(at) == Some(Kind::Open) || self.comparator(end).is_none() {
                continue;
            }
            match lookup::find(&self.name(at, end), self.headings, self.sheet) {
                // A letter or a number is a column only if a predicate follows; otherwise it is a word or a
                // value, as in "2 or more".
                Ok((_, Match::Index | Match::Letter)) if end == at + 1 && !self.is_asserted(end) => {}
                Ok((column, _)) => return Some(Ok((column, end))),
                Err(fault @ Fault::AmbiguousColumn { .. }) => return Some(Err(fault)),
                Err(_) => {}
            }
        }
        None
    }

    /// Whether a predicate follows: a comparison sign or a form of "to be".
    fn is_asserted(&self, at: usize) -> bool {
        self.sign(at).is_some()
            || self.is_one(at, &["is", "are", "was", "isn't", "é", "sao", "nao", "contains"])
    }

    /// Whether the text between two tokens is a complete column name. A sign at its edge counts only if the
    /// name contains it too.
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
            let column = lookup::find(&named, self.headings, self.sheet).ok()?.0;
            Some((column, self.behind_attribute(column, end)))
        })
    }

    /// Returns the place behind a noun that only says that the column before it is an attribute: "no
    /// conservation status".
    fn behind_attribute(&self, column: usize, at: usize) -> usize {
        let is_noun = self.is_one(at, ATTRIBUTES)
            && !self.is_name(at, at + 1)
            && !self.sample.holds(column, &self.name(at, at + 1));
        at + usize::from(is_noun)
    }

    /// Returns the column whose cells lack or have a figure, and the end: `figure for the Price`.
    pub(super) fn column_of_figure(&self, at: usize) -> Option<(usize, usize)> {
        let is_figure = self.is_one(at, FIGURES) && self.is_one(at + 1, FIGURE_OF);
        let next = (at + 2..at + 4).find(|it| !self.is_one(*it, FILLERS))?;
        self.column_by_name(next).filter(|_| is_figure)
    }

    /// Returns the column of a word behind a number: by its name, by its name in parentheses, or by an
    /// abbreviation.
    pub(super) fn column_meant(&self, at: usize) -> Option<(usize, usize)> {
        self.column_by_name(at).or_else(|| self.column_in_parentheses(at)).or_else(|| self.abbreviation(at))
    }

    /// Returns the column in parentheses after a word: "cilindros (cyl)".
    fn column_in_parentheses(&self, at: usize) -> Option<(usize, usize)> {
        let is_word = self.kind(at) == Some(Kind::Word) && self.kind(at + 1) == Some(Kind::Open);
        let (column, end) = is_word.then(|| self.column_by_name(at + 2))??;
        (self.kind(end) == Some(Kind::Close)).then_some((column, end + 1))
    }

    /// Returns the numeric column whose name abbreviates a word: `cyl` for "cylinders".
    fn abbreviation(&self, at: usize) -> Option<(usize, usize)> {
        const SHORTEST: usize = 3;
        let word = folded(self.slice(at, at + 1));
        let abbreviates = |column: &usize| {
            let name = folded(&lookup::name(*column, self.headings));
            let is_word = name.len() >= SHORTEST && name.chars().all(char::is_alphabetic);
            is_word && word.len() > name.len() && word.starts_with(&name)
        };
        let mut found = self.sample.numeric().into_iter().filter(abbreviates);
        found.next().filter(|_| found.next().is_none()).map(|column| (column, at + 1))
    }

    /// Returns the error for text that should be a column.
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

//! Comparisons in descriptions: after or before the column name, or none for a boolean column.

use super::words::{AGES, IDLE, NOT, TIMED, YEARS};
use super::{Described, FURTHEST};
use crate::condition::comparison::Comparison;
use crate::condition::parse::{Kind, Parser, negated};
use crate::condition::words::{ANDS, ORS, Role};
use crate::condition::{Condition, Sample};
use crate::fault::Fault;
use crate::lookup;
use crate::period;

impl Parser<'_> {
    /// Parses a comparison or a value after a column, or nothing for a boolean column.
    pub(super) fn of_column(
        &mut self,
        column: usize,
        at: usize,
        denied: bool,
    ) -> Result<Option<Described>, Fault> {
        // "Survived in first class", "smokers over 50": the following text refers to another column.
        if let Some(truths) = self.sample.truths(column)
            && self.is_of_another(at)
        {
            let test = self.test(column, Comparison::Equal, &truths)?;
            return Ok(Some((negated(test, denied), None, at)));
        }
        // "Players under 20" refers to their age, not to their name.
        if self.sample.names_rows(column) && self.is_of_another(at) {
            return Ok(None);
        }
        // A class named "A" is not an article.
        // "Smoker no" is a value, and "smokers no Norte" a place.
        let is_value =
            |end: usize| !self.is_plain_word(at, end) || self.is_one(at, &["no"]) && self.is_end(end);
        if let Some((value, end)) = self.value_of(column, at).filter(|(_, end)| is_value(*end)) {
            let test = self.test(column, Comparison::Equal, std::slice::from_ref(&value))?;
            return Ok(Some((negated(test, denied), Some((column, vec![value])), end)));
        }
        let (mut next, mut deny) = (at, denied);
        if let Some((comparator, behind)) = self.comparator(at) {
            let denies = denied ^ comparator.negated;
            match comparator.role {
                Role::Compare(Comparison::Equal) | Role::Copula => (next, deny) = (behind, denies),
                role => {
                    if let Some((condition, end)) = self.compared(column, role, behind, denies)? {
                        return Ok(Some((condition, None, end)));
                    }
                }
            }
        }
        while next < self.tokens.len()
            && (self.is_one(next, IDLE) || self.is_one(next, NOT) || self.kind(next) == Some(Kind::Sign))
        {
            match self.sign(next) {
                Some((Comparison::Equal, negated)) => deny ^= negated,
                Some(_) => return Ok(None),
                None if self.is_one(next, NOT) => deny = !deny,
                None => {}
            }
            next += 1;
        }
        if let Some((value, end)) = self.value_of(column, next) {
            let test = self.test(column, Comparison::Equal, std::slice::from_ref(&value))?;
            return Ok(Some((negated(test, deny), (deny == denied).then(|| (column, vec![value])), end)));
        }
        match self.sample.truths(column) {
            Some(truths) => {
                let test = self.test(column, Comparison::Equal, &truths)?;
                Ok(Some((negated(test, denied), None, at)))
            }
            None => Ok(None),
        }
    }

    /// Whether the following comparison or number refers to another column, because a column of names or
    /// booleans contains no numbers.
    fn is_of_another(&self, at: usize) -> bool {
        let orders = |role: Role| {
            matches!(role, Role::Between) || matches!(role, Role::Compare(comparison) if comparison.orders())
        };
        if let Some((comparator, next)) = self.comparator(at)
            && orders(comparator.role)
        {
            return self.ordered_value(next).is_some_and(|(value, _)| !Sample::is_truth(&value));
        }
        let start = (at..self.tokens.len()).find(|it| !self.is_one(*it, IDLE)).unwrap_or(at);
        self.ordered_value(start).is_some_and(|(_, end)| self.column_by_name(end).is_some())
    }

    /// Parses any comparison except equality with a single value, and returns its end.
    fn compared(
        &mut self,
        column: usize,
        role: Role,
        at: usize,
        deny: bool,
    ) -> Result<Option<(Condition, usize)>, Fault> {
        match role {
            Role::Empty | Role::Filled => {
                let test = self.test(column, Comparison::Empty, &[])?;
                Ok(Some((negated(test, deny ^ (role == Role::Filled)), at)))
            }
            Role::Compare(comparison) if comparison.orders() => {
                let Some((value, end)) = self.ordered_value(at) else { return Ok(None) };
                let comparison = if deny { comparison.opposite().unwrap_or(comparison) } else { comparison };
                Ok(Some((self.test(column, comparison, &[value])?, end)))
            }
            Role::Between => {
                let Some((low, high, end)) = self.ends(at) else { return Ok(None) };
                self.between(column, &low, &high, deny).map(|it| Some((it, end)))
            }
            Role::Compare(comparison) => {
                let at = self.behind_text_noun(at);
                let end = self.value_end(at);
                let Ok(value) = self.value(at, end) else { return Ok(None) };
                let test = self.test(column, comparison, &[value])?;
                Ok(Some((negated(test, deny), end)))
            }
            Role::OneOf | Role::Preposition if self.kind(at) == Some(Kind::Open) => {
                let (values, end) = self.bracketed(at)?;
                let test = self.test(column, Comparison::Equal, &values)?;
                Ok(Some((negated(test, deny), end)))
            }
            _ => Ok(None),
        }
    }

    /// Parses a comparison before its column, or without a column if only one contains dates: `more than 3
    /// children`, `8 cylinders`, `30 to 40 years`, `after 2024-05-01`.
    pub(super) fn turned(&mut self, at: usize, denied: bool) -> Result<Option<(Condition, usize)>, Fault> {
        if let Some((column, values, end)) = self.numbers_of_column(at) {
            let test = self.test(column, Comparison::Equal, &values)?;
            return Ok(Some((negated(test, denied), end)));
        }
        let comparator = self.comparator(at).filter(|(it, _)| {
            matches!(it.role, Role::Between) || matches!(it.role, Role::Compare(role) if role.orders())
        });
        let (role, next, deny) = match comparator {
            Some((comparator, next)) => (comparator.role, next, denied ^ comparator.negated),
            None => (Role::Compare(Comparison::Equal), at, denied),
        };
        // "From 2023-07-01 to 2023-07-31"
        let is_from = comparator.is_some() && self.is_one(at, &["from", "desde"]);
        let is_range =
            self.ends(next).filter(|_| is_from || !matches!(role, Role::Compare(it) if it.orders()));
        let end = match (&is_range, self.ordered_value(next)) {
            (Some((_, _, end)), _) => *end,
            (None, Some((_, end))) => end,
            (None, None) => return Ok(None),
        };
        let value = self.ordered_value(next).map(|it| it.0);
        // "2 or more children", "3 children or more"
        let (role, end, is_beyond) = match self.beyond(end).filter(|_| comparator.is_none()) {
            Some((comparison, end)) => (Role::Compare(comparison), end, true),
            None => (role, end, false),
        };
        let named = (end..self.tokens.len().min(end + FURTHEST))
            .take_while(|it| *it == end || self.is_one(it - 1, IDLE))
            .find_map(|it| self.column_meant(it))
            .filter(|(column, _)| self.sample.truths(*column).is_none());
        // A year is a date if a word for time precedes it.
        let is_timed = self.follows_preposition(at)
            || comparator.is_some() && self.is_one(at, TIMED)
            || is_range.as_ref().is_some_and(|(low, high, _)| is_year(low) && is_year(high));
        let is_date = |it: &String| match is_year(it) {
            true => is_timed,
            false => period::read(it).is_some(),
        };
        let (column, end) = match (named, self.last) {
            (Some((column, end)), _) => (column, end),
            (None, Some(last)) if comparator.is_some() && self.follows_joint(at) => (last, end),
            (None, _) => match (self.sample.dated().as_slice(), self.sample.numeric().as_slice()) {
                ([only], _) if value.as_ref().is_some_and(is_date) => (*only, end),
                ([], _) if value.as_ref().is_some_and(|it| is_year(it) && is_date(it)) => {
                    match self.years() {
                        Some(column) => (column, end),
                        None => return Ok(None),
                    }
                }
                // If only one column contains numbers, a comparison with a number refers to it.
                (_, [only]) if comparator.is_some() && !value.as_ref().is_some_and(is_date) => (*only, end),
                _ => match self.aged(at) {
                    Some((column, end)) => (column, end),
                    None => return Ok(None),
                },
            },
        };
        let (role, end) = match self.beyond(end).filter(|_| comparator.is_none() && !is_beyond) {
            Some((comparison, end)) => (Role::Compare(comparison), end),
            None => (role, end),
        };
        self.last = Some(column);
        match (is_range, role, value) {
            (Some((low, high, _)), _, _) => self.between(column, &low, &high, deny).map(|it| Some((it, end))),
            (None, Role::Compare(comparison), Some(value)) => {
                let turned = if deny { comparison.opposite() } else { None };
                let test = self.test(column, turned.unwrap_or(comparison), &[value])?;
                Ok(Some((negated(test, deny && turned.is_none()), end)))
            }
            _ => Ok(None),
        }
    }

    /// Parses alternative numbers before their column: "4 or 5 stars".
    fn numbers_of_column(&self, at: usize) -> Option<(usize, Vec<String>, usize)> {
        let (first, joint) = self.ordered_value(at)?;
        let (second, end) = self.ordered_value(joint + 1).filter(|_| self.is_one(joint, ORS))?;
        let (column, end) = self.column_by_name(end).filter(|(it, _)| self.sample.is_numeric(*it))?;
        self.is_end(end).then(|| (column, vec![first, second], end))
    }

    /// Returns the age column and the end of the comparison, if the comparison that starts here has a
    /// plausible age without another unit: "passengers over 60", "women between 30 and 40".
    pub(in crate::condition::parse) fn aged(&self, at: usize) -> Option<(usize, usize)> {
        const OLDEST: f64 = 120.0;
        let (comparator, next) = self.comparator(at)?;
        let is_range = matches!(comparator.role, Role::Between);
        if !is_range && !matches!(comparator.role, Role::Compare(it) if it.orders()) || comparator.sign {
            return None;
        }
        let (last, end) = match self.ends(next).filter(|_| is_range) {
            Some((_, high, end)) => (high, end),
            None if is_range => return None,
            None => self.ordered_value(next)?,
        };
        let is_age = last.parse::<f64>().is_ok_and(|it| (0.0..=OLDEST).contains(&it));
        let unit = self.tokens.get(end - 1).map_or("", |it| it.word.as_str());
        let is_bare = unit.ends_with(|it: char| it.is_ascii_digit())
            || matches!(unit, "years" | "anos" | "old" | "year" | "ano");
        let mut ages = (0..self.headings.len())
            .filter(|it| AGES.contains(&crate::folding::folded(&lookup::name(*it, self.headings)).as_str()));
        let column = ages.next().filter(|_| ages.next().is_none() && is_age && is_bare)?;
        Some((column, end))
    }

    /// Returns the only column of years, by name.
    pub(super) fn years(&self) -> Option<usize> {
        let is_year = |it: &usize| {
            let name = crate::folding::folded(&lookup::name(*it, self.headings));
            name.split(|it: char| !it.is_alphanumeric()).any(|word| YEARS.contains(&word))
        };
        let mut found = self.sample.columns().filter(|it| self.sample.has_years(*it)).filter(is_year);
        found.next().filter(|_| found.next().is_none())
    }

    fn follows_joint(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|it| self.is_one(it, ANDS) || self.is_one(it, ORS))
    }

    fn follows_preposition(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|it| {
            self.is_one(it, &["in", "em", "during", "durante", "of", "de", "for", "year", "ano"])
        })
    }
}

pub(super) fn is_year(value: &str) -> bool {
    value.len() == 4 && value.parse::<u32>().is_ok_and(|it| (1900..2100).contains(&it))
}

//! Periods that dates are compared with: days, months, years.

use std::cmp::Ordering;

use jiff::civil::DateTime;

use crate::day::{self, Day, Order};
use crate::folding::folded;

/// A period that a date is before, in or after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Period {
    /// A day, with or without a time: `2024-12-31`
    Day(Day),
    /// `2024-12`, `December 2024`
    Month(i16, i8),
    /// `Q4 2024`
    Quarter(i16, i8),
    /// `2024`
    Year(i16),
    /// `December` of any year.
    EveryYear(i8),
}

/// Parses a period. A four-digit number is a year only in a comparison with dates, so the caller has to try
/// it.
pub(crate) fn read(text: &str) -> Option<Period> {
    let text = text.trim();
    if let Some(day) = day::read(text) {
        return Some(Period::Day(day));
    }
    let folded = folded(text);
    let words: Vec<&str> = folded
        .split([' ', '-', '/', ',', '.'])
        .filter(|it| !matches!(*it, "" | "de" | "of" | "do" | "mes" | "month" | "the"))
        .collect();
    match words.as_slice() {
        [name] => Some(Period::EveryYear(day::month(name).filter(|_| name.len() > 2)?)),
        [one, other] => {
            let (year, part) =
                four(one).map(|it| (it, *other)).or_else(|| four(other).map(|it| (it, *one)))?;
            let quarter = part.strip_prefix(['q', 't']).and_then(|it| it.parse::<i8>().ok());
            if let Some(quarter) = quarter.filter(|it| (1..=4).contains(it)) {
                return Some(Period::Quarter(year, quarter));
            }
            let month = day::month(part).or_else(|| part.parse().ok().filter(|_| part.len() <= 2))?;
            (1..=12).contains(&month).then_some(Period::Month(year, month))
        }
        _ => None,
    }
}

/// Parses a four-digit year.
pub(crate) fn four(text: &str) -> Option<i16> {
    let text = text.trim();
    (text.len() == 4 && text.bytes().all(|it| it.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

impl Period {
    /// Returns whether a date is before, in or after the period.
    pub(crate) fn order(&self, moment: DateTime, order: Order) -> Option<Ordering> {
        Some(match *self {
            Period::Day(day) => {
                let wanted = day.moment(order)?;
                // A day without a time means the whole day.
                if day.timed { moment.cmp(&wanted) } else { moment.date().cmp(&wanted.date()) }
            }
            Period::Month(year, month) => (moment.year(), moment.month()).cmp(&(year, month)),
            Period::Quarter(year, quarter) => (moment.year(), (moment.month() + 2) / 3).cmp(&(year, quarter)),
            Period::Year(year) => moment.year().cmp(&year),
            Period::EveryYear(month) => moment.month().cmp(&month),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_periods_in_both_languages() {
        for (text, period) in [
            ("2024-03", Some(Period::Month(2024, 3))),
            ("03/2024", Some(Period::Month(2024, 3))),
            ("March 2024", Some(Period::Month(2024, 3))),
            ("março de 2024", Some(Period::Month(2024, 3))),
            ("Mar. 2024", Some(Period::Month(2024, 3))),
            ("Q2 2024", Some(Period::Quarter(2024, 2))),
            ("2024-T3", Some(Period::Quarter(2024, 3))),
            ("dezembro", Some(Period::EveryYear(12))),
            ("the month of May", Some(Period::EveryYear(5))),
            ("2024", None),
            ("13/2024", None),
            ("Portugal", None),
            ("", None),
        ] {
            assert_eq!(read(text), period, "{text}");
        }
    }
}

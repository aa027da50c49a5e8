//! Dates: in digits, with a month, or relative.

mod day_of_month;
mod english;
mod month;
mod numeric;
mod portuguese;
mod week;
mod weekday;

use jiff::civil::{Date, DateTime};

use super::likely::Likely;
use super::passage::Passage;

pub(super) use numeric::iso_time_mark;

/// The value of a date in words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dated {
    Day(Likely<Date>),
    /// All days from the first to the second.
    Period(Date, Date),
    /// A date with a time: `five minutes ago`.
    Moment(DateTime),
}

impl Dated {
    fn day(date: Date) -> Self {
        Self::Day(Likely::sure(date))
    }
}

/// Parses a date, and returns its end.
pub(super) fn date(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let in_digits = || numeric::numeric(passage, at).map(|(end, date)| (end, Dated::Day(date)));
    let by_month = day_of_month::day_of_month(passage, at);
    let in_words = || match passage.is_portuguese() {
        true => portuguese::relative(passage, at),
        false => english::relative(passage, at),
    };
    let found = [by_month, in_words(), in_digits()];
    // The longest match wins; of equally long ones, the first.
    let mut best: Option<(usize, Dated)> = None;
    for (end, dated) in found.into_iter().flatten() {
        if best.is_none_or(|(furthest, _)| end > furthest) {
            best = Some((end, dated));
        }
    }
    best
}

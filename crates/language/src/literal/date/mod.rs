//! Days: written in digits, by their month, or by how far away they are.

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

/// What a date in words comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Dated {
    Day(Likely<Date>),
    /// From the first to the last of these days.
    Period(Date, Date),
    /// A time of day too: `five minutes ago`.
    Moment(DateTime),
}

impl Dated {
    fn day(date: Date) -> Self {
        Self::Day(Likely::sure(date))
    }
}

/// The date that begins here, and where it ends.
pub(super) fn date(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let in_digits = || numeric::numeric(passage, at).map(|(end, date)| (end, Dated::Day(date)));
    let by_month = day_of_month::day_of_month(passage, at);
    let in_words = || match passage.is_portuguese() {
        true => portuguese::relative(passage, at),
        false => english::relative(passage, at),
    };
    let found = [by_month, in_words(), in_digits()];
    // The first of those that reach furthest.
    let mut best: Option<(usize, Dated)> = None;
    for (end, dated) in found.into_iter().flatten() {
        if best.is_none_or(|(furthest, _)| end > furthest) {
            best = Some((end, dated));
        }
    }
    best
}

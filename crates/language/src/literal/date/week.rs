//! Weeks, months and years relative to a day.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

/// A calendar period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Weekend,
    Week,
    Month,
    Year,
}

impl Stretch {
    /// Returns the first and the last day of the period that contains a day, or of one at an offset from it.
    /// Weeks start on Monday.
    pub(super) fn around(self, day: Date, away: i64) -> Option<(Date, Date)> {
        match self {
            Self::Week => {
                let back = i64::from(day.weekday().to_monday_zero_offset());
                let monday = day.checked_add((7 * away - back).days()).ok()?;
                Some((monday, monday.checked_add(6.days()).ok()?))
            }
            Self::Weekend => {
                let (_, sunday) = Self::Week.around(day, away)?;
                Some((sunday.checked_sub(1.days()).ok()?, sunday))
            }
            Self::Month => {
                let day = day.first_of_month().checked_add(away.months()).ok()?;
                Some((day, day.last_of_month()))
            }
            Self::Year => {
                let day = day.first_of_year().checked_add(away.years()).ok()?;
                Some((day, day.last_of_year()))
            }
        }
    }
}

/// Returns the next such day of the week, excluding the day itself.
pub(super) fn coming(day: Date, weekday: Weekday) -> Option<Date> {
    day.nth_weekday(1, weekday).ok()
}

/// Returns the last such day of the week before a day.
pub(super) fn gone(day: Date, weekday: Weekday) -> Option<Date> {
    day.nth_weekday(-1, weekday).ok()
}

/// Returns such a day in the week at an offset.
pub(super) fn in_week(day: Date, away: i64, weekday: Weekday) -> Option<Date> {
    let (monday, _) = Stretch::Week.around(day, away)?;
    monday.checked_add(i64::from(weekday.to_monday_zero_offset()).days()).ok()
}

//! Weeks, months and years around a day.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

/// A stretch of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stretch {
    Weekend,
    Week,
    Month,
    Year,
}

impl Stretch {
    /// The first and the last day of the one that a day is in, or of one so many before or after it. Weeks begin on Monday.
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

/// The next such day of the week, not the day itself.
pub(super) fn coming(day: Date, weekday: Weekday) -> Option<Date> {
    day.nth_weekday(1, weekday).ok()
}

/// The last such day of the week before a day.
pub(super) fn gone(day: Date, weekday: Weekday) -> Option<Date> {
    day.nth_weekday(-1, weekday).ok()
}

/// Such a day in the week that lies so many weeks away.
pub(super) fn in_week(day: Date, away: i64, weekday: Weekday) -> Option<Date> {
    let (monday, _) = Stretch::Week.around(day, away)?;
    monday.checked_add(i64::from(weekday.to_monday_zero_offset()).days()).ok()
}

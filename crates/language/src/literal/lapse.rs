//! Durations with calendar units, because months and years have no fixed length.

use std::time::Duration;

use jiff::Span;
use jiff::civil::DateTime;
use lemmascope_intent::format_duration;

/// A duration: a number of calendar months, and a fixed part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Lapse {
    /// The calendar months; a year is twelve.
    pub months: u32,
    /// The fixed part, in which a day has 24 hours.
    pub rest: Duration,
}

/// The fixed length of a month.
const MONTH: Duration = Duration::from_secs(30 * 24 * 3600);

impl Lapse {
    /// Returns a fixed length: a month counts as thirty days and a year as 365.
    pub fn duration(&self) -> Duration {
        let years = self.months / 12;
        let days = MONTH * (self.months % 12) + Duration::from_secs(365 * 24 * 3600) * years;
        days.saturating_add(self.rest)
    }

    /// Returns the text for a duration parameter: `90s`, `72h`.
    pub fn text(&self) -> String {
        format_duration(self.duration())
    }

    /// Returns the time after this duration, if the calendar includes it.
    pub fn after(&self, moment: DateTime) -> Option<DateTime> {
        moment.checked_add(self.span()?).ok()
    }

    /// Returns the time before this duration, if the calendar includes it.
    pub fn before(&self, moment: DateTime) -> Option<DateTime> {
        moment.checked_sub(self.span()?).ok()
    }

    fn span(&self) -> Option<Span> {
        let millis = i64::try_from(self.rest.as_millis()).ok()?;
        Span::new().try_months(self.months).ok()?.try_milliseconds(millis).ok()
    }

    /// Whether its units are days or longer, so that it offsets a date rather than a time of day.
    pub(super) fn is_of_days(&self) -> bool {
        let days = self.rest.as_millis().is_multiple_of(24 * 3_600_000);
        days && (self.months > 0 || !self.rest.is_zero())
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let months = self.months.checked_add(other.months)?;
        Some(Self { months, rest: self.rest.checked_add(other.rest)? })
    }
}

//! A length of time as it is spoken: months and years have no fixed length.

use std::time::Duration;

use jiff::Span;
use jiff::civil::DateTime;
use lemmascope_intent::format_duration;

/// A length of time: so many months of the calendar, and so much besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Lapse {
    /// Months of the calendar; a year is twelve.
    pub months: u32,
    /// What is shorter than a month, days of 24 hours included.
    pub rest: Duration,
}

/// What a month is taken for where a fixed length is wanted.
const MONTH: Duration = Duration::from_secs(30 * 24 * 3600);

impl Lapse {
    /// The fixed length: a month counts as thirty days and a year as 365.
    pub fn duration(&self) -> Duration {
        let years = self.months / 12;
        let days = MONTH * (self.months % 12) + Duration::from_secs(365 * 24 * 3600) * years;
        days.saturating_add(self.rest)
    }

    /// The text that a duration parameter takes: `90s`, `72h`.
    pub fn text(&self) -> String {
        format_duration(self.duration())
    }

    /// The moment that lies this far ahead, if the calendar reaches that far.
    pub fn after(&self, moment: DateTime) -> Option<DateTime> {
        moment.checked_add(self.span()?).ok()
    }

    /// The moment that lies this far back, if the calendar reaches that far.
    pub fn before(&self, moment: DateTime) -> Option<DateTime> {
        moment.checked_sub(self.span()?).ok()
    }

    fn span(&self) -> Option<Span> {
        let millis = i64::try_from(self.rest.as_millis()).ok()?;
        Span::new().try_months(self.months).ok()?.try_milliseconds(millis).ok()
    }

    /// Whether it is told in days or more, so that a date lies that far away rather than a time of day.
    pub(super) fn is_of_days(&self) -> bool {
        let days = self.rest.as_millis().is_multiple_of(24 * 3_600_000);
        days && (self.months > 0 || !self.rest.is_zero())
    }

    pub(super) fn plus(self, other: Self) -> Option<Self> {
        let months = self.months.checked_add(other.months)?;
        Some(Self { months, rest: self.rest.checked_add(other.rest)? })
    }
}

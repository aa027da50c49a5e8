//! Serial date numbers of spreadsheets.

use jiff::civil::{Date, DateTime, Time, date};
use jiff::{SignedDuration, Span};

/// The epoch of the serial numbers of a workbook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Epoch {
    /// Day 1 is 1 January 1900, and day 60 is 29 February 1900, which never existed.
    Year1900,
    /// Day 0 is 1 January 1904.
    Year1904,
}

/// The end of the year 9999, the last date of spreadsheet programs.
const LAST: f64 = 2_958_466.0;

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

impl Epoch {
    /// Converts a serial number; returns none for a date that no calendar has.
    pub(super) fn moment(self, serial: f64) -> Option<DateTime> {
        if !(0.0..LAST).contains(&serial) {
            return None;
        }
        // Fractions of a day are inexact: half past ten is some nanoseconds off.
        let milliseconds = (serial * DAY as f64).round() as i64;
        let start = match self {
            Self::Year1904 => date(1904, 1, 1),
            Self::Year1900 if serial < 60.0 => date(1899, 12, 31),
            Self::Year1900 => date(1899, 12, 30),
        };
        let day = start.checked_add(Span::new().try_days(milliseconds / DAY).ok()?).ok()?;
        Some(day.to_datetime(Time::midnight() + SignedDuration::from_millis(milliseconds % DAY)))
    }
}

/// Parses `2024-12-31` or `2024-12-31T10:30:00`, optionally with fractions and a time zone. The zone is
/// ignored, because a cell shows the written local time.
pub(super) fn iso(text: &str) -> Option<DateTime> {
    let text = text.trim();
    let (day, time) = match text.split_once(['T', ' ']) {
        Some((day, time)) => (day, time),
        None if text.contains(':') => ("1899-12-31", text.trim_start_matches('T')),
        None => (text, "00:00:00"),
    };
    let day: Date = day.parse().ok()?;
    let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let time: Time = time[..zone].parse().ok()?;
    Some(day.to_datetime(time))
}

/// Parses a duration such as `PT12H30M00S` into days.
pub(super) fn days(text: &str) -> Option<f64> {
    let (sign, text) = match text.trim().strip_prefix('-') {
        Some(text) => (-1.0, text),
        None => (1.0, text.trim()),
    };
    let mut seconds = 0.0;
    let mut rest = text.strip_prefix('P')?;
    let mut in_time = false;
    while !rest.is_empty() {
        if let Some(time) = rest.strip_prefix('T') {
            (rest, in_time) = (time, true);
            continue;
        }
        let end = rest.find(|it: char| it.is_ascii_alphabetic())?;
        let number: f64 = rest[..end].replace(',', ".").parse().ok()?;
        let each = match (rest.as_bytes()[end], in_time) {
            (b'D', false) => 86_400.0,
            (b'H', true) => 3_600.0,
            (b'M', true) => 60.0,
            (b'S', true) => 1.0,
            _ => return None,
        };
        seconds += number * each;
        rest = &rest[end + 1..];
    }
    Some(sign * seconds / 86_400.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(epoch: Epoch, serial: f64) -> String {
        epoch.moment(serial).map_or("none".to_owned(), |it| it.to_string())
    }

    #[test]
    fn converts_serial_dates_of_both_epochs() {
        assert_eq!(shown(Epoch::Year1900, 1.0), "1900-01-01T00:00:00");
        assert_eq!(shown(Epoch::Year1900, 59.0), "1900-02-28T00:00:00");
        assert_eq!(shown(Epoch::Year1900, 61.0), "1900-03-01T00:00:00");
        assert_eq!(shown(Epoch::Year1900, 45_657.437_5), "2024-12-31T10:30:00");
        assert_eq!(shown(Epoch::Year1900, 2_958_465.0), "9999-12-31T00:00:00");
        assert_eq!(shown(Epoch::Year1904, 44_195.0), "2024-12-31T00:00:00");
        for odd in [-1.0, 2_958_466.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(shown(Epoch::Year1900, odd), "none");
        }
    }

    #[test]
    fn parses_iso_dates_and_durations() {
        let read = |text| iso(text).map_or("none".to_owned(), |it| it.to_string());
        assert_eq!(read("2024-12-31"), "2024-12-31T00:00:00");
        assert_eq!(read("2024-12-31T10:30:00.5Z"), "2024-12-31T10:30:00.5");
        assert_eq!(read("2024-12-31T10:30"), "2024-12-31T10:30:00");
        assert_eq!(read("10:30:00"), "1899-12-31T10:30:00");
        assert_eq!(read("31/12/2024"), "none");
        assert_eq!(days("PT12H00M00S"), Some(0.5));
        assert_eq!(days("-P1DT36H"), Some(-2.5));
        assert_eq!(days("PT"), Some(0.0));
        assert_eq!(days("12"), None);
    }
}

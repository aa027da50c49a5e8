//! Dates in text.
//!
//! As with numbers, a text is parsed in both ways at once: `03/04/2024` as day first and as month first. The
//! whole column determines which one applies.

use jiff::civil::{Date, DateTime, Time};

/// The maximum length of a date.
const LONGEST: usize = 40;

/// The order of day and month in numeric dates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// `31/12/2024`
    DayFirst,
    /// `12/31/2024`
    MonthFirst,
}

/// A text that is a date in at least one order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Day {
    /// The date with the day first.
    pub(crate) day_first: Option<DateTime>,
    /// The date with the month first.
    pub(crate) month_first: Option<DateTime>,
    /// Whether it includes a time.
    pub(crate) timed: bool,
}

impl Day {
    /// Returns the date in that order, or in the other one if it is invalid in this.
    pub(crate) fn moment(&self, order: Order) -> Option<DateTime> {
        match order {
            Order::DayFirst => self.day_first.or(self.month_first),
            Order::MonthFirst => self.month_first.or(self.day_first),
        }
    }

    /// Returns the only valid order.
    pub(crate) fn evidence(&self) -> Option<Order> {
        match (self.day_first, self.month_first) {
            (Some(_), None) => Some(Order::DayFirst),
            (None, Some(_)) => Some(Order::MonthFirst),
            _ => None,
        }
    }

    /// Whether the order makes a difference.
    pub(crate) fn either(&self) -> bool {
        self.day_first.is_some() && self.month_first.is_some() && self.day_first != self.month_first
    }
}

/// Parses a date, optionally with a time.
pub(crate) fn read(text: &str) -> Option<Day> {
    let text = text.trim();
    if text.len() > LONGEST || text.len() < 6 || !text.bytes().any(|it| it.is_ascii_digit()) {
        return None;
    }
    let (date, time) = parted(text)?;
    let at = |date: Date| DateTime::from_parts(date, time.unwrap_or(Time::midnight()));
    let timed = time.is_some();
    let parts: Vec<&str> =
        date.split(['-', '/', '.', ' ', ',']).filter(|it| !it.is_empty() && *it != "de").collect();
    let [a, b, c] = parts.as_slice() else { return None };
    if let Some(month) = month(b) {
        // 31 December 2024; 2024-Dec-31
        let day = civil(year(c)?, month, number(a)?).or_else(|| civil(year(a)?, month, number(c)?));
        let day = day.map(at);
        return day.map(|it| Day { day_first: Some(it), month_first: Some(it), timed });
    }
    if let Some(month) = month(a) {
        // December 31, 2024
        let day = civil(year(c)?, month, number(b)?).map(at)?;
        return Some(Day { day_first: Some(day), month_first: Some(day), timed });
    }
    if date.contains([' ', ',']) {
        return None;
    }
    // The same separator twice.
    let sign = date.chars().find(|it| !it.is_ascii_digit())?;
    if date.chars().filter(|it| *it == sign).count() != 2 {
        return None;
    }
    if a.len() == 4 {
        let day = civil(year(a)?, number(b)?, number(c)?).map(at)?;
        return Some(Day { day_first: Some(day), month_first: Some(day), timed });
    }
    if a.len() > 2 || b.len() > 2 || !matches!(c.len(), 2 | 4) {
        return None;
    }
    let (first, second, year) = (number(a)?, number(b)?, year(c)?);
    let day_first = civil(year, second, first).map(at);
    // Nobody writes the month first with periods as separators.
    let month_first = if sign == '.' { day_first } else { civil(year, first, second).map(at) };
    (day_first.is_some() || month_first.is_some()).then_some(Day { day_first, month_first, timed })
}

/// Formats a date, with the time unless it is midnight.
pub(crate) fn told(moment: DateTime) -> String {
    if moment.time() == Time::midnight() { moment.date().to_string() } else { moment.to_string() }
}

/// Splits a text into date and time.
fn parted(text: &str) -> Option<(&str, Option<Time>)> {
    let Some(colon) = text.find(':') else { return Some((text.trim_end_matches(['T', 'Z']), None)) };
    let cut = text[..colon].rfind(['T', ' '])?;
    let mut clock = text[cut + 1..].trim();
    let half = ["am", "pm", "AM", "PM"].iter().find(|it| clock.ends_with(**it));
    if let Some(half) = half {
        clock = clock[..clock.len() - half.len()].trim_end();
    }
    // The UTC offset does not affect the written date.
    let clock = clock.trim_end_matches('Z');
    let clock = clock.find(['+', '-']).map_or(clock, |at| &clock[..at]).trim_end();
    let mut parts = clock.split(':');
    let mut hour: i8 = parts.next()?.parse().ok()?;
    let minute: i8 = parts.next()?.parse().ok()?;
    let seconds = parts.next().unwrap_or("0");
    let (second, fraction) = seconds.split_once(['.', ',']).unwrap_or((seconds, ""));
    let second: i8 = second.parse().ok()?;
    if parts.next().is_some() || fraction.len() > 9 || !fraction.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    let nanosecond = format!("{fraction:0<9}").parse().unwrap_or(0);
    match half.map(|it| it.to_ascii_lowercase()) {
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(half) if half == "pm" => hour = hour % 12 + 12,
        Some(_) => hour %= 12,
        None => {}
    }
    Some((text[..cut].trim(), Some(Time::new(hour, minute, second, nanosecond).ok()?)))
}

fn civil(year: i16, month: i8, day: i8) -> Option<Date> {
    Date::new(year, month, day).ok()
}

fn number(text: &str) -> Option<i8> {
    (text.len() <= 2 && text.bytes().all(|it| it.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// Parses a year. Two digits mean a year in the last seventy or the next thirty, as in spreadsheet programs.
fn year(text: &str) -> Option<i16> {
    if !text.bytes().all(|it| it.is_ascii_digit()) {
        return None;
    }
    match text.len() {
        4 => text.parse().ok(),
        2 => text.parse::<i16>().ok().map(|it| if it < 30 { 2000 + it } else { 1900 + it }),
        _ => None,
    }
}

/// Parses the abbreviation or name of a month, in English or Portuguese.
pub(crate) fn month(text: &str) -> Option<i8> {
    const MONTHS: [&[&str]; 12] = [
        &["january", "janeiro"],
        &["february", "fevereiro"],
        &["march", "março", "marco"],
        &["april", "abril"],
        &["may", "maio"],
        &["june", "junho"],
        &["july", "julho"],
        &["august", "agosto"],
        &["september", "setembro"],
        &["october", "outubro"],
        &["november", "novembro"],
        &["december", "dezembro"],
    ];
    let text = text.trim_end_matches('.').to_lowercase();
    if text.chars().count() < 3 || text.starts_with(|it: char| it.is_ascii_digit()) {
        return None;
    }
    let text = if text == "sept" { "sep" } else { text.as_str() };
    let at = MONTHS.iter().position(|names| {
        names.iter().any(|name| *name == text || (text.chars().count() == 3 && name.starts_with(text)))
    })?;
    i8::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> String {
        let Some(day) = read(text) else { return "none".to_owned() };
        let show = |it: Option<DateTime>| it.map_or_else(|| "-".to_owned(), told);
        match (show(day.day_first), show(day.month_first)) {
            (one, other) if one == other => one,
            (one, other) => format!("{one}|{other}"),
        }
    }

    #[test]
    fn parses_dates_in_all_formats() {
        for (text, both) in [
            ("2024-12-31", "2024-12-31"),
            ("2024/12/31", "2024-12-31"),
            ("2024-12-31T10:20:30Z", "2024-12-31T10:20:30"),
            ("2024-12-31 10:20:30.5+01:00", "2024-12-31T10:20:30.5"),
            ("31/12/2024", "2024-12-31|-"),
            ("12/31/2024", "-|2024-12-31"),
            ("03/04/2024", "2024-04-03|2024-03-04"),
            ("3-4-24", "2024-04-03|2024-03-04"),
            ("03.04.2024", "2024-04-03"),
            ("12 Jan 2024", "2024-01-12"),
            ("Jan 12, 2024", "2024-01-12"),
            ("12-Fev-99", "1999-02-12"),
            ("12 de março de 2024", "2024-03-12"),
            ("1/2/2024 3:05 PM", "2024-02-01T15:05:00|2024-01-02T15:05:00"),
        ] {
            assert_eq!(check(text), both, "{text}");
        }
    }

    #[test]
    fn rejects_texts_other_than_dates() {
        for text in [
            "",
            "2024",
            "31/02/2024",
            "1.2.3",
            "12:30",
            "555-1234",
            "2024-13-01",
            "a/b/c",
            "1/2/3/4",
            "31-12/2024",
            "::::::",
            "T:1:1:1:",
        ] {
            assert_eq!(check(text), "none", "{text}");
        }
    }
}

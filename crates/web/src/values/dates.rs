use std::collections::HashMap;
use std::sync::LazyLock;

use lemmascope_browser::text::words_of_identifier;

/// A calendar date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    pub(crate) year: u32,
    pub(crate) month: u32,
    pub(crate) day: u32,
}

/// The numbers of months by name.
static MONTHS: LazyLock<HashMap<String, u32>> = LazyLock::new(|| {
    let lines = include_str!("months.txt").lines().filter(|line| !line.starts_with('#'));
    let mut months = HashMap::new();
    for (number, names) in (1..).zip(lines) {
        for name in names.split_whitespace() {
            months.entry(words_of_identifier(name).concat()).or_insert(number);
        }
    }
    months
});

/// Parses a month: its name or number.
pub(crate) fn parse_month(text: &str) -> Option<u32> {
    let words = words_of_identifier(&text.to_lowercase());
    if let [word] = words.as_slice() {
        return word
            .parse()
            .ok()
            .filter(|month| (1..=12).contains(month))
            .or_else(|| MONTHS.get(word).copied());
    }
    // `03 - March`, `March (3)`: the name takes precedence.
    let mut named = words.iter().filter_map(|word| MONTHS.get(word).copied());
    named.next().filter(|_| words.len() <= 3)
}

/// Parses a date in common formats. An ambiguous one is refused: `03/04/1990`.
pub(crate) fn parse_date(text: &str) -> Option<Date> {
    let text = text.trim();
    let text = text.split_once('T').filter(|(day, _)| day.len() == 10).map_or(text, |(day, _)| day);
    let words = words_of_identifier(&text.to_lowercase());
    let words: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| !matches!(*word, "de" | "of" | "th" | "st" | "nd" | "rd" | "do"))
        .collect();
    let &[one, two, three] = words.as_slice() else { return None };
    let number = |word: &str| word.parse::<u32>().ok();
    match (number(one), number(two), number(three)) {
        (Some(year), Some(month), Some(day)) if one.len() == 4 => date(year, month, day),
        (Some(first), Some(second), Some(year)) if three.len() == 4 => {
            let is_german = text.contains('.');
            match (first, second) {
                (first, second) if is_german || first > 12 || first == second => date(year, second, first),
                (first, second) if second > 12 => date(year, first, second),
                _ => None,
            }
        }
        (Some(day), None, Some(year)) if three.len() == 4 => date(year, parse_month(two)?, day),
        (None, Some(day), Some(year)) if three.len() == 4 => date(year, parse_month(one)?, day),
        _ => None,
    }
}

fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    let days = match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=days).contains(&day).then_some(Date { year, month, day })
}

impl Date {
    /// Formats the date as `2026-12-31`.
    pub(crate) fn iso(&self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }

    /// Formats the ISO week as `2026-W53`, where a week belongs to the year of its Thursday.
    pub(crate) fn week(&self) -> String {
        let weekday = i64::from(weekday(self.year, self.month, self.day));
        let ordinal = i64::from(ordinal(self));
        let week = (ordinal - weekday + 10) / 7;
        let (year, week) = match week {
            0 => (self.year - 1, weeks_in_year(self.year - 1)),
            week if week > weeks_in_year(self.year) => (self.year + 1, 1),
            week => (self.year, week),
        };
        format!("{year:04}-W{week:02}")
    }
}

/// Returns the weekday, from 1 for Monday to 7 for Sunday.
fn weekday(year: u32, month: u32, day: u32) -> u32 {
    let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
    let year = if month < 3 { year - 1 } else { year };
    let at = shift.get(month as usize - 1).copied().unwrap_or(0);
    let day = (year + year / 4 - year / 100 + year / 400 + at + day) % 7;
    if day == 0 { 7 } else { day }
}

fn ordinal(date: &Date) -> u32 {
    (1..date.month)
        .map(|month| (28..=31).rev().find(|day| self::date(date.year, month, *day).is_some()).unwrap_or(28))
        .sum::<u32>()
        + date.day
}

fn weeks_in_year(year: u32) -> i64 {
    let (first, last) = (weekday(year, 1, 1), weekday(year, 12, 31));
    if first == 4 || last == 4 { 53 } else { 52 }
}

/// Parses hours and minutes: `14:30`, `2:30 pm`, `2pm`.
pub(crate) fn parse_time(text: &str) -> Option<(u32, u32)> {
    let text = text.trim().to_lowercase();
    let text =
        text.split_once('t').filter(|(day, _)| day.len() == 10).map_or(text.as_str(), |(_, time)| time);
    let words = words_of_identifier(text);
    let numbers: Vec<u32> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let is =
        |half: &str| words.iter().any(|word| word == half) || words.concat().ends_with(&format!("{half}m"));
    let (hour, minute) = match numbers.as_slice() {
        [hour] if is("a") || is("p") || text.ends_with('h') => (*hour, 0),
        [hour, minute] | [hour, minute, _] => (*hour, *minute),
        _ => return None,
    };
    let hour = match hour {
        12 if is("a") => 0,
        hour if is("p") && hour < 12 => hour + 12,
        hour => hour,
    };
    (hour < 24 && minute < 60).then_some((hour, minute))
}

/// Formats a date as a field's label or placeholder requires: `DD/MM/YYYY`, `tt.mm.jjjj`, `e.g. 12/31/1999`.
/// Returns `None` without such a format.
pub(crate) fn format_like_placeholder(date: &Date, said: &str) -> Option<String> {
    let letters: Vec<char> = said.to_lowercase().chars().collect();
    for start in 0..letters.len() {
        let is_begin = start == 0 || !letters[start - 1].is_alphanumeric();
        if is_begin && let Some(written) = format_at(date, &letters[start..]) {
            return Some(written);
        }
    }
    None
}

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Day,
    Month,
    Year,
}

fn format_at(date: &Date, letters: &[char]) -> Option<String> {
    let mut parts: Vec<(String, char)> = Vec::new();
    let mut at = 0;
    while parts.len() < 3 {
        let run: String = letters[at..].iter().take_while(|c| c.is_alphanumeric()).collect();
        let is_token = !run.is_empty()
            && run.chars().count() <= 4
            && (is_repeated_letter(&run) || run.chars().all(|c| c.is_ascii_digit()));
        if !is_token {
            break;
        }
        at += run.chars().count();
        let gap = letters.get(at).copied().unwrap_or('\0');
        parts.push((run, gap));
        // `DD / MM / YYYY` is written with spaces.
        let mut next = at;
        while letters.get(next) == Some(&' ') {
            next += 1;
        }
        let mark = letters.get(next).copied().filter(|c| matches!(c, '/' | '.' | '-'));
        let Some(mark) = mark else { break };
        if let Some(last) = parts.last_mut() {
            last.1 = mark;
        }
        at = next + 1;
        while letters.get(at) == Some(&' ') {
            at += 1;
        }
    }
    let kinds = kinds(&parts)?;
    let mut written = String::new();
    for (place, (kind, (run, mark))) in kinds.iter().zip(&parts).enumerate() {
        let width = run.chars().count();
        written.push_str(&match kind {
            Part::Day => format!("{:02}", date.day),
            Part::Month => format!("{:02}", date.month),
            Part::Year if width == 2 => format!("{:02}", date.year % 100),
            Part::Year => format!("{:04}", date.year),
        });
        if place + 1 < parts.len() {
            written.push(*mark);
        }
    }
    Some(written)
}

fn is_repeated_letter(run: &str) -> bool {
    let mut letters = run.chars();
    letters.next().is_some_and(|first| letters.all(|other| other == first))
}

/// Returns the meaning of each part. Two parts are a month and a year.
fn kinds(parts: &[(String, char)]) -> Option<Vec<Part>> {
    if parts.iter().all(|(run, _)| run.chars().all(|c| c.is_ascii_digit())) {
        // In an example, a number above twelve is not a month.
        let numbers: Vec<u32> = parts.iter().filter_map(|(run, _)| run.parse().ok()).collect();
        return match numbers.as_slice() {
            [year, _, _] if *year > 999 => Some(vec![Part::Year, Part::Month, Part::Day]),
            [first, _, year] if *year > 999 && *first > 12 => Some(vec![Part::Day, Part::Month, Part::Year]),
            [_, second, year] if *year > 999 && *second > 12 => {
                Some(vec![Part::Month, Part::Day, Part::Year])
            }
            _ => None,
        };
    }
    let kind = |run: &str| {
        let first = run.chars().next()?;
        match (first, run.chars().count()) {
            ('m' | 'м', 1..=2) => Some(Part::Month),
            ('y' | 'a' | 'j' | 'r' | 'г' | 'v' | 'å', 4) => Some(Part::Year),
            ('y' | 'a' | 'г', 2) => Some(Part::Year),
            ('d' | 't' | 'j' | 'g' | 'д' | 'p' | 'n', 1..=2) => Some(Part::Day),
            _ => None,
        }
    };
    let kinds = parts.iter().map(|(run, _)| kind(run)).collect::<Option<Vec<Part>>>()?;
    let has = |part: Part| kinds.iter().filter(|one| **one == part).count() == 1;
    match kinds.len() {
        3 => (has(Part::Day) && has(Part::Month) && has(Part::Year)).then_some(kinds),
        2 => match kinds.as_slice() {
            [Part::Month, Part::Year] | [Part::Year, Part::Month] => Some(kinds),
            // `MM/JJ` on a card form means month and year.
            [Part::Month, Part::Day] if parts[1].0 == "jj" => Some(vec![Part::Month, Part::Year]),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Date = Date { year: 1990, month: 3, day: 24 };

    #[test]
    fn parses_date_formats() {
        for text in [
            "1990-03-24",
            "24.03.1990",
            "24/03/1990",
            "03/24/1990",
            "24 March 1990",
            "March 24, 1990",
            "24 de março de 1990",
            "1990-03-24T10:00:00Z",
            "1990/3/24",
            "24. März 1990",
            "24-mar-1990",
        ] {
            assert_eq!(parse_date(text), Some(DAY), "{text}");
        }
        for text in ["03/04/1990", "1990-02-30", "tomorrow", "", "1990", "12/1990", "1.2.3.4"] {
            assert_eq!(parse_date(text), None, "{text}");
        }
    }

    #[test]
    fn parses_months_and_times() {
        assert_eq!(parse_month("March"), Some(3));
        assert_eq!(parse_month("março"), Some(3));
        assert_eq!(parse_month("03"), Some(3));
        assert_eq!(parse_month("03 - March"), Some(3));
        assert_eq!(parse_month("Dez."), Some(12));
        assert_eq!(parse_month("13"), None);
        assert_eq!(parse_time("14:30"), Some((14, 30)));
        assert_eq!(parse_time("2:30 PM"), Some((14, 30)));
        assert_eq!(parse_time("12 am"), Some((0, 0)));
        assert_eq!(parse_time("2026-01-01T08:05"), Some((8, 5)));
        assert_eq!(parse_time("25:00"), None);
        assert_eq!(parse_time("noon"), None);
    }

    #[test]
    fn formats_date_as_field_label_requires() {
        for (said, written) in [
            ("DD/MM/YYYY", "24/03/1990"),
            ("mm/dd/yyyy", "03/24/1990"),
            ("Date of birth (dd.mm.yyyy)", "24.03.1990"),
            ("tt.mm.jjjj", "24.03.1990"),
            ("jj/mm/aaaa", "24/03/1990"),
            ("DD / MM / AAAA", "24/03/1990"),
            ("YYYY-MM-DD", "1990-03-24"),
            ("e.g. 12/31/1999", "03/24/1990"),
            ("31/12/1999", "24/03/1990"),
            ("дд.мм.гггг", "24.03.1990"),
            ("MM/YY", "03/90"),
            ("MM/JJ", "03/90"),
            ("d-m-yy", "24-03-90"),
        ] {
            assert_eq!(format_like_placeholder(&DAY, said).as_deref(), Some(written), "{said}");
        }
        for said in ["Birthday", "Your date", "", "a/b/c", "mm", "01/02/2003"] {
            assert_eq!(format_like_placeholder(&DAY, said), None, "{said}");
        }
    }

    #[test]
    fn computes_iso_week_of_date() {
        let week = |year, month, day| Date { year, month, day }.week();
        assert_eq!(week(2026, 12, 31), "2026-W53");
        assert_eq!(week(2027, 1, 1), "2026-W53");
        assert_eq!(week(2026, 1, 1), "2026-W01");
        assert_eq!(week(2024, 12, 30), "2025-W01");
        assert_eq!(week(2026, 6, 15), "2026-W25");
    }
}

//! Dates in digits: `2025-01-15`, `15/01/2025`, `01/15/2025`.

use jiff::civil::Date;

use super::super::likely::Likely;
use super::super::passage::Passage;

/// Parses a date in digits. The language determines which of two small numbers is the day; the other order is
/// kept as an alternative.
pub(super) fn numeric(passage: &Passage, at: usize) -> Option<(usize, Likely<Date>)> {
    let first = passage.digits(at)?;
    let mark = passage.mark(at + 1).filter(|mark| matches!(mark, '/' | '-' | '.'))?;
    let (second, third) = (passage.figure(at + 2, 2)?, passage.digits(at + 4));
    if follows_digits(passage, at) || !passage.is_glued(at + 1) || !passage.is_glued(at + 2) {
        return None;
    }
    let whole = passage.is_mark(at + 3, mark) && passage.is_glued(at + 3) && passage.is_glued(at + 4);
    let Some(third) = third.filter(|_| whole) else { return without_year(passage, at, mark) };
    let end = at + 5;
    let goes_on = passage.is_glued(end) && passage.is_glued(end + 1) && passage.digits(end + 1).is_some();
    if (goes_on && passage.mark(end).is_some()) || (passage.runs_on(end) && !iso_time_mark(passage, end)) {
        return None;
    }
    let number = |digits: &str| digits.parse::<i16>().ok();
    let date = match (first.len(), third.len()) {
        (4, 1 | 2) => Likely::sure(calendar(number(first)?, second, number(third)?)?),
        (1 | 2, 4) => ordered(passage, number(first)?, second, number(third)?)?,
        // A two-digit year is in this century; with periods, the text is a version number.
        (1 | 2, 2) if mark != '.' => ordered(passage, number(first)?, second, 2000 + number(third)?)?,
        _ => return None,
    };
    Some((end, date))
}

/// Whether a time of day follows a date as in `2025-01-15T10:30`.
pub(in crate::literal) fn iso_time_mark(passage: &Passage, at: usize) -> bool {
    passage.word(at) == "t"
        && passage.is_glued(at)
        && passage.is_glued(at + 1)
        && passage.digits(at + 1).is_some()
}

/// Parses `15/01`, if the preceding word requires a date.
fn without_year(passage: &Passage, at: usize, mark: char) -> Option<(usize, Likely<Date>)> {
    let asked = match passage.is_portuguese() {
        true => passage.said_before(at, &["dia", "em", "ate", "desde", "de"]),
        false => {
            passage.said_before(at, &["on", "until", "since", "by", "before", "after", "due", "from", "for"])
        }
    };
    let end = at + 3;
    let asked = asked || passage.is_all(at, end);
    let goes_on = passage.runs_on(end) || (passage.is_mark(end, '/') && passage.is_glued(end));
    if !asked || mark != '/' || goes_on {
        return None;
    }
    let today = passage.now.date();
    let (first, second) = (passage.figure(at, 2)?, passage.figure(at + 2, 2)?);
    let coming = |month: u64, day: u64| {
        let in_year = |year| calendar(year, month, i16::try_from(day).ok()?);
        in_year(today.year()).filter(|date| *date >= today).or_else(|| in_year(today.year() + 1))
    };
    Some((end, chosen(passage, coming(second, first), coming(first, second))?))
}

fn ordered(passage: &Passage, first: i16, second: u64, year: i16) -> Option<Likely<Date>> {
    let second_small = i16::try_from(second).ok()?;
    let day_first = calendar(year, second, first);
    let month_first = calendar(year, u64::try_from(first).ok()?, second_small);
    chosen(passage, day_first, month_first)
}

/// Returns the interpretation that the language prefers, if it is a valid date.
fn chosen(passage: &Passage, day_first: Option<Date>, month_first: Option<Date>) -> Option<Likely<Date>> {
    let (usual, other) =
        if passage.is_portuguese() { (day_first, month_first) } else { (month_first, day_first) };
    match (usual, other) {
        (Some(usual), other) => Some(Likely::or(usual, other)),
        (None, other) => other.map(Likely::sure),
    }
}

fn calendar(year: i16, month: u64, day: i16) -> Option<Date> {
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

fn follows_digits(passage: &Passage, at: usize) -> bool {
    passage.is_glued(at) && (passage.mark(at - 1).is_none_or(|mark| !matches!(mark, '(' | '[' | '"' | '\'')))
}

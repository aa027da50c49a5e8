//! Dates with a month: `January 15, 2025`, `the 3rd of May`, `dia 3 de maio`; and months by name.

use jiff::civil::Date;

use super::super::number::portuguese_part;
use super::super::ordinal;
use super::super::passage::Passage;
use super::month::{is_short, month};
use super::week::Stretch;
use super::weekday::weekday;
use super::{Dated, Likely};

/// Parses a date or a month, and returns its end.
pub(super) fn day_of_month(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    // `Friday, 15 January`: the day of the week is redundant.
    let start = weekday(passage, at).map_or(at, |named| passage.skip(named.end, &[',']));
    let (end, month, day) = match day_and_month(passage, start).or_else(|| month_and_day(passage, start)) {
        Some(found) => found,
        None if start == at => return whole_month(passage, at).or_else(|| bare_day(passage, at)),
        // `Friday the 13th`.
        None => return the_day(passage, start),
    };
    let (end, date) = match year(passage, end) {
        Some((end, year)) => (end, Date::new(year, month, day).ok()?),
        None => (end, nearest(passage, at, month, day)?),
    };
    Some((end, Dated::Day(Likely::sure(date))))
}

/// Parses `15 January`, `the 3rd of May`, `15 de janeiro`, `dia 3 de maio`.
fn day_and_month(passage: &Passage, at: usize) -> Option<(usize, i8, i8)> {
    let start = at + usize::from(passage.says(at, &["the", "dia"]));
    let (end, day) = day(passage, start)?;
    let start = end + usize::from(passage.says(end, &["of", "de"]));
    let start = passage.skip(start, &['-']);
    let (end, month) = month(passage, start)?;
    Some((end, month, day))
}

/// Parses `January 15`, `May the 3rd`.
fn month_and_day(passage: &Passage, at: usize) -> Option<(usize, i8, i8)> {
    if passage.is_portuguese() {
        return None;
    }
    let (end, month) = month(passage, at)?;
    let start = end + usize::from(passage.word(end) == "the");
    let (end, day) = day(passage, start)?;
    // `march 5-10`, `may 5:30` and `May 2.5` contain no day.
    let goes_on = passage.is_glued(end) && passage.is_glued(end + 1) && passage.digits(end + 1).is_some();
    (!goes_on && !passage.runs_on(end)).then_some((end, month, day))
}

/// Parses a day of a month, in digits or words.
fn day(passage: &Passage, at: usize) -> Option<(usize, i8)> {
    let figure = || passage.figure(at, 2).filter(|_| !passage.runs_on(at + 1)).map(|day| (at + 1, day));
    let words = || {
        let tens = portuguese_part(passage.word(at)).filter(|_| passage.is_portuguese())?;
        let unit =
            portuguese_part(passage.word(at + 2)).filter(|unit| *unit < 10 && passage.word(at + 1) == "e");
        Some(match unit.filter(|_| tens >= 20) {
            Some(unit) => (at + 3, tens + unit),
            None => (at + 1, tens),
        })
    };
    let (end, day) = ordinal::numbered(passage, at)
        .or_else(figure)
        .or_else(|| ordinal::spelled(passage, at))
        .or_else(words)?;
    (1..=31).contains(&day).then_some((end, i8::try_from(day).ok()?))
}

/// Parses the year after a comma or `of`.
fn year(passage: &Passage, at: usize) -> Option<(usize, i16)> {
    let start = passage.skip(at, &[',', '-']);
    let start = start + usize::from(passage.says(start, &["of", "de", "in"]));
    let year = passage.figure(start, 4).filter(|year| (1900..=2999).contains(year))?;
    let goes_on = passage.runs_on(start + 1) || passage.is_mark(start + 1, ':');
    (!goes_on).then_some((start + 1, i16::try_from(year).ok()?))
}

/// Returns the next such date, including today; after `since`, the last one.
fn nearest(passage: &Passage, at: usize, month: i8, day: i8) -> Option<Date> {
    let today = passage.now.date();
    let past = passage.said_before(at, &["since", "desde"]);
    // 29 February occurs every fourth year, except in most centennial years.
    (0..=8).find_map(|away| {
        let year = if past { today.year() - away } else { today.year() + away };
        let date = Date::new(year, month, day).ok()?;
        (if past { date <= today } else { date >= today }).then_some(date)
    })
}

/// Parses `January 2025`, and `in January`, `next May`, `em janeiro`.
fn whole_month(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let portuguese = passage.is_portuguese();
    let pointed = match passage.word(at) {
        "next" | "proximo" => Some(1),
        "last" | "ultimo" => Some(-1),
        "this" | "este" => Some(0),
        _ => None,
    };
    let start = at + usize::from(pointed.is_some());
    let (end, month) = month(passage, start)?;
    let today = passage.now.date();
    let stretch = |year| Stretch::Month.around(Date::new(year, month, 1).ok()?, 0);
    if let Some((end, year)) = year(passage, end) {
        let (first, last) = stretch(year)?;
        return Some((end, Dated::Period(first, last)));
    }
    let spoken: &[&str] = match portuguese {
        true => &["em", "de", "desde", "ate", "durante", "para"],
        false => &["in", "since", "until", "during", "by", "through"],
    };
    let doubtful = is_short(passage.word(start)) && !passage.said_before(start, &["in"]);
    if doubtful || (pointed.is_none() && !passage.said_before(start, spoken)) {
        return None;
    }
    let past = pointed == Some(-1) || passage.said_before(start, &["since", "desde"]);
    let mut years = (0..=1_i16).map(|away| if past { today.year() - away } else { today.year() + away });
    let fits = |year: &i16| match (pointed, past) {
        (Some(-1), _) => (*year, month) < (today.year(), today.month()),
        (Some(1), _) => (*year, month) > (today.year(), today.month()),
        (_, true) => (*year, month) <= (today.year(), today.month()),
        _ => (*year, month) >= (today.year(), today.month()),
    };
    let (first, last) = stretch(years.find(fits)?)?;
    Some((end, Dated::Period(first, last)))
}

/// Parses `dia 15`, and `the 15th` after `on`: the next day with that number.
fn bare_day(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let (end, day) = match passage.is_portuguese() {
        true if passage.word(at) == "dia" => {
            let goes_on =
                passage.runs_on(at + 2) || (passage.is_mark(at + 2, '/') && passage.is_glued(at + 2));
            let day = passage.figure(at + 1, 2).filter(|_| !goes_on)?;
            (at + 2, day)
        }
        false if passage.word(at) == "the" && passage.said_before(at, &["on", "by", "until"]) => {
            return the_day(passage, at)
                .filter(|(end, _)| passage.is_end(*end) || passage.says(*end, &["at", "and", "to"]));
        }
        _ => return None,
    };
    Some((end, Dated::day(next_of_number(passage, day)?)))
}

/// Parses `the 15th`.
fn the_day(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let (end, day) = ordinal::numbered(passage, passage.phrase(at, "the")?)?;
    Some((end, Dated::day(next_of_number(passage, day)?)))
}

/// Returns the next day of a month with this number, including today.
fn next_of_number(passage: &Passage, day: u64) -> Option<Date> {
    let day = i8::try_from(day).ok()?;
    let today = passage.now.date();
    let in_month = |away: i64| {
        let (first, _) = Stretch::Month.around(today, away)?;
        Date::new(first.year(), first.month(), day).ok().filter(|date| *date >= today)
    };
    (0..=12).find_map(in_month)
}

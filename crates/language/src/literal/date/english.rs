//! Relative dates in English.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::super::duration::duration;
use super::super::passage::Passage;
use super::week::{Stretch, coming, gone, in_week};
use super::weekday::weekday;
use super::{Dated, Likely};

/// Parses a relative date, and returns its end.
pub(super) fn relative(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    named_day(passage, at)
        .or_else(|| edge(passage, at))
        .or_else(|| pointed(passage, at))
        .or_else(|| plain_weekday(passage, at))
        .or_else(|| ahead(passage, at))
        .or_else(|| measured(passage, at))
}

/// Parses a word for a day.
fn named_day(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let days: &[(&str, i64)] = &[
        ("the day after tomorrow", 2),
        ("day after tomorrow", 2),
        ("the day before yesterday", -2),
        ("day before yesterday", -2),
        ("last night", -1),
        ("this morning", 0),
        ("this afternoon", 0),
        ("this evening", 0),
        ("today", 0),
        ("tonight", 0),
        ("tomorrow", 1),
        ("tmrw", 1),
        ("tomorow", 1),
        ("tommorow", 1),
        ("tommorrow", 1),
        ("yesterday", -1),
    ];
    let (end, away) = days.iter().find_map(|&(phrase, away)| Some((passage.phrase(at, phrase)?, away)))?;
    Some((end, Dated::day(passage.now.date().checked_add(away.days()).ok()?)))
}

/// Returns the offset of a determiner: previous, this, next.
fn away(word: &str) -> Option<i64> {
    match word {
        "next" | "coming" | "following" => Some(1),
        "this" | "current" => Some(0),
        "last" | "past" | "previous" => Some(-1),
        _ => None,
    }
}

fn stretch(passage: &Passage, at: usize) -> Option<(usize, Stretch)> {
    let weekend = passage.phrases(at, &["weekend", "week end"]);
    if let Some(end) = weekend {
        return Some((end, Stretch::Weekend));
    }
    let stretch = match passage.word(at) {
        "week" => Stretch::Week,
        "month" => Stretch::Month,
        "year" => Stretch::Year,
        _ => return None,
    };
    Some((at + 1, stretch))
}

/// Parses `next friday`, `last week`, `this weekend`, `next week on friday`.
fn pointed(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let today = passage.now.date();
    if let Some(end) = passage.phrase(at, "the weekend") {
        let (first, last) = Stretch::Weekend.around(today, 0)?;
        return Some((end, Dated::Period(first, last)));
    }
    let away = away(passage.word(at))?;
    if let Some(named) = weekday(passage, at + 1) {
        let day = match away {
            -1 => Likely::sure(gone(today, named.day)?),
            1 => next_weekday(today, named.day)?,
            _ if today.weekday() == named.day => Likely::sure(today),
            _ => Likely::sure(coming(today, named.day)?),
        };
        return Some((named.end, Dated::Day(day)));
    }
    let (end, stretch) = stretch(passage, at + 1)?;
    if stretch == Stretch::Week {
        let start = end + usize::from(passage.word(end) == "on");
        if let Some(named) = weekday(passage, start) {
            return Some((named.end, Dated::day(in_week(today, away, named.day)?)));
        }
    }
    let (first, last) = stretch.around(today, away)?;
    Some((end, Dated::Period(first, last)))
}

/// Returns the next Friday, or as an alternative that of next week if this week's is still to come.
fn next_weekday(today: Date, weekday: Weekday) -> Option<Likely<Date>> {
    let next = coming(today, weekday)?;
    Some(Likely::or(next, in_week(today, 1, weekday)))
}

/// Parses `monday`, `friday of next week`.
fn plain_weekday(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let named = weekday(passage, at)?;
    let today = passage.now.date();
    if passage.said_before(at, &["every", "each"]) {
        return None;
    }
    let start = named.end + usize::from(passage.says(named.end, &["of"]));
    if let Some(away) = away(passage.word(start)).filter(|_| passage.word(start + 1) == "week") {
        return Some((start + 2, Dated::day(in_week(today, away, named.day)?)));
    }
    let asked = &["on", "by", "until", "till", "since", "from", "before", "after", "for"];
    if named.is_doubtful && !passage.said_before(at, asked) {
        return None;
    }
    let past = passage.said_before(at, &["since"]);
    let day = if past { gone(today, named.day) } else { coming(today, named.day) };
    Some((named.end, Dated::day(day?)))
}

/// Parses `end of the month`, `the beginning of next year`.
fn edge(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let start = at + usize::from(passage.word(at) == "the");
    let is_last = match passage.word(start) {
        "end" => true,
        "beginning" | "start" => false,
        _ => return None,
    };
    let start = passage.phrase(start + 1, "of")?;
    let (start, away) = match passage.word(start) {
        "the" => (start + 1, 0),
        word => (start + 1, away(word)?),
    };
    let (end, stretch) = stretch(passage, start)?;
    let (first, last) = stretch.around(passage.now.date(), away)?;
    Some((end, Dated::day(if is_last { last } else { first })))
}

/// Parses `in three days`. Hours or less remain a duration, because a timer needs no date.
fn ahead(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let start = passage.phrases(at, &["in"])?;
    let (end, lapse) = duration(passage, start)?;
    if !lapse.is_of_days() {
        return None;
    }
    let end = passage.phrases(end, &["from now", "time"]).unwrap_or(end);
    Some((end, Dated::day(lapse.after(passage.now)?.date())))
}

/// Parses `two weeks ago`, `three days from now`.
fn measured(passage: &Passage, at: usize) -> Option<(usize, Dated)> {
    let (end, lapse) = duration(passage, at)?;
    if let Some(end) = passage.phrases(end, &["ago"]) {
        let moment = lapse.before(passage.now)?;
        let dated = if lapse.is_of_days() { Dated::day(moment.date()) } else { Dated::Moment(moment) };
        return Some((end, dated));
    }
    let (end, away) = match passage.phrases(end, &["from now", "from today"]) {
        Some(end) => (end, 0),
        None => (passage.phrase(end, "from tomorrow")?, 1),
    };
    let moment = lapse.after(passage.now)?;
    let day = moment.date().checked_add(away.days()).ok()?;
    Some((end, if lapse.is_of_days() { Dated::day(day) } else { Dated::Moment(moment) }))
}

//! Dates with a time: `tomorrow at 5pm`, `às 17h de amanhã`.

use jiff::civil::{Date, DateTime, Time};

use super::clock::{self, Part, clock, part_of_day};
use super::date::{Dated, date, iso_time_mark};
use super::likely::Likely;
use super::passage::Passage;
use super::value::Value;

/// Parses a date, a time of day or both, and returns the end.
pub(super) fn moment(passage: &Passage, at: usize) -> Option<(usize, Value)> {
    let dated = date(passage, at).map(|(end, dated)| match dated {
        Dated::Day(day) => with_time(passage, at, end, day),
        Dated::Period(first, last) => (end, Value::Period { first, last }),
        Dated::Moment(moment) => (end, Value::Moment(Likely::sure(moment))),
    });
    let timed =
        clock(passage, at, clock::is_asked(passage, at)).map(|(end, time)| with_date(passage, end, time));
    match (dated, timed) {
        (Some(dated), Some(timed)) => Some(if timed.0 > dated.0 { timed } else { dated }),
        (dated, timed) => dated.or(timed),
    }
}

/// Adds the time after a date.
fn with_time(passage: &Passage, at: usize, end: usize, day: Likely<Date>) -> (usize, Value) {
    let alone = (end, Value::Date(day));
    if iso_time_mark(passage, end) {
        return clock(passage, end + 1, true).map_or(alone, |(time_end, time)| {
            (zone_end(passage, time_end), Value::Moment(joined(day, Likely::sure(time.value))))
        });
    }
    let (after_part, part) = match part_of_day(passage, end) {
        Some((end, part)) => (end, Some(part)),
        None => (end, told_part(passage, at, end)),
    };
    let comma = passage.skip(after_part, &[',']);
    let links: &[&str] = match passage.is_portuguese() {
        true => &["as", "a", "pelas", "por volta das", "ao", "a partir das"],
        false => &["at", "around", "by", "at around"],
    };
    let linked = passage.phrases(comma, links);
    let start = linked.unwrap_or(comma);
    let asked = linked.is_some();
    let Some((time_end, time)) = clock(passage, start, asked) else { return alone };
    let time = match part {
        Some(part) if !time.is_sure() => Likely::sure(part.place(time.value)),
        // A date that starts with the year implies the 24-hour clock.
        _ if passage.digits(at).is_some_and(|digits| digits.len() == 4) => Likely::sure(time.value),
        _ => time,
    };
    (time_end, Value::Moment(joined(day, time)))
}

/// Adds the date after a time.
fn with_date(passage: &Passage, end: usize, time: Likely<Time>) -> (usize, Value) {
    let comma = passage.skip(end, &[',']);
    let links: &[&str] = match passage.is_portuguese() {
        true => &["de", "do", "da", "em", "na", "no"],
        false => &["on", "of"],
    };
    let start = passage.phrases(comma, links).unwrap_or(comma);
    match date(passage, start) {
        Some((date_end, Dated::Day(day))) => {
            let time = match told_part(passage, start, date_end).filter(|_| !time.is_sure()) {
                Some(part) => Likely::sure(part.place(time.value)),
                None => time,
            };
            (date_end, Value::Moment(joined(day, time)))
        }
        _ => (end, Value::Time(time)),
    }
}

/// Returns the part of the day that the words of a date contain: `tonight`, `this morning`, `esta tarde`.
fn told_part(passage: &Passage, at: usize, end: usize) -> Option<Part> {
    // Longer dates end in other words; in `amanhã` alone, `manhã` does not mean the morning.
    match passage.word_before(end) {
        _ if end > at + 2 => None,
        "tonight" | "evening" | "night" | "noite" => Some(Part::Night),
        "morning" | "manha" => Some(Part::Morning),
        "afternoon" | "tarde" => Some(Part::Afternoon),
        _ => None,
    }
}

fn joined(day: Likely<Date>, time: Likely<Time>) -> Likely<DateTime> {
    let value = day.value.to_datetime(time.value);
    let otherwise = match (day.otherwise, time.otherwise) {
        (Some(other), _) => Some(other.to_datetime(time.value)),
        (None, Some(other)) => Some(day.value.to_datetime(other)),
        (None, None) => None,
    };
    Likely::or(value, otherwise)
}

/// Returns the end of a numeric time zone. The zone is ignored, because the user means local time.
fn zone_end(passage: &Passage, end: usize) -> usize {
    let glued = |at| passage.is_glued(at);
    if passage.word(end) == "z" && glued(end) && !passage.runs_on(end + 1) {
        return end + 1;
    }
    let signed = matches!(passage.mark(end), Some('+' | '-')) && glued(end) && glued(end + 1);
    if !signed || passage.digits(end + 1).is_none_or(|digits| digits.len() > 4) {
        return end;
    }
    let minutes = passage.is_mark(end + 2, ':') && glued(end + 2) && passage.digits(end + 3).is_some();
    if minutes { end + 4 } else { end + 2 }
}

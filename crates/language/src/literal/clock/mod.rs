//! Times of day: `5:30 p.m.`, `17h30`, `half past five`, `cinco da tarde`.

mod digits;
mod english;
mod part;
mod portuguese;

use jiff::civil::Time;

use super::likely::Likely;
use super::passage::Passage;

pub(super) use part::{Part, part_of_day};

/// An hour and a minute as stated.
#[derive(Clone, Copy, Debug)]
struct Told {
    end: usize,
    hour: i8,
    minute: i8,
    second: i8,
    /// Whether the hour is on the 12-hour clock, so that it may be in the other half of the day.
    of_twelve: bool,
}

impl Told {
    fn new(end: usize, hour: u64, minute: u64) -> Option<Self> {
        let (hour, minute) = (i8::try_from(hour).ok()?, i8::try_from(minute).ok()?);
        let valid = (0..24).contains(&hour) && (0..60).contains(&minute);
        valid.then_some(Self { end, hour, minute, second: 0, of_twelve: (1..=12).contains(&hour) })
    }

    fn time(self) -> Option<Time> {
        Time::new(self.hour, self.minute, self.second, 0).ok()
    }
}

/// Parses a time of day, and returns its end. A bare number is a time only if the context requires one: after
/// `at`, or after a date.
pub(super) fn clock(passage: &Passage, at: usize, asked: bool) -> Option<(usize, Likely<Time>)> {
    if let Some((end, time)) = named(passage, at) {
        return Some((end, Likely::sure(time)));
    }
    let told = digits::digits(passage, at, asked).or_else(|| match passage.is_portuguese() {
        true => portuguese::spelled(passage, at, asked),
        false => english::spelled(passage, at, asked),
    })?;
    let ended = match passage.is_portuguese() {
        true => passage.phrase(told.end, "em ponto").unwrap_or(told.end),
        false => told.end,
    };
    match part::part_behind(passage, ended) {
        Some((end, part)) => Some((end, Likely::sure(part.place(told.time()?)))),
        None => Some((ended, open(told)?)),
    }
}

/// Whether the preceding word requires a time of day.
pub(super) fn is_asked(passage: &Passage, at: usize) -> bool {
    match passage.is_portuguese() {
        true => passage.said_before(at, &["as", "pelas", "das"]) || is_article_of_one(passage, at),
        false => passage.said_before(at, &["at", "until", "till", "before", "after", "around"]),
    }
}

/// Whether `uma` after `à` means one o'clock.
fn is_article_of_one(passage: &Passage, at: usize) -> bool {
    let article = passage.said_before(at, &["a"]) && passage.is_accented(at - 1);
    article && (passage.word(at) == "uma" || passage.figure(at, 2) == Some(1))
}

fn open(told: Told) -> Option<Likely<Time>> {
    let time = told.time()?;
    let other = (told.of_twelve && told.hour < 12).then(|| Told { hour: told.hour + 12, ..told });
    Some(Likely::or(time, other.and_then(Told::time)))
}

/// Parses a named hour.
fn named(passage: &Passage, at: usize) -> Option<(usize, Time)> {
    let time = |hour, minute| Time::new(hour, minute, 0, 0).ok();
    if !passage.is_portuguese() {
        return match passage.word(at) {
            "noon" | "midday" => Some((at + 1, time(12, 0)?)),
            "midnight" => Some((at + 1, time(0, 0)?)),
            _ => None,
        };
    }
    let next = passage.skip_hyphen(at + 1);
    let hour = match (passage.word(at), passage.word(next)) {
        ("meio", "dia") => 12,
        ("meia", "noite") => 0,
        _ => return None,
    };
    match passage.phrases(next + 1, &["e meia", "e meio"]) {
        Some(end) => Some((end, time(hour, 30)?)),
        None => Some((next + 1, time(hour, 0)?)),
    }
}

//! Durations: `5 minutes`, `an hour and a half`, `1h30`, `duas horas e meia`.

use std::time::Duration;

use super::decimal::Decimal;
use super::lapse::Lapse;
use super::number::{Sort, amount};
use super::passage::Passage;
use super::span_unit::{SpanUnit, span_unit};

/// Parses a duration, and returns its end.
pub(super) fn duration(passage: &Passage, at: usize) -> Option<(usize, Lapse)> {
    let (mut end, mut lapse, mut unit) = fraction_of_an_hour(passage, at).or_else(|| term(passage, at))?;
    // Each part has a smaller unit than the preceding one: `2 hours and 30 minutes`, `1h30m`.
    while let Some((next, part, smaller)) = following(passage, end, unit) {
        lapse = lapse.plus(part)?;
        (end, unit) = (next, smaller);
    }
    Some((end, lapse))
}

/// Parses an amount with a unit, and a half after it.
fn term(passage: &Passage, at: usize) -> Option<(usize, Lapse, SpanUnit)> {
    if let Some(whole) = bare_hour(passage, at) {
        return Some(whole);
    }
    let amount = amount(passage, at)?;
    let start = passage.skip_hyphen(amount.end);
    let (end, unit) = span_unit(passage, start)?;
    if passage.runs_on(end) && passage.digits(end).is_none() {
        return None;
    }
    if passage.word(start) == "s" && is_decade(passage, at, end) {
        return None;
    }
    if amount.sort != Sort::Sure && !is_lasting(passage, at, amount.end, end, unit) {
        return None;
    }
    let (end, value) = match halved(passage, end) {
        Some(end) => (end, amount.value.plus(Decimal::HALF)?),
        None => (end, amount.value),
    };
    Some((end, unit.lapse(value)?, unit))
}

/// Parses `hora e meia`, which is one and a half without a number.
fn bare_hour(passage: &Passage, at: usize) -> Option<(usize, Lapse, SpanUnit)> {
    let end = passage.phrase(at, "hora e meia").filter(|_| passage.is_portuguese())?;
    Some((end, Lapse { months: 0, rest: Duration::from_secs(5400) }, SpanUnit::Minute))
}

fn fraction_of_an_hour(passage: &Passage, at: usize) -> Option<(usize, Lapse, SpanUnit)> {
    let (quarter, three): (&[&str], &[&str]) = match passage.is_portuguese() {
        true => (&["um quarto de hora", "quarto de hora"], &["tres quartos de hora"]),
        false => (
            &["a quarter of an hour", "quarter of an hour", "a quarter hour", "a quarter of hour"],
            &["three quarters of an hour"],
        ),
    };
    let (end, minutes) = match (passage.phrases(at, quarter), passage.phrases(at, three)) {
        (Some(end), _) => (end, 15),
        (None, Some(end)) => (end, 45),
        (None, None) => return None,
    };
    Some((end, Lapse { months: 0, rest: Duration::from_secs(60 * minutes) }, SpanUnit::Minute))
}

/// Parses `and a half` after the unit.
fn halved(passage: &Passage, at: usize) -> Option<usize> {
    match passage.is_portuguese() {
        true => passage.phrases(at, &["e meia", "e meio"]),
        false => passage.phrases(at, &["and a half"]),
    }
}

/// Parses a further part with a smaller unit; after hours, bare digits are minutes.
fn following(passage: &Passage, at: usize, unit: SpanUnit) -> Option<(usize, Lapse, SpanUnit)> {
    let joined = passage.says(at, &["and", "e"]) || (passage.is_mark(at, ',') && !passage.is_end(at + 1));
    let start = at + usize::from(joined);
    if unit == SpanUnit::Hour && start == at && passage.is_glued(at) && !passage.is_glued(at + 1) {
        let minutes = passage.figure(at, 2).filter(|minutes| *minutes < 60)?;
        return Some((at + 1, SpanUnit::Minute.lapse(Decimal::whole(minutes))?, SpanUnit::Minute));
    }
    let next = glued_term(passage, at).or_else(|| term(passage, start))?;
    (next.2 < unit).then_some(next)
}

/// Whether a number with an `s` is a decade: `the 1990s`, `80s music`.
fn is_decade(passage: &Passage, at: usize, end: usize) -> bool {
    match passage.figure(at, 4) {
        Some(year @ 1800..2100) => year % 10 == 0,
        Some(year @ ..100) if year % 10 == 0 => {
            let cut = matches!(at.checked_sub(1).and_then(|at| passage.mark(at)), Some('\'' | '’'));
            let article = cut || passage.said_before(at, &["the", "anos"]);
            article || (passage.is_glued(end - 1) && !passage.is_end(end) && !passage.says(end, LINKS))
        }
        _ => false,
    }
}

/// Words that may follow a duration without being a noun that it modifies.
const LINKS: &[&str] = &[
    "and", "or", "then", "please", "before", "after", "later", "ago", "to", "of", "for", "delay", "timer",
    "e", "ou", "por", "antes", "depois", "de", "para", "atras", "in", "on", "until", "ate", "from", "alarm",
    "do", "da",
];

/// Parses `30m` directly after `1h`.
fn glued_term(passage: &Passage, at: usize) -> Option<(usize, Lapse, SpanUnit)> {
    if !passage.is_glued(at) || !passage.is_glued(at + 1) || passage.word(at - 1).is_empty() {
        return None;
    }
    let amount = passage.figure(at, 4)?;
    let unit = SpanUnit::signed(passage.word(at + 1), true)
        .filter(|_| !passage.runs_on(at + 2) || passage.digits(at + 2).is_some())?;
    Some((at + 2, unit.lapse(Decimal::whole(amount))?, unit))
}

/// Whether an article before a unit is an amount: `wait a second`, but not `open a second window` or `once a
/// day`.
fn is_lasting(passage: &Passage, at: usize, unit_at: usize, end: usize, unit: SpanUnit) -> bool {
    let rate: &[&str] = match passage.is_portuguese() {
        true => &["vez", "vezes"],
        false => &["once", "twice", "times", "per"],
    };
    if passage.said_before(at, rate) {
        return false;
    }
    // A day, week, month or year with an article is as often a date: `uma semana qualquer`, `one day`.
    let halves = passage.says(at, &["half", "meia", "meio"]) || unit_at > at + 1;
    let ordinal = unit == SpanUnit::Second && passage.says(end - 1, &["second", "segundo"]);
    if ordinal && !halves {
        return passage.is_end(end) || passage.says(end, LINKS);
    }
    true
}

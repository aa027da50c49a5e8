//! Times of day in English words.

use super::super::number::{english_below_twenty, english_tens};
use super::super::passage::Passage;
use super::Told;
use super::digits::{oclock, stands_alone};
use super::part::part_behind;

/// Parses a time in words: `half past five`, `five o'clock`, `ten past six`.
pub(super) fn spelled(passage: &Passage, at: usize, asked: bool) -> Option<Told> {
    past_or_to(passage, at, asked).or_else(|| hour_and_minutes(passage, at, asked))
}

fn past_or_to(passage: &Passage, at: usize, asked: bool) -> Option<Told> {
    let start = at + usize::from(passage.says(at, &["a"]) && passage.word(at + 1) == "quarter");
    let (end, minutes, exact) = match passage.word(start) {
        "half" => (start + 1, 30, true),
        "quarter" => (start + 1, 15, true),
        _ => {
            let (end, minutes) = number(passage, start)?;
            let unit = passage.says(end, &["minutes", "minute"]);
            (end + usize::from(unit), minutes, unit)
        }
    };
    let (hour_end, hour) = number(passage, end + 1).filter(|(_, hour)| (1..=12).contains(hour))?;
    let hour_end = oclock(passage, hour_end).unwrap_or(hour_end);
    let told = match passage.word(end) {
        "past" => Told::new(hour_end, hour, minutes)?,
        // `change 20 to 6` is not a time, unless the context requires one.
        "to" | "of" | "till" if minutes != 30 && (exact || asked) => {
            Told::new(hour_end, if hour == 1 { 12 } else { hour - 1 }, 60_u64.checked_sub(minutes)?)?
        }
        _ => return None,
    };
    (minutes < 60 && !passage.runs_on(told.end)).then_some(told)
}

/// Parses `five o'clock` or `five pm`, and `five thirty` if the context requires a time.
fn hour_and_minutes(passage: &Passage, at: usize, asked: bool) -> Option<Told> {
    let hour = english_below_twenty(passage.word(at)).filter(|hour| (1..=12).contains(hour))?;
    if let Some(end) = oclock(passage, at + 1) {
        return Told::new(end, hour, 0);
    }
    let minutes = match number(passage, at + 1) {
        Some((end, minutes)) if minutes >= 10 => Some((end, minutes)),
        _ if passage.says(at + 1, &["oh", "o"]) => {
            number(passage, at + 2).filter(|(_, minutes)| *minutes < 10)
        }
        _ => None,
    };
    let told = match minutes.filter(|_| passage.digits(at + 1).is_none()) {
        Some((end, minutes)) => Told::new(end, hour, minutes)?,
        None => Told::new(at + 1, hour, 0)?,
    };
    let placed = part_behind(passage, told.end).is_some();
    (placed || (asked && stands_alone(passage, told.end))).then_some(told)
}

/// Parses a number below sixty, in digits or words.
fn number(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    if let Some(figure) = passage.figure(at, 2) {
        return (figure < 60).then_some((at + 1, figure));
    }
    let word = passage.word(at);
    if let Some(value) = english_below_twenty(word) {
        return Some((at + 1, value));
    }
    let tens = english_tens(word).filter(|tens| *tens < 60)?;
    let next = passage.skip_hyphen(at + 1);
    Some(match english_below_twenty(passage.word(next)).filter(|unit| *unit < 10) {
        Some(unit) => (next + 1, tens + unit),
        None => (at + 1, tens),
    })
}

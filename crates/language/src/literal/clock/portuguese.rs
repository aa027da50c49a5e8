//! Times of day in Portuguese words.

use super::super::number::portuguese_part;
use super::super::passage::Passage;
use super::Told;
use super::digits::stands_alone;
use super::part::part_behind;

/// Parses a time in words: `cinco e meia`, `dez para as seis`, `cinco da tarde`.
pub(super) fn spelled(passage: &Passage, at: usize, asked: bool) -> Option<Told> {
    if let Some(told) = before_the_hour(passage, at) {
        return Some(told);
    }
    let (end, hour) = number(passage, at).filter(|(_, hour)| (1..=23).contains(hour))?;
    // `vinte e duas` is a single number; `cinco e vinte` is an hour with minutes.
    let told = minutes(passage, Told::new(end, hour, 0)?);
    let placed = part_behind(passage, told.end).is_some();
    (placed || (asked && stands_alone(passage, told.end))).then_some(told)
}

/// Adds the minutes after an hour: `e meia`, `e um quarto`, `e dez`, `menos um quarto`; returns the hour
/// unchanged if there are none.
pub(super) fn minutes(passage: &Passage, told: Told) -> Told {
    let hours = usize::from(told.minute == 0 && passage.says(told.end, &["hora", "horas"]));
    let at = told.end + hours;
    let with = |end, minute| Told { end, minute, ..told };
    let plain = with(at, told.minute);
    if passage.phrase(at, "e meia").is_some() {
        return with(at + 2, 30);
    }
    if let Some(end) = passage.phrases(at, &["e um quarto", "e quarto"]) {
        return with(end, 15);
    }
    let back = |end, minute: i8| {
        let hour = if told.hour <= 1 { told.hour + 11 } else { told.hour - 1 };
        Told { end, hour, minute: 60 - minute, ..told }
    };
    if let Some(end) = passage.phrases(at, &["menos um quarto", "menos quarto"]) {
        return back(end, 15);
    }
    let minute = |at| number(passage, at).and_then(|(end, value)| Some((end, i8::try_from(value).ok()?)));
    let found = minute(at + 1).filter(|(_, value)| (1..60).contains(value));
    let (end, value) = match found {
        Some(found) => found,
        None => return plain,
    };
    let end = end + usize::from(passage.says(end, &["minutos", "minuto"]));
    match passage.word(at) {
        "e" => with(end, value),
        "menos" => back(end, value),
        _ => plain,
    }
}

/// Parses `dez para as cinco`, `um quarto para as seis`.
fn before_the_hour(passage: &Passage, at: usize) -> Option<Told> {
    let (end, minutes) = match passage.phrases(at, &["um quarto"]) {
        Some(end) => (end, 15),
        None => number(passage, at)?,
    };
    let end = end + usize::from(passage.says(end, &["minutos"]));
    let start = passage.phrases(end, &["para as", "para a"])?;
    let (end, hour) = number(passage, start).filter(|(_, hour)| (1..=12).contains(hour))?;
    Told::new(end, if hour == 1 { 12 } else { hour - 1 }, 60_u64.checked_sub(minutes).filter(|it| *it < 60)?)
}

/// Parses a number below sixty, in digits or words.
fn number(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    if let Some(figure) = passage.figure(at, 2) {
        return (figure < 60 && !passage.runs_on(at + 1)).then_some((at + 1, figure));
    }
    let value = portuguese_part(passage.word(at)).filter(|value| *value < 60)?;
    let unit = portuguese_part(passage.word(at + 2)).filter(|unit| *unit < 10 && passage.word(at + 1) == "e");
    Some(match unit.filter(|_| value >= 20) {
        Some(unit) => (at + 3, value + unit),
        None => (at + 1, value),
    })
}

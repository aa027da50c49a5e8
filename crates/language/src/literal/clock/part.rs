//! The parts of a day, by which an hour of twelve is placed.

use jiff::civil::Time;

use super::super::passage::Passage;

/// A part of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::literal) enum Part {
    Morning,
    Afternoon,
    Night,
}

impl Part {
    /// A time of twelve hours in this part of the day.
    pub(in crate::literal) fn place(self, time: Time) -> Time {
        let hour = match (self, time.hour()) {
            (Self::Morning | Self::Night, 12) => 0,
            (Self::Afternoon, hour @ 1..=11) => hour + 12,
            // Three at night is three; nine at night is twenty-one.
            (Self::Night, hour @ 5..=11) => hour + 12,
            (_, hour) => hour,
        };
        time.with().hour(hour).build().unwrap_or(time)
    }
}

/// What places the hour that was just told: `pm`, `in the morning`, `da tarde`.
pub(super) fn part_behind(passage: &Passage, at: usize) -> Option<(usize, Part)> {
    if let Some(found) = meridiem(passage, at) {
        return Some(found);
    }
    let parts: &[(&str, Part)] = match passage.is_portuguese() {
        true => &[
            ("da manha", Part::Morning),
            ("da madrugada", Part::Morning),
            ("da tarde", Part::Afternoon),
            ("da noite", Part::Night),
        ],
        false => &[
            ("in the morning", Part::Morning),
            ("in the afternoon", Part::Afternoon),
            ("in the evening", Part::Night),
            ("at night", Part::Night),
        ],
    };
    parts.iter().find_map(|&(phrase, part)| Some((passage.phrase(at, phrase)?, part)))
}

/// `am`, `p.m.`, and where it ends.
pub(super) fn meridiem(passage: &Passage, at: usize) -> Option<(usize, Part)> {
    let part = |letters: &str| match letters {
        "am" | "a" => Some(Part::Morning),
        "pm" | "p" => Some(Part::Afternoon),
        _ => None,
    };
    let word = passage.word(at);
    if matches!(word, "am" | "pm") && !passage.runs_on(at + 1) {
        return Some((at + 1, part(word)?));
    }
    let dotted = matches!(word, "a" | "p")
        && passage.is_mark(at + 1, '.')
        && passage.is_glued(at + 1)
        && passage.is_glued(at + 2)
        && passage.word(at + 2) == "m";
    if !dotted {
        return None;
    }
    // The last point may be that of the sentence; it is taken in any case.
    let last = passage.is_mark(at + 3, '.') && passage.is_glued(at + 3);
    Some((at + 3 + usize::from(last), part(word)?))
}

/// The part of the day that is told beside a date, and where it ends: `morning`, `de manhã`, `à noite`.
pub(in crate::literal) fn part_of_day(passage: &Passage, at: usize) -> Option<(usize, Part)> {
    let parts: &[(&str, Part)] = match passage.is_portuguese() {
        true => &[
            ("de manha", Part::Morning),
            ("pela manha", Part::Morning),
            ("de madrugada", Part::Morning),
            ("a tarde", Part::Afternoon),
            ("de tarde", Part::Afternoon),
            ("a noite", Part::Night),
        ],
        false => &[
            ("morning", Part::Morning),
            ("in the morning", Part::Morning),
            ("afternoon", Part::Afternoon),
            ("in the afternoon", Part::Afternoon),
            ("evening", Part::Night),
            ("in the evening", Part::Night),
            ("night", Part::Night),
        ],
    };
    parts.iter().find_map(|&(phrase, part)| Some((passage.phrase(at, phrase)?, part)))
}

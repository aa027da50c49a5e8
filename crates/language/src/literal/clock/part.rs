//! Parts of the day, which place an hour of the 12-hour clock.

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
    /// Places a time of the 12-hour clock in this part of the day.
    pub(in crate::literal) fn place(self, time: Time) -> Time {
        let hour = match (self, time.hour()) {
            (Self::Morning | Self::Night, 12) => 0,
            (Self::Afternoon, hour @ 1..=11) => hour + 12,
            // Three at night is 3:00; nine at night is 21:00.
            (Self::Night, hour @ 5..=11) => hour + 12,
            (_, hour) => hour,
        };
        time.with().hour(hour).build().unwrap_or(time)
    }
}

/// Parses the part of the day after an hour: `pm`, `in the morning`, `da tarde`.
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

/// Parses `am` or `p.m.`, and returns its end.
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
    // The last period may also end the sentence; it is consumed in any case.
    let last = passage.is_mark(at + 3, '.') && passage.is_glued(at + 3);
    Some((at + 3 + usize::from(last), part(word)?))
}

/// Parses the part of the day next to a date, and returns its end: `morning`, `de manhã`, `à noite`.
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

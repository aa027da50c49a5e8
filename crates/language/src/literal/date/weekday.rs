//! Names of the days of the week.

use jiff::civil::Weekday;

use super::super::passage::Passage;

/// A day of the week, as far as the word itself determines it.
pub(super) struct Named {
    pub(super) end: usize,
    pub(super) day: Weekday,
    /// Whether the word is also an abbreviation or an ordinal, so that the context must confirm that it is a
    /// day.
    pub(super) is_doubtful: bool,
}

/// Parses the name of a day of the week.
pub(super) fn weekday(passage: &Passage, at: usize) -> Option<Named> {
    match passage.is_portuguese() {
        true => portuguese(passage, at),
        false => english(passage, at),
    }
}

fn english(passage: &Passage, at: usize) -> Option<Named> {
    let (day, is_doubtful) = match passage.word(at) {
        "monday" => (Weekday::Monday, false),
        "tuesday" => (Weekday::Tuesday, false),
        "wednesday" => (Weekday::Wednesday, false),
        "thursday" => (Weekday::Thursday, false),
        "friday" => (Weekday::Friday, false),
        "saturday" => (Weekday::Saturday, false),
        "sunday" => (Weekday::Sunday, false),
        "mon" => (Weekday::Monday, true),
        "tue" | "tues" => (Weekday::Tuesday, true),
        "wed" => (Weekday::Wednesday, true),
        "thu" | "thur" | "thurs" => (Weekday::Thursday, true),
        "fri" => (Weekday::Friday, true),
        "sat" => (Weekday::Saturday, true),
        "sun" => (Weekday::Sunday, true),
        _ => return None,
    };
    let dotted = is_doubtful
        && passage.is_mark(at + 1, '.')
        && passage.is_glued(at + 1)
        && at + 2 < passage.tokens.len();
    Some(Named { end: at + 1 + usize::from(dotted), day, is_doubtful })
}

fn portuguese(passage: &Passage, at: usize) -> Option<Named> {
    let (day, is_doubtful) = match passage.word(at) {
        "segunda" => (Weekday::Monday, true),
        "terca" => (Weekday::Tuesday, false),
        "quarta" => (Weekday::Wednesday, true),
        "quinta" => (Weekday::Thursday, true),
        "sexta" => (Weekday::Friday, true),
        "sabado" => (Weekday::Saturday, false),
        "domingo" => (Weekday::Sunday, false),
        _ => return None,
    };
    let fair = passage.skip_hyphen(at + 1);
    match passage.word(fair) == "feira" {
        true => Some(Named { end: fair + 1, day, is_doubtful: false }),
        false => Some(Named { end: at + 1, day, is_doubtful }),
    }
}

//! Times of day in digits: `5pm`, `17:30`, `17h30`, `5 o'clock`.

use super::super::passage::Passage;
use super::part::{meridiem, part_behind};
use super::{Told, is_asked};

/// Parses a time in digits.
pub(super) fn digits(passage: &Passage, at: usize, asked: bool) -> Option<Told> {
    let hour = passage.figure(at, 2)?;
    let leads = passage.digits(at).is_some_and(|digits| digits.len() == 2 && digits.starts_with('0'));
    if is_inside(passage, at) {
        return None;
    }
    let told = with_colon(passage, at, hour).or_else(|| with_h(passage, at, hour, asked)).or_else(|| {
        let end = oclock(passage, at + 1)?;
        Told::new(end, hour, 0)
    });
    if let Some(told) = told {
        return Some(Told { of_twelve: told.of_twelve && !leads, ..told });
    }
    let told = Told::new(at + 1, hour, 0)?;
    if meridiem(passage, at + 1).is_some() && told.of_twelve {
        return Some(told);
    }
    if part_behind(passage, at + 1).is_some() && told.of_twelve {
        return Some(told);
    }
    let minutes = asked && passage.is_portuguese();
    let told = if minutes { super::portuguese::minutes(passage, told) } else { told };
    let plain = asked && !passage.runs_on(told.end) && stands_alone(passage, told.end);
    (plain && (told.end > at + 1 || (1..=23).contains(&hour))).then_some(told)
}

/// Whether no noun follows a bare number that it could be an amount of.
pub(super) fn stands_alone(passage: &Passage, end: usize) -> bool {
    let links = &[
        "on", "in", "for", "to", "and", "or", "every", "today", "tomorrow", "tonight", "until", "with", "by",
        "please", "next", "this", "sharp", "then", "e", "ou", "de", "do", "da", "em", "na", "no", "para",
        "hoje", "amanha", "com", "por", "todos", "todas", "ate", "as", "horas", "a", "nos", "nas",
    ];
    let glued_mark = passage.is_glued(end) && passage.is_glued(end + 1) && passage.digits(end + 1).is_some();
    (passage.is_end(end) && !glued_mark) || passage.says(end, links)
}

fn with_colon(passage: &Passage, at: usize, hour: u64) -> Option<Told> {
    let pair = |mark: usize| {
        let glued = passage.is_mark(mark, ':') && passage.is_glued(mark) && passage.is_glued(mark + 1);
        let digits = passage.digits(mark + 1).filter(|digits| glued && digits.len() == 2)?;
        digits.parse::<u64>().ok().filter(|value| *value < 60)
    };
    let minute = pair(at + 1)?;
    let told = Told::new(at + 3, hour, minute)?;
    let told = match pair(at + 3) {
        Some(second) => Told { end: at + 5, second: i8::try_from(second).ok()?, ..told },
        None => told,
    };
    if passage.is_mark(told.end, ':') && passage.is_glued(told.end) && passage.is_glued(told.end + 1) {
        return None;
    }
    // `17:30h`.
    let h = passage.word(told.end) == "h" && passage.is_glued(told.end);
    let told = Told { end: told.end + usize::from(h), ..told };
    // Times with seconds, and times in Portugal and Brazil, use the 24-hour clock.
    let of_twelve = told.of_twelve && told.end == at + 3 && !passage.is_portuguese();
    let zone = passage.word(told.end) == "z";
    let ends = !passage.runs_on(told.end) || zone || meridiem(passage, told.end).is_some();
    ends.then_some(Told { of_twelve, ..told })
}

/// Parses `17h30` and `17h`, which may also be durations: the preceding words and the language decide.
fn with_h(passage: &Passage, at: usize, hour: u64, asked: bool) -> Option<Told> {
    let lasting = passage.said_before(
        at,
        &[
            "for",
            "in",
            "every",
            "wait",
            "within",
            "durante",
            "por",
            "dentro",
            "ha",
            "espera",
            "aguarda",
            "mais",
            "cada",
            "timer",
            "temporizador",
            "daqui",
            "after",
        ],
    );
    let words = passage.is_portuguese() && passage.says(at + 1, &["hora", "horas"]);
    if words && asked {
        let told = Told::new(at + 2, hour, 0)?;
        return Some(super::portuguese::minutes(passage, told));
    }
    if passage.word(at + 1) != "h" || lasting {
        return None;
    }
    let minute = passage.digits(at + 2).filter(|digits| passage.is_glued(at + 2) && digits.len() == 2);
    let (end, minute) = match minute.and_then(|digits| digits.parse::<u64>().ok()) {
        Some(minute) => {
            let unit = passage.says(at + 3, &["m", "min"]) && passage.is_glued(at + 3);
            if unit && !asked {
                return None;
            }
            (at + 3 + usize::from(unit), minute)
        }
        None => (at + 2, 0),
    };
    // `de 2h` is a duration, `das 2h` a start time.
    let span_like = passage.said_before(at, &["de", "em"]) && hour < 13;
    let day = match (passage.is_portuguese(), end > at + 2) {
        (true, _) => !span_like,
        (false, true) => hour > 12,
        (false, false) => false,
    };
    if passage.runs_on(end) || !(day || asked || is_asked(passage, at)) {
        return None;
    }
    // The notation with `h` uses the 24-hour clock.
    Told::new(end, hour, minute).map(|told| Told { of_twelve: false, ..told })
}

/// Returns the end of `o'clock`.
pub(super) fn oclock(passage: &Passage, at: usize) -> Option<usize> {
    if passage.word(at) == "oclock" {
        return Some(at + 1);
    }
    let mark = matches!(passage.mark(at + 1), Some('\'' | '’'));
    (passage.word(at) == "o" && mark && passage.word(at + 2) == "clock").then_some(at + 3)
}

fn is_inside(passage: &Passage, at: usize) -> bool {
    if !passage.is_glued(at) {
        return false;
    }
    let opened = matches!(passage.mark(at - 1), Some('(' | '[' | '"' | '\'' | ',' | '@' | '-' | '–'));
    let iso = passage.word(at - 1) == "t" && at > 1 && passage.digits(at - 2).is_some();
    !opened && !iso
}

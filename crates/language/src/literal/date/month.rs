//! Names of months.

use super::super::passage::Passage;

/// Parses the name of a month, and returns its end. An abbreviation may have a period.
pub(super) fn month(passage: &Passage, at: usize) -> Option<(usize, i8)> {
    let word = passage.word(at);
    let whole = match passage.is_portuguese() {
        true => portuguese(word),
        false => english(word),
    };
    if let Some(month) = whole {
        return Some((at + 1, month));
    }
    let month = if passage.is_portuguese() { portuguese_short(word) } else { english_short(word) }?;
    let dotted = passage.is_mark(at + 1, '.') && passage.is_glued(at + 1) && at + 2 < passage.tokens.len();
    Some((at + 1 + usize::from(dotted), month))
}

/// Whether the name is abbreviated, and therefore ambiguous.
pub(super) fn is_short(word: &str) -> bool {
    word.len() <= 4 && !matches!(word, "may" | "june" | "july" | "maio")
}

fn english(word: &str) -> Option<i8> {
    Some(match word {
        "january" => 1,
        "february" => 2,
        "march" => 3,
        "april" => 4,
        "may" => 5,
        "june" => 6,
        "july" => 7,
        "august" => 8,
        "september" => 9,
        "october" => 10,
        "november" => 11,
        "december" => 12,
        _ => return None,
    })
}

fn english_short(word: &str) -> Option<i8> {
    Some(match word {
        "jan" => 1,
        "feb" => 2,
        "mar" => 3,
        "apr" => 4,
        "jun" => 6,
        "jul" => 7,
        "aug" => 8,
        "sep" | "sept" => 9,
        "oct" => 10,
        "nov" => 11,
        "dec" => 12,
        _ => return None,
    })
}

fn portuguese(word: &str) -> Option<i8> {
    Some(match word {
        "janeiro" => 1,
        "fevereiro" => 2,
        "marco" => 3,
        "abril" => 4,
        "maio" => 5,
        "junho" => 6,
        "julho" => 7,
        "agosto" => 8,
        "setembro" => 9,
        "outubro" => 10,
        "novembro" => 11,
        "dezembro" => 12,
        _ => return None,
    })
}

fn portuguese_short(word: &str) -> Option<i8> {
    Some(match word {
        "jan" => 1,
        "fev" => 2,
        "mar" => 3,
        "abr" => 4,
        "mai" => 5,
        "jun" => 6,
        "jul" => 7,
        "ago" => 8,
        "set" => 9,
        "out" => 10,
        "nov" => 11,
        "dez" => 12,
        _ => return None,
    })
}

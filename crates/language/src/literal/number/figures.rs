//! Numbers in digits, with the separators of either language.

use super::super::decimal::Decimal;
use super::super::passage::Passage;

/// Parses a number in digits, and returns its end. Commas and periods are interpreted according to the
/// language, unless only the other convention is possible.
pub(super) fn figures(passage: &Passage, at: usize) -> Option<(usize, Decimal)> {
    if let Some(found) = bare_fraction(passage, at) {
        return Some(found);
    }
    let first = passage.digits(at)?;
    if is_inside(passage, at) {
        return None;
    }
    if passage.is_glued(at) && passage.is_mark(at - 1, ',') {
        return Some((at + 1, Decimal::from_digits(first, "")?));
    }
    let mut marks: Vec<char> = Vec::new();
    let mut groups: Vec<&str> = vec![first];
    let mut end = at + 1;
    while let (Some(mark @ ('.' | ',')), Some(digits)) = (passage.mark(end), passage.digits(end + 1))
        && passage.is_glued(end)
        && passage.is_glued(end + 1)
    {
        marks.push(mark);
        groups.push(digits);
        end += 2;
        if groups.len() > MOST_GROUPS {
            return None;
        }
    }
    let thousands = if passage.is_portuguese() { '.' } else { ',' };
    let in_threes = |groups: &[&str]| {
        let (first, rest) = groups.split_first().unwrap_or((&"", &[]));
        (1..=3).contains(&first.len()) && *first != "0" && rest.iter().all(|group| group.len() == 3)
    };
    let same = marks.iter().all(|mark| Some(mark) == marks.first());
    let (whole, fraction) = match (marks.len(), marks.last().copied()) {
        (0, _) => (first.to_owned(), ""),
        (count, Some(mark)) if same && in_threes(&groups) && (mark == thousands || count > 1) => {
            (groups.concat(), "")
        }
        (1, _) => (first.to_owned(), groups[1]),
        // `1,2,3` is a list.
        (_, Some(',')) if same => return Some((at + 1, Decimal::from_digits(first, "")?)),
        (count, Some(mark)) if !marks[..count - 1].contains(&mark) && in_threes(&groups[..count]) => {
            // With two kinds of separators, the last one is decimal.
            (groups[..count].concat(), groups[count])
        }
        _ => return None,
    };
    let value = Decimal::from_digits(&whole, fraction)?;
    Some((end, value))
}

/// The maximum number of digit groups.
const MOST_GROUPS: usize = 8;

/// Whether the digits continue another token: `v2`, `3/4`, `file_2`, `covid-19`.
fn is_inside(passage: &Passage, at: usize) -> bool {
    if !passage.is_glued(at) {
        return false;
    }
    if !passage.word(at - 1).is_empty() {
        return true;
    }
    let Some(mark) = passage.mark(at - 1) else { return true };
    let letters = passage.is_glued(at - 1) && !passage.word(at - 2).is_empty();
    let digits = passage.is_glued(at - 1) && passage.digits(at - 2).is_some();
    match mark {
        ',' if is_listed(passage, at) => false,
        ',' | ':' | '/' => digits || letters,
        '.' => true,
        '-' => letters,
        '_' | '\\' | '@' => true,
        _ => false,
    }
}

/// Parses `.5`, without an integer part.
fn bare_fraction(passage: &Passage, at: usize) -> Option<(usize, Decimal)> {
    let starts = passage.is_mark(at, '.') && !passage.is_glued(at) && passage.is_glued(at + 1);
    let digits = passage.digits(at + 1).filter(|_| starts)?;
    Some((at + 2, Decimal::from_digits("0", digits)?))
}

/// Whether the digits are part of a list with several commas.
fn is_listed(passage: &Passage, at: usize) -> bool {
    let comma = |at: usize| passage.is_mark(at, ',') && passage.is_glued(at);
    comma(at + 1) || (at > 2 && comma(at - 3))
}

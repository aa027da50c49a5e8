//! Quotations, with the marks of both tongues.

use std::ops::Range;

/// A quotation.
pub(super) struct Quotation {
    /// With its marks.
    pub(super) span: Range<usize>,
    /// Without them.
    pub(super) text: Range<usize>,
}

/// The marks that open a quotation, each with those that close it. The straight ones and the high comma are also
/// apostrophes and inches, so they open only where a word begins and close only where one ends.
const MARKS: &[(char, &[char])] = &[
    ('"', &['"', '”']),
    ('“', &['”', '"', '“']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('‘', &['’']),
    ('\'', &['\'', '’']),
    ('`', &['`']),
];

/// The quotations of a text, in order. What is opened and never closed is none.
pub(super) fn quotations(text: &str) -> Vec<Quotation> {
    let mut found = Vec::new();
    // Once no closing mark is found for one kind, there is none further on either.
    let mut hopeless = [false; MARKS.len()];
    let mut at = 0;
    let mut before: Option<char> = None;
    while let Some(c) = text[at..].chars().next() {
        let start = at;
        at += c.len_utf8();
        let previous = before.replace(c);
        if c.is_ascii_alphanumeric() || c == ' ' {
            continue;
        }
        let Some(kind) = MARKS.iter().position(|(open, _)| *open == c) else { continue };
        if hopeless[kind] || !opens(c, previous, text[at..].chars().next()) {
            continue;
        }
        match closing(text, at, c, MARKS[kind].1) {
            Some(end) => {
                let close = text[end..].chars().next().map_or(0, char::len_utf8);
                found.push(Quotation { span: start..end + close, text: at..end });
                at = end + close;
            }
            None => hopeless[kind] = true,
        }
    }
    found
}

fn opens(mark: char, before: Option<char>, after: Option<char>) -> bool {
    let begins = before.is_none_or(|c| !c.is_alphanumeric());
    match mark {
        '\'' | '‘' => begins && after.is_some_and(|c| !c.is_whitespace() && c != mark),
        _ => begins,
    }
}

/// Where a quotation that was opened before `start` is closed.
fn closing(text: &str, start: usize, open: char, closes: &[char]) -> Option<usize> {
    let mut before: Option<char> = None;
    let mut chars = text[start..].char_indices().peekable();
    while let Some((index, c)) = chars.next() {
        let previous = before.replace(c);
        if !closes.contains(&c) {
            continue;
        }
        let ends = chars.peek().is_none_or(|&(_, next)| !next.is_alphanumeric());
        let apostrophe = matches!(open, '\'' | '‘');
        if !apostrophe || (ends && previous.is_some_and(|c| !c.is_whitespace())) {
            return Some(start + index);
        }
    }
    None
}

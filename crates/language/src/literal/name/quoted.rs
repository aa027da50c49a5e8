//! Quotations, with the quotation marks of both languages.

use std::ops::Range;

/// A quotation.
pub(super) struct Quotation {
    /// The range including the quotation marks.
    pub(super) span: Range<usize>,
    /// The range of the text.
    pub(super) text: Range<usize>,
}

/// Opening quotation marks, each with its closing ones. Straight quotes and the high comma are also
/// apostrophes and inch signs, so they only open at the start of a word and close at the end of one.
const MARKS: &[(char, &[char])] = &[
    ('"', &['"', '”']),
    ('“', &['”', '"', '“']),
    ('„', &['“', '”']),
    ('«', &['»']),
    ('‘', &['’']),
    ('\'', &['\'', '’']),
    ('`', &['`']),
];

/// Returns the quotations of a text, in order. Unclosed quotations are ignored.
pub(super) fn quotations(text: &str) -> Vec<Quotation> {
    let mut found = Vec::new();
    // If a kind of quote has no closing mark from here on, later ones have none either.
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

/// Returns the end of a quotation that was opened before `start`.
fn closing(text: &str, start: usize, open: char, closes: &[char]) -> Option<usize> {
    // A pair of straight marks inside typographic ones is part of the text: “say "hi".”
    if open == '“'
        && let Some(end) = text[start..].find('”').map(|at| start + at)
        && !text[start..end].contains('“')
        && text[start..end].matches('"').count().is_multiple_of(2)
    {
        return Some(end);
    }
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

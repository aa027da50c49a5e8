//! Names: what is quoted, addresses, paths and files. They are told by how they are written, in any tongue.

mod email;
mod extension;
mod file;
mod path;
mod quoted;
mod url;

use std::ops::Range;

pub use extension::has_extension;
pub(crate) use extension::is_extension;
pub use url::is_address;

use super::Found;
use super::value::Value;

/// The names of a sentence, in order.
pub(super) fn names(sentence: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = "";
    for quotation in quoted::quotations(sentence) {
        before = bare(sentence, at..quotation.span.start, before, &mut found);
        at = quotation.span.end;
        let text = &sentence[quotation.text];
        let value = whole(text).unwrap_or_else(|| Value::Quoted(text.to_owned()));
        found.push(Found { span: quotation.span, value, quoted: true });
    }
    bare(sentence, at..sentence.len(), before, &mut found);
    found
}

/// What a quoted text is as a whole. White space is part of it, so a file must have an ending that is known.
fn whole(text: &str) -> Option<Value> {
    if text.trim() != text || text.is_empty() {
        return None;
    }
    let spaced = text.contains(char::is_whitespace);
    match spaced {
        true if path::is_absolute(text) => Some(Value::Path(text.to_owned())),
        true if file::is_known(text) && text.len() < 256 => Some(Value::File(text.to_owned())),
        true => None,
        false => name(text, ""),
    }
}

/// The names in a piece of the sentence that has no quotation. Gives the last word back, which precedes the next piece.
fn bare<'a>(sentence: &'a str, piece: Range<usize>, before: &'a str, found: &mut Vec<Found>) -> &'a str {
    let text = &sentence[piece.clone()];
    let mut before = before;
    let mut at = 0;
    while let Some(start) =
        text[at..].find(|c: char| !c.is_whitespace() && !c.is_control()).map(|gap| at + gap)
    {
        let rest = &text[start..];
        let length = rest.find(|c: char| c.is_whitespace() || c.is_control()).unwrap_or(rest.len());
        let chunk = start..start + length;
        at = chunk.end;
        // Most words have none of the marks that names are told by.
        if length <= LONGEST_NAME && text[chunk.clone()].contains(['.', '/', '\\', '@', ':', '~']) {
            for (range, value) in in_chunk(text, chunk.clone(), before) {
                let span = piece.start + range.start..piece.start + range.end;
                found.push(Found { span, value, quoted: false });
            }
        }
        before = &text[chunk];
    }
    before
}

/// The names in a run of characters without white space.
fn in_chunk(text: &str, chunk: Range<usize>, before: &str) -> Vec<(Range<usize>, Value)> {
    let trimmed = trim(text, chunk.clone());
    if let Some(value) = name(&text[trimmed.clone()], before) {
        return vec![(trimmed, value)];
    }
    // Names may follow each other with commas alone.
    let mut found = Vec::new();
    let mut start = chunk.start;
    for part in text[chunk].split([',', ';']) {
        let range = trim(text, start..start + part.len());
        if range.len() < trimmed.len()
            && let Some(value) = name(&text[range.clone()], before)
        {
            found.push((range, value));
        }
        start += part.len() + 1;
    }
    found
}

/// What a text without white space is the name of; `before` is what precedes it.
fn name(text: &str, before: &str) -> Option<Value> {
    let owned = || text.to_owned();
    if email::is_email(text) {
        return Some(Value::Email(owned()));
    }
    if url::has_scheme(text) {
        return Some(Value::Url(owned()));
    }
    if path::is_path(text, before) {
        return Some(Value::Path(owned()));
    }
    if file::is_file(text, before) {
        return Some(Value::File(owned()));
    }
    if url::is_host(text) {
        return Some(Value::Url(owned()));
    }
    None
}

/// A run without the marks of the sentence around it: brackets, the full stop, the `'s` of a possessive.
fn trim(text: &str, chunk: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = chunk;
    // `(1).pdf` keeps its bracket, `(report.pdf)` does not.
    let opens = |start: usize| match text[start..end].trim_end_matches(|c| !matches!(c, ')' | ']' | '}')) {
        "" => true,
        run => text[start + run.len()..end].chars().all(|c| !c.is_alphanumeric()),
    };
    while let Some(c) = text[start..end].chars().next().filter(|c| match c {
        '(' | '[' | '{' => opens(start),
        _ => matches!(c, '<' | '"' | '\'' | '¿' | '¡' | '“' | '«' | '‘'),
    }) {
        start += c.len_utf8();
    }
    loop {
        let run = &text[start..end];
        // A drive and a parent folder end in a mark.
        if run == ".." || run.ends_with("/..") || path::is_drive(run) {
            break;
        }
        let Some(last) = run.chars().next_back() else { break };
        let closes = |open: char| run.matches(last).count() > run.matches(open).count();
        let loose = match last {
            '.' | ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '…' | '”' | '’' | '»' | '>' => true,
            ')' => run.len() <= LONGEST && closes('('),
            ']' => run.len() <= LONGEST && closes('['),
            '}' => run.len() <= LONGEST && closes('{'),
            _ => false,
        };
        if loose {
            end -= last.len_utf8();
            continue;
        }
        match run.strip_suffix("'s").or_else(|| run.strip_suffix("’s")) {
            Some(owner) => end = start + owner.len(),
            None => break,
        }
    }
    start..end
}

/// Brackets are counted in runs of this many bytes at most, so that a run of nothing else costs little.
const LONGEST: usize = 512;

/// Longer runs than this are no names.
const LONGEST_NAME: usize = 2048;

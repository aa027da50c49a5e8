//! The fast path for rows on a single line, which extracts only the requested cells.

use memchr::{memchr, memchr_iter};

use super::record::{closing, unquoted};
use crate::field::Field;

/// Extracts the cells of some columns, in ascending order, from a line without quotes.
#[inline]
pub(super) fn plain<'t>(line: &'t [u8], delimiter: u8, columns: &[usize], fields: &mut [Field<'t>]) {
    let mut wanted = columns.iter().zip(fields).peekable();
    let (mut column, mut start) = (0, 0);
    for end in memchr_iter(delimiter, line).chain(std::iter::once(line.len())) {
        if let Some((_, field)) = wanted.next_if(|(it, _)| **it == column) {
            *field = Field::Bytes(&line[start..end]);
            if wanted.peek().is_none() {
                return;
            }
        }
        column += 1;
        start = end + 1;
    }
}

/// Extracts cells from a line with quotes. Returns whether each quoted cell is closed on the line; if not,
/// the row continues on the next one.
#[inline]
pub(super) fn quoted<'t>(line: &'t [u8], delimiter: u8, columns: &[usize], fields: &mut [Field<'t>]) -> bool {
    let mut wanted = columns.iter().zip(fields).peekable();
    let (mut column, mut at) = (0, 0);
    loop {
        let Some((cell, length)) = cell(&line[at..], delimiter) else { return false };
        if let Some((_, field)) = wanted.next_if(|(it, _)| **it == column) {
            *field = cell;
        }
        column += 1;
        at += length + 1;
        if at > line.len() || (wanted.peek().is_none() && memchr(b'"', &line[at..]).is_none()) {
            return true;
        }
    }
}

/// Parses the first cell of a line, and returns its length. Returns none if its quote is unclosed.
#[inline]
fn cell(line: &[u8], delimiter: u8) -> Option<(Field<'_>, usize)> {
    let end =
        |from: usize| line[from..].iter().position(|it| *it == delimiter).map_or(line.len(), |it| from + it);
    match line.first() {
        Some(b'"') => {
            let closed = 1 + line[1..].iter().position(|it| *it == b'"')?;
            match line.get(closed + 1) {
                Some(next) if *next != delimiter => {}
                _ => return Some((Field::Bytes(&line[1..closed]), closed + 1)),
            }
        }
        // Spaces before a quote are ignored.
        Some(b' ') => {}
        _ => {
            let end = end(0);
            return Some((Field::Bytes(&line[..end]), end));
        }
    }
    let blanks = line.iter().take_while(|it| **it == b' ').count();
    if line.get(blanks) != Some(&b'"') {
        let end = end(blanks);
        return Some((Field::Bytes(&line[..end]), end));
    }
    let body = &line[blanks + 1..];
    let closed = closing(body, false)?;
    let end = end(blanks + 1 + closed + 1);
    Some((unquoted(&body[..closed], &line[blanks + 1 + closed + 1..end], false), end))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::delimited::dialect::Dialect;
    use crate::delimited::record::Records;

    const COMMAS: Dialect = Dialect { delimiter: b',', end: b'\n', backslash: false, skip: 0 };

    proptest! {
        #[test]
        fn line_splitter_agrees_with_record_reader(line in "[ab1\", ]{0,24}") {
            let all: Vec<usize> = (0..30).collect();
            let mut fields = vec![Field::EMPTY; all.len()];
            let closed = quoted(line.as_bytes(), b',', &all, &mut fields);
            // A cell that is not closed on its line is closed on the next.
            let text = format!("{line}\n\"\n");
            let careful = Records::new(text.as_bytes(), COMMAS).next_all().unwrap();
            let over_several = careful.iter().any(|it| it.bytes().contains(&b'\n'));
            prop_assert_eq!(closed, !over_several);
            if closed {
                for (at, field) in careful.iter().enumerate() {
                    prop_assert_eq!(field.bytes(), fields[at].bytes());
                }
                prop_assert!(fields[careful.len()..].iter().all(|it| it.bytes().is_empty()));
            }
            if !line.contains('"') {
                let mut plainly = vec![Field::EMPTY; all.len()];
                plain(line.as_bytes(), b',', &all, &mut plainly);
                prop_assert!(plainly.iter().zip(&fields).all(|(one, other)| one.bytes() == other.bytes()));
            }
        }
    }
}

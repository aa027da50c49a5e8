//! Splits rows of text into cells.
//!
//! A quote is special only at the start of a cell: there it starts quoted text, in which delimiters and line
//! ends are literal, up to the next quote that is not doubled. Anywhere else it is an ordinary character: `5"
//! pipe`.

use memchr::{memchr, memchr2};

use super::dialect::Dialect;
use crate::field::Field;

/// The rows of a block of complete rows.
pub(super) struct Records<'t> {
    text: &'t [u8],
    dialect: Dialect,
    at: usize,
}

impl<'t> Records<'t> {
    pub(super) fn new(text: &'t [u8], dialect: Dialect) -> Records<'t> {
        Records { text, dialect, at: 0 }
    }

    /// Skips empty lines and returns their number. A file may have millions of them.
    pub(super) fn pass_blank(&mut self) -> u64 {
        let (length, rows) = blank(&self.text[self.at.min(self.text.len())..], self.dialect.end);
        self.at += length;
        rows
    }

    /// Returns all cells of the next row.
    pub(super) fn next_all(&mut self) -> Option<Vec<Field<'t>>> {
        let mut all = Vec::new();
        self.next(|_, field| all.push(field)).then_some(all)
    }

    /// Passes the cells of the next row to `take`. Returns whether there is one.
    pub(super) fn next(&mut self, mut take: impl FnMut(usize, Field<'t>)) -> bool {
        if self.at >= self.text.len() {
            return false;
        }
        let mut column = 0;
        loop {
            let (field, more) = self.field();
            take(column, field);
            column += 1;
            if !more {
                return true;
            }
        }
    }

    /// Returns the next cell, and whether another one follows in the row.
    fn field(&mut self) -> (Field<'t>, bool) {
        let rest = &self.text[self.at..];
        let blanks = rest.iter().take_while(|it| **it == b' ').count();
        if rest.get(blanks) == Some(&b'"') {
            let body = &rest[blanks + 1..];
            if let Some(closed) = closing(body, self.dialect.backslash) {
                return self.quoted(body, closed, blanks + 1);
            }
        }
        let length = memchr2(self.dialect.delimiter, self.dialect.end, rest).unwrap_or(rest.len());
        let more = rest.get(length) == Some(&self.dialect.delimiter);
        self.at += length + 1;
        let field = if more { &rest[..length] } else { trim_carriage_return(&rest[..length]) };
        (Field::Bytes(field), more)
    }

    fn quoted(&mut self, body: &'t [u8], closed: usize, before: usize) -> (Field<'t>, bool) {
        let text = &body[..closed];
        let behind = &body[closed + 1..];
        let length = memchr2(self.dialect.delimiter, self.dialect.end, behind).unwrap_or(behind.len());
        let more = behind.get(length) == Some(&self.dialect.delimiter);
        self.at += before + closed + 1 + length + 1;
        (unquoted(text, &behind[..length], self.dialect.backslash), more)
    }
}

/// Returns a cell from the text between its quotes and the text after them.
pub(super) fn unquoted<'t>(text: &'t [u8], behind: &[u8], backslash: bool) -> Field<'t> {
    let tail = behind.trim_ascii();
    let escaped = memchr(b'"', text).is_some() || (backslash && memchr(b'\\', text).is_some());
    if !escaped && tail.is_empty() {
        return Field::Bytes(text);
    }
    let mut plain = unescaped(text, backslash);
    plain.extend_from_slice(tail);
    Field::Unquoted(plain)
}

/// Returns the position of the closing quote in a text after the opening one.
pub(super) fn closing(text: &[u8], backslash: bool) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr(b'"', text.get(from..)?)?;
        if backslash && text[..at].iter().rev().take_while(|it| **it == b'\\').count() % 2 == 1 {
            from = at + 1;
        } else if text.get(at + 1) == Some(&b'"') {
            from = at + 2;
        } else {
            return Some(at);
        }
    }
}

fn unescaped(text: &[u8], backslash: bool) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut bytes = text.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, bytes.peek()) {
            (b'"', Some(b'"')) => plain.extend(bytes.next()),
            (b'\\', Some(b'"' | b'\\')) if backslash => plain.extend(bytes.next()),
            _ => plain.push(byte),
        }
    }
    plain
}

/// Returns the length and the number of the empty lines at the start of a text.
#[inline]
pub(super) fn blank(text: &[u8], end: u8) -> (usize, u64) {
    let (mut length, mut rows) = (0, 0);
    loop {
        match &text[length..] {
            [first, ..] if *first == end => length += 1,
            [b'\r', second, ..] if *second == end => length += 2,
            _ => return (length, rows),
        }
        rows += 1;
    }
}

/// Removes the carriage return of a CRLF line end.
#[inline]
pub(super) fn trim_carriage_return(line: &[u8]) -> &[u8] {
    match line {
        [rest @ .., b'\r'] => rest,
        _ => line,
    }
}

//! Rows of text, taken apart into cells.
//!
//! A quote has a meaning only where a cell begins: there it opens text in which delimiters and ends of lines are text, until
//! the next quote that does not stand twice. Anywhere else it is a sign like others: `5" pipe`.

use memchr::{memchr, memchr2};

use super::dialect::Dialect;
use crate::field::Field;

/// The rows of a piece of text that begins and ends with whole ones.
pub(super) struct Records<'t> {
    text: &'t [u8],
    dialect: Dialect,
    at: usize,
}

impl<'t> Records<'t> {
    pub(super) fn new(text: &'t [u8], dialect: Dialect) -> Records<'t> {
        Records { text, dialect, at: 0 }
    }

    /// Passes over lines that hold nothing at all, and says how many they were. A file may have millions of them.
    pub(super) fn pass_blank(&mut self) -> u64 {
        let (length, rows) = blank(&self.text[self.at.min(self.text.len())..], self.dialect.end);
        self.at += length;
        rows
    }

    /// All cells of the next row.
    pub(super) fn next_all(&mut self) -> Option<Vec<Field<'t>>> {
        let mut all = Vec::new();
        self.next(|_, field| all.push(field)).then_some(all)
    }

    /// The cells of the next row, one after the other. Says whether there was one.
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

    /// The next cell, and whether another one follows in the row.
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
        let field = if more { &rest[..length] } else { without_return(&rest[..length]) };
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

/// A cell out of the text between its quotes, and what follows them.
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

/// Where the quote is that closes a text, of which the opening one is cut off.
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

/// How long the lines are that a text begins with and that hold nothing at all, and how many.
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

/// Lines may end with a return and a line feed.
#[inline]
pub(super) fn without_return(line: &[u8]) -> &[u8] {
    match line {
        [rest @ .., b'\r'] => rest,
        _ => line,
    }
}

//! Splits a file into blocks of complete rows, for parallel counting.
//!
//! The end of a row depends on all quotes before it, so blocks are cut sequentially, and cutting has to be
//! cheap. In text without quotes, each line end is a row end. If every line has an even number of quotes,
//! this is very likely as well; the thread that counts the lines verifies it, and if it is wrong, the whole
//! pass is repeated with a full scan of the quotes.

use memchr::{memchr, memchr_iter, memrchr};

use super::dialect::Dialect;
use super::record::closing;
use super::source::Source;
use crate::fault::Fault;

/// The block size, which fits in the processor cache.
const BLOCK: usize = 512 << 10;

/// The maximum length of a row.
const LONGEST: usize = 8 << 20;

/// A file in blocks of rows.
pub(super) struct Blocks<'f> {
    source: Source<'f>,
    name: String,
    dialect: Dialect,
    carried: Vec<u8>,
    row: u64,
    more: bool,
    begun: bool,
    trust: Trust,
}

/// Whether a line with an even number of quotes is assumed to be a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// No: the assumption failed, or the file is small.
    None,
    /// Yes.
    Lines,
}

/// The start of a block, and how its rows are separated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// The 1-based number of its first row.
    pub(super) row: u64,
    pub(super) quotes: Quotes,
}

/// The quotes in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// None: each line is a row.
    None,
    /// An even number on each line, so that each line very likely is a row.
    Even,
    /// Any; quoted text may contain line ends.
    Any,
}

impl<'f> Blocks<'f> {
    pub(super) fn new(source: Source<'f>, name: &str, dialect: Dialect, trust: Trust) -> Blocks<'f> {
        Blocks {
            source,
            name: name.to_owned(),
            dialect,
            carried: Vec::new(),
            row: 1,
            more: true,
            begun: false,
            trust,
        }
    }

    /// Returns the number of bytes read from the file.
    pub(super) fn taken(&self) -> u64 {
        self.source.taken
    }

    /// Stops reading.
    pub(super) fn stop(&mut self) {
        self.more = false;
        self.carried = Vec::new();
    }

    /// Reads the next block into the buffer; returns nothing at the end.
    pub(super) fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Block>, Fault> {
        buffer.clear();
        buffer.append(&mut self.carried);
        let mut wanted = BLOCK.saturating_sub(buffer.len()).max(BLOCK / 4);
        loop {
            if self.more {
                let filled = self.source.fill(buffer, wanted);
                self.more = filled
                    .map_err(|error| Fault::Unreadable { name: self.name.clone(), why: error.to_string() })?;
            }
            if !self.begun {
                self.begun = true;
                buffer.drain(..self.dialect.skip.min(buffer.len()));
            }
            if buffer.is_empty() {
                return Ok(None);
            }
            let (quotes, cut) = self.look(buffer)?;
            let (length, rows) = if self.more { cut } else { (buffer.len(), cut.1 + 1) };
            if length > 0 {
                self.carried.extend_from_slice(&buffer[length..]);
                buffer.truncate(length);
                let block = Block { row: self.row, quotes };
                self.row += rows;
                return Ok(Some(block));
            }
            if buffer.len() > LONGEST {
                return Err(self.endless(buffer));
            }
            wanted = buffer.len();
        }
    }

    /// Returns the quotes in a text, and the length and the number of its complete rows.
    fn look(&self, text: &[u8]) -> Result<(Quotes, (usize, u64)), Fault> {
        if memchr(b'"', text).is_none() {
            return Ok((Quotes::None, plain_cut(text, self.dialect.end)));
        }
        let trusted = self.trust == Trust::Lines && !self.dialect.backslash;
        match trusted.then(|| even_cut(text, self.dialect.end, !self.more)).flatten() {
            Some(cut) => Ok((Quotes::Even, cut)),
            None => Ok((Quotes::Any, self.cut(text)?)),
        }
    }

    /// Returns the length and the number of the complete rows of a text with quotes.
    fn cut(&self, text: &[u8]) -> Result<(usize, u64), Fault> {
        let Dialect { delimiter, end, backslash, .. } = self.dialect;
        let (mut at, mut rows, mut length) = (0, 0, 0);
        loop {
            // No quote is open here.
            let next = memchr(b'"', &text[at..]).map(|it| at + it);
            let clear = next.unwrap_or(text.len());
            if let Some(last) = memrchr(end, &text[at..clear]) {
                rows += memchr_iter(end, &text[at..clear]).count() as u64;
                length = at + last + 1;
            }
            let Some(quote) = next else { return Ok((length, rows)) };
            let before = text[..quote].iter().rev().find(|it| **it != b' ');
            if before.is_some_and(|it| *it != delimiter && *it != end) {
                at = quote + 1;
                continue;
            }
            let body = &text[quote + 1..];
            match closing(body, backslash) {
                // The next byte may be another quote.
                Some(closed) if closed + 1 == body.len() && self.more => return Ok((length, rows)),
                Some(closed) => {
                    let behind = body[closed + 1..].iter().find(|it| **it != b' ');
                    let ends = behind.is_none_or(|it| *it == delimiter || *it == end || *it == b'\r');
                    // Text continues after a multi-line quoted cell: the quotes are not used as quotes.
                    if !ends && memchr(end, &body[..closed]).is_some() {
                        return Err(self.unclosed(rows));
                    }
                    at = quote + 1 + closed + 1;
                }
                None if self.more => return Ok((length, rows)),
                // At the end of the file, an unclosed quote is an ordinary character in its row.
                None if memchr(end, body).is_none_or(|it| it + 1 == body.len()) => return Ok((length, rows)),
                None => return Err(self.unclosed(rows)),
            }
        }
    }

    fn unclosed(&self, rows: u64) -> Fault {
        let what = format!("a quotation mark that opens in row {} is not closed", self.row + rows);
        Fault::Broken { name: self.name.clone(), what }
    }

    fn endless(&self, text: &[u8]) -> Fault {
        let start = &text[..text.len().min(1 << 20)];
        if memchr(self.dialect.end, start).is_some() {
            return self.unclosed(0);
        }
        Fault::TooLarge {
            what: format!("row {} of \"{}\" is longer than {} MB", self.row, self.name, LONGEST >> 20),
            remedy: "look at whether the file is a table at all".to_owned(),
        }
    }
}

fn plain_cut(text: &[u8], end: u8) -> (usize, u64) {
    let length = memrchr(end, text).map_or(0, |it| it + 1);
    (length, memchr_iter(end, &text[..length]).count() as u64)
}

/// Returns the same for a text in which each line has an even number of quotes; nothing otherwise. Text after
/// the last line end may continue in the next block, except in the last one.
fn even_cut(text: &[u8], end: u8, last: bool) -> Option<(usize, u64)> {
    let even = |line: &[u8]| memchr_iter(b'"', line).count().is_multiple_of(2);
    let (mut length, mut rows) = (0, 0);
    for at in memchr_iter(end, text) {
        if !even(&text[length..at]) {
            return None;
        }
        length = at + 1;
        rows += 1;
    }
    (!last || even(&text[length..])).then_some((length, rows))
}

//! A file in pieces of whole rows, so that several can be counted at once.
//!
//! Where a row ends depends on every quote before it, so the cuts are made one after the other. They have to be cheap: where
//! there are no quotes, the last end of a line is one. Where every line has an even number of quotes, it most likely is one too;
//! whoever counts the lines sees whether that was true, and if not, all is done again with a look at each quote.

use memchr::{memchr, memchr_iter, memrchr};

use super::dialect::Dialect;
use super::record::closing;
use super::source::Source;
use crate::fault::Fault;

/// Pieces of this size stay in the processor's own memory.
const BLOCK: usize = 512 << 10;

/// A row that is longer than this is none.
const LONGEST: usize = 8 << 20;

/// The rows of a file in pieces.
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

/// Whether a line with an even number of quotes may be taken for a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    /// No: a person relied on it and was wrong, or there is no hurry.
    None,
    /// Yes.
    Lines,
}

/// Where a piece begins, and how its rows are distinguished.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// Its first row, counted from 1.
    pub(super) row: u64,
    pub(super) quotes: Quotes,
}

/// What quotes there are in a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotes {
    /// None: every line is a row.
    None,
    /// An even number on each line, so that every line most likely is a row.
    Even,
    /// Any; ends of lines may stand between them.
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

    /// How many bytes of the file were read.
    pub(super) fn taken(&self) -> u64 {
        self.source.taken
    }

    /// No further pieces are wanted.
    pub(super) fn stop(&mut self) {
        self.more = false;
        self.carried = Vec::new();
    }

    /// Puts the next piece into the buffer. Nothing when there are no more.
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

    /// What quotes are in a text, how long its whole rows are, and how many.
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

    /// How long the whole rows of a text with quotes are, and how many.
    fn cut(&self, text: &[u8]) -> Result<(usize, u64), Fault> {
        let Dialect { delimiter, end, backslash, .. } = self.dialect;
        let (mut at, mut rows, mut length) = (0, 0, 0);
        loop {
            // Here no quote is open.
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
                    // Text goes on behind what was over several lines: the quotes do not mean what they should.
                    if !ends && memchr(end, &body[..closed]).is_some() {
                        return Err(self.unclosed(rows));
                    }
                    at = quote + 1 + closed + 1;
                }
                None if self.more => return Ok((length, rows)),
                // At the end of the file, a quote without another one is a sign like others, in its own row.
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

/// The same where every line has an even number of quotes. What follows the last end of a line may go on elsewhere, but
/// for the last piece.
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

//! The rows of a sheet.

use std::io::Read;
use std::ops::ControlFlow;

use lemmascope_package::xml::{Event, Scanner, Tag, local, unescaped};

use crate::book::calendar::{self, Epoch};
use crate::book::error::WorkbookError;
use crate::book::format::Format;
use crate::book::row::{Row, Visit};
use crate::book::string_table::StringTable;
use crate::cell::Cell;

use super::string_table::plain;

/// The data of the workbook that its sheets need.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) strings: &'a StringTable,
    pub(super) formats: &'a [Format],
    pub(super) epoch: Epoch,
}

/// Visits the rows.
pub(super) fn read(content: impl Read, known: Known<'_>, visit: &mut Visit<'_>) -> Result<(), WorkbookError> {
    let mut scanner = Scanner::new(content);
    let mut row = Row::default();
    let mut cell = Draft::default();
    // Cells without an address follow the preceding cell.
    let mut column = 0;
    let mut begun = false;
    loop {
        match scanner.next_event()? {
            Event::Open(tag) => match tag.name {
                b"c" => {
                    cell.begin(&tag, column)?;
                    column = cell.column + 1;
                }
                b"v" => cell.taking = if tag.empty { CellPart::Nothing } else { CellPart::Value },
                b"f" => cell.formula = true,
                b"t" if cell.kind == Kind::Inline && !cell.pronounced && !tag.empty => {
                    cell.taking = CellPart::Text
                }
                b"rPh" => cell.pronounced = !tag.empty,
                b"row" => {
                    let number = tag.get("r").and_then(|it| it.trim().parse().ok());
                    row.begin(number.unwrap_or(row.number + 1))?;
                    column = 0;
                }
                b"sheetData" => {
                    begun = true;
                    if tag.empty {
                        return Ok(());
                    }
                }
                _ => {}
            },
            Event::Text(text) => match cell.taking {
                CellPart::Value => cell.value.extend_from_slice(text),
                CellPart::Text => cell.value.extend_from_slice(plain(&unescaped(text)).as_bytes()),
                CellPart::Nothing => {}
            },
            Event::Literal(text) if cell.taking != CellPart::Nothing => {
                cell.value.extend_from_slice(text);
            }
            Event::Literal(_) => {}
            Event::Close(name) => match name {
                b"v" | b"t" => cell.taking = CellPart::Nothing,
                b"rPh" => cell.pronounced = false,
                b"c" => row.put(cell.column, cell.finish(known, row.number)?)?,
                b"row" => {
                    if row.show(visit) == ControlFlow::Break(()) {
                        return Ok(());
                    }
                    cell.taking = CellPart::Nothing;
                }
                b"sheetData" => return Ok(()),
                b"worksheet" if !begun => return Ok(()),
                _ => {}
            },
            Event::End => return Err(WorkbookError::broken("a sheet ends in the middle")),
        }
    }
}

/// A cell that is being parsed.
#[derive(Default)]
struct Draft {
    column: usize,
    style: usize,
    kind: Kind,
    formula: bool,
    /// The current element.
    taking: CellPart,
    /// Whether the current element is a phonetic guide.
    pronounced: bool,
    value: Vec<u8>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    Number,
    Shared,
    Inline,
    Text,
    Boolean,
    Error,
    Date,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum CellPart {
    #[default]
    Nothing,
    Value,
    Text,
}

impl Draft {
    #[inline]
    fn begin(&mut self, tag: &Tag<'_>, next: usize) -> Result<(), WorkbookError> {
        self.column = next;
        self.style = 0;
        self.kind = Kind::Number;
        self.formula = false;
        self.taking = CellPart::Nothing;
        self.pronounced = false;
        self.value.clear();
        for (name, value) in tag.attributes() {
            match local(name) {
                b"r" => self.column = column_of(value)?,
                b"s" => self.style = digits(value).unwrap_or(0),
                b"t" => {
                    self.kind = match value {
                        b"s" => Kind::Shared,
                        b"inlineStr" => Kind::Inline,
                        b"str" => Kind::Text,
                        b"b" => Kind::Boolean,
                        b"e" => Kind::Error,
                        b"d" => Kind::Date,
                        _ => Kind::Number,
                    };
                }
                _ => {}
            }
        }
        Ok(())
    }

    #[inline]
    fn finish<'a>(&self, known: Known<'a>, row: u64) -> Result<Cell<'a>, WorkbookError> {
        let value = self.value.trim_ascii();
        if value.is_empty() && !matches!(self.kind, Kind::Text | Kind::Inline) {
            return Ok(if self.formula { Cell::Uncomputed } else { Cell::Empty });
        }
        Ok(match self.kind {
            Kind::Number => match number(value) {
                Some(number) => {
                    known.formats.get(self.style).unwrap_or(&Format::Plain).cell(number, known.epoch)
                }
                // Some programs write a decimal comma, or a word. The value is left as text.
                None => Cell::Text(unescaped(value).into_owned().into()),
            },
            Kind::Shared => {
                let text = digits(value).and_then(|it| known.strings.get(it));
                let missing = || {
                    WorkbookError::Broken(format!(
                        "a cell in row {row} refers to a text that is not in the file"
                    ))
                };
                Cell::Text(text.ok_or_else(missing)?.into())
            }
            // An empty text is the result of a formula, or a cleared cell.
            Kind::Inline if value.is_empty() => Cell::Empty,
            Kind::Inline => Cell::Text(String::from_utf8_lossy(&self.value).into_owned().into()),
            Kind::Text => Cell::Text(plain(&unescaped(&self.value)).into_owned().into()),
            Kind::Boolean => Cell::Boolean(matches!(value, b"1" | b"true" | b"TRUE")),
            Kind::Error => Cell::Error(unescaped(value).into_owned().into()),
            Kind::Date => {
                let text = unescaped(value);
                match calendar::iso(&text) {
                    Some(moment) => Cell::Date(moment),
                    None => Cell::Text(text.into_owned().into()),
                }
            }
        })
    }
}

/// Returns the 0-based column of a cell address.
#[inline]
fn column_of(address: &[u8]) -> Result<usize, WorkbookError> {
    let mut column = 0;
    for &byte in address.iter().filter(|&&it| it != b'$') {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' if column < 1 << 20 => {
                column = column * 26 + usize::from(byte.to_ascii_uppercase() - b'A') + 1;
            }
            _ => break,
        }
    }
    column
        .checked_sub(1)
        .ok_or_else(|| WorkbookError::Broken(format!("a cell has the address \"{}\"", unescaped(address))))
}

#[inline]
fn digits(text: &[u8]) -> Option<usize> {
    let text = text.trim_ascii();
    if text.is_empty() || text.len() > 10 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(text.iter().fold(0, |sum, digit| sum * 10 + usize::from(digit - b'0')))
}

/// Parses a number of XML Schema, except NaN and infinities.
#[inline]
fn number(text: &[u8]) -> Option<f64> {
    if !text.iter().all(|it| matches!(it, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E')) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

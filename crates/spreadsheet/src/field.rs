//! A cell in the representation of its source, to avoid copies.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use crate::cell::Cell;
use crate::number::{self, Evidence, Form};
use crate::value::{self, Measure, Reading, Value};

/// A cell of a workbook, or the bytes between two delimiters.
#[derive(Debug, Clone)]
pub(crate) enum Field<'a> {
    /// Bytes as they are in the file.
    Bytes(&'a [u8]),
    /// Bytes after unescaping doubled quotes.
    Unquoted(Vec<u8>),
    /// A cell of a workbook.
    Cell(&'a Cell<'a>),
}

impl Field<'_> {
    pub(crate) const EMPTY: Field<'static> = Field::Bytes(&[]);

    /// Interprets the cell according to the conventions of its column.
    #[inline(always)]
    pub(crate) fn value(&self, reading: Reading) -> Value<'_> {
        let bytes = match self {
            Field::Bytes(bytes) => bytes,
            Field::Unquoted(bytes) => bytes.as_slice(),
            Field::Cell(cell) => return value::of(cell, reading),
        };
        if bytes.is_empty() {
            return Value::Empty;
        }
        let plain = reading.convention.and_then(|it| number::plain(bytes, it.sign()));
        match plain {
            Some((number, evidence)) => {
                Value::Number { number, unit: Measure::None, evidence, form: Form::Plain }
            }
            None => of_bytes(bytes, reading),
        }
    }

    /// Whether the cell is empty.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Field::Bytes(bytes) => bytes.trim_ascii().is_empty(),
            Field::Unquoted(bytes) => bytes.trim_ascii().is_empty(),
            Field::Cell(Cell::Empty) => true,
            Field::Cell(Cell::Text(text)) => text.trim().is_empty(),
            Field::Cell(_) => false,
        }
    }

    /// Whether the file stores it as a number.
    #[inline]
    pub(crate) fn is_stored(&self) -> bool {
        matches!(self, Field::Cell(Cell::Number(..) | Cell::Duration(_)))
    }

    /// Returns the length of its text; none if the file stores a number.
    #[inline]
    pub(crate) fn length(&self) -> Option<usize> {
        (!self.is_stored()).then(|| self.bytes().len())
    }

    /// Returns its text, if it has one.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Field::Bytes(bytes) => bytes,
            Field::Unquoted(bytes) => bytes,
            Field::Cell(Cell::Text(text)) => text.as_bytes(),
            Field::Cell(_) => &[],
        }
    }

    /// Converts it into a cell that does not borrow from the buffer.
    pub(crate) fn kept(&self) -> Cell<'static> {
        match self {
            Field::Bytes(bytes) => Cell::Text(Cow::Owned(decoded(bytes).into_owned())),
            Field::Unquoted(bytes) => Cell::Text(Cow::Owned(decoded(bytes).into_owned())),
            Field::Cell(cell) => kept(cell),
        }
    }

    /// Formats it for people.
    pub(crate) fn shown(&self) -> String {
        match self {
            Field::Bytes(bytes) => decoded(bytes).trim().to_owned(),
            Field::Unquoted(bytes) => decoded(bytes).trim().to_owned(),
            Field::Cell(Cell::Text(text) | Cell::Error(text)) => text.trim().to_owned(),
            Field::Cell(cell) => {
                let reading = Reading::default();
                crate::condition::text(&value::of(cell, reading), reading)
            }
        }
    }
}

/// Interprets anything but a plain number. It is separate so that the fast path can be inlined.
#[inline(never)]
fn of_bytes(bytes: &[u8], reading: Reading) -> Value<'_> {
    value::of_text(decoded(bytes), reading)
}

impl Evidence {
    /// Whether it provides any evidence.
    #[inline]
    pub(crate) fn speaks(self) -> bool {
        self != Evidence::Neutral
    }
}

/// Converts a cell into one that does not borrow from the buffer.
pub(crate) fn kept(cell: &Cell<'_>) -> Cell<'static> {
    match cell {
        Cell::Empty => Cell::Empty,
        Cell::Number(number, unit) => Cell::Number(*number, unit.clone()),
        Cell::Text(text) => Cell::Text(Cow::Owned(text.clone().into_owned())),
        Cell::Boolean(it) => Cell::Boolean(*it),
        Cell::Error(text) => Cell::Error(Cow::Owned(text.clone().into_owned())),
        Cell::Date(moment) => Cell::Date(*moment),
        Cell::Duration(days) => Cell::Duration(*days),
        Cell::Uncomputed => Cell::Uncomputed,
    }
}

/// Decodes UTF-8, or Windows-1252 if the bytes are not valid UTF-8.
pub(crate) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

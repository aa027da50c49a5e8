//! A cell on its way into the figures, as cheap as its file can give it.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

use crate::cell::Cell;
use crate::number::{self, Evidence, Form};
use crate::value::{self, Measure, Reading, Value};

/// A cell of a workbook, or the bytes between two delimiters.
#[derive(Debug, Clone)]
pub(crate) enum Field<'a> {
    /// As they are in the file.
    Bytes(&'a [u8]),
    /// With quotes in them, which stand twice in the file.
    Unquoted(Vec<u8>),
    /// Of a workbook.
    Cell(&'a Cell<'a>),
}

impl Field<'_> {
    pub(crate) const EMPTY: Field<'static> = Field::Bytes(&[]);

    /// What it means in a column that is written in a certain way.
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

    /// Whether there is nothing in it.
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

    /// How long its text is; none where the file stores a number.
    #[inline]
    pub(crate) fn length(&self) -> Option<usize> {
        (!self.is_stored()).then(|| self.bytes().len())
    }

    /// Its text, where it is one.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Field::Bytes(bytes) => bytes,
            Field::Unquoted(bytes) => bytes,
            Field::Cell(Cell::Text(text)) => text.as_bytes(),
            Field::Cell(_) => &[],
        }
    }

    /// As a cell that outlives the file's buffer.
    pub(crate) fn kept(&self) -> Cell<'static> {
        match self {
            Field::Bytes(bytes) => Cell::Text(Cow::Owned(decoded(bytes).into_owned())),
            Field::Unquoted(bytes) => Cell::Text(Cow::Owned(decoded(bytes).into_owned())),
            Field::Cell(cell) => kept(cell),
        }
    }

    /// As it is shown to people.
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

/// What anything but a plain number means. Apart from the quick way, so that the quick way is built into its callers.
#[inline(never)]
fn of_bytes(bytes: &[u8], reading: Reading) -> Value<'_> {
    value::of_text(decoded(bytes), reading)
}

impl Evidence {
    /// Whether it says anything.
    #[inline]
    pub(crate) fn speaks(self) -> bool {
        self != Evidence::Neutral
    }
}

/// A cell that outlives its file's buffer.
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

/// Bytes as text: UTF-8, or, where they are not, what Windows wrote in western countries.
pub(crate) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

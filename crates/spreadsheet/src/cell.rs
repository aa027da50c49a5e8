//! The raw content of a cell.

use std::borrow::Cow;

use jiff::civil::DateTime;

use crate::unit::Unit;

/// The raw content of a cell, before its text is interpreted.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<'a> {
    /// Nothing.
    Empty,
    /// A number, with the unit according to its format.
    Number(f64, Option<Unit>),
    /// Text, which may still represent a number.
    Text(Cow<'a, str>),
    /// A boolean.
    Boolean(bool),
    /// An error: `#DIV/0!`.
    Error(Cow<'a, str>),
    /// A date, with a time.
    Date(DateTime),
    /// A duration in days, displayed as `[h]:mm`.
    Duration(f64),
    /// A formula without a cached result.
    Uncomputed,
}

//! A cell, as its file holds it.

use std::borrow::Cow;

use jiff::civil::DateTime;

use crate::unit::Unit;

/// What a cell holds, before anybody asks what its text means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<'a> {
    /// Nothing.
    Empty,
    /// A number that the file stores as one, with what its format says it is an amount of.
    Number(f64, Option<Unit>),
    /// Text, which may still be a number to a person.
    Text(Cow<'a, str>),
    /// True or false.
    Boolean(bool),
    /// An error of the program that calculated it: `#DIV/0!`.
    Error(Cow<'a, str>),
    /// A day, a time of a day.
    Date(DateTime),
    /// So many days, as `[h]:mm` shows them.
    Duration(f64),
    /// A formula whose result is not in the file.
    Uncomputed,
}

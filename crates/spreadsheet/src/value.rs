//! Interprets cells according to the conventions of their column.

use std::borrow::Cow;

use jiff::civil::DateTime;

use crate::cell::Cell;
use crate::day::{self, Day, Order};
use crate::decimal::Decimal;
use crate::number::{self, Convention, Evidence, Form, Mark, Written, is_code};
use crate::unit::Unit;

/// The conventions of a column, as far as they are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The decimal separator; none if the cells differ but each is unambiguous.
    pub(crate) convention: Option<Convention>,
    /// The order of day and month.
    pub(crate) order: Order,
    /// Whether letters next to a number are a currency: `123 TL`.
    pub(crate) worded: bool,
    /// Whether `12E3` is a number.
    pub(crate) powers: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading { convention: None, order: Order::DayFirst, worded: true, powers: true }
    }
}

impl Reading {
    /// Whether a text in this form is a number in this column.
    pub(crate) fn takes(self, form: Form) -> bool {
        match form {
            Form::Worded => self.worded,
            Form::Power | Form::OddPower => self.powers,
            Form::Plain | Form::Padded | Form::Spaced => true,
        }
    }
}

/// The interpretation of a cell.
#[derive(Debug, Clone)]
pub(crate) enum Value<'a> {
    /// Nothing.
    Empty,
    /// A number.
    Number {
        /// The number.
        number: Decimal,
        /// Its unit.
        unit: Measure<'a>,
        /// Its evidence for the conventions of the column.
        evidence: Evidence,
        /// Its form.
        form: Form,
    },
    /// A date, with a time.
    Date(DateTime),
    /// A date in text form.
    Day(Day, Cow<'a, str>),
    /// Text that is not a number, with the evidence of the number that it would be in another convention.
    Text(Cow<'a, str>, Evidence),
    /// A boolean.
    Boolean(bool),
    /// An error.
    Error(Cow<'a, str>),
    /// A placeholder for a missing value.
    Missing(Cow<'a, str>),
    /// A formula without its result.
    Uncomputed,
}

/// The unit of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure<'a> {
    /// None.
    None,
    /// A duration, in days.
    Duration,
    /// Percent or a currency, according to its text.
    Marked(Mark),
    /// Percent or a currency, according to the format of its cell.
    Stored(&'a Unit),
}

/// Interprets a cell according to the conventions of its column.
pub(crate) fn of<'a>(cell: &'a Cell<'_>, reading: Reading) -> Value<'a> {
    match cell {
        Cell::Empty => Value::Empty,
        Cell::Number(number, unit) => stored(*number, unit.as_ref().map_or(Measure::None, Measure::Stored)),
        Cell::Duration(days) => stored(*days, Measure::Duration),
        // The author of a workbook could have stored a number.
        Cell::Text(text) if is_code(text) => Value::Text(Cow::Borrowed(text), Evidence::Neutral),
        Cell::Text(text) => of_text(Cow::Borrowed(text), reading),
        Cell::Boolean(it) => Value::Boolean(*it),
        Cell::Error(text) if is_absence(text) => Value::Missing(Cow::Borrowed(text)),
        Cell::Error(text) => Value::Error(Cow::Borrowed(text)),
        Cell::Date(moment) => Value::Date(*moment),
        Cell::Uncomputed => Value::Uncomputed,
    }
}

/// Interprets a text according to the conventions of its column.
pub(crate) fn of_text(text: Cow<'_, str>, reading: Reading) -> Value<'_> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Value::Empty;
    }
    if let Some(written) = number::read(trimmed).filter(|it| reading.takes(it.form)) {
        return match number_in_convention(&written, reading.convention) {
            Some(number) => {
                let unit =
                    if written.mark == Mark::None { Measure::None } else { Measure::Marked(written.mark) };
                Value::Number { number, unit, evidence: written.evidence(), form: written.form }
            }
            None => Value::Text(text, written.evidence()),
        };
    }
    if let Some(day) = day::read(trimmed) {
        return Value::Day(day, text);
    }
    if is_error(trimmed) {
        return Value::Error(text);
    }
    if is_absence(trimmed) {
        return Value::Missing(text);
    }
    match trimmed.to_lowercase().as_str() {
        "true" | "verdadeiro" => Value::Boolean(true),
        "false" | "falso" => Value::Boolean(false),
        _ if is_formula(trimmed) => Value::Uncomputed,
        _ => Value::Text(text, Evidence::Neutral),
    }
}

/// Returns the number in a convention; without one, the number if it is unambiguous.
pub(crate) fn number_in_convention(written: &Written, convention: Option<Convention>) -> Option<Decimal> {
    match convention {
        Some(Convention::Point) => written.point,
        Some(Convention::Comma) => written.comma,
        None if written.evidence() == Evidence::Either => None,
        None => written.point.or(written.comma),
    }
}

fn stored(number: f64, unit: Measure<'_>) -> Value<'_> {
    match Decimal::stored(number) {
        Some(number) => Value::Number { number, unit, evidence: Evidence::Neutral, form: Form::Plain },
        None => Value::Error(Cow::Borrowed("not a number")),
    }
}

/// Whether a text is a placeholder for a missing value.
pub(crate) fn is_absence(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "nan", "-nan", "n/a", "na", "n.a.", "n/d", "nd", "n.d.", "null", "none", "nil", "<na>", "-", "--",
        "---", "–", "—", "#", "?", "..", "...", "#n/a", "#n/d", // As databases export it.
        "\\N",
    ];
    text.len() <= 12 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a text is the error value of a calculation.
pub(crate) fn is_error(text: &str) -> bool {
    const WORDS: &[&str] = &["inf", "-inf", "infinity", "-infinity"];
    let sign = text.starts_with('#') && (3..=16).contains(&text.len()) && text.ends_with(['!', '?']);
    sign || WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Whether a text is a formula, which some programs leave in a text file: `=SUM(A1:A5)`.
fn is_formula(text: &str) -> bool {
    text.strip_prefix('=')
        .is_some_and(|rest| rest.contains('(') && rest.starts_with(|it: char| it.is_ascii_alphabetic()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINT: Reading =
        Reading { convention: Some(Convention::Point), order: Order::DayFirst, worded: true, powers: true };

    fn kind(text: &str) -> &'static str {
        match of_text(Cow::Borrowed(text), POINT) {
            Value::Empty => "empty",
            Value::Number { .. } => "number",
            Value::Date(_) | Value::Day(..) => "date",
            Value::Text(..) => "text",
            Value::Boolean(_) => "boolean",
            Value::Error(_) => "error",
            Value::Missing(_) => "missing",
            Value::Uncomputed => "uncomputed",
        }
    }

    #[test]
    fn classifies_cell_texts() {
        for (text, expected) in [
            ("  ", "empty"),
            ("1.5", "number"),
            ("1,5", "text"),
            ("2024-01-01", "date"),
            ("#DIV/0!", "error"),
            ("#NOME?", "error"),
            ("n/a", "missing"),
            ("-", "missing"),
            ("NaN", "missing"),
            ("inf", "error"),
            ("TRUE", "boolean"),
            ("=SUM(A1:A3)", "uncomputed"),
            ("= x", "text"),
            ("#1", "text"),
            ("North", "text"),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}

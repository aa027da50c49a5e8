//! Comparisons of a cell with the values of a condition.

use std::cmp::Ordering;

use jiff::civil::DateTime;

use crate::day::{self, Order};
use crate::decimal::Decimal;
use crate::folding::folded;
use crate::number::{self, Mark};
use crate::period::{self, Period};
use crate::unit::Unit;
use crate::value::{Measure, Reading, Value, number_in_convention};

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Contains,
    StartsWith,
    EndsWith,
    /// The cell is empty.
    Empty,
}

impl Comparison {
    /// Whether the operator requires an order.
    pub(crate) fn orders(self) -> bool {
        matches!(self, Comparison::Less | Comparison::AtMost | Comparison::Greater | Comparison::AtLeast)
    }

    /// Returns the negation of an ordering operator.
    pub(crate) fn opposite(self) -> Option<Comparison> {
        match self {
            Comparison::Less => Some(Comparison::AtLeast),
            Comparison::AtMost => Some(Comparison::Greater),
            Comparison::Greater => Some(Comparison::AtMost),
            Comparison::AtLeast => Some(Comparison::Less),
            _ => None,
        }
    }

    fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
            _ => false,
        }
    }

    pub(crate) fn sign(self) -> &'static str {
        match self {
            Comparison::Equal => "=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::Greater => ">",
            Comparison::AtLeast => ">=",
            Comparison::Contains => "contains",
            Comparison::StartsWith => "starts with",
            Comparison::EndsWith => "ends with",
            Comparison::Empty => "is empty",
        }
    }
}

/// A test of a column: the cell has to match one of the values.
#[derive(Debug, Clone)]
pub(crate) struct Test {
    /// The 0-based column.
    pub(crate) column: usize,
    pub(crate) comparison: Comparison,
    wanted: Vec<Wanted>,
    /// The test in text form, for messages.
    pub(crate) shown: String,
}

/// A value, parsed in all possible ways.
#[derive(Debug, Clone)]
struct Wanted {
    raw: String,
    text: String,
    number: Option<number::Written>,
    period: Option<Period>,
    year: Option<Period>,
    truth: Option<bool>,
}

impl Test {
    /// Returns the values as they were written.
    pub(super) fn values(&self) -> impl Iterator<Item = &str> {
        self.wanted.iter().map(|it| it.raw.as_str())
    }

    /// Creates a test. `name` is the column name for messages.
    pub(crate) fn new(column: usize, name: &str, comparison: Comparison, values: &[String]) -> Test {
        let shown = format!("{name} {} {}", comparison.sign(), values.join(" or "));
        Test {
            column,
            comparison,
            wanted: values.iter().map(|it| Wanted::new(it)).collect(),
            shown: shown.trim_end().to_owned(),
        }
    }

    /// Whether all values have an order: numbers, dates, periods.
    pub(crate) fn is_ordered(&self) -> bool {
        self.wanted.iter().all(|it| it.number.is_some() || it.period.is_some())
    }

    /// Whether the test depends on numbers or dates, and therefore on the convention of the column.
    pub(crate) fn is_measured(&self) -> bool {
        let compares = self.comparison == Comparison::Equal || self.comparison.orders();
        compares && self.wanted.iter().any(|it| it.number.is_some() || it.period.is_some())
    }

    /// Whether a value passes the test. Numbers are compared as numbers, dates as dates, and texts after
    /// folding.
    pub(crate) fn meets(&self, value: &Value<'_>, reading: Reading) -> bool {
        match self.comparison {
            Comparison::Empty => super::is_missing(value),
            Comparison::Contains | Comparison::StartsWith | Comparison::EndsWith => {
                let own = folded(&text(value, reading));
                self.wanted.iter().any(|it| match self.comparison {
                    Comparison::StartsWith => own.starts_with(&it.text),
                    Comparison::EndsWith => own.ends_with(&it.text),
                    _ => own.contains(&it.text),
                })
            }
            comparison => self.wanted.iter().any(|it| it.compares(comparison, value, reading)),
        }
    }
}

impl Wanted {
    fn new(value: &str) -> Wanted {
        let value = value.trim();
        let truth = match folded(value).as_str() {
            "true" | "yes" | "verdadeiro" | "sim" => Some(true),
            "false" | "no" | "falso" | "nao" => Some(false),
            _ => None,
        };
        Wanted {
            raw: value.to_owned(),
            text: folded(value),
            number: number::read(value),
            period: period::read(value),
            year: period::four(value).map(Period::Year),
            truth,
        }
    }

    fn compares(&self, comparison: Comparison, value: &Value<'_>, reading: Reading) -> bool {
        match value {
            Value::Number { number, unit, .. } => {
                if let Some(wanted) = self.number(*unit, reading) {
                    return comparison.holds(number.order(wanted));
                }
            }
            Value::Date(moment) => {
                if let Some(order) = self.against(*moment, reading.order) {
                    return comparison.holds(order);
                }
            }
            Value::Day(day, _) => {
                let moment = day.moment(reading.order);
                if let Some(order) = moment.and_then(|it| self.against(it, reading.order)) {
                    return comparison.holds(order);
                }
            }
            Value::Boolean(truth) => {
                if let Some(wanted) = self.truth {
                    return comparison.holds(truth.cmp(&wanted));
                }
            }
            // The fast path for the most frequent comparison, without allocation.
            Value::Text(text, _)
                if comparison == Comparison::Equal && text.is_ascii() && self.raw.is_ascii() =>
            {
                let text = text.trim();
                if !text.bytes().any(|it| it.is_ascii_whitespace()) {
                    return text.eq_ignore_ascii_case(&self.raw);
                }
            }
            _ => {}
        }
        if comparison == Comparison::Equal {
            return folded(&text(value, reading)) == self.text;
        }
        // Only texts have an order relative to texts: an empty cell is not before "B", nor is a word below 5.
        let words = matches!(value, Value::Text(..)) && self.number.is_none() && self.period.is_none();
        words && comparison.holds(folded(&text(value, reading)).as_str().cmp(&self.text))
    }

    /// Returns the number to compare with: in a column of percentages, 20 means 20 %, unless it is written as
    /// a fraction.
    fn number(&self, unit: Measure<'_>, reading: Reading) -> Option<Decimal> {
        // A number that the column treats as a code is a code in the condition as well.
        let written = self.number.filter(|it| reading.takes(it.form))?;
        // The condition may be written in another convention than the file.
        let wanted = number_in_convention(&written, reading.convention).or(written.point).or(written.comma)?;
        let share = matches!(unit, Measure::Marked(Mark::Percent) | Measure::Stored(Unit::Percent));
        let whole = written.mark != Mark::Percent && wanted.nearest().abs() > 1.0;
        Some(if share && whole { wanted.hundredth() } else { wanted })
    }

    fn against(&self, moment: DateTime, order: Order) -> Option<Ordering> {
        self.period.as_ref().or(self.year.as_ref())?.order(moment, order)
    }
}

/// Returns a value as text, for comparisons and group names.
pub(crate) fn text(value: &Value<'_>, reading: Reading) -> String {
    match value {
        Value::Empty => String::new(),
        Value::Number { number, .. } => number.to_string(),
        Value::Date(moment) => day::told(*moment),
        Value::Day(day, text) => day.moment(reading.order).map_or_else(|| text.trim().to_owned(), day::told),
        Value::Text(text, _) | Value::Error(text) | Value::Missing(text) => text.trim().to_owned(),
        Value::Boolean(it) => it.to_string(),
        Value::Uncomputed => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::number::Convention;
    use crate::value::of_text;

    fn check(cell: &str, comparison: Comparison, value: &str) -> bool {
        let reading =
            Reading { convention: Some(Convention::Comma), order: Order::DayFirst, ..Reading::default() };
        let test = Test::new(0, "x", comparison, &[value.to_owned()]);
        test.meets(&of_text(Cow::Borrowed(cell), reading), reading)
    }

    #[test]
    fn compares_cells_by_their_type() {
        use Comparison::*;
        for (cell, comparison, value) in [
            ("1.000,50", Greater, "1000"),
            ("9", Less, "10"),
            ("10", Equal, "10,0"),
            ("10", Equal, "10.00"),
            ("R$ 10", Equal, "10"),
            ("25%", AtLeast, "20"),
            ("25%", Equal, "25%"),
            ("25%", Greater, "0.2"),
            ("31/12/2024", Greater, "2024-12-30"),
            ("31/12/2024 10:00", Equal, "31/12/2024"),
            ("31/12/2024", Equal, "2024"),
            ("31/12/2024", Equal, "December 2024"),
            ("31/12/2024", Equal, "dezembro"),
            ("31/12/2024", AtMost, "2024-12"),
            ("31/12/2024", Less, "janeiro de 2025"),
            ("São Paulo", Equal, "sao  paulo"),
            ("São Paulo", Contains, "PAUL"),
            ("São Paulo", StartsWith, "sao"),
            ("São Paulo", EndsWith, "ulo"),
            ("007", Equal, "007"),
            ("", Equal, ""),
            ("", Empty, ""),
            ("n/a", Empty, ""),
            ("NULL", Empty, ""),
            ("TRUE", Equal, "yes"),
            ("banana", Greater, "apple"),
        ] {
            assert!(check(cell, comparison, value), "{cell} {comparison:?} {value}");
        }
        for (cell, comparison, value) in [
            ("9", Greater, "10"),
            ("", Less, "10"),
            ("abc", Greater, "5"),
            ("7", Equal, "007x"),
            ("x", Equal, ""),
            ("x", Empty, ""),
            ("0", Empty, ""),
            ("31/12/2024", Less, "2024-12"),
            ("North", Equal, "South"),
        ] {
            assert!(!check(cell, comparison, value), "{cell} {comparison:?} {value}");
        }
    }
}

//! Conditions that a row must meet.

use std::cmp::Ordering;

use jiff::civil::DateTime;

use crate::day::{self, Day, Order};
use crate::decimal::Decimal;
use crate::filter::{Comparison, Filter};
use crate::folding::folded;
use crate::number::{self, Convention, Mark};
use crate::unit::Unit;
use crate::value::{Measure, Reading, Value, in_convention};

/// A condition whose value was read in all ways that it can be.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    comparison: Comparison,
    raw: String,
    text: String,
    number: Option<number::Written>,
    day: Option<Day>,
    truth: Option<bool>,
}

impl Condition {
    pub(crate) fn new(filter: &Filter) -> Condition {
        let value = filter.value.trim();
        let truth = match folded(value).as_str() {
            "true" | "yes" | "verdadeiro" | "sim" => Some(true),
            "false" | "no" | "falso" | "nao" => Some(false),
            _ => None,
        };
        Condition {
            comparison: filter.comparison,
            raw: value.to_owned(),
            text: folded(value),
            number: number::read(value),
            day: day::read(value),
            truth,
        }
    }

    /// Whether the cell is compared as a number or a date, so that it matters how its column is written.
    pub(crate) fn is_measured(&self) -> bool {
        self.comparison != Comparison::Contains && (self.number.is_some() || self.day.is_some())
    }

    /// Whether a value meets it. Numbers are compared as numbers, dates as dates, and texts as they sound.
    pub(crate) fn meets(&self, value: &Value<'_>, reading: Reading) -> bool {
        if self.comparison == Comparison::Contains {
            return folded(&text(value, reading)).contains(&self.text);
        }
        match value {
            Value::Number { number, unit, .. } => {
                if let Some(wanted) = self.wanted(*unit, reading.convention) {
                    return self.holds(number.order(wanted));
                }
            }
            Value::Date(moment) => {
                if let Some(order) = self.against(*moment, reading.order) {
                    return self.holds(order);
                }
            }
            Value::Day(day, _) => {
                let moment = day.moment(reading.order);
                if let Some(order) = moment.and_then(|it| self.against(it, reading.order)) {
                    return self.holds(order);
                }
            }
            Value::Boolean(truth) => {
                if let Some(wanted) = self.truth {
                    return self.holds(truth.cmp(&wanted));
                }
            }
            Value::Text(text, _) if text.is_ascii() && self.raw.is_ascii() => {
                // The most frequent comparison, without making new texts.
                let same = text.trim().eq_ignore_ascii_case(&self.raw);
                match self.comparison {
                    Comparison::Equal if same => return true,
                    Comparison::Unequal if same => return false,
                    _ => {}
                }
            }
            _ => {}
        }
        let own = folded(&text(value, reading));
        match self.comparison {
            Comparison::Equal => own == self.text,
            Comparison::Unequal => own != self.text,
            // Only texts have an order among texts: an empty cell is not before "B", nor a word below 5.
            _ if matches!(value, Value::Text(..)) && self.number.is_none() && self.day.is_none() => {
                self.holds(own.as_str().cmp(&self.text))
            }
            _ => false,
        }
    }

    /// The number that the value is compared with: 20 means 20 % beside shares, unless it is written as one.
    fn wanted(&self, unit: Measure<'_>, convention: Option<Convention>) -> Option<Decimal> {
        let written = self.number?;
        // Somebody may write the condition in another convention than the file.
        let wanted = in_convention(&written, convention).or(written.point).or(written.comma)?;
        let share = matches!(unit, Measure::Marked(Mark::Percent) | Measure::Stored(Unit::Percent));
        let whole = written.mark != Mark::Percent && wanted.nearest().abs() > 1.0;
        Some(if share && whole { wanted.hundredth() } else { wanted })
    }

    fn against(&self, moment: DateTime, order: Order) -> Option<Ordering> {
        if let Some(day) = &self.day {
            let wanted = day.moment(order)?;
            // A day without a time is the whole of it.
            return Some(if day.timed { moment.cmp(&wanted) } else { moment.date().cmp(&wanted.date()) });
        }
        let year = self.raw.parse::<i16>().ok().filter(|_| self.raw.len() == 4)?;
        Some(moment.year().cmp(&year))
    }

    fn holds(&self, order: Ordering) -> bool {
        match self.comparison {
            Comparison::Equal => order.is_eq(),
            Comparison::Unequal => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::AtMost => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::AtLeast => order.is_ge(),
            Comparison::Contains => false,
        }
    }
}

/// A value as text, for comparing and for naming groups.
pub(crate) fn text(value: &Value<'_>, reading: Reading) -> String {
    match value {
        Value::Empty => String::new(),
        Value::Number { number, .. } => number.to_string(),
        Value::Date(moment) => day::told(*moment),
        Value::Day(day, text) => day.moment(reading.order).map_or_else(|| text.trim().to_owned(), day::told),
        Value::Text(text, _) | Value::Error(text) => text.trim().to_owned(),
        Value::Boolean(it) => it.to_string(),
        Value::Uncomputed => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::value::of_text;

    fn check(cell: &str, condition: &str) -> bool {
        let filter: Filter = format!("x {condition}").parse().unwrap();
        let reading = Reading { convention: Some(Convention::Comma), order: Order::DayFirst };
        Condition::new(&filter).meets(&of_text(Cow::Borrowed(cell), reading), reading)
    }

    #[test]
    fn cells_are_compared_as_what_they_are() {
        for (cell, condition) in [
            ("1.000,50", "> 1000"),
            ("9", "< 10"),
            ("10", "= 10,0"),
            ("10", "= 10.00"),
            ("R$ 10", "= 10"),
            ("25%", ">= 20"),
            ("25%", "= 25%"),
            ("25%", "> 0.2"),
            ("31/12/2024", "> 2024-12-30"),
            ("31/12/2024 10:00", "= 31/12/2024"),
            ("31/12/2024", "= 2024"),
            ("São Paulo", "= sao  paulo"),
            ("São Paulo", "contains PAUL"),
            ("007", "= 007"),
            ("", "= "),
            ("x", "!= "),
            ("", "!= 5"),
            ("TRUE", "= yes"),
            ("banana", "> apple"),
        ] {
            assert!(check(cell, condition), "{cell} {condition}");
        }
        for (cell, condition) in
            [("9", "> 10"), ("", "< 10"), ("abc", "> 5"), ("7", "= 007x"), ("x", "= "), ("North", "!= NORTH")]
        {
            assert!(!check(cell, condition), "{cell} {condition}");
        }
    }
}

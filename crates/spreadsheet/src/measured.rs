//! What numbers and dates come to, and what they are amounts of.

use jiff::civil::DateTime;

use crate::decimal::Decimal;
use crate::number::Mark;
use crate::request::Operation;
use crate::sum::Sum;
use crate::unit::Unit;
use crate::value::{Measure, Value};

/// What numbers and dates come to.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Measured {
    pub(crate) numbers: u64,
    pub(crate) dates: u64,
    /// Cells that hold anything.
    pub(crate) filled: u64,
    pub(crate) sum: Sum,
    /// The smallest or the largest number, whichever is asked for.
    pub(crate) extreme: Option<Decimal>,
    /// The earliest or the latest date.
    pub(crate) moment: Option<DateTime>,
}

impl Measured {
    #[inline]
    pub(crate) fn take(&mut self, operation: Operation, value: &Value<'_>, moment: Option<DateTime>) {
        if let Value::Number { number, .. } = value {
            self.numbers += 1;
            self.filled += 1;
            match operation {
                Operation::Sum | Operation::Average => self.sum.add(*number),
                Operation::Minimum | Operation::Maximum => {
                    self.extreme = chosen(operation, self.extreme, *number)
                }
                Operation::Count | Operation::Median => {}
            }
            return;
        }
        self.filled += u64::from(!matches!(value, Value::Empty));
        if let Some(moment) = moment {
            self.dates += 1;
            self.moment = Some(later(operation, self.moment, moment));
        }
    }

    pub(crate) fn merge(&mut self, other: &Measured, operation: Operation) {
        self.numbers += other.numbers;
        self.dates += other.dates;
        self.filled += other.filled;
        self.sum.merge(&other.sum);
        if let Some(number) = other.extreme {
            self.extreme = chosen(operation, self.extreme, number);
        }
        if let Some(moment) = other.moment {
            self.moment = Some(later(operation, self.moment, moment));
        }
    }
}

#[inline]
fn chosen(operation: Operation, own: Option<Decimal>, other: Decimal) -> Option<Decimal> {
    let Some(own) = own else { return Some(other) };
    let order = other.order(own);
    let better = if operation == Operation::Maximum { order.is_gt() } else { order.is_lt() };
    Some(if better { other } else { own })
}

fn later(operation: Operation, own: Option<DateTime>, other: DateTime) -> DateTime {
    match own {
        None => other,
        Some(own) if operation == Operation::Maximum => own.max(other),
        Some(own) => own.min(other),
    }
}

/// What the numbers of a column are amounts of.
#[derive(Debug, Clone, Default)]
pub(crate) struct Units {
    unmarked: u64,
    durations: u64,
    marked: Vec<(Unit, u64)>,
}

impl Units {
    /// More kinds of money than this are not told apart.
    const MOST: usize = 16;

    #[inline]
    pub(crate) fn note(&mut self, unit: Measure<'_>) {
        let unit = match unit {
            Measure::None | Measure::Marked(Mark::None) => {
                self.unmarked += 1;
                return;
            }
            Measure::Duration => {
                self.durations += 1;
                return;
            }
            Measure::Marked(Mark::Percent) => Unit::Percent,
            Measure::Marked(Mark::Money(sign)) => {
                let known =
                    self.marked.iter_mut().find(|(it, _)| matches!(it, Unit::Currency(own) if own == sign));
                if let Some((_, count)) = known {
                    *count += 1;
                    return;
                }
                Unit::Currency(sign.to_owned())
            }
            Measure::Stored(unit) => {
                if let Some((_, count)) = self.marked.iter_mut().find(|(it, _)| it == unit) {
                    *count += 1;
                    return;
                }
                unit.clone()
            }
        };
        self.add(unit, 1);
    }

    pub(crate) fn merge(&mut self, other: Units) {
        self.unmarked += other.unmarked;
        self.durations += other.durations;
        other.marked.into_iter().for_each(|(unit, count)| self.add(unit, count));
    }

    fn add(&mut self, unit: Unit, more: u64) {
        if let Some((_, count)) = self.marked.iter_mut().find(|(it, _)| *it == unit) {
            *count += more;
        } else if self.marked.len() < Self::MOST {
            self.marked.push((unit, more));
        }
    }

    /// What all of them are amounts of: those without a sign go with those that have one.
    pub(crate) fn common(&self) -> Option<Unit> {
        match self.marked.as_slice() {
            [(Unit::Percent, _)] if self.unmarked > 0 => None,
            [(unit, _)] if self.durations == 0 => Some(unit.clone()),
            _ => None,
        }
    }

    /// What somebody should know before using the figure.
    pub(crate) fn notes(&self, column: &str) -> Option<String> {
        if self.marked.len() > 1 {
            let mut marked = self.marked.clone();
            marked.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let told: Vec<String> = marked.iter().map(|(unit, count)| format!("{count} in {unit}")).collect();
            return Some(format!("\"{column}\" holds amounts of different kinds: {}", told.join(", ")));
        }
        match self.marked.as_slice() {
            [(Unit::Percent, count)] if self.unmarked > 0 => {
                Some(format!("\"{column}\" holds {count} shares in % and {} plain numbers", self.unmarked))
            }
            _ if self.durations > 0 => Some(format!("\"{column}\" holds durations, which are told in days")),
            _ => None,
        }
    }
}

//! Accumulates the cells of a column for an operation.

use jiff::civil::DateTime;

use crate::condition::{is_missing, text};
use crate::decimal::Decimal;
use crate::distinct::{Distinct, Occurrences};
use crate::field::Field;
use crate::operation::Operation;
use crate::ranking::{Key, RankedRows};
use crate::sum::Sum;
use crate::value::{Reading, Value};
use crate::variance::{Spread, Together};

/// The accumulated cells.
#[derive(Debug, Clone)]
pub(crate) struct Accumulator {
    pub(crate) numbers: u64,
    pub(crate) dates: u64,
    /// The number of cells with a value.
    pub(crate) filled: u64,
    /// The number of cells without a value.
    pub(crate) missing: u64,
    pub(crate) gathered: Gathered,
    /// Whether the memory limit was exceeded.
    pub(crate) overfull: bool,
}

/// The data that an operation needs about all cells.
#[derive(Debug, Clone)]
pub(crate) enum Gathered {
    /// Only the counts, or data that is stored elsewhere.
    Nothing,
    Sum(Sum),
    /// The minimum or maximum number, and the earliest or latest date.
    Extreme(bool, Option<Decimal>, Option<DateTime>),
    Spread(Spread),
    Together(Together),
    /// All numbers.
    Numbers(Vec<f64>),
    Distinct(Box<Distinct>),
    Occurrences(Box<Occurrences>),
    RankedRows(Box<RankedRows>),
}

/// A cell to accumulate.
pub(crate) struct Taken<'a> {
    pub(crate) value: &'a Value<'a>,
    pub(crate) reading: Reading,
    /// Its date, if it is one.
    pub(crate) moment: Option<DateTime>,
    /// The number in the second column, for a correlation.
    pub(crate) other: Option<f64>,
    pub(crate) row: u64,
    pub(crate) fields: &'a [Field<'a>],
}

impl Accumulator {
    /// Creates an accumulator. `within` is true for a group, which stores all numbers for its median.
    pub(crate) fn new(operation: Operation, within: bool) -> Accumulator {
        let gathered = match operation {
            Operation::Sum | Operation::Average => Gathered::Sum(Sum::default()),
            Operation::Minimum => Gathered::Extreme(false, None, None),
            Operation::Maximum => Gathered::Extreme(true, None, None),
            Operation::Deviation | Operation::Variance => Gathered::Spread(Spread::default()),
            Operation::Correlation => Gathered::Together(Together::default()),
            Operation::Median | Operation::Percentile(_) if within => Gathered::Numbers(Vec::new()),
            Operation::Distinct => Gathered::Distinct(Box::default()),
            Operation::Values | Operation::Lookup | Operation::Common => {
                Gathered::Occurrences(Box::default())
            }
            Operation::Highest(count) => {
                Gathered::RankedRows(Box::new(RankedRows::new(true, usize::from(count))))
            }
            Operation::Lowest(count) => {
                Gathered::RankedRows(Box::new(RankedRows::new(false, usize::from(count))))
            }
            Operation::Count
            | Operation::Things
            | Operation::ThingsWith
            | Operation::TotalNumber
            | Operation::Missing
            | Operation::Percentage
            | Operation::Median
            | Operation::Percentile(_) => Gathered::Nothing,
        };
        Accumulator { numbers: 0, dates: 0, filled: 0, missing: 0, gathered, overfull: false }
    }

    /// Accumulates a cell. Returns the number of additionally stored values.
    #[inline(always)]
    pub(crate) fn take(&mut self, taken: &Taken<'_>) -> usize {
        let Value::Number { number, .. } = taken.value else { return self.add_non_number(taken) };
        self.numbers += 1;
        self.filled += 1;
        // The fast path for the most frequent operations.
        match &mut self.gathered {
            Gathered::Sum(sum) => {
                sum.add(*number);
                0
            }
            Gathered::Nothing => 0,
            _ => self.take_number(*number, taken),
        }
    }

    fn take_number(&mut self, number: Decimal, taken: &Taken<'_>) -> usize {
        match &mut self.gathered {
            Gathered::Extreme(highest, extreme, _) => *extreme = Some(chosen(*highest, *extreme, number)),
            Gathered::Spread(spread) => spread.add(number.nearest()),
            Gathered::Together(together) => {
                if let Some(other) = taken.other {
                    together.add(number.nearest(), other);
                }
            }
            Gathered::Numbers(numbers) => {
                numbers.push(number.nearest());
                return 1;
            }
            Gathered::RankedRows(best) => best.add(Key::Number(number), taken.row, taken.fields),
            Gathered::Distinct(_) | Gathered::Occurrences(_) => return self.know(taken),
            Gathered::Sum(_) | Gathered::Nothing => {}
        }
        0
    }

    /// Accumulates a cell that is not a number.
    fn add_non_number(&mut self, taken: &Taken<'_>) -> usize {
        if is_missing(taken.value) {
            self.missing += 1;
            return 0;
        }
        self.filled += 1;
        if let Some(moment) = taken.moment {
            self.dates += 1;
            match &mut self.gathered {
                Gathered::Extreme(highest, _, extreme) => *extreme = Some(later(*highest, *extreme, moment)),
                Gathered::RankedRows(best) => best.add(Key::Moment(moment), taken.row, taken.fields),
                _ => {}
            }
        }
        self.know(taken)
    }

    /// Counts a row whatever it contains.
    pub(crate) fn count_row(&mut self) {
        self.filled += 1;
    }

    fn know(&mut self, taken: &Taken<'_>) -> usize {
        match &mut self.gathered {
            Gathered::Distinct(distinct) => {
                let before = distinct.kept();
                distinct.add(taken.value, taken.reading);
                distinct.kept().saturating_sub(before)
            }
            Gathered::Occurrences(occurrences) => {
                let before = occurrences.known.len();
                self.overfull |= !occurrences.add(text(taken.value, taken.reading), 1, taken.row);
                occurrences.known.len() - before
            }
            _ => 0,
        }
    }

    pub(crate) fn merge(&mut self, other: Accumulator) {
        self.numbers += other.numbers;
        self.dates += other.dates;
        self.filled += other.filled;
        self.missing += other.missing;
        self.overfull |= other.overfull;
        match (&mut self.gathered, other.gathered) {
            (Gathered::Sum(own), Gathered::Sum(others)) => own.merge(&others),
            (Gathered::Extreme(highest, number, moment), Gathered::Extreme(_, other, other_moment)) => {
                if let Some(other) = other {
                    *number = Some(chosen(*highest, *number, other));
                }
                if let Some(other) = other_moment {
                    *moment = Some(later(*highest, *moment, other));
                }
            }
            (Gathered::Spread(own), Gathered::Spread(others)) => own.merge(&others),
            (Gathered::Together(own), Gathered::Together(others)) => own.merge(&others),
            (Gathered::Numbers(own), Gathered::Numbers(mut others)) => own.append(&mut others),
            (Gathered::Distinct(own), Gathered::Distinct(others)) => own.merge(*others),
            (Gathered::Occurrences(own), Gathered::Occurrences(others)) => {
                self.overfull |= !own.merge(*others)
            }
            (Gathered::RankedRows(own), Gathered::RankedRows(others)) => own.merge(*others),
            _ => {}
        }
    }
}

#[inline]
fn chosen(highest: bool, own: Option<Decimal>, other: Decimal) -> Decimal {
    let Some(own) = own else { return other };
    let order = other.order(own);
    let better = if highest { order.is_gt() } else { order.is_lt() };
    if better { other } else { own }
}

fn later(highest: bool, own: Option<DateTime>, other: DateTime) -> DateTime {
    match own {
        None => other,
        Some(own) if highest => own.max(other),
        Some(own) => own.min(other),
    }
}

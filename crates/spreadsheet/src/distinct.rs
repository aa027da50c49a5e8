//! Counts distinct values in bounded memory.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use crate::condition::text;
use crate::decimal::Decimal;
use crate::value::{Reading, Value};

/// The maximum number of distinct values that are counted exactly.
pub(crate) const MOST_DISTINCT: usize = 2_000_000;

/// The maximum number of distinct values that are listed or compared by frequency.
pub(crate) const MOST_NAMED: usize = 100_000;

/// The maximum total length of these values, in bytes.
const MOST_BYTES: usize = 32 << 20;

/// Counts distinct values by 64-bit hashes. If there are too many, only the hashes below a bound are kept,
/// from which the total is estimated.
#[derive(Debug, Clone, Default)]
pub(crate) struct Distinct {
    known: HashSet<u64>,
    /// How many times the bound was halved.
    halved: u32,
}

impl Distinct {
    pub(crate) fn add(&mut self, value: &Value<'_>, reading: Reading) {
        self.keep(mark(value, reading), MOST_DISTINCT);
    }

    fn keep(&mut self, mark: u64, most: usize) {
        if mark.leading_zeros() >= self.halved && self.known.insert(mark) && self.known.len() > most {
            self.halve();
        }
    }

    fn halve(&mut self) {
        self.halved += 1;
        let halved = self.halved;
        self.known.retain(|it| it.leading_zeros() >= halved);
    }

    pub(crate) fn merge(&mut self, other: Distinct) {
        while self.halved < other.halved {
            self.halve();
        }
        other.known.into_iter().for_each(|mark| self.keep(mark, MOST_DISTINCT));
    }

    /// Returns the number of hashes in memory.
    pub(crate) fn kept(&self) -> usize {
        self.known.len()
    }

    /// Returns the number of distinct values, or an estimate as the error.
    pub(crate) fn count(&self) -> Result<u64, u64> {
        let known = self.known.len() as u64;
        if self.halved == 0 { Ok(known) } else { Err(known << self.halved.min(32)) }
    }
}

/// The frequency and the first row of each value.
#[derive(Debug, Clone, Default)]
pub(crate) struct Occurrences {
    pub(crate) known: HashMap<Box<str>, (u64, u64)>,
    bytes: usize,
}

impl Occurrences {
    /// Adds occurrences of a value. Returns whether the limits still hold.
    pub(crate) fn add(&mut self, shown: String, count: u64, row: u64) -> bool {
        if let Some(known) = self.known.get_mut(shown.as_str()) {
            known.0 += count;
            known.1 = known.1.min(row);
            return true;
        }
        self.bytes += shown.len();
        self.known.insert(shown.into_boxed_str(), (count, row));
        self.known.len() <= MOST_NAMED && self.bytes <= MOST_BYTES
    }

    pub(crate) fn merge(&mut self, other: Occurrences) -> bool {
        let mut room = true;
        for (name, (count, row)) in other.known {
            room &= self.add(name.into_string(), count, row);
        }
        room
    }
}

/// Hashes a value: equal numbers or dates have the same hash however they are written, and so have equal
/// texts.
fn mark(value: &Value<'_>, reading: Reading) -> u64 {
    let mut hasher = DefaultHasher::new();
    match value {
        Value::Number { number, .. } => {
            0_u8.hash(&mut hasher);
            let (mantissa, scale) = match *number {
                Decimal::Exact { mut mantissa, mut scale } => {
                    while scale > 0 && mantissa % 10 == 0 {
                        (mantissa, scale) = (mantissa / 10, scale - 1);
                    }
                    (mantissa, scale)
                }
                Decimal::Near(number) => (number.to_bits() as i64, u8::MAX),
            };
            (mantissa, scale).hash(&mut hasher);
        }
        Value::Text(text, _) => {
            1_u8.hash(&mut hasher);
            text.trim().hash(&mut hasher);
        }
        other => {
            2_u8.hash(&mut hasher);
            text(other, reading).hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;
    use crate::number::Convention;
    use crate::value::of_text;

    #[test]
    fn counts_equal_values_in_any_notation_once() {
        let reading = Reading { convention: Some(Convention::Point), ..Reading::default() };
        let mut distinct = Distinct::default();
        for cell in ["1", "1.0", "1.00", "007", "01310", "1310", "North", " North ", "north", "2024-01-01"] {
            distinct.add(&of_text(Cow::Borrowed(cell), reading), reading);
        }
        // 1, 7, the code, 1310, two texts and the date.
        assert_eq!(distinct.count(), Ok(7));
    }

    #[test]
    fn estimates_distinct_count_in_bounded_memory() {
        let mut distinct = Distinct::default();
        let hash = |number: u64| {
            let mut hasher = DefaultHasher::new();
            number.hash(&mut hasher);
            hasher.finish()
        };
        (0..100_000).for_each(|it| distinct.keep(hash(it % 50_000), 4_000));
        assert!(distinct.kept() <= 4_000);
        let estimate = distinct.count().unwrap_err();
        assert!((47_000..53_000).contains(&estimate), "{estimate}");
    }
}

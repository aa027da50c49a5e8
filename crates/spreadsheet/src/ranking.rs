//! The rows with the highest or the lowest values of a column.

use std::cmp::Ordering;

use jiff::civil::DateTime;

use crate::decimal::Decimal;
use crate::field::Field;
use crate::folding::shortened;

/// The maximum length of a cell; longer ones are truncated.
const LONGEST_CELL: usize = 200;

/// The sort key of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Key {
    Number(Decimal),
    Moment(DateTime),
}

impl Key {
    fn order(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Number(own), Key::Number(other)) => own.order(*other),
            (Key::Moment(own), Key::Moment(other)) => own.cmp(other),
            // A column contains either numbers or dates; which one is decided at the end.
            (Key::Number(_), Key::Moment(_)) => Ordering::Less,
            (Key::Moment(_), Key::Number(_)) => Ordering::Greater,
        }
    }
}

/// A row in the ranking.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    pub(crate) key: Key,
    pub(crate) row: u64,
    /// Its cells, by slot.
    pub(crate) cells: Vec<String>,
}

/// The ranked rows so far, the best first.
#[derive(Debug, Clone)]
pub(crate) struct RankedRows {
    highest: bool,
    most: usize,
    pub(crate) kept: Vec<Kept>,
    /// The number of omitted rows that tie with the last one.
    pub(crate) equal: u64,
}

impl RankedRows {
    pub(crate) fn new(highest: bool, most: usize) -> RankedRows {
        RankedRows { highest, most: most.max(1), kept: Vec::new(), equal: 0 }
    }

    fn order(&self, one: &Key, other: &Key) -> Ordering {
        let order = one.order(other);
        if self.highest { order.reverse() } else { order }
    }

    #[inline]
    pub(crate) fn add(&mut self, key: Key, row: u64, fields: &[Field<'_>]) {
        if self.kept.len() >= self.most
            && let Some(last) = self.kept.last()
        {
            match self.order(&key, &last.key) {
                Ordering::Greater => return,
                Ordering::Equal if row > last.row => {
                    self.equal += 1;
                    return;
                }
                _ => {}
            }
        }
        let cells = fields.iter().map(|it| shortened(&it.shown(), LONGEST_CELL)).collect();
        self.put(Kept { key, row, cells });
    }

    fn put(&mut self, kept: Kept) {
        let last = self.kept.last().map(|it| it.key);
        let at = self.kept.partition_point(|it| {
            let order = self.order(&it.key, &kept.key);
            order.is_lt() || (order.is_eq() && it.row < kept.row)
        });
        self.kept.insert(at, kept);
        let dropped = if self.kept.len() > self.most { self.kept.pop() } else { None };
        let now = self.kept.last().map(|it| it.key);
        let same = |one: Option<Key>, other: Option<Key>| {
            one.zip(other).is_some_and(|(one, other)| one.order(&other).is_eq())
        };
        let left_out = u64::from(dropped.as_ref().is_some_and(|it| same(Some(it.key), now)));
        self.equal = if same(last, now) { self.equal + left_out } else { left_out };
    }

    pub(crate) fn merge(&mut self, other: RankedRows) {
        let before = self.equal;
        let own = self.kept.last().map(|it| it.key);
        let theirs = (other.kept.last().map(|it| it.key), other.equal);
        self.equal = 0;
        other.kept.into_iter().for_each(|kept| {
            if self.kept.len() < self.most
                || self.kept.last().is_some_and(|last| self.order(&kept.key, &last.key).is_le())
            {
                self.put(kept);
            }
        });
        let now = self.kept.last().map(|it| it.key);
        for (key, equal) in [(own, before), theirs] {
            if key.zip(now).is_some_and(|(key, now)| key.order(&now).is_eq()) {
                self.equal += equal;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(numbers: &[i64], most: usize, split: usize) -> String {
        let mut pieces = vec![RankedRows::new(true, most); split];
        for (at, number) in numbers.iter().enumerate() {
            let key = Key::Number(Decimal::Exact { mantissa: *number, scale: 0 });
            pieces[at % split].add(key, at as u64 + 1, &[]);
        }
        let mut whole = pieces.remove(0);
        pieces.into_iter().for_each(|it| whole.merge(it));
        let rows: Vec<String> = whole.kept.iter().map(|it| it.row.to_string()).collect();
        format!("{} and {}", rows.join(" "), whole.equal)
    }

    #[test]
    fn keeps_best_rows_in_order_and_counts_ties() {
        for split in [1, 2, 3] {
            assert_eq!(check(&[3, 9, 4, 9, 1], 1, split), "2 and 1", "{split}");
            assert_eq!(check(&[3, 9, 4, 9, 1], 3, split), "2 4 3 and 0", "{split}");
            assert_eq!(check(&[5, 5, 5, 5], 2, split), "1 2 and 2", "{split}");
            assert_eq!(check(&[], 2, split), " and 0", "{split}");
        }
    }
}

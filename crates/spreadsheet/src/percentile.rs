//! Percentiles, such as the median, in bounded memory.
//!
//! Numbers are stored up to a limit. Beyond it they are only counted by ranges, and the next pass over the
//! file stores those in the range of the percentile. Each pass is 65,536 times finer than the one before.

use crate::operation::Percent;

const BUCKETS: usize = 1 << 16;

/// Numbers, of which those within a range are stored.
#[derive(Debug, Clone)]
pub(crate) struct Middle {
    focus: Focus,
    below: u64,
    kept: Vec<u64>,
    counted: Option<Vec<Range>>,
    most: usize,
}

/// The statistics of a range.
#[derive(Debug, Clone, Copy)]
struct Range {
    count: u64,
    least: u64,
    most: u64,
}

/// The range that contains the percentile, in the integer order of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Focus {
    low: u64,
    high: u64,
}

impl Default for Focus {
    fn default() -> Self {
        Focus { low: 0, high: u64::MAX }
    }
}

impl Focus {
    /// Returns the number of low bits that do not affect the bucket.
    fn shift(self) -> u32 {
        (64 - (self.high - self.low).leading_zeros()).saturating_sub(BUCKETS.trailing_zeros())
    }
}

/// The position of a percentile among a number of values: at a rank or between two ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// The rank below and the rank above; equal at a rank.
    low: u64,
    high: u64,
    /// The weight of the upper rank, in parts of [`Percent::WHOLE`].
    pub(crate) way: u64,
}

impl Place {
    pub(crate) fn of(all: u64, share: Percent) -> Option<Place> {
        let last = u128::from(all.checked_sub(1)?);
        let whole = u128::from(Percent::WHOLE);
        let ranks = last * u128::from(share.hundredths());
        let (low, way) = ((ranks / whole) as u64, (ranks % whole) as u64);
        Some(Place { low, high: low + u64::from(way > 0), way })
    }
}

/// The result of a pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Found {
    /// The numbers at the two ranks, which are equal at a rank.
    Pair(f64, f64),
    /// The percentile is in this range, and another pass is needed.
    Within(Focus),
}

impl Middle {
    /// Creates an accumulator that stores at most `most` numbers.
    pub(crate) fn new(focus: Focus, most: usize) -> Middle {
        Middle { focus, below: 0, kept: Vec::new(), counted: None, most }
    }

    pub(crate) fn add(&mut self, number: f64) {
        let key = key(number);
        if key < self.focus.low {
            self.below += 1;
        } else if key <= self.focus.high {
            match &mut self.counted {
                Some(counted) => count(counted, self.focus, key),
                None => self.kept.push(key),
            }
            if self.kept.len() > self.most {
                self.fill_buckets();
            }
        }
    }

    /// Returns the number of stored numbers.
    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn merge(&mut self, mut other: Middle) {
        self.below += other.below;
        if self.counted.is_some() || other.counted.is_some() || self.kept.len() + other.kept.len() > self.most
        {
            self.fill_buckets();
            other.fill_buckets();
            let both = self.counted.iter_mut().flatten().zip(other.counted.iter().flatten());
            both.for_each(|(own, others)| {
                own.count += others.count;
                own.least = own.least.min(others.least);
                own.most = own.most.max(others.most);
            });
        } else {
            self.kept.append(&mut other.kept);
        }
    }

    fn fill_buckets(&mut self) {
        let counted =
            self.counted.get_or_insert_with(|| vec![Range { count: 0, least: u64::MAX, most: 0 }; BUCKETS]);
        self.kept.drain(..).for_each(|key| count(counted, self.focus, key));
        self.kept = Vec::new();
    }

    /// Returns the numbers around a percentile of `all` numbers, including those outside the range. Returns
    /// nothing if there are none.
    pub(crate) fn find(&mut self, all: u64, share: Percent) -> Option<Found> {
        let place = Place::of(all, share)?;
        let (low, high) = (place.low.checked_sub(self.below)?, place.high.checked_sub(self.below)?);
        let Some(counted) = &self.counted else {
            let at = |rank: u64| usize::try_from(rank).ok().filter(|rank| *rank < self.kept.len());
            let (low, high) = (at(low)?, at(high)?);
            let upper = *self.kept.select_nth_unstable(high).1;
            let lower = if low == high { upper } else { *self.kept[..high].iter().max()? };
            return Some(Found::Pair(number(lower), number(upper)));
        };
        let bucket = |rank: u64| {
            let mut seen = 0;
            counted.iter().position(|range| {
                seen += range.count;
                seen > rank
            })
        };
        let (first, last) = (bucket(low)?, bucket(high)?);
        // Between two ranges, the ranks are the last number of the lower and the first of the upper one.
        let (below, above) = (counted[first], counted[last]);
        if first != last {
            return Some(Found::Pair(number(below.most), number(above.least)));
        }
        if below.least == below.most {
            return Some(Found::Pair(number(below.least), number(below.most)));
        }
        Some(Found::Within(Focus { low: below.least, high: below.most }))
    }
}

fn count(counted: &mut [Range], focus: Focus, key: u64) {
    let bucket = (key - focus.low) >> focus.shift();
    if let Some(range) = usize::try_from(bucket).ok().and_then(|it| counted.get_mut(it)) {
        range.count += 1;
        range.least = range.least.min(key);
        range.most = range.most.max(key);
    }
}

/// Maps floats to integers in the same order.
fn key(number: f64) -> u64 {
    // Negative zero equals zero.
    let bits = if number == 0.0 { 0 } else { number.to_bits() };
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn number(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 { key & !(1 << 63) } else { !key })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn median(numbers: &[f64], most: usize) -> Option<(f64, f64)> {
        at(numbers, most, 50.0)
    }

    fn at(numbers: &[f64], most: usize, percent: f64) -> Option<(f64, f64)> {
        let mut focus = Focus::default();
        for _ in 0..6 {
            let mut one = Middle::new(focus, most);
            let mut other = Middle::new(focus, most);
            for (at, number) in numbers.iter().enumerate() {
                if at % 3 == 0 { one.add(*number) } else { other.add(*number) }
            }
            one.merge(other);
            match one.find(numbers.len() as u64, Percent::new(percent).unwrap())? {
                Found::Pair(low, high) => return Some((low, high)),
                Found::Within(narrower) => focus = narrower,
            }
        }
        panic!("the range did not become narrow enough");
    }

    #[test]
    fn median_is_independent_of_buffer_size() {
        let mut numbers: Vec<f64> =
            (0..1001_i32).map(|it| f64::from((it * 7919) % 1009) / 8.0 - 60.0).collect();
        let mut sorted = numbers.clone();
        sorted.sort_by(f64::total_cmp);
        for most in [0, 1, 7, 500, 5000] {
            assert_eq!(median(&numbers, most), Some((sorted[500], sorted[500])), "{most}");
        }
        numbers.push(1e300);
        assert_eq!(median(&numbers, 3), Some((sorted[500], sorted[501])));
        assert_eq!(median(&[5.0; 100], 1), Some((5.0, 5.0)));
        assert_eq!(median(&[-1.0, 1.0], 0), Some((-1.0, 1.0)));
        assert_eq!(median(&[], 5), None);
    }
    #[test]
    fn computes_percentiles_with_any_buffer_size() {
        let numbers: Vec<f64> = (0..1001_i32).map(|it| f64::from((it * 7919) % 1009)).collect();
        let mut sorted = numbers.clone();
        sorted.sort_by(f64::total_cmp);
        for most in [0, 7, 5000] {
            assert_eq!(at(&numbers, most, 90.0), Some((sorted[900], sorted[900])), "{most}");
            assert_eq!(at(&numbers, most, 0.0), Some((sorted[0], sorted[0])), "{most}");
            assert_eq!(at(&numbers, most, 100.0), Some((sorted[1000], sorted[1000])), "{most}");
            assert_eq!(at(&numbers, most, 99.95), Some((sorted[999], sorted[1000])), "{most}");
        }
        assert_eq!(Place::of(5, Percent::new(90.0).unwrap()).unwrap().way, 6_000);
    }
}

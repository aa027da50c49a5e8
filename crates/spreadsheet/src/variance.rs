//! Variance and correlation.
//!
//! Means and deviations are updated with Welford's algorithm and merged with Chan's. All values are relative
//! to the first number, so that large numbers with small differences lose no precision.

use crate::decimal::figures;

/// The accumulated deviation from the mean.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spread {
    count: u64,
    first: f64,
    mean: f64,
    squares: f64,
}

impl Spread {
    pub(crate) fn add(&mut self, number: f64) {
        if self.count == 0 {
            self.first = number;
        }
        self.count += 1;
        let number = number - self.first;
        let off = number - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (number - self.mean);
    }

    pub(crate) fn merge(&mut self, other: &Spread) {
        if self.count == 0 || other.count == 0 {
            *self = if self.count == 0 { *other } else { *self };
            return;
        }
        let (own, others) = (self.count as f64, other.count as f64);
        let off = (other.first - self.first) + (other.mean - self.mean);
        self.count += other.count;
        self.mean += off * others / (own + others);
        self.squares += other.squares + off * off * own * others / (own + others);
    }

    /// Returns the sample variance; none for a single number.
    pub(crate) fn variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squares / (self.count - 1) as f64)
    }
}

/// The accumulated correlation of two columns, over the rows that have both values.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Together {
    pub(crate) count: u64,
    first: (f64, f64),
    means: (f64, f64),
    squares: (f64, f64),
    product: f64,
}

impl Together {
    pub(crate) fn add(&mut self, one: f64, other: f64) {
        if self.count == 0 {
            self.first = (one, other);
        }
        self.count += 1;
        let count = self.count as f64;
        let (one, other) = (one - self.first.0, other - self.first.1);
        let off = (one - self.means.0, other - self.means.1);
        self.means.0 += off.0 / count;
        self.means.1 += off.1 / count;
        self.squares.0 += off.0 * (one - self.means.0);
        self.squares.1 += off.1 * (other - self.means.1);
        self.product += off.0 * (other - self.means.1);
    }

    pub(crate) fn merge(&mut self, other: &Together) {
        if self.count == 0 || other.count == 0 {
            *self = if self.count == 0 { *other } else { *self };
            return;
        }
        let (own, others) = (self.count as f64, other.count as f64);
        let off = (
            (other.first.0 - self.first.0) + (other.means.0 - self.means.0),
            (other.first.1 - self.first.1) + (other.means.1 - self.means.1),
        );
        let share = own * others / (own + others);
        self.count += other.count;
        self.means.0 += off.0 * others / (own + others);
        self.means.1 += off.1 * others / (own + others);
        self.squares.0 += other.squares.0 + off.0 * off.0 * share;
        self.squares.1 += other.squares.1 + off.1 * off.1 * share;
        self.product += other.product + off.0 * off.1 * share;
    }

    /// Returns Pearson's coefficient; none if one of the columns is constant.
    pub(crate) fn correlation(&self) -> Option<f64> {
        let scale = (self.squares.0 * self.squares.1).sqrt();
        (self.count > 1 && scale > 0.0).then(|| (self.product / scale).clamp(-1.0, 1.0))
    }
}

/// Rounds a result to the digits that are certain despite rounding errors, so that it does not depend on the
/// order in which blocks were counted.
pub(crate) fn settled(number: f64) -> f64 {
    if !number.is_finite() || number == 0.0 {
        return number;
    }
    format!("{number:.12e}").parse().unwrap_or(number)
}

/// Formats the rounded result.
pub(crate) fn told(number: f64) -> String {
    figures(settled(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_chunks_equal_the_whole() {
        let numbers: Vec<(f64, f64)> =
            (0..1000_i32).map(|it| (1e9 + f64::from(it % 17), f64::from((it * 7) % 23))).collect();
        let mut whole = (Spread::default(), Together::default());
        let mut pieces = vec![(Spread::default(), Together::default()); 4];
        for (at, (one, other)) in numbers.iter().enumerate() {
            for (spread, together) in [&mut whole, &mut pieces[at % 3]] {
                spread.add(*one);
                together.add(*one, *other);
            }
        }
        let mut merged = (Spread::default(), Together::default());
        for (spread, together) in &pieces {
            merged.0.merge(spread);
            merged.1.merge(together);
        }
        let mean = numbers.iter().map(|it| it.0 - 1e9).sum::<f64>() / 1000.0;
        let exact = numbers.iter().map(|it| (it.0 - 1e9 - mean).powi(2)).sum::<f64>() / 999.0;
        for variance in [whole.0.variance().unwrap(), merged.0.variance().unwrap()] {
            assert!((variance - exact).abs() < exact * 1e-9, "{variance} {exact}");
        }
        let (one, other) = (whole.1.correlation().unwrap(), merged.1.correlation().unwrap());
        assert!((one - other).abs() < 1e-9, "{one} {other}");
    }

    #[test]
    fn small_samples_have_no_variance_or_correlation() {
        let mut spread = Spread::default();
        assert_eq!(spread.variance(), None);
        spread.add(5.0);
        assert_eq!(spread.variance(), None);
        spread.add(5.0);
        assert_eq!(spread.variance(), Some(0.0));
        let mut together = Together::default();
        together.add(1.0, 2.0);
        together.add(1.0, 3.0);
        assert_eq!(together.correlation(), None);
    }
}

//! Summation without loss of precision.

use crate::decimal::{Decimal, MAX_SCALE, nearest, power};

/// A sum. Exact numbers are added exactly; floats are added with Neumaier's compensated summation.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum {
    mantissa: i128,
    scale: u8,
    near: f64,
    lost: f64,
    any_near: bool,
}

impl Sum {
    #[inline]
    pub(crate) fn add(&mut self, number: Decimal) {
        match number {
            Decimal::Exact { mantissa, scale } => self.add_exact(i128::from(mantissa), scale),
            Decimal::Near(number) => self.add_inexact(number),
        }
    }

    /// Adds another sum.
    pub(crate) fn merge(&mut self, other: &Sum) {
        self.add_exact(other.mantissa, other.scale);
        if other.any_near {
            self.add_inexact(other.near);
            self.add_inexact(other.lost);
        }
    }

    #[inline]
    fn add_exact(&mut self, mantissa: i128, scale: u8) {
        let fits = if scale == self.scale {
            self.mantissa.checked_add(mantissa)
        } else if scale < self.scale {
            mantissa.checked_mul(power(self.scale - scale)).and_then(|it| self.mantissa.checked_add(it))
        } else {
            let widened = self.mantissa.checked_mul(power(scale - self.scale));
            let sum = widened.and_then(|it| it.checked_add(mantissa));
            if sum.is_some() {
                self.scale = scale;
            }
            sum
        };
        match fits {
            Some(sum) => self.mantissa = sum,
            None => self.add_inexact(nearest(mantissa, scale)),
        }
    }

    fn add_inexact(&mut self, number: f64) {
        self.any_near = true;
        let sum = self.near + number;
        self.lost += if self.near.abs() >= number.abs() {
            (self.near - sum) + number
        } else {
            (number - sum) + self.near
        };
        self.near = sum;
    }

    /// Returns the mantissa and the scale of the sum, if it is exact.
    pub(crate) fn exact(&self) -> Option<(i128, u8)> {
        (!self.any_near).then_some((self.mantissa, self.scale))
    }

    /// Returns the nearest float.
    pub(crate) fn nearest(&self) -> f64 {
        let exact = nearest(self.mantissa, self.scale);
        if !self.any_near {
            return exact;
        }
        let mut whole = *self;
        whole.add_inexact(exact);
        // The sum of very large numbers may overflow, and the compensation is then NaN.
        if whole.near.is_finite() { whole.near + whole.lost } else { whole.near }
    }

    /// Divides the sum into equal parts: returns the mantissa, the scale, and whether the result is exact.
    pub(crate) fn divided(&self, parts: u64) -> Option<(i128, u8, bool)> {
        let (mantissa, scale) = self.exact()?;
        let parts = i128::from(parts.max(1));
        // As many decimals as fit, up to a limit; the rest is rounded half away from zero.
        for decimals in (scale..=MAX_SCALE.max(scale)).rev() {
            let Some(widened) = mantissa.checked_mul(power(decimals - scale)) else { continue };
            let (quotient, rest) = (widened / parts, widened % parts);
            let up = if rest.abs() >= parts - rest.abs() { rest.signum() } else { 0 };
            return Some((quotient + up, decimals, rest == 0));
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::written;

    fn exact(mantissa: i64, scale: u8) -> Decimal {
        Decimal::Exact { mantissa, scale }
    }

    #[test]
    fn sums_decimal_fractions_exactly() {
        let mut sum = Sum::default();
        (0..10).for_each(|_| sum.add(exact(1, 1)));
        assert_eq!(sum.exact(), Some((10, 1)));
        assert_eq!(sum.nearest(), 1.0);
    }

    #[test]
    fn compensates_rounding_errors() {
        let mut sum = Sum::default();
        for number in [1e100, 1.0, -1e100, 0.5] {
            sum.add(Decimal::Near(number));
        }
        assert_eq!(sum.nearest(), 1.5);
        assert_eq!(sum.exact(), None);
    }

    #[test]
    fn sum_adapts_scale_and_detects_overflow() {
        let mut sum = Sum::default();
        sum.add(exact(5, 0));
        sum.add(exact(25, 2));
        assert_eq!(sum.exact(), Some((525, 2)));
        let mut large = Sum { mantissa: i128::MAX - 1, ..Sum::default() };
        large.add(exact(5, 0));
        assert_eq!(large.exact(), None);
        assert!(large.nearest() > 1e38);
        let mut infinite = Sum::default();
        (0..3).for_each(|_| infinite.add(Decimal::Near(f64::MAX)));
        assert_eq!(infinite.nearest(), f64::INFINITY);
    }

    #[test]
    fn division_reports_exactness() {
        let mut sum = Sum::default();
        sum.add(exact(10, 0));
        let (mantissa, scale, even) = sum.divided(4).unwrap();
        assert_eq!((written(mantissa, scale).as_str(), even), ("2.5", true));
        let (mantissa, scale, even) = sum.divided(3).unwrap();
        assert_eq!((written(mantissa, scale).as_str(), even), ("3.333333333333333333", false));
    }
}

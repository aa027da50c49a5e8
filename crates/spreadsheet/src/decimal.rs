//! Decimal numbers: digits with a scale.

use std::cmp::Ordering;
use std::fmt;

/// The maximum number of decimals of an exact number; a number with more becomes a float.
pub(crate) const MAX_SCALE: u8 = 18;

/// The maximum number of digits of an exact number.
pub(crate) const MAX_DIGITS: u32 = 18;

/// A number: `mantissa` divided by ten to the power of `scale`.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Decimal {
    /// The number as it was written.
    Exact {
        /// The digits, at most [`MAX_DIGITS`].
        mantissa: i64,
        /// The number of decimals, at most [`MAX_SCALE`].
        scale: u8,
    },
    /// The nearest float of a number with too many digits. It is finite.
    Near(f64),
}

impl Decimal {
    /// Converts a stored float. Up to fifteen digits survive the conversion to a float, so if a decimal of
    /// that length has the same float, it is the original: 0.1 is a tenth. Returns nothing for infinities and
    /// NaN.
    pub(crate) fn stored(number: f64) -> Option<Decimal> {
        const DIGITS: f64 = 1e15;
        if !number.is_finite() {
            return None;
        }
        let mut power = 1.0;
        for scale in 0..=12 {
            let shifted = (number * power).round();
            if shifted.abs() >= DIGITS {
                break;
            }
            // The division is rounded correctly, so it equals the number only if these digits are its decimal
            // form.
            if shifted / power == number {
                return Some(Decimal::Exact { mantissa: shifted as i64, scale });
            }
            power *= 10.0;
        }
        Some(Decimal::Near(number))
    }

    /// Returns the nearest float.
    pub(crate) fn nearest(self) -> f64 {
        match self {
            Decimal::Exact { mantissa, scale } => nearest(i128::from(mantissa), scale),
            Decimal::Near(number) => number,
        }
    }

    /// Returns the number with the opposite sign.
    pub(crate) fn negated(self) -> Decimal {
        match self {
            Decimal::Exact { mantissa, scale } => Decimal::Exact { mantissa: -mantissa, scale },
            Decimal::Near(number) => Decimal::Near(-number),
        }
    }

    /// Divides by one hundred.
    pub(crate) fn hundredth(self) -> Decimal {
        match self {
            Decimal::Exact { mantissa, scale } if scale + 2 <= MAX_SCALE => {
                Decimal::Exact { mantissa, scale: scale + 2 }
            }
            other => Decimal::Near(other.nearest() / 100.0),
        }
    }

    /// Compares two numbers. Exact numbers are compared exactly.
    pub(crate) fn order(self, other: Decimal) -> Ordering {
        match (self, other) {
            (Decimal::Exact { mantissa: a, scale: x }, Decimal::Exact { mantissa: b, scale: y }) => {
                let widest = x.max(y);
                // At most 18 digits and 18 zeros, which fits in 128 bits.
                let shifted = |mantissa: i64, scale: u8| i128::from(mantissa) * power(widest - scale);
                shifted(a, x).cmp(&shifted(b, y))
            }
            _ => self.nearest().total_cmp(&other.nearest()),
        }
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Decimal) -> bool {
        self.order(*other) == Ordering::Equal
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Decimal::Exact { mantissa, scale } => f.write_str(&written(i128::from(mantissa), scale)),
            Decimal::Near(number) => f.write_str(&figures(number)),
        }
    }
}

/// Returns ten to the power of an exponent.
pub(crate) fn power(exponent: u8) -> i128 {
    10_i128.pow(u32::from(exponent.min(38)))
}

/// Returns the nearest float of a decimal.
pub(crate) fn nearest(mantissa: i128, scale: u8) -> f64 {
    // Both are exact floats here, and the division is rounded correctly.
    if mantissa.unsigned_abs() < 1 << 53 && scale <= 22 {
        return mantissa as f64 / power(scale) as f64;
    }
    written(mantissa, scale).parse().unwrap_or(f64::NAN)
}

/// Formats a decimal without trailing zeros.
pub(crate) fn written(mantissa: i128, scale: u8) -> String {
    let digits = mantissa.unsigned_abs().to_string();
    let scale = usize::from(scale);
    let padded = format!("{digits:0>width$}", width = scale + 1);
    let (whole, decimals) = padded.split_at(padded.len() - scale);
    let decimals = decimals.trim_end_matches('0');
    let sign = if mantissa < 0 { "-" } else { "" };
    if decimals.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{decimals}") }
}

/// Formats a float, with an exponent only if it would be unreadable otherwise.
pub(crate) fn figures(number: f64) -> String {
    let size = number.abs();
    if number == 0.0 {
        "0".to_owned()
    } else if (1e-7..1e21).contains(&size) {
        number.to_string()
    } else {
        format!("{number:e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_floats_become_shortest_decimals() {
        for (number, text) in [
            (0.1, "0.1"),
            (1234.56, "1234.56"),
            (-7.0, "-7"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e-5, "0.00001"),
            (1.0 / 3.0, "0.3333333333333333"),
            (1e300, "1e300"),
        ] {
            assert_eq!(Decimal::stored(number).unwrap().to_string(), text);
        }
        assert!(matches!(Decimal::stored(0.1), Some(Decimal::Exact { mantissa: 1, scale: 1 })));
        assert!(Decimal::stored(f64::NAN).is_none());
    }

    #[test]
    fn formatting_keeps_sign_and_drops_trailing_zeros() {
        assert_eq!(written(-5, 2), "-0.05");
        assert_eq!(written(1200, 2), "12");
        assert_eq!(written(0, 2), "0");
        assert_eq!(written(i128::MIN, 0), i128::MIN.to_string());
    }

    #[test]
    fn compares_exact_decimals_exactly() {
        let large = Decimal::Exact { mantissa: 999_999_999_999_999_999, scale: 0 };
        let larger = Decimal::Exact { mantissa: 999_999_999_999_999_999, scale: 18 };
        assert_eq!(large.order(larger), Ordering::Greater);
        let half = Decimal::Exact { mantissa: 5, scale: 1 };
        assert_eq!(half.order(Decimal::Near(0.5)), Ordering::Equal);
    }
}

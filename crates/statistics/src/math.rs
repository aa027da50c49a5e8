//! Platform-independent exponentials and logarithms.
//!
//! The functions of platforms differ in the last digit, and iterative training would amplify such
//! differences. These consist of additions and multiplications only, which the compiler can also vectorize.

use std::f32::consts::{LN_2, LOG2_E};

/// Returns e to the power of `x`, with about six digits; underflows to zero, and saturates at about 10^38.
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    // Adding and subtracting 1.5 · 2^23 rounds to the nearest integer without a call. In between, the integer
    // is in the low bits of the sum.
    const ROUNDING: f32 = 12_582_912.0;
    let shifted = x * LOG2_E + ROUNDING;
    let whole = shifted - ROUNDING;
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let polynomial = 1.0
        + rest
            * (1.0
                + rest
                    * (0.5
                        + rest
                            * (0.166_666_65
                                + rest * (0.041_665_796 + rest * (0.008_333_452 + rest * 0.001_398_2)))));
    let power = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    polynomial * power
}

/// Returns the natural logarithm of a positive number, with about six digits.
pub(crate) fn ln(x: f32) -> f32 {
    let x = x.max(f32::MIN_POSITIVE);
    let bits = x.to_bits();
    let mut exponent = ((bits >> 23) as i32 - 127) as f32;
    let mut mantissa = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    if mantissa > std::f32::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    // The series of the area hyperbolic tangent, which converges fastest near one.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square * (1.0 / 9.0))));
    exponent * LN_2 + 2.0 * t * series
}

/// The logistic function: between zero and one, one half at zero.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// Converts scores into probabilities, in place.
pub(crate) fn softmax(scores: &mut [f32]) {
    let most = most(scores);
    for score in scores.iter_mut() {
        *score = exp(*score - most);
    }
    let scale = 1.0 / sum(scores);
    for score in scores.iter_mut() {
        *score *= scale;
    }
}

/// The number of lanes for maxima and sums: in a single lane, each step would wait for the preceding one.
const LANES: usize = 8;

/// Returns the maximum of some numbers without NaN.
pub(crate) fn most(values: &[f32]) -> f32 {
    fold(values, f32::MIN, |one, other| if one > other { one } else { other })
}

/// Returns the sum of some numbers.
pub(crate) fn sum(values: &[f32]) -> f32 {
    fold(values, 0.0, |one, other| one + other)
}

fn fold(values: &[f32], start: f32, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [start; LANES];
    let mut chunks = values.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = join(*lane, *value);
        }
    }
    lanes.iter().chain(chunks.remainder()).fold(start, |all, value| join(all, *value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn approximations_match_exact_functions() {
        for step in -800..=800 {
            let x = step as f32 / 10.0;
            let expected = f64::from(x).exp();
            assert!(((f64::from(exp(x)) - expected) / expected).abs() < 3e-6, "exp {x}");
        }
        for step in 1..2000 {
            let x = step as f32 * step as f32 / 100.0;
            assert!((f64::from(ln(x)) - f64::from(x).ln()).abs() < 3e-6, "ln {x}");
        }
        assert_eq!(exp(f32::NEG_INFINITY), exp(-87.0));
        assert_eq!(sigmoid(0.0), 0.5);
    }

    #[test]
    fn sum_and_maximum_cover_all_elements() {
        for count in [0, 1, 7, 8, 9, 31] {
            let values: Vec<f32> = (0..count).map(|value| value as f32).collect();
            assert_eq!(sum(&values), (0..count).sum::<i32>() as f32);
            assert_eq!(most(&values), if count == 0 { f32::MIN } else { count as f32 - 1.0 });
        }
    }

    #[test]
    fn softmax_is_normalized_and_stable() {
        let mut scores = [1e30, 3.0, -4.0, 1e30];
        softmax(&mut scores);
        assert_eq!(scores[0], 0.5);
        assert!(scores[1] < 1e-30 && scores[3] == 0.5);
    }
}

//! Exponentials and logarithms that come out alike everywhere.
//!
//! The platforms' own differ in the last place, and a model that learns by small steps would carry such a difference far.
//! These are made of sums and products alone. The compiler can do several at a time, which the platforms' do not allow.

use std::f32::consts::{LN_2, LOG2_E};

/// e to the power of `x`, to about six places; zero far below, and no more than about 10^38.
pub(crate) fn exp(x: f32) -> f32 {
    let x = x.clamp(-87.0, 88.0);
    // Adding and taking away 1.5 · 2^23 rounds to the nearest whole number without a call. In between, that number is in the
    // last places of the sum.
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

/// The natural logarithm of a number above zero, to about six places.
pub(crate) fn ln(x: f32) -> f32 {
    let x = x.max(f32::MIN_POSITIVE);
    let bits = x.to_bits();
    let mut exponent = ((bits >> 23) as i32 - 127) as f32;
    let mut mantissa = f32::from_bits((bits & 0x007f_ffff) | 0x3f80_0000);
    if mantissa > std::f32::consts::SQRT_2 {
        mantissa *= 0.5;
        exponent += 1.0;
    }
    // The series of the area tangent, which meets the logarithm fastest around one.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = 1.0 + square * (1.0 / 3.0 + square * (0.2 + square * (1.0 / 7.0 + square * (1.0 / 9.0))));
    exponent * LN_2 + 2.0 * t * series
}

/// Between zero and one, a half at zero.
pub(crate) fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// Scores into shares of one, in place.
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

/// Maxima and sums are taken in this many lanes: in one, each step would wait for the step before it.
const LANES: usize = 8;

/// The highest of some numbers, none of which is NaN.
pub(crate) fn most(values: &[f32]) -> f32 {
    fold(values, f32::MIN, |one, other| if one > other { one } else { other })
}

/// The sum of some numbers.
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
    fn they_are_what_mathematics_says() {
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
    fn all_numbers_are_taken_into_account() {
        for count in [0, 1, 7, 8, 9, 31] {
            let values: Vec<f32> = (0..count).map(|value| value as f32).collect();
            assert_eq!(sum(&values), (0..count).sum::<i32>() as f32);
            assert_eq!(most(&values), if count == 0 { f32::MIN } else { count as f32 - 1.0 });
        }
    }

    #[test]
    fn shares_add_up_to_one() {
        let mut scores = [1e30, 3.0, -4.0, 1e30];
        softmax(&mut scores);
        assert_eq!(scores[0], 0.5);
        assert!(scores[1] < 1e-30 && scores[3] == 0.5);
    }
}

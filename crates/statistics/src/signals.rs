//! Signals of certainty.

use crate::math::{exp, ln, most, sum};

/// The signals of certainty, before calibration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signals {
    /// The log odds of the best class against all others together.
    pub odds: f32,
    /// The known share of the sentence, between zero and one.
    pub known: f32,
}

impl Signals {
    /// Returns the signals of scores, and the best class.
    pub(crate) fn of(scores: &[f32], vector: &[(u32, f32)]) -> (Self, usize) {
        let most = most(scores);
        let best = scores.iter().position(|score| *score == most).unwrap_or_default();
        let shares: Vec<f32> = scores.iter().map(|score| exp(score - most)).collect();
        let all = sum(&shares);
        // The best class contributes one to the sum.
        let odds = -ln((all - 1.0).max(f32::EPSILON));
        let known = vector.iter().map(|(_, value)| value * value).sum::<f32>().sqrt();
        (Self { odds, known }, best)
    }
}

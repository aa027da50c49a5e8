//! What tells how sure a reading is.

use crate::math::{exp, ln, most, sum};

/// What tells how sure a reading is, before it is known what that is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signals {
    /// How much more speaks for the best class than for all others together: the logarithm of the odds.
    pub odds: f32,
    /// How much of the sentence is known, between zero and one.
    pub known: f32,
}

impl Signals {
    /// The signals of scores, and the class that has the best.
    pub(crate) fn of(scores: &[f32], vector: &[(u32, f32)]) -> (Self, usize) {
        let most = most(scores);
        let best = scores.iter().position(|score| *score == most).unwrap_or_default();
        let shares: Vec<f32> = scores.iter().map(|score| exp(score - most)).collect();
        let all = sum(&shares);
        // The best itself counts for one in the sum.
        let odds = -ln((all - 1.0).max(f32::EPSILON));
        let known = vector.iter().map(|(_, value)| value * value).sum::<f32>().sqrt();
        (Self { odds, known }, best)
    }
}

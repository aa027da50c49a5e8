//! Decides whether a sentence belongs to any class.

use serde::{Deserialize, Serialize};

use crate::cross_validation::Outcome;
use crate::math::sigmoid;
use crate::signals::Signals;

/// The weight of the known share of a sentence, relative to the odds of its best class.
const KNOWN: f32 = 2.0;
/// The number of correct predictions that may be rejected for each wrong one. If classes are easy to
/// distinguish, sentences that fit none of them are rare, and hardly any need to be rejected; otherwise,
/// wrong predictions resemble sentences of no class.
const PRICE: f32 = 0.4;
/// The maximum share of correct predictions that are rejected.
const DEAREST: f32 = 0.06;

/// The rejection threshold.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scope {
    border: f32,
}

impl Scope {
    /// Fits the threshold to the outcomes of held-out sentences.
    pub(crate) fn fit(outcomes: &[Outcome]) -> Self {
        let inside = outcomes.iter().filter(|outcome| outcome.inside);
        let mut right: Vec<f32> =
            inside.clone().filter(|outcome| outcome.right).map(|outcome| height(&outcome.signals)).collect();
        let wrong = inside.count() - right.len();
        right.sort_unstable_by(f32::total_cmp);
        let refused = (PRICE * wrong as f32).min(DEAREST * right.len() as f32) as usize;
        Self { border: right.get(refused).copied().unwrap_or(f32::MIN) }
    }

    /// Returns the probability that the sentence belongs to a class: one half at the threshold.
    pub(crate) fn confidence(&self, signals: &Signals) -> f32 {
        sigmoid(height(signals) - self.border)
    }
}

/// Returns the score that is compared with the threshold.
fn height(signals: &Signals) -> f32 {
    signals.odds + KNOWN * signals.known
}

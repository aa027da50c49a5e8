//! Whether a sentence is of any class at all.

use serde::{Deserialize, Serialize};

use crate::math::sigmoid;
use crate::rehearsal::Outcome;
use crate::signals::Signals;

/// How much the known part of a sentence counts beside the odds of its best class.
const KNOWN: f32 = 2.0;
/// So many right readings may be refused for each one that is wrong. Where classes are told apart easily, a sentence that
/// fits none of them well is rare, and hardly any need be refused; where they are not, those that are read wrong look just
/// like those that are of no class.
const PRICE: f32 = 0.4;
/// No more than this share of right readings is ever refused.
const DEAREST: f32 = 0.06;

/// Where sentences begin that are of no class.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scope {
    border: f32,
}

impl Scope {
    /// Finds the border by how it went with sentences that were held out.
    pub(crate) fn fit(outcomes: &[Outcome]) -> Self {
        let inside = outcomes.iter().filter(|outcome| outcome.inside);
        let mut right: Vec<f32> =
            inside.clone().filter(|outcome| outcome.right).map(|outcome| height(&outcome.signals)).collect();
        let wrong = inside.count() - right.len();
        right.sort_unstable_by(f32::total_cmp);
        let refused = (PRICE * wrong as f32).min(DEAREST * right.len() as f32) as usize;
        Self { border: right.get(refused).copied().unwrap_or(f32::MIN) }
    }

    /// How sure it is that the sentence is of a class: a half at the border.
    pub(crate) fn sureness(&self, signals: &Signals) -> f32 {
        sigmoid(height(signals) - self.border)
    }
}

/// What is compared with the border.
fn height(signals: &Signals) -> f32 {
    signals.odds + KNOWN * signals.known
}

//! Converts log odds into probabilities.

use serde::{Deserialize, Serialize};

use crate::cross_validation::Outcome;
use crate::math::sigmoid;
use crate::signals::Signals;

/// The regularization strength, which keeps a few outcomes from dominating the curve.
const PULL: f64 = 0.3;
/// The minimum slope: higher odds never mean a lower probability.
const FLATTEST: f64 = 0.05;
/// The number of iterations of Newton's method, which doubles the correct digits each time.
const ROUNDS: usize = 12;
/// The maximum step. A longer one leads into the flat part of the curve, where the method does not recover.
const FARTHEST: f64 = 2.0;

/// A logistic curve from log odds to the probability of a correct prediction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Calibration {
    slope: f64,
    bias: f64,
}

/// The prior. The model is trained on smoothed targets, so that even certain predictions have low odds.
const GUESS: Calibration = Calibration { slope: 1.0, bias: 1.0 };

impl Calibration {
    /// Fits the curve to the outcomes of held-out sentences.
    pub(crate) fn fit(outcomes: &[Outcome]) -> Self {
        let mut curve = GUESS;
        for _ in 0..ROUNDS {
            let (mut slope, mut bias) =
                (PULL * (curve.slope - GUESS.slope), PULL * (curve.bias - GUESS.bias));
            let [mut bend, mut twist, mut lift] = [PULL, 0.0, PULL];
            for outcome in outcomes.iter().filter(|outcome| outcome.inside) {
                let odds = f64::from(outcome.signals.odds);
                let chance = curve.probability_at(odds);
                let error = chance - f64::from(u8::from(outcome.right));
                let weight = chance * (1.0 - chance);
                slope += error * odds;
                bias += error;
                bend += weight * odds * odds;
                twist += weight * odds;
                lift += weight;
            }
            let determinant = bend * lift - twist * twist;
            let step = |by: f64| (by / determinant).clamp(-FARTHEST, FARTHEST);
            curve.slope = (curve.slope - step(lift * slope - twist * bias)).max(FLATTEST);
            curve.bias -= step(bend * bias - twist * slope);
        }
        curve
    }

    /// Returns the probability that the best class is right, provided that any is.
    pub(crate) fn chance(&self, signals: &Signals) -> f32 {
        self.probability_at(f64::from(signals.odds)) as f32
    }

    fn probability_at(&self, odds: f64) -> f64 {
        f64::from(sigmoid((self.slope * odds + self.bias) as f32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(share: impl Fn(f32) -> f32) -> Vec<Outcome> {
        (0..2000)
            .map(|index| {
                let odds = (index % 50) as f32 / 5.0 - 5.0;
                let right = (index / 50) as f32 / 40.0 < share(odds);
                Outcome { signals: Signals { odds, known: 1.0 }, inside: true, right }
            })
            .collect()
    }

    #[test]
    fn calibrated_probability_matches_observed_frequency() {
        let calibration = Calibration::fit(&outcomes(|odds| sigmoid(0.5 * odds - 0.7)));
        for odds in [-4.0, -1.0, 0.0, 2.0, 4.0] {
            let chance = calibration.chance(&Signals { odds, known: 1.0 });
            assert!((chance - sigmoid(0.5 * odds - 0.7)).abs() < 0.03, "{odds}: {chance}");
        }
    }

    #[test]
    fn calibration_stays_monotonic_for_degenerate_data() {
        for outcomes in [outcomes(|_| 1.0), outcomes(|_| 0.0), outcomes(|odds| sigmoid(-odds)), Vec::new()] {
            let calibration = Calibration::fit(&outcomes);
            let chance = |odds| calibration.chance(&Signals { odds, known: 1.0 });
            assert!(chance(-20.0) <= chance(0.0) && chance(0.0) <= chance(20.0));
            assert!((0.0..=1.0).contains(&chance(-20.0)) && (0.0..=1.0).contains(&chance(20.0)));
        }
        assert_eq!(Calibration::fit(&[]), GUESS);
    }
}

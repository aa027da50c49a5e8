//! The classifier: predicts the class of a sentence with a probability, and whether it belongs to any class.

use std::thread;

use serde::{Deserialize, Serialize};

use crate::calibration::Calibration;
use crate::category::categories;
use crate::cross_validation::{Outcome, evaluate_fold};
use crate::examples::Examples;
use crate::explanation::{FeatureContribution, reasons};
use crate::features::FeatureHashes;
use crate::lexicon::{Lexicon, Vectors, Worth};
use crate::linear::Linear;
use crate::math::softmax;
use crate::memory::{Memory, numbers};
use crate::piece::{Piece, Sample};
use crate::scope::Scope;
use crate::signals::Signals;
use crate::training_parameters::TrainingParameters;

/// A classifier trained from samples.
#[derive(Debug, Serialize, Deserialize)]
pub struct Classifier {
    classes: usize,
    fewest_letters: usize,
    /// The memory of words, if categories are in use.
    memory: Option<Memory>,
    lexicon: Lexicon,
    worth: Worth,
    linear: Linear,
    calibration: Calibration,
    scope: Scope,
}

/// A prediction.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// All classes with samples by descending probability, each with the probability that it is right,
    /// provided that any is.
    pub ranking: Vec<(usize, f32)>,
    /// The probability that the sentence belongs to any class. Below 0.5 it should be rejected.
    pub scope: f32,
    /// The signals that both are derived from.
    pub signals: Signals,
}

impl Classifier {
    /// Trains a classifier. Samples whose class is not below `classes` are ignored.
    pub fn train(samples: &[Sample<'_>], classes: usize) -> Self {
        // A sample with invalid slots still counts for its words.
        let samples: Vec<Sample<'_>> = samples
            .iter()
            .filter(|sample| sample.class < classes)
            .map(|sample| if sample.has_valid_slots() { *sample } else { Sample { slots: &[], ..*sample } })
            .collect();
        let parameters = TrainingParameters::of(samples.len(), classes);
        let mut lexicon = Lexicon::default();
        let (examples, memory) = Examples::read(&samples, &mut lexicon, &parameters);
        let evaluate_folds = |first: usize, step: usize| -> Vec<Vec<Outcome>> {
            let rehearsals = (first..parameters.rehearsals).step_by(step);
            rehearsals.map(|which| evaluate_fold(&examples, classes, which, &parameters)).collect()
        };
        let learn = || {
            let all: Vec<usize> = (0..samples.len()).collect();
            let (worth, linear) = examples.learn(&all, classes, &parameters);
            let (lexicon, worth) = lexicon.narrowed(&worth);
            (lexicon, worth, linear)
        };
        // Even folds are evaluated in parallel with training, odd ones after it; if no thread can be started,
        // all are.
        let (learnt, outcomes) = thread::scope(|scope| {
            let beside = thread::Builder::new().spawn_scoped(scope, || evaluate_folds(0, 2));
            let learnt = learn();
            let odd = evaluate_folds(1, 2);
            let even =
                beside.ok().and_then(|thread| thread.join().ok()).unwrap_or_else(|| evaluate_folds(0, 2));
            (learnt, [even, odd].concat().concat())
        });
        let (lexicon, worth, linear) = learnt;
        let (calibration, scope) = (Calibration::fit(&outcomes), Scope::fit(&outcomes));
        let fewest_letters = parameters.fewest_letters;
        Self { classes, fewest_letters, memory, lexicon, worth, linear, calibration, scope }
    }

    /// Classifies a sentence.
    pub fn classify(&self, pieces: &[Piece]) -> Verdict {
        let vectors = self.vector(pieces);
        let mut scores = vec![0.0; self.linear.width()];
        self.linear.score(vectors.get(0), &mut scores);
        let (signals, best) = Signals::of(&scores, vectors.get(0));
        softmax(&mut scores);
        let chance = self.calibration.chance(&signals);
        // The other classes share the remaining probability in proportion.
        let rest = (1.0 - chance) / (1.0 - scores[best]).max(f32::EPSILON);
        let mut ranking: Vec<(usize, f32)> = (0..self.classes)
            .filter(|class| self.linear.has(*class))
            .map(|class| (class, if class == best { chance } else { (scores[class] * rest).min(chance) }))
            .collect();
        ranking.sort_unstable_by(|one, other| {
            other.1.total_cmp(&one.1).then((one.0 != best).cmp(&(other.0 != best))).then(one.0.cmp(&other.0))
        });
        Verdict { ranking, scope: self.scope.confidence(&signals), signals }
    }

    /// Returns the features with the largest positive and negative contributions to a class, the largest
    /// first.
    pub fn explain(&self, pieces: &[Piece], class: usize) -> Vec<FeatureContribution> {
        let categories = self.categories(pieces);
        reasons(pieces, &categories, self.vector(pieces).get(0), &self.lexicon, &self.linear, class)
    }

    fn categories(&self, pieces: &[Piece]) -> Vec<u64> {
        self.memory.as_ref().map(|memory| categories(&numbers(pieces), memory)).unwrap_or_default()
    }

    fn vector(&self, pieces: &[Piece]) -> Vectors {
        let mut evidence = FeatureHashes::new(self.fewest_letters);
        evidence.see(pieces, &self.categories(pieces));
        let mut vectors = Vectors::default();
        self.worth.vectorize_sentence(&self.lexicon, &mut evidence, &mut vectors);
        vectors
    }
}

impl Verdict {
    /// Whether the sentence should be rejected because it belongs to no class.
    pub fn is_outside(&self) -> bool {
        self.scope < 0.5 || self.ranking.is_empty()
    }
}

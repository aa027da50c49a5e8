//! Cross-validation: trains on a part of the samples, and evaluates on the rest.
//!
//! The outcomes of held-out sentences provide the calibration and the rejection threshold, so that neither
//! has to be configured.
//!
//! Neighboring samples resemble each other, so a fold consists of consecutive ones. With every fifth sample
//! held out, each would have neighbors in the training set, and the results would be too optimistic.

use crate::examples::Examples;
use crate::signals::Signals;
use crate::training_parameters::{HELD_OUT, TrainingParameters};

/// The outcome of a held-out sentence.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
    pub(crate) signals: Signals,
    /// Whether the training set contained a sample of its class.
    pub(crate) inside: bool,
    /// Whether the prediction was right.
    pub(crate) right: bool,
}

/// Evaluates one fold.
pub(crate) fn evaluate_fold(
    examples: &Examples,
    classes: usize,
    which: usize,
    parameters: &TrainingParameters,
) -> Vec<Outcome> {
    let of = &examples.of;
    let mut sizes = vec![0; classes];
    for class in of {
        sizes[*class] += 1;
    }
    let mut met = vec![0; classes];
    let (mut learnt, mut asked) = (Vec::new(), Vec::new());
    for (sentence, class) in of.iter().enumerate() {
        let held_out = met[*class] * HELD_OUT / sizes[*class] == which;
        met[*class] += 1;
        if held_out {
            asked.push(sentence);
        } else {
            learnt.push(sentence);
        }
    }
    let (worth, linear) = examples.learn(&learnt, classes, parameters);
    let vectors = worth.vectorize_corpus(&examples.corpus, &asked);
    let mut scores = vec![0.0; linear.width()];
    let outcome = |(index, sentence): (usize, usize)| {
        let vector = vectors.get(index);
        linear.score(vector, &mut scores);
        let (signals, best) = Signals::of(&scores, vector);
        let inside = linear.has(of[sentence]);
        Outcome { signals, inside, right: inside && best == of[sentence] }
    };
    asked.into_iter().enumerate().map(outcome).collect()
}

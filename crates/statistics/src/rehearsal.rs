//! Learning from a part of the examples, to see how it goes with the rest.
//!
//! So nobody has to say how sure the model is, nor write down what it cannot do: sentences that were held out tell both, by how
//! the right readings of them differ from the wrong ones.
//!
//! Examples that were written one after the other resemble each other, so those that are held out stand together. Were every
//! fifth held out, each would have its neighbours among those learnt from, and all would seem easier than it is.

use crate::effort::{Effort, HELD_OUT};
use crate::examples::Examples;
use crate::signals::Signals;

/// How it went with a sentence that was not learnt from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Outcome {
    pub(crate) signals: Signals,
    /// Whether any example of its class was left to learn from.
    pub(crate) inside: bool,
    /// Whether its class won.
    pub(crate) right: bool,
}

/// One rehearsal.
pub(crate) fn rehearse(examples: &Examples, classes: usize, which: usize, effort: &Effort) -> Vec<Outcome> {
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
    let (worth, linear) = examples.learn(&learnt, classes, effort);
    let vectors = worth.weigh_all(&examples.corpus, &asked);
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

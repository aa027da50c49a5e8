//! Learning from a part of the examples, to see how it goes with the rest.
//!
//! In each rehearsal some examples of every class are held out, and some classes altogether. The first tell how right the
//! model is where it is sure. The second show nobody the border of what can be said, since they resemble the classes that
//! stay more than what people say who want something else entirely; they only make the first as strange as new sentences are.
//!
//! Examples that were written one after the other resemble each other, so those that are held out stand together. Were every
//! fifth held out, each would have its neighbours among those learnt from, and all would seem easier than it is.

use super::lexicon::{Corpus, Worth};
use super::linear::Linear;
use super::signals::Signals;

/// One example of so many is held out.
const HELD_OUT: usize = 5;
/// One class of so many is left out.
const LEFT_OUT: usize = 10;
/// So many sentences are enough to know; with fewer, there is another rehearsal.
const ENOUGH: usize = 400;

/// How it went with a sentence that was not learnt from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    pub(super) signals: Signals,
    /// Whether its class took part.
    pub(super) inside: bool,
    /// Whether its class won.
    pub(super) right: bool,
}

/// How many rehearsals a number of examples takes.
pub(super) fn rehearsals(examples: usize) -> usize {
    (ENOUGH * HELD_OUT).div_ceil(examples.max(1)).clamp(1, HELD_OUT)
}

/// One rehearsal.
pub(super) fn rehearse(
    corpus: &Corpus,
    of: &[usize],
    classes: usize,
    which: usize,
    passes: usize,
) -> Vec<Outcome> {
    let mut sizes = vec![0; classes];
    for class in of {
        sizes[*class] += 1;
    }
    let left_out = |class: usize| classes > LEFT_OUT && class % LEFT_OUT == which;
    let mut met = vec![0; classes];
    let (mut learnt, mut asked) = (Vec::new(), Vec::new());
    for (sentence, class) in of.iter().enumerate() {
        let held_out = met[*class] * HELD_OUT / sizes[*class] == which;
        met[*class] += 1;
        if held_out || left_out(*class) {
            asked.push(sentence);
        } else {
            learnt.push(sentence);
        }
    }
    let worth = Worth::of(corpus, &learnt);
    let vectors = worth.weigh_all(corpus, &learnt);
    let learnt: Vec<usize> = learnt.into_iter().map(|sentence| of[sentence]).collect();
    let linear = Linear::learn(&vectors, &learnt, worth.known(), classes, passes);
    let vectors = worth.weigh_all(corpus, &asked);
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

//! What is learnt from examples: which class a sentence is of, whether it is of any, and where its slots are.
//!
//! Nothing here was trained elsewhere. A [`Classifier`] and a [`Tagger`] are made of the examples that they are given, in
//! the time in which a program starts, and the same examples give the same answers on every machine: there is no chance in
//! it, sums are taken in one order, and what the platforms' mathematics might disagree on is computed here (`curves`).
//!
//! A sentence becomes `evidence`, which a `lexicon` weighs (less where it is a value that any class may have: `commonness`), and
//! a `linear` model scores classes by it; `effort` says how much is made of few examples and of many. Of few, words are also seen
//! by their `category`, and `examples` has variations of them. `rehearsal` shows what a score is worth (`calibration`), and from where on a sentence is of no class at all (`scope`). For slots, each word has
//! `marks`, made of what there is to see at it and of what is remembered of the examples (`memory`), and a `chain` of
//! labels is laid over them; `variation` makes more of few examples.

mod calibration;
mod category;
mod chain;
mod classifier;
mod commonness;
mod curves;
mod effort;
mod evidence;
mod examples;
mod explanation;
mod lexicon;
mod linear;
mod marks;
mod memory;
mod path;
mod piece;
mod rehearsal;
mod scope;
mod shuffle;
mod signals;
mod tagger;
#[cfg(test)]
mod tests;
mod variation;

pub use classifier::{Classifier, Verdict};
pub use explanation::Reason;
pub use piece::{Piece, Sample};
pub use signals::Signals;
pub use tagger::Tagger;

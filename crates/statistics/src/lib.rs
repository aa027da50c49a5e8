//! Trains and applies the statistical models that read sentences.
//!
//! A [`Classifier`] predicts which class a sentence belongs to and whether it belongs to any; a [`Tagger`] finds the slots of a
//! sentence of a known class. Both are trained from the [`Sample`]s that the caller passes, within the start of a program; there
//! is no model trained elsewhere. Training is deterministic: the same samples give the same answers on every machine, because
//! nothing is random, sums are taken in a fixed order, and `math` computes the functions in which platforms differ in the last
//! digit.
//!
//! To classify, `features` extracts features from a sentence, `lexicon` weights them (less for values that any class may have:
//! `commonness`), and a `linear` model scores the classes; `training_parameters` sets how much
//! is computed for few and for many samples. With few samples, words also count by their `category`, and `examples` adds variations of the samples. `cross_validation` estimates,
//! so that `calibration` turns scores into probabilities and `scope` refuses sentences of no class. To tag, `word_features` extracts the
//! features of each word, also from what `memory` keeps of the samples, `crf` scores the labels and `viterbi` finds the best
//! sequence of them; `augmentation` derives more samples where there are few.
//!
//! The crate knows neither words of any language nor intents: a sentence is a slice of [`Piece`]s. It is a crate of its own
//! because training takes most of the time of the tests, so that the development profile optimizes it alone.

mod augmentation;
mod calibration;
mod category;
mod classifier;
mod commonness;
mod crf;
mod cross_validation;
mod examples;
mod explanation;
mod features;
mod label;
mod lexicon;
mod linear;
mod math;
mod memory;
mod piece;
mod scope;
mod shuffle;
mod signals;
mod tagger;
#[cfg(test)]
mod tests;
mod training_parameters;
mod viterbi;
mod word_features;

pub use classifier::{Classifier, Verdict};
pub use explanation::FeatureContribution;
pub use piece::{Piece, Sample};
pub use signals::Signals;
pub use tagger::Tagger;

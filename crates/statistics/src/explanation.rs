//! Why a classifier says what it says.

use std::collections::{BTreeMap, BTreeSet};

use crate::evidence::{Sight, look};
use crate::lexicon::Lexicon;
use crate::linear::Linear;
use crate::piece::Piece;

/// So many reasons are told.
const TOLD: usize = 8;

/// Something in a sentence that spoke for a class, or against it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reason {
    /// A word with all of its letters, two words, or two words with one between them. `^` and `$` are the beginning and the end
    /// of the sentence.
    pub evidence: String,
    /// How much it added to the class's score, beyond what it adds to classes on the whole.
    pub weight: f32,
}

/// What moved a class's score most.
pub(crate) fn reasons(
    pieces: &[Piece],
    categories: &[u64],
    vector: &[(u32, f32)],
    lexicon: &Lexicon,
    linear: &Linear,
    class: usize,
) -> Vec<Reason> {
    if !linear.has(class) {
        return Vec::new();
    }
    let mut told = BTreeSet::new();
    let mut weights: BTreeMap<Sight, f32> = BTreeMap::new();
    look(pieces, 0, categories, |sight, number| {
        let Some(row) = lexicon.get(number) else { return };
        let Some((_, value)) = vector.iter().find(|(other, _)| *other == row) else { return };
        // What was seen twice counts once, for where it was seen first.
        if told.insert(row) {
            let weight = value * (linear.weight(row, class) - linear.usual(row));
            *weights.entry(sight.whole()).or_default() += weight;
        }
    });
    let mut reasons: Vec<Reason> = weights
        .into_iter()
        .map(|(sight, weight)| Reason { evidence: sight.describe(pieces), weight })
        .collect();
    reasons.sort_by(|one, other| other.weight.abs().total_cmp(&one.weight.abs()));
    reasons.truncate(TOLD);
    reasons
}

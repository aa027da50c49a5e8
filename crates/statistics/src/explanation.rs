//! Explains predictions.

use std::collections::{BTreeMap, BTreeSet};

use crate::features::{FeatureSource, look};
use crate::lexicon::Lexicon;
use crate::linear::Linear;
use crate::piece::Piece;

/// The maximum number of reasons.
const TOLD: usize = 8;

/// A feature that contributed to the score of a class, positively or negatively.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureContribution {
    /// A complete word, a bigram or a skip-gram. `^` and `$` are the start and the end of the sentence.
    pub evidence: String,
    /// Its contribution to the score of the class, relative to its average contribution to all classes.
    pub weight: f32,
}

/// Returns the features with the largest contributions to the score of a class.
pub(crate) fn reasons(
    pieces: &[Piece],
    categories: &[u64],
    vector: &[(u32, f32)],
    lexicon: &Lexicon,
    linear: &Linear,
    class: usize,
) -> Vec<FeatureContribution> {
    if !linear.has(class) {
        return Vec::new();
    }
    let mut told = BTreeSet::new();
    let mut weights: BTreeMap<FeatureSource, f32> = BTreeMap::new();
    look(pieces, 0, categories, |sight, number| {
        let Some(row) = lexicon.get(number) else { return };
        let Some((_, value)) = vector.iter().find(|(other, _)| *other == row) else { return };
        // A repeated feature counts once, at its first occurrence.
        if told.insert(row) {
            let weight = value * (linear.weight(row, class) - linear.usual(row));
            *weights.entry(sight.whole()).or_default() += weight;
        }
    });
    let mut reasons: Vec<FeatureContribution> = weights
        .into_iter()
        .map(|(sight, weight)| FeatureContribution { evidence: sight.describe(pieces), weight })
        .collect();
    reasons.sort_by(|one, other| other.weight.abs().total_cmp(&one.weight.abs()));
    reasons.truncate(TOLD);
    reasons
}

//! Data augmentation: the same sentences with other values in their slots.
//!
//! The author of "play ⟨track⟩ by ⟨artist⟩" did not mean that one track only. Values are taken from other
//! examples with a slot of the same name, in any class.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::piece::{Piece, Sample};
use crate::shuffle::Shuffle;

/// The slot values in the examples.
pub(crate) struct Values<'a> {
    samples: &'a [Sample<'a>],
    /// The values of each slot, as an example and a range in it.
    places: Vec<Vec<(usize, Range<usize>)>>,
    /// The number of values per thousand that are hidden although they are known, by slot.
    hidden: Vec<usize>,
}

/// An example with other values.
pub(crate) struct Variation {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) slots: Vec<(Range<usize>, usize)>,
    /// The examples that the values come from.
    pub(crate) sources: Vec<usize>,
}

impl<'a> Values<'a> {
    pub(crate) fn new(samples: &'a [Sample<'a>]) -> Self {
        let mut places: Vec<Vec<(usize, Range<usize>)>> = Vec::new();
        for (index, sample) in samples.iter().enumerate() {
            for (range, slot) in sample.slots {
                if places.len() <= *slot {
                    places.resize(slot + 1, Vec::new());
                }
                places[*slot].push((index, range.clone()));
            }
        }
        let hidden = places.iter().map(|places| hidden(samples, places)).collect();
        Self { samples, places, hidden }
    }

    /// Selects the slots of a sentence that are treated as new.
    pub(crate) fn hide(
        &self,
        slots: &[(Range<usize>, usize)],
        shuffle: &mut Shuffle,
    ) -> Vec<(Range<usize>, usize)> {
        slots.iter().filter(|(_, slot)| shuffle.below(1000) < self.hidden[*slot]).cloned().collect()
    }

    /// Returns an example with other values in the slots that satisfy the predicate; its slots must be in
    /// order.
    pub(crate) fn vary(
        &self,
        example: usize,
        is_varied: impl Fn(usize) -> bool,
        shuffle: &mut Shuffle,
    ) -> Variation {
        let sample = &self.samples[example];
        let mut variation = Variation { pieces: Vec::new(), slots: Vec::new(), sources: Vec::new() };
        let mut done = 0;
        for (range, slot) in sample.slots {
            let places = &self.places[*slot];
            let own = (example, range.clone());
            let (source, place) = if is_varied(*slot) { &places[shuffle.below(places.len())] } else { &own };
            variation.pieces.extend_from_slice(&sample.pieces[done..range.start]);
            let start = variation.pieces.len();
            variation.pieces.extend_from_slice(&self.samples[*source].pieces[place.clone()]);
            variation.slots.push((start..variation.pieces.len(), *slot));
            if *source != example && !variation.sources.contains(source) {
                variation.sources.push(*source);
            }
            done = range.end;
        }
        variation.pieces.extend_from_slice(&sample.pieces[done..]);
        variation
    }
}

/// Returns the number of values per thousand of a slot that are treated as new although they are known. A
/// value in a single example is new by itself, and most slots have such values. But some authors use the same
/// few values in all examples, although users will have others. If no value is unique, and there are
/// nevertheless many values for the number of examples, some are hidden; if there are few, they may be all
/// that exist.
fn hidden(samples: &[Sample<'_>], places: &[(usize, Range<usize>)]) -> usize {
    let mut counts: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for (sample, range) in places {
        let value = samples[*sample].pieces[range.clone()].iter().map(|piece| piece.form.as_str()).collect();
        *counts.entry(value).or_default() += 1;
    }
    let alone = counts.values().any(|count| *count == 1);
    if alone || counts.len() * FEW < places.len() { 0 } else { counts.len() * 500 / places.len().max(1) }
}

/// The average number of examples per value beyond which a slot has few values.
const FEW: usize = 8;

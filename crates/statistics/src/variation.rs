//! More examples from those that there are: the same sentences with other values in their slots.
//!
//! Whoever says "play ⟨track⟩ by ⟨artist⟩" with one track has not said that it is about that track. A value is taken from
//! another example of a slot of the same name, in whichever class.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::piece::{Piece, Sample};
use crate::shuffle::Shuffle;

/// The values of slots in the examples.
pub(crate) struct Values<'a> {
    samples: &'a [Sample<'a>],
    /// The values of each slot: which example, and where in it.
    places: Vec<Vec<(usize, Range<usize>)>>,
    /// Of a thousand values of each slot, how many would be new that seem not to be.
    hidden: Vec<usize>,
}

/// An example with other values.
pub(crate) struct Variation {
    pub(crate) pieces: Vec<Piece>,
    pub(crate) slots: Vec<(Range<usize>, usize)>,
    /// The examples that the values are from.
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

    /// Which of the slots of a sentence are to be taken for new.
    pub(crate) fn hide(
        &self,
        slots: &[(Range<usize>, usize)],
        shuffle: &mut Shuffle,
    ) -> Vec<(Range<usize>, usize)> {
        slots.iter().filter(|(_, slot)| shuffle.below(1000) < self.hidden[*slot]).cloned().collect()
    }

    /// An example with other values in the slots that are to be varied; its slots stand one after the other.
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

/// Of a thousand values of a slot, how many are to be taken for new although they are not. A value that is in one example alone is
/// new where it stands, and most slots have some. But there are authors who have the same few values in all of their
/// examples, for people who will have others. Where no value stands alone and yet they are many for so few examples, some are
/// hidden; where they are few, they may be all that there are.
fn hidden(samples: &[Sample<'_>], places: &[(usize, Range<usize>)]) -> usize {
    let mut counts: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for (sample, range) in places {
        let value = samples[*sample].pieces[range.clone()].iter().map(|piece| piece.form.as_str()).collect();
        *counts.entry(value).or_default() += 1;
    }
    let alone = counts.values().any(|count| *count == 1);
    if alone || counts.len() * FEW < places.len() { 0 } else { counts.len() * 500 / places.len().max(1) }
}

/// Values that stand in more examples than this, on the whole, are few.
const FEW: usize = 8;

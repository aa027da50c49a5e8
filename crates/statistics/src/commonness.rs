//! Reduces the weight of slot values, which are weak evidence for a class.
//!
//! A user who names a city asks for a flight, for a fare or for the weather there, and the city does not
//! reveal which. With a dozen examples per class, each city occurs in the examples of one or two classes by
//! chance, and would count as evidence for them. A slot that only one class has is different: song titles
//! indicate music.

use std::collections::BTreeSet;

use crate::piece::Sample;

/// The number of classes that have each slot.
#[derive(Debug)]
pub(crate) struct Commonness {
    having: Vec<usize>,
    classes: usize,
}

impl Commonness {
    pub(crate) fn of(samples: &[Sample<'_>]) -> Self {
        let mut having: Vec<BTreeSet<usize>> = Vec::new();
        for sample in samples {
            for (_, slot) in sample.slots {
                if having.len() <= *slot {
                    having.resize(slot + 1, BTreeSet::new());
                }
                having[*slot].insert(sample.class);
            }
        }
        let classes: BTreeSet<usize> = samples.iter().map(|sample| sample.class).collect();
        Self { having: having.iter().map(BTreeSet::len).collect(), classes: classes.len() }
    }

    /// Returns the commonness of the slot of each piece: zero for a piece outside slots or in a slot of a
    /// single class, approaching one the more classes have the slot.
    pub(crate) fn piece_commonness(&self, sample: &Sample<'_>) -> Vec<f32> {
        let mut common = vec![0.0; sample.pieces.len()];
        for (range, slot) in sample.slots {
            if let Some(pieces) = common.get_mut(range.clone()) {
                pieces.fill(1.0 - 1.0 / self.having[*slot] as f32);
            }
        }
        common
    }

    /// Whether at least half of the classes have a slot, and more than one.
    pub(crate) fn is_usual(&self, slot: usize) -> bool {
        self.having[slot] > 1 && self.having[slot] * 2 >= self.classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Piece;

    #[test]
    fn slot_commonness_grows_with_number_of_classes() {
        let pieces: Vec<Piece> = ["from", "rome", "by", "rail"]
            .map(|form| Piece { form: form.to_owned(), span: 0..0 })
            .into_iter()
            .collect();
        let slots = [(1..2, 0), (3..4, 7)];
        let samples = [
            Sample { pieces: &pieces, class: 0, slots: &slots },
            Sample { pieces: &pieces, class: 0, slots: &slots },
            Sample { pieces: &pieces, class: 1, slots: &slots[..1] },
            Sample { pieces: &pieces, class: 2, slots: &[] },
        ];
        let commonness = Commonness::of(&samples);
        assert_eq!(commonness.piece_commonness(&samples[0]), [0.0, 0.5, 0.0, 0.0]);
        assert_eq!(commonness.piece_commonness(&samples[2]), [0.0, 0.5, 0.0, 0.0]);
        assert_eq!(commonness.piece_commonness(&samples[3]), [0.0; 4]);
        assert!(commonness.is_usual(0) && !commonness.is_usual(7));
    }
}

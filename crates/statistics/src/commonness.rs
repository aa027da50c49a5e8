//! How little the values of slots say of the class that they were said in.
//!
//! Whoever names a city asks for a flight, for a fare or for the weather there: which of them, the city does not tell. With a
//! dozen examples a class, each city is in the examples of one or two classes by chance, and would be taken for a sign of them.
//! A slot that one class alone has is another matter: the names of songs are a sign of music.

use std::collections::BTreeSet;

use crate::piece::Sample;

/// How many classes have each slot.
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

    /// For each piece of a sentence, how common the slot is that the piece is a value of: zero where it is of none or of one
    /// that a single class has, towards one the more classes have it.
    pub(crate) fn of_pieces(&self, sample: &Sample<'_>) -> Vec<f32> {
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
    fn a_slot_is_as_common_as_many_classes_have_it() {
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
        assert_eq!(commonness.of_pieces(&samples[0]), [0.0, 0.5, 0.0, 0.0]);
        assert_eq!(commonness.of_pieces(&samples[2]), [0.0, 0.5, 0.0, 0.0]);
        assert_eq!(commonness.of_pieces(&samples[3]), [0.0; 4]);
        assert!(commonness.is_usual(0) && !commonness.is_usual(7));
    }
}

//! How little the values of slots say of the class that they were said in.
//!
//! Whoever names a city asks for a flight, for a fare or for the weather there: which of them, the city does not tell. With a
//! dozen examples a class, each city is in the examples of one or two classes by chance, and would be taken for a sign of them.
//! A slot that one class alone has is another matter: the names of songs are a sign of music.

use super::piece::Sample;

/// For each sentence and each of its pieces, how common the slot is that the piece is a value of: zero where it is of none or of
/// one that a single class has, towards one the more classes have it.
pub(super) fn commonness(samples: &[&Sample<'_>]) -> Vec<Vec<f32>> {
    let mut having: Vec<Vec<usize>> = Vec::new();
    for sample in samples {
        for (_, slot) in sample.slots {
            if having.len() <= *slot {
                having.resize(slot + 1, Vec::new());
            }
            if !having[*slot].contains(&sample.class) {
                having[*slot].push(sample.class);
            }
        }
    }
    let of_slot = |slot: usize| 1.0 - 1.0 / having[slot].len() as f32;
    let of_sample = |sample: &&Sample<'_>| {
        let mut common = vec![0.0; sample.pieces.len()];
        for (range, slot) in sample.slots {
            if let Some(pieces) = common.get_mut(range.clone()) {
                pieces.fill(of_slot(*slot));
            }
        }
        common
    };
    samples.iter().map(of_sample).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Piece;

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
        let common = commonness(&samples.iter().collect::<Vec<_>>());
        assert_eq!(common[0], [0.0, 0.5, 0.0, 0.0]);
        assert_eq!(common[2], [0.0, 0.5, 0.0, 0.0]);
        assert_eq!(common[3], [0.0; 4]);
    }
}

//! How much is made of examples: the fewer there are, the sooner one wants to begin, and the less there is to gain.

/// How much is made of the examples of classes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// How often they are gone through. Most are learnt soon, and what is left is hard.
    pub(super) passes: usize,
    /// How often a part of them is held out.
    pub(super) rehearsals: usize,
    /// How few letters in a row are looked at. Two in a row are in so many sentences that they take as long as all others.
    pub(super) fewest_letters: usize,
}

/// With more examples than this nobody expects to begin at once.
const MANY: usize = 6000;
/// One example of so many is held out.
pub(super) const HELD_OUT: usize = 5;
/// So many sentences that were held out are enough to know; with fewer, there is another rehearsal.
const ENOUGH: usize = 400;

impl Effort {
    pub(super) fn of(examples: usize) -> Self {
        if examples > MANY {
            return Self { passes: 4, rehearsals: HELD_OUT, fewest_letters: 2 };
        }
        let rehearsals = (ENOUGH * HELD_OUT).div_ceil(examples.max(1)).clamp(1, HELD_OUT);
        Self { passes: 2, rehearsals, fewest_letters: 3 }
    }
}

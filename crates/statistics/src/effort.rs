//! How much is made of examples: the fewer there are, the more there is to be made of each.

/// How much is made of the examples of classes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effort {
    /// How often they are gone through. Most are learnt soon, and what is left is hard.
    pub(crate) passes: usize,
    /// Whether each pass is for all of them, and not only for those that are not learnt yet. So the few that there are weigh
    /// alike in the end.
    pub(crate) all_again: bool,
    /// What a class is given of everything that it was not seen with. Of a hundred examples it can be told what a class has and
    /// what it has not; what ten have and have not is mostly chance, and learning should not have to undo it.
    pub(crate) unseen: f32,
    /// How much less is made of what was only ever a value of slots that all classes have. With many examples it is seen in them
    /// how little a value says.
    pub(crate) common: f32,
    /// How much of the attention the unknown takes, beside something that is in one example. With few examples nearly all of a
    /// new sentence is unknown, and that says little.
    pub(crate) unknown: f32,
    /// Whether words that are new or values are also seen as such.
    pub(crate) categories: bool,
    /// How many variations there are of an example, with other values in the slots that most classes have. The examples that
    /// there are have each value with one class or two, by chance.
    pub(crate) variations: usize,
    /// In how many examples something has to be to count.
    pub(crate) enough: u32,
    /// How often a part of them is held out.
    pub(crate) rehearsals: usize,
    /// How few letters in a row are looked at. Two in a row are in so many sentences that they take as long as all others.
    pub(crate) fewest_letters: usize,
}

/// With more examples than this nobody expects to begin at once.
const MANY: usize = 6000;
/// Where a class has fewer than this, on the whole, and there are not more than so many of all classes, they are few. Many
/// classes with few examples each are so much the more work, and each has many others to be told apart from.
const FEW_EACH: usize = 18;
const FEW: usize = 2000;
/// Where a class has fewer than this, on the whole, what is in one example alone has to count, and counting is all there is: the
/// order in which so few are gone through would decide between classes that have the same to say for themselves.
const FEWEST_EACH: usize = 4;
/// One example of so many is held out.
pub(crate) const HELD_OUT: usize = 5;
/// So many sentences that were held out are enough to know; with fewer, there is another rehearsal.
const ENOUGH: usize = 400;

impl Effort {
    pub(crate) fn of(examples: usize, classes: usize) -> Self {
        let rehearsals = (ENOUGH * HELD_OUT).div_ceil(examples.max(1)).clamp(1, HELD_OUT);
        let usual = Self {
            passes: 4,
            all_again: false,
            unseen: 0.01,
            common: 0.0,
            unknown: 1.0,
            categories: false,
            variations: 0,
            enough: 2,
            rehearsals,
            fewest_letters: 3,
        };
        if examples < classes * FEWEST_EACH {
            Self { passes: 2, enough: 1, ..usual }
        } else if examples < classes * FEW_EACH && examples <= FEW {
            Self {
                passes: 5,
                all_again: true,
                unseen: 0.3,
                common: 0.75,
                unknown: 0.7,
                categories: true,
                variations: 4,
                enough: 1,
                ..usual
            }
        } else if examples <= FEW {
            Self { categories: true, enough: 1, ..usual }
        } else if examples > MANY {
            Self { rehearsals: HELD_OUT, fewest_letters: 2, ..usual }
        } else {
            usual
        }
    }
}

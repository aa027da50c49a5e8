//! The training parameters for a number of samples: the fewer samples, the more work per sample.

/// The training parameters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrainingParameters {
    /// The number of training passes. Most samples are learnt early, and the rest is hard.
    pub(crate) passes: usize,
    /// Whether each pass trains on all samples, and not only on those that are still wrong. With few samples,
    /// all of them should have the same weight in the end.
    pub(crate) all_again: bool,
    /// The pseudo-count of a feature for classes without it. With a hundred samples, the presence and absence
    /// of features in a class are reliable; with ten they are mostly chance, which training should not have
    /// to undo.
    pub(crate) unseen: f32,
    /// The weight reduction for features that occur only in values of common slots. With many samples, the
    /// model learns this by itself.
    pub(crate) common: f32,
    /// The weight of unknown features in the norm of a sentence, relative to a feature in a single sample.
    /// With few samples, nearly all features of a new sentence are unknown, which means little.
    pub(crate) unknown: f32,
    /// Whether new words and slot values also produce category features.
    pub(crate) categories: bool,
    /// The number of variations per sample, with other values in common slots. In the original samples, each
    /// value occurs with one or two classes by chance.
    pub(crate) variations: usize,
    /// The minimum number of samples for a feature to count.
    pub(crate) enough: u32,
    /// The number of cross-validation folds that are evaluated.
    pub(crate) rehearsals: usize,
    /// The minimum length of letter n-grams. Bigrams occur in so many sentences that they take as long as all
    /// others.
    pub(crate) fewest_letters: usize,
}

/// The number of samples beyond which training time matters less.
const MANY: usize = 6000;
/// The thresholds for few samples: the average per class and the total. Many classes with few samples each
/// mean more work, and each class has many others to be distinguished from.
const FEW_EACH: usize = 18;
const FEW: usize = 2000;
/// The average per class below which features of a single sample count and training takes fewer passes: with
/// so few samples, their order would otherwise decide between equally supported classes.
const FEWEST_EACH: usize = 4;
/// The number of folds; one of them is held out.
pub(crate) const HELD_OUT: usize = 5;
/// The number of held-out sentences that is sufficient for calibration; with fewer, another fold is
/// evaluated.
const ENOUGH: usize = 400;

impl TrainingParameters {
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

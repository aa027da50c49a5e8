//! The tagger: finds the slots of a sentence of a known class.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::augmentation::Values;
use crate::crf::{ClassLabels, Crf, Room};
use crate::label::Label;
use crate::memory::{Memory, numbers};
use crate::piece::{Piece, Sample};
use crate::shuffle::Shuffle;
use crate::word_features::{WordFeatures, marks};

/// A tagger trained from samples.
#[derive(Debug, Serialize, Deserialize)]
pub struct Tagger {
    memory: Memory,
    crf: Crf,
    /// The labels of each class.
    possible: Vec<ClassLabels>,
}

/// The maximum number of pieces that are tagged.
const PIECES: usize = 96;
/// The initial learning rate for several passes.
const RATE: f32 = 0.04;
/// The number of slots up to which a class has few.
const FEW_SLOTS: usize = 16;

/// A training sample.
struct TrainingSample {
    class: usize,
    marks: WordFeatures,
    right: Vec<usize>,
}

/// The training parameters.
struct TrainingParameters {
    /// The number of variations per sample.
    variations: usize,
    /// The number of training passes.
    passes: usize,
    /// The size of the weight table, as a power of two.
    bits: u32,
    /// The initial learning rate, which decays to zero.
    rate: f32,
}

impl Tagger {
    /// Trains a tagger. Samples whose class is not below `classes`, or whose slots overlap, are ignored.
    pub fn train(samples: &[Sample<'_>], classes: usize) -> Self {
        let samples: Vec<Sample<'_>> =
            samples.iter().filter(|sample| is_sound(sample, classes)).copied().collect();
        let possible = possible(&samples, classes);
        let mut memory = Memory::default();
        let words: Vec<Vec<u64>> = samples.iter().map(|sample| numbers(sample.pieces)).collect();
        for (sample, words) in samples.iter().zip(&words) {
            memory.learn(words, sample.slots);
        }
        let slots = possible.iter().map(|possible| possible.labels.len() / 2).max().unwrap_or_default();
        let parameters = TrainingParameters::of(
            samples.iter().filter(|sample| possible[sample.class].labels.len() > 1).count(),
            slots,
        );
        let lessons = lessons(&samples, &words, &possible, &mut memory, parameters.variations);
        let most =
            samples.iter().flat_map(|sample| sample.slots).map(|(_, slot)| slot * 2 + 3).max().unwrap_or(1);
        let mut crf = Crf::new(parameters.bits, most);
        let mut order: Vec<usize> = (0..lessons.len()).collect();
        let mut shuffle = Shuffle::new();
        let mut room = Room::default();
        let steps = (parameters.passes * lessons.len()) as f32;
        let mut taken = 0.0;
        for _ in 0..parameters.passes {
            shuffle.mix(&mut order);
            for index in &order {
                let TrainingSample { class, marks, right } = &lessons[*index];
                crf.step(&possible[*class], marks, right, parameters.rate * (1.0 - taken / steps), &mut room);
                taken += 1.0;
            }
        }
        Self { memory, crf, possible }
    }

    /// Returns the slots of a sentence of a class, in order: the range of pieces and the slot number.
    pub fn tag(&self, pieces: &[Piece], class: usize) -> Vec<(Range<usize>, usize)> {
        let pieces = &pieces[..pieces.len().min(PIECES)];
        let Some(possible) = self.possible.get(class).filter(|possible| possible.labels.len() > 1) else {
            return Vec::new();
        };
        let marks = marks(pieces, &numbers(pieces), class, &self.memory, &[]);
        let mut slots: Vec<(Range<usize>, usize)> = Vec::new();
        for (index, label) in self.crf.label(possible, &marks).into_iter().enumerate() {
            let label = possible.labels[label];
            match slots.last_mut() {
                _ if label == 0 => {}
                Some((range, _)) if label % 2 == 0 && range.end == index => range.end = index + 1,
                _ => slots.push((index..index + 1, (usize::from(label) - 1) / 2)),
            }
        }
        slots
    }
}

impl TrainingParameters {
    /// Returns the parameters: the fewer samples, or the more slots per class, the more work per sample.
    fn of(examples: usize, slots: usize) -> Self {
        match examples {
            0 => Self { variations: 0, passes: 0, bits: 0, rate: RATE },
            1..1000 => Self { variations: 5, passes: 4, bits: 20, rate: RATE },
            1000..5000 if slots <= FEW_SLOTS => Self { variations: 0, passes: 1, bits: 17, rate: 2.0 * RATE },
            1000..5000 => Self { variations: 0, passes: 3, bits: 20, rate: RATE },
            _ => Self { variations: 0, passes: 5, bits: 22, rate: RATE },
        }
    }
}

/// Whether a sample is valid for training.
fn is_sound(sample: &Sample<'_>, classes: usize) -> bool {
    sample.class < classes && sample.pieces.len() <= PIECES && sample.has_valid_slots()
}

fn possible(samples: &[Sample<'_>], classes: usize) -> Vec<ClassLabels> {
    let none = |class| ClassLabels { class, labels: vec![0], once: vec![false] };
    let mut possible: Vec<ClassLabels> = (0..classes).map(none).collect();
    for sample in samples {
        let ClassLabels { labels, once, .. } = &mut possible[sample.class];
        for (index, (_, slot)) in sample.slots.iter().enumerate() {
            let first = first(*slot);
            if !labels.contains(&first) {
                labels.extend([first, first + 1]);
                once.extend([true, false]);
            }
            if sample.slots[..index].iter().any(|(_, other)| other == slot)
                && let Some(place) = labels.iter().position(|label| *label == first)
            {
                once[place] = false;
            }
        }
    }
    possible
}

/// Returns each sample and its variations, with features as if they were new: without the memory of the
/// samples that they consist of. Otherwise the model would rely too much on the memory.
fn lessons(
    samples: &[Sample<'_>],
    words: &[Vec<u64>],
    possible: &[ClassLabels],
    memory: &mut Memory,
    variations: usize,
) -> Vec<TrainingSample> {
    let values = Values::new(samples);
    let mut shuffle = Shuffle::new();
    let mut lessons = Vec::with_capacity(samples.len() * (variations + 1));
    for (index, sample) in samples.iter().enumerate() {
        let class = sample.class;
        let labels = &possible[class].labels;
        if labels.len() == 1 {
            continue;
        }
        memory.forget(&words[index], sample.slots);
        let mut learn = |pieces: &[Piece],
                         words: &[u64],
                         slots: &[(Range<usize>, usize)],
                         memory: &Memory,
                         hidden: &[(Range<usize>, usize)]| {
            let marks = marks(pieces, words, class, memory, hidden);
            lessons.push(TrainingSample { class, marks, right: right(slots, pieces.len(), labels) });
        };
        let hidden = values.hide(sample.slots, &mut shuffle);
        learn(sample.pieces, &words[index], sample.slots, memory, &hidden);
        let variations = if sample.slots.is_empty() { 0 } else { variations };
        for _ in 0..variations {
            let variation = values.vary(index, |_| true, &mut shuffle);
            for source in &variation.sources {
                memory.forget(&words[*source], samples[*source].slots);
            }
            let hidden = values.hide(&variation.slots, &mut shuffle);
            learn(&variation.pieces, &numbers(&variation.pieces), &variation.slots, memory, &hidden);
            for source in &variation.sources {
                memory.learn(&words[*source], samples[*source].slots);
            }
        }
        memory.learn(&words[index], sample.slots);
    }
    lessons
}

/// Returns the correct labels of a sample, as indices into those of its class.
fn right(slots: &[(Range<usize>, usize)], count: usize, labels: &[Label]) -> Vec<usize> {
    let mut right = vec![0; count];
    for (range, slot) in slots {
        let place = labels.iter().position(|label| *label == first(*slot)).unwrap_or_default();
        for index in range.clone() {
            right[index] = if index == range.start { place } else { place + 1 };
        }
    }
    right
}

/// Returns the label of the first word of a slot.
fn first(slot: usize) -> Label {
    slot as Label * 2 + 1
}

//! The training set of a classifier: numeric features, with variations of samples if there are few.

use crate::augmentation::{Values, Variation};
use crate::category::categories;
use crate::commonness::Commonness;
use crate::lexicon::{Corpus, Lexicon, Worth};
use crate::linear::Linear;
use crate::memory::{Memory, numbers};
use crate::piece::Sample;
use crate::shuffle::Shuffle;
use crate::training_parameters::TrainingParameters;

/// The samples, followed by their variations.
#[derive(Debug)]
pub(crate) struct Examples {
    pub(crate) corpus: Corpus,
    /// The class of each sample.
    pub(crate) of: Vec<usize>,
    /// The samples that each variation is derived from, its base first.
    made_of: Vec<Vec<usize>>,
}

impl Examples {
    /// Reads samples into a lexicon. Also returns the memory of their words if categories are in use.
    pub(crate) fn read(
        samples: &[Sample<'_>],
        lexicon: &mut Lexicon,
        parameters: &TrainingParameters,
    ) -> (Self, Option<Memory>) {
        let commonness = Commonness::of(samples);
        let varied = vary(samples, &commonness, parameters);
        let variations = varied.iter().map(|(example, variation)| Sample {
            pieces: &variation.pieces,
            class: samples[*example].class,
            slots: &variation.slots,
        });
        let all: Vec<Sample<'_>> = samples.iter().copied().chain(variations).collect();
        let made_of: Vec<Vec<usize>> = varied
            .iter()
            .map(|(example, variation)| [&[*example], variation.sources.as_slice()].concat())
            .collect();
        let (seen, memory) = match parameters.categories {
            true => {
                let (seen, memory) = assign_categories(&all, samples.len(), &made_of);
                (seen, Some(memory))
            }
            false => (vec![Vec::new(); all.len()], None),
        };
        let common: Vec<Vec<f32>> = all.iter().map(|sample| commonness.piece_commonness(sample)).collect();
        let sentences = all.iter().zip(&common).zip(&seen);
        let corpus = Corpus::read(
            lexicon,
            parameters.fewest_letters,
            sentences.map(|((sample, common), seen)| (sample.pieces, common.as_slice(), seen.as_slice())),
        );
        let of = samples.iter().map(|sample| sample.class).collect();
        (Self { corpus, of, made_of }, memory)
    }

    /// Trains on the chosen samples, and on variations that are derived only from these.
    pub(crate) fn learn(
        &self,
        chosen: &[usize],
        classes: usize,
        parameters: &TrainingParameters,
    ) -> (Worth, Linear) {
        let mut place = vec![None; self.of.len()];
        for (at, example) in chosen.iter().enumerate() {
            place[*example] = Some(at);
        }
        let mut sentences = chosen.to_vec();
        let mut again = vec![Vec::new(); chosen.len()];
        for (at, made_of) in self.made_of.iter().enumerate() {
            if let Some(example) = place[made_of[0]]
                && made_of.iter().all(|source| place[*source].is_some())
            {
                again[example].push(sentences.len());
                sentences.push(self.of.len() + at);
            }
        }
        // Variations do not count as samples: a feature in a single sample is still a feature in a single
        // sample.
        let worth = Worth::of(&self.corpus, chosen, classes, parameters);
        let vectors = worth.vectorize_corpus(&self.corpus, &sentences);
        let of: Vec<usize> = chosen.iter().map(|example| self.of[*example]).collect();
        let linear = Linear::learn(&vectors, &of, &again, worth.size(), classes, parameters);
        (worth, linear)
    }
}

/// Returns variations of samples, each with its base: with other values in common slots.
fn vary(
    samples: &[Sample<'_>],
    commonness: &Commonness,
    parameters: &TrainingParameters,
) -> Vec<(usize, Variation)> {
    if parameters.variations == 0 {
        return Vec::new();
    }
    let is_varied = |slot: usize| commonness.is_usual(slot);
    let values = Values::new(samples);
    let mut shuffle = Shuffle::new();
    let mut varied = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        if sample.slots.iter().any(|(_, slot)| is_varied(*slot)) {
            let variations =
                (0..parameters.variations).map(|_| (index, values.vary(index, is_varied, &mut shuffle)));
            varied.extend(variations);
        }
    }
    varied
}

/// Returns the categories of the words in samples and variations, computed as if each sentence were new, and
/// the memory of the samples.
fn assign_categories(all: &[Sample<'_>], examples: usize, made_of: &[Vec<usize>]) -> (Vec<Vec<u64>>, Memory) {
    let words: Vec<Vec<u64>> = all.iter().map(|sample| numbers(sample.pieces)).collect();
    let mut memory = Memory::default();
    for (sample, words) in all[..examples].iter().zip(&words) {
        memory.learn(words, sample.slots);
    }
    let mut seen = Vec::with_capacity(all.len());
    for (index, own) in words.iter().enumerate() {
        let itself = [index];
        let sources = index.checked_sub(examples).map_or(itself.as_slice(), |at| &made_of[at]);
        for source in sources {
            memory.forget(&words[*source], all[*source].slots);
        }
        seen.push(categories(own, &memory));
        for source in sources {
            memory.learn(&words[*source], all[*source].slots);
        }
    }
    (seen, memory)
}

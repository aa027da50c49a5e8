//! The examples of a classifier, as they are learnt from: in numbers, and with variations where there are few.

use crate::category::categories;
use crate::commonness::Commonness;
use crate::effort::Effort;
use crate::lexicon::{Corpus, Lexicon, Worth};
use crate::linear::Linear;
use crate::memory::{Memory, numbers};
use crate::piece::Sample;
use crate::shuffle::Shuffle;
use crate::variation::{Values, Variation};

/// The examples, and behind them variations of them.
#[derive(Debug)]
pub(crate) struct Examples {
    pub(crate) corpus: Corpus,
    /// The class of each example.
    pub(crate) of: Vec<usize>,
    /// The examples that each variation is made of, the one that it varies first.
    made_of: Vec<Vec<usize>>,
}

impl Examples {
    /// Reads examples into a lexicon. What is remembered of their words comes back where categories of words are looked at.
    pub(crate) fn read(
        samples: &[Sample<'_>],
        lexicon: &mut Lexicon,
        effort: &Effort,
    ) -> (Self, Option<Memory>) {
        let commonness = Commonness::of(samples);
        let varied = vary(samples, &commonness, effort);
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
        let (seen, memory) = match effort.categories {
            true => {
                let (seen, memory) = categorize(&all, samples.len(), &made_of);
                (seen, Some(memory))
            }
            false => (vec![Vec::new(); all.len()], None),
        };
        let common: Vec<Vec<f32>> = all.iter().map(|sample| commonness.of_pieces(sample)).collect();
        let sentences = all.iter().zip(&common).zip(&seen);
        let corpus = Corpus::read(
            lexicon,
            effort.fewest_letters,
            sentences.map(|((sample, common), seen)| (sample.pieces, common.as_slice(), seen.as_slice())),
        );
        let of = samples.iter().map(|sample| sample.class).collect();
        (Self { corpus, of, made_of }, memory)
    }

    /// Learns from the examples that are chosen, and from variations that are made of nothing else.
    pub(crate) fn learn(&self, chosen: &[usize], classes: usize, effort: &Effort) -> (Worth, Linear) {
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
        // A variation is no further example: what is in one alone has not been said.
        let worth = Worth::of(&self.corpus, chosen, classes, effort);
        let vectors = worth.weigh_all(&self.corpus, &sentences);
        let of: Vec<usize> = chosen.iter().map(|example| self.of[*example]).collect();
        let linear = Linear::learn(&vectors, &of, &again, worth.size(), classes, effort);
        (worth, linear)
    }
}

/// Variations of examples, each with the example that it varies: with other values in the slots that most classes have.
fn vary(samples: &[Sample<'_>], commonness: &Commonness, effort: &Effort) -> Vec<(usize, Variation)> {
    if effort.variations == 0 {
        return Vec::new();
    }
    let is_varied = |slot: usize| commonness.is_usual(slot);
    let values = Values::new(samples);
    let mut shuffle = Shuffle::new();
    let mut varied = Vec::new();
    for (index, sample) in samples.iter().enumerate() {
        if sample.slots.iter().any(|(_, slot)| is_varied(*slot)) {
            let variations =
                (0..effort.variations).map(|_| (index, values.vary(index, is_varied, &mut shuffle)));
            varied.extend(variations);
        }
    }
    varied
}

/// The categories of the words of examples and of the variations behind them, each seen as if it were new, and what is
/// remembered of the examples.
fn categorize(all: &[Sample<'_>], examples: usize, made_of: &[Vec<usize>]) -> (Vec<Vec<u64>>, Memory) {
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

//! The vocabulary of features, with their frequencies and weights.
//!
//! A feature in many samples is uninformative and has a low weight. A feature in a single sample may be due
//! to chance and counts as unknown. Unknown features do not affect the ranking of classes, but they are part
//! of the norm: a sentence that is half unknown changes every score by half as much. This is the main
//! criterion for rejecting sentences of no class.

use serde::{Deserialize, Serialize};

use crate::features::{FeatureHashes, FeatureSource, look};
use crate::math::ln;
use crate::training_parameters::TrainingParameters;

/// The share of words in the norm of a sentence; letter n-grams provide the rest, in the Euclidean sense.
const WORDS: f32 = 0.7;
const LETTERS: f32 = 0.714;

/// A map from the hashes of features to indices, in order of first occurrence.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Lexicon {
    /// A hash table with open addressing: a hash and its index, or [`FREE`].
    places: Vec<(u64, u32)>,
    len: u32,
}

/// The samples as lists of entries of a lexicon.
#[derive(Debug)]
pub(crate) struct Corpus {
    entries: Vec<Entry>,
    /// For each sentence, the offsets of its start, of its letter features, and of its end.
    sentences: Vec<[usize; 3]>,
    different: usize,
}

/// A feature of a sentence, with its count and the total commonness of the slots that contain it.
#[derive(Debug, Clone, Copy)]
struct Entry {
    number: u32,
    count: u32,
    common: f32,
}

/// The frequency of a feature in the chosen sentences.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    sentences: u32,
    all: u32,
    common: f32,
}

/// The weights of the features of a lexicon, derived from some of the samples.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Worth {
    /// The row of each feature in a weight table, [`FREE`] if it is unknown, and its weight.
    rows: Vec<(u32, f32)>,
    size: Rows,
    unknown: f32,
}

/// The number of rows of a table, and how many of these, at the start, are of frequent features.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Rows {
    pub(crate) all: usize,
    pub(crate) frequent: usize,
}

/// Sentences as sparse vectors over rows of a table, concatenated.
#[derive(Debug, Default)]
pub(crate) struct Vectors {
    parts: Vec<(u32, f32)>,
    starts: Vec<usize>,
}

const FREE: u32 = u32::MAX;

impl Lexicon {
    /// Returns the index of a known hash.
    pub(crate) fn get(&self, number: u64) -> Option<u32> {
        if self.places.is_empty() {
            return None;
        }
        let (_, entry) = self.places[self.place(number)];
        (entry != FREE).then_some(entry)
    }

    /// Returns the index of a hash, and inserts it if it is new.
    pub(crate) fn meet(&mut self, number: u64) -> u32 {
        if (self.len as usize + 1) * 2 > self.places.len() {
            self.grow();
        }
        let place = self.place(number);
        if self.places[place].1 == FREE {
            self.places[place] = (number, self.len);
            self.len += 1;
        }
        self.places[place].1
    }

    fn place(&self, number: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = (number >> 7) as usize & mask;
        while self.places[place].1 != FREE && self.places[place].0 != number {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let bigger = vec![(0, FREE); (self.places.len() * 2).max(1024)];
        let old = std::mem::replace(&mut self.places, bigger);
        for (number, entry) in old.into_iter().filter(|(_, entry)| *entry != FREE) {
            let place = self.place(number);
            self.places[place] = (number, entry);
        }
    }

    /// Returns the lexicon with table rows in place of its own indices, without features that have no row.
    pub(crate) fn narrowed(&self, worth: &Worth) -> (Self, Worth) {
        let mut rows = vec![(FREE, 0.0); worth.size.all];
        let mut narrowed =
            Self { places: vec![(0, FREE); (worth.size.all * 2 + 2).next_power_of_two()], len: 0 };
        for (number, entry) in self.places.iter().filter(|(_, entry)| *entry != FREE) {
            let (row, value) = worth.rows[*entry as usize];
            if row != FREE {
                let place = narrowed.place(*number);
                narrowed.places[place] = (*number, row);
                narrowed.len += 1;
                rows[row as usize] = (row, value);
            }
        }
        (narrowed, Worth { rows, ..*worth })
    }
}

impl Corpus {
    /// Reads sentences into a lexicon, with a minimum length of letter n-grams. Each sentence comes with the
    /// commonness of its slots and the categories of its pieces.
    pub(crate) fn read<'a>(
        lexicon: &mut Lexicon,
        fewest: usize,
        sentences: impl Iterator<Item = (&'a [crate::Piece], &'a [f32], &'a [u64])>,
    ) -> Self {
        let mut corpus = Self { entries: Vec::new(), sentences: Vec::new(), different: 0 };
        // The position of each feature in the current sentence.
        let mut latest: Vec<usize> = Vec::new();
        let (mut words, mut letters) = (Vec::new(), Vec::new());
        for (pieces, common, categories) in sentences {
            words.clear();
            letters.clear();
            look(pieces, fewest, categories, |sight, number| {
                let view =
                    if matches!(sight, FeatureSource::Letters { .. }) { &mut letters } else { &mut words };
                view.push((number, sight.mean(common)));
            });
            let start = corpus.entries.len();
            let mut middle = start;
            for view in [&words, &letters] {
                middle = corpus.entries.len();
                for (number, common) in view {
                    let entry = lexicon.meet(*number);
                    if entry as usize == latest.len() {
                        latest.push(usize::MAX);
                    }
                    let place = &mut latest[entry as usize];
                    if *place != usize::MAX && *place >= start {
                        corpus.entries[*place].count += 1;
                        corpus.entries[*place].common += common;
                    } else {
                        *place = corpus.entries.len();
                        corpus.entries.push(Entry { number: entry, count: 1, common: *common });
                    }
                }
            }
            corpus.sentences.push([start, middle, corpus.entries.len()]);
        }
        corpus.different = lexicon.len as usize;
        corpus
    }
}

impl Worth {
    /// Computes the weights from the chosen sentences, for features that occur in enough of them. A feature
    /// is frequent if it occurs in at least one sentence per eight classes.
    pub(crate) fn of(
        corpus: &Corpus,
        chosen: &[usize],
        classes: usize,
        parameters: &TrainingParameters,
    ) -> Self {
        let enough = parameters.enough;
        let often = enough.max(classes as u32 / 8);
        let mut counts = vec![Count::default(); corpus.different];
        for sentence in chosen {
            let [start, _, end] = corpus.sentences[*sentence];
            for entry in &corpus.entries[start..end] {
                let count = &mut counts[entry.number as usize];
                count.sentences += 1;
                count.all += entry.count;
                count.common += entry.common;
            }
        }
        let sentences = chosen.len() as f32 + 1.0;
        let worth = |count: u32| ln(sentences / (count as f32 + 1.0)) + 1.0;
        // Counts repeat, and logarithms are expensive.
        let small: Vec<f32> = (0..64).map(worth).collect();
        let frequent = counts.iter().filter(|count| count.sentences >= often).count();
        let mut size = Rows { all: frequent, frequent: 0 };
        let rows = counts
            .into_iter()
            .map(|count| {
                if count.sentences < enough {
                    return (FREE, 0.0);
                }
                let next = if count.sentences >= often { &mut size.frequent } else { &mut size.all };
                *next += 1;
                let rarity = small.get(count.sentences as usize).copied();
                let rarity = rarity.unwrap_or_else(|| worth(count.sentences));
                (*next as u32 - 1, rarity * (1.0 - parameters.common * count.common / count.all as f32))
            })
            .collect();
        Self { rows, size, unknown: parameters.unknown * small[1] }
    }

    /// Returns the size of the weight table.
    pub(crate) fn size(&self) -> Rows {
        self.size
    }

    /// Returns the vectors of sentences of the corpus.
    pub(crate) fn vectorize_corpus(&self, corpus: &Corpus, chosen: &[usize]) -> Vectors {
        let each = corpus.entries.len() / corpus.sentences.len().max(1) + 1;
        let mut vectors = Vectors {
            parts: Vec::with_capacity(each * chosen.len()),
            starts: Vec::with_capacity(chosen.len()),
        };
        for sentence in chosen {
            self.weigh(corpus, *sentence, &mut vectors);
        }
        vectors
    }

    /// Appends the vector of a sentence of the corpus.
    fn weigh(&self, corpus: &Corpus, sentence: usize, vectors: &mut Vectors) {
        let [start, middle, end] = corpus.sentences[sentence];
        for (view, share) in [(start..middle, WORDS), (middle..end, LETTERS)] {
            let entries = corpus.entries[view].iter();
            self.view(entries.map(|entry| (Some(entry.number), entry.count)), share, vectors);
        }
        vectors.close(self.size.frequent);
    }

    /// Appends the vector of a new sentence.
    pub(crate) fn vectorize_sentence(
        &self,
        lexicon: &Lexicon,
        evidence: &mut FeatureHashes,
        vectors: &mut Vectors,
    ) {
        vectors.clear();
        for (view, share) in [(&mut evidence.words, WORDS), (&mut evidence.letters, LETTERS)] {
            view.sort_unstable();
            let groups = view.chunk_by(|one, other| one == other);
            let entries = groups.map(|group| (lexicon.get(group[0]), group.len() as u32));
            self.view(entries, share, vectors);
        }
        vectors.close(self.size.frequent);
    }

    fn view(&self, entries: impl Iterator<Item = (Option<u32>, u32)>, share: f32, vectors: &mut Vectors) {
        let first = vectors.parts.len();
        let mut squares = 0.0;
        for (entry, count) in entries {
            let (row, worth) = entry.map_or((FREE, 0.0), |entry| self.rows[entry as usize]);
            if row == FREE {
                squares += self.unknown * self.unknown;
                continue;
            }
            let value = if count == 1 { worth } else { worth * (1.0 + ln(count as f32)) };
            squares += value * value;
            vectors.parts.push((row, value));
        }
        if squares > 0.0 {
            let scale = share / squares.sqrt();
            for (_, value) in &mut vectors.parts[first..] {
                *value *= scale;
            }
        }
    }
}

impl Vectors {
    /// Returns the elements of all vectors.
    pub(crate) fn parts(&self) -> &[(u32, f32)] {
        &self.parts
    }

    pub(crate) fn get(&self, index: usize) -> &[(u32, f32)] {
        let start = index.checked_sub(1).map_or(0, |before| self.starts[before]);
        &self.parts[start..self.starts[index]]
    }

    /// Ends a vector. Its frequent features come first, so that their rows can be added with vector
    /// instructions.
    fn close(&mut self, frequent: usize) {
        let start = self.starts.last().copied().unwrap_or_default();
        let parts = &mut self.parts[start..];
        let mut next = 0;
        for index in 0..parts.len() {
            if (parts[index].0 as usize) < frequent {
                parts.swap(index, next);
                next += 1;
            }
        }
        self.starts.push(self.parts.len());
    }

    fn clear(&mut self) {
        self.parts.clear();
        self.starts.clear();
    }
}

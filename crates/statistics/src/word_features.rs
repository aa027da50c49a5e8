//! Features of a word for the prediction of its slot.

use std::ops::Range;

use crate::features::{Look, join};
use crate::memory::{LONGEST, Memory, WordStatistics};
use crate::piece::Piece;

/// The number of features per word.
pub(crate) const EACH: usize = 33;

/// The features of the words of a sentence, [`EACH`] per word.
#[derive(Debug, Default)]
pub(crate) struct WordFeatures {
    /// The hashes shared by all classes.
    pub(crate) shared: Vec<u32>,
    /// The hashes for this class.
    pub(crate) own: Vec<u32>,
}

/// Placeholders for positions before the start and after the end of a sentence, and for new words.
const BEGINNING: u64 = 1;
const END: u64 = 2;
const NEW: u64 = 3;

/// The inputs of the features of a sentence.
struct Seen {
    words: Vec<u64>,
    kinds: Vec<u64>,
    shapes: Vec<u64>,
    values: Vec<u64>,
    suffixes: Vec<u64>,
}

/// Computes the features of a sentence for a class. The memory of words in `hidden` is ignored.
pub(crate) fn marks(
    pieces: &[Piece],
    words: &[u64],
    class: usize,
    memory: &Memory,
    hidden: &[(Range<usize>, usize)],
) -> WordFeatures {
    let mut known: Vec<WordStatistics> = words.iter().map(|word| memory.word(*word)).collect();
    let mut values = values(words, memory);
    for index in hidden.iter().flat_map(|(range, _)| range.clone()) {
        known[index] = WordStatistics::default();
        values[index] = NEW;
    }
    let looks: Vec<Look> = pieces.iter().map(|piece| Look::at(&piece.form)).collect();
    let left = anchors(words, &known, 0..words.len());
    let mut right = anchors(words, &known, (0..words.len()).rev());
    right.reverse();
    // A word that occurs in no other sample is hidden. If it counted as evidence for its slot during
    // training, its context would get less weight, and the context is the only evidence when another new word
    // takes its place.
    let words_known = words.iter().zip(&known).map(|(word, known)| if known.met == 0 { NEW } else { *word });
    let seen = Seen {
        words: words_known.collect(),
        kinds: known.iter().map(|known| code(*known) + 4).collect(),
        shapes: looks.iter().map(|look| look.shape + 4).collect(),
        values,
        suffixes: looks.iter().map(|look| look.suffixes[1]).collect(),
    };
    let mut marks = WordFeatures::default();
    marks.shared.reserve(words.len() * EACH);
    marks.own.reserve(words.len() * EACH);
    for (index, look) in looks.iter().enumerate() {
        let word = |by| at(&seen.words, index, by);
        let kind = |by| at(&seen.kinds, index, by);
        let shape = |by| at(&seen.shapes, index, by);
        let value = |by| at(&seen.values, index, by);
        let numbers: [u64; EACH] = [
            0,
            word(0),
            word(-1),
            word(1),
            word(-2),
            word(2),
            join(word(-1), word(0)),
            join(word(0), word(1)),
            join(word(-2), word(-1)),
            join(word(-1), word(1)),
            look.prefixes[0],
            look.prefixes[1],
            look.prefixes[2],
            look.suffixes[0],
            look.suffixes[1],
            look.suffixes[2],
            at(&seen.suffixes, index, -1),
            at(&seen.suffixes, index, 1),
            shape(0),
            join(word(0), shape(1)),
            join(word(-1), shape(0)),
            kind(0),
            kind(-1),
            join(kind(0), kind(1)),
            value(0),
            value(-1),
            value(1),
            join(value(0), word(-1)),
            left[index],
            right[index],
            join(left[index], right[index]),
            index.min(3) as u64,
            (words.len() - index).min(3) as u64,
        ];
        for (kind, number) in numbers.into_iter().enumerate() {
            let shared = join(join(KIND, kind as u64), number);
            marks.shared.push((shared >> 20) as u32);
            marks.own.push((join(shared, CLASS + class as u64) >> 20) as u32);
        }
    }
    marks
}

const CLASS: u64 = 0x6a_09_e6_67;
const KIND: u64 = 0xbb_67_ae_85;

/// Returns the value at a relative position.
fn at(numbers: &[u64], index: usize, by: isize) -> u64 {
    index.checked_add_signed(by).map_or(BEGINNING, |index| numbers.get(index).copied().unwrap_or(END))
}

/// Encodes the memory of a word as a number.
fn code(known: WordStatistics) -> u64 {
    u64::from(known.met) | u64::from(known.always) << 2 | u64::from(known.mostly) << 3
}

/// Returns the longest known value that contains each word, and the position within it.
fn values(words: &[u64], memory: &Memory) -> Vec<u64> {
    let mut marks = vec![NEW; words.len()];
    let mut lengths = vec![0; words.len()];
    for start in 0..words.len() {
        for length in 1..=LONGEST.min(words.len() - start) {
            let value = memory.value(&words[start..start + length]);
            if value.met == 0 {
                continue;
            }
            for index in start..start + length {
                if length > lengths[index] {
                    lengths[index] = length;
                    let place = u64::from(index > start) | u64::from(index + 1 == start + length) << 1;
                    marks[index] = 4 + (place | u64::from(value.mostly) << 2);
                }
            }
        }
    }
    marks
}

/// Returns for each word the nearest preceding word, in the given order, that is known and mostly outside
/// slots.
fn anchors(words: &[u64], known: &[WordStatistics], order: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut anchor = BEGINNING;
    order
        .map(|index| {
            let here = anchor;
            if known[index].met > 1 && known[index].mostly == 0 {
                anchor = words[index];
            }
            here
        })
        .collect()
}

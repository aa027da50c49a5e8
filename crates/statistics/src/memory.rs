//! The memory of words and slot values in the samples.

use serde::{Deserialize, Serialize};

use crate::features::{join, word};
use crate::lexicon::Lexicon;
use crate::piece::Piece;

/// The maximum number of words of a value that is stored as a whole.
pub(crate) const LONGEST: usize = 6;

/// The words of the samples with their slots, and complete slot values.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    words: Tally,
    values: Tally,
}

/// Counts by slot. Zero is no slot.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Tally {
    lexicon: Lexicon,
    counts: Vec<Vec<(u16, u32)>>,
}

/// The statistics of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct WordStatistics {
    /// The number of occurrences, up to three.
    pub(crate) met: u8,
    /// The most frequent slot, zero for no slot.
    pub(crate) mostly: u16,
    /// Whether all occurrences have this slot.
    pub(crate) always: bool,
}

impl Memory {
    /// Adds a sentence: the hashes of its words, and its slots.
    pub(crate) fn learn(&mut self, words: &[u64], slots: &[(std::ops::Range<usize>, usize)]) {
        self.change(words, slots, 1);
    }

    /// Removes a sentence that was added, to treat it like a new one.
    pub(crate) fn forget(&mut self, words: &[u64], slots: &[(std::ops::Range<usize>, usize)]) {
        self.change(words, slots, u32::MAX);
    }

    fn change(&mut self, words: &[u64], slots: &[(std::ops::Range<usize>, usize)], by: u32) {
        for (index, word) in words.iter().enumerate() {
            let slot = slots
                .iter()
                .find(|(range, _)| range.contains(&index))
                .map_or(0, |(_, slot)| *slot as u16 + 1);
            self.words.add(*word, slot, by);
        }
        for (range, slot) in slots {
            if range.len() <= LONGEST {
                self.values.add(phrase(&words[range.clone()]), *slot as u16 + 1, by);
            }
        }
    }

    pub(crate) fn word(&self, word: u64) -> WordStatistics {
        self.words.recall(word)
    }

    pub(crate) fn value(&self, words: &[u64]) -> WordStatistics {
        self.values.recall(phrase(words))
    }
}

impl Tally {
    fn add(&mut self, number: u64, slot: u16, by: u32) {
        let entry = self.lexicon.meet(number) as usize;
        if entry == self.counts.len() {
            self.counts.push(Vec::new());
        }
        let counts = &mut self.counts[entry];
        match counts.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, count)) => *count = count.wrapping_add(by),
            None => counts.push((slot, by)),
        }
    }

    fn recall(&self, number: u64) -> WordStatistics {
        let Some(entry) = self.lexicon.get(number) else { return WordStatistics::default() };
        let counts = &self.counts[entry as usize];
        let all: u32 = counts.iter().map(|(_, count)| count).sum();
        // Of equally frequent slots, the first wins.
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(WordStatistics::default, |(slot, count)| WordStatistics {
            met: all.min(3) as u8,
            mostly: if all == 0 { 0 } else { *slot },
            always: *count == all,
        })
    }
}

/// Returns the hashes of words.
pub(crate) fn numbers(pieces: &[Piece]) -> Vec<u64> {
    pieces.iter().map(|piece| word(&piece.form)).collect()
}

fn phrase(words: &[u64]) -> u64 {
    words.iter().fold(words.len() as u64, |number, word| join(number, *word))
}

//! What is remembered of the words and the values of slots in the examples.

use serde::{Deserialize, Serialize};

use crate::evidence::{join, word};
use crate::lexicon::Lexicon;
use crate::piece::Piece;

/// No value of more words is remembered as a whole.
pub(crate) const LONGEST: usize = 6;

/// The words of the examples and what they were part of, and the values of slots as a whole.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    words: Tally,
    values: Tally,
}

/// How often something was which slot. Zero is no slot.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Tally {
    lexicon: Lexicon,
    counts: Vec<Vec<(u16, u32)>>,
}

/// What is remembered of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Recollection {
    /// How often it was met, up to three times.
    pub(crate) met: u8,
    /// What it was most often, zero for no slot.
    pub(crate) mostly: u16,
    /// Whether it never was anything else.
    pub(crate) always: bool,
}

impl Memory {
    /// Remembers a sentence: its words as numbers, and the slot of each.
    pub(crate) fn learn(&mut self, words: &[u64], slots: &[(std::ops::Range<usize>, usize)]) {
        self.change(words, slots, 1);
    }

    /// Forgets a sentence that was learnt, to see it as one would a new one.
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

    pub(crate) fn word(&self, word: u64) -> Recollection {
        self.words.recall(word)
    }

    pub(crate) fn value(&self, words: &[u64]) -> Recollection {
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

    fn recall(&self, number: u64) -> Recollection {
        let Some(entry) = self.lexicon.get(number) else { return Recollection::default() };
        let counts = &self.counts[entry as usize];
        let all: u32 = counts.iter().map(|(_, count)| count).sum();
        // Of two that are as frequent, the first is taken that was met.
        let most = counts.iter().rev().max_by_key(|(_, count)| *count);
        most.map_or_else(Recollection::default, |(slot, count)| Recollection {
            met: all.min(3) as u8,
            mostly: if all == 0 { 0 } else { *slot },
            always: *count == all,
        })
    }
}

/// The numbers of words, for remembering.
pub(crate) fn numbers(pieces: &[Piece]) -> Vec<u64> {
    pieces.iter().map(|piece| word(&piece.form)).collect()
}

fn phrase(words: &[u64]) -> u64 {
    words.iter().fold(words.len() as u64, |number, word| join(number, *word))
}

//! What the statistics are given.

use std::ops::Range;

/// A word of a sentence, as the reader sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Lower case, in compatibility form. What stood for itself, such as a file name or a number, is a placeholder in angle
    /// brackets: `⟨file⟩`, `⟨number⟩`.
    pub form: String,
    /// Where it stands in the sentence, in bytes.
    pub span: Range<usize>,
}

/// A sentence of which it is known what it means.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// The sentence.
    pub pieces: &'a [Piece],
    /// Which class it is of.
    pub class: usize,
    /// Where its slots are, in pieces, and which slot each is. A slot has one number in all classes that have one of its
    /// name, so that what is learnt of it in one is known in the others.
    pub slots: &'a [(Range<usize>, usize)],
}

/// Slots have numbers below this.
const SLOTS: usize = 1 << 12;

impl Sample<'_> {
    /// Whether its slots are in it, one after the other, and have numbers that can be kept.
    pub(crate) fn has_sound_slots(&self) -> bool {
        let mut end = 0;
        let follows = |(range, slot): &(Range<usize>, usize)| {
            let follows = range.start >= end && range.start < range.end && *slot < SLOTS;
            end = range.end;
            follows
        };
        self.slots.iter().all(follows)
            && self.slots.last().is_none_or(|(range, _)| range.end <= self.pieces.len())
    }
}

impl Piece {
    /// Whether it stands for something that was masked, and so has no letters of its own.
    pub(crate) fn is_placeholder(&self) -> bool {
        self.form.starts_with('⟨')
    }
}

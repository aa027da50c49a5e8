//! The input of the models.

use std::ops::Range;

/// A token of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The text in lower case and compatibility form. A masked token, such as a file name or a number, is a
    /// placeholder in angle brackets: `⟨file⟩`, `⟨number⟩`.
    pub form: String,
    /// Its byte range in the sentence.
    pub span: Range<usize>,
}

/// A labelled sentence.
#[derive(Debug, Clone, Copy)]
pub struct Sample<'a> {
    /// The sentence.
    pub pieces: &'a [Piece],
    /// Its class.
    pub class: usize,
    /// The ranges of its slots, in pieces, with their numbers. A slot has the same number in all classes that
    /// have one with its name, so that they share what is learnt.
    pub slots: &'a [(Range<usize>, usize)],
}

/// The exclusive upper bound of slot numbers.
const SLOTS: usize = 1 << 12;

impl Sample<'_> {
    /// Whether the slots are in range, ordered without overlaps, and have valid numbers.
    pub(crate) fn has_valid_slots(&self) -> bool {
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
    /// Whether it is a placeholder, and therefore has no letters of its own.
    pub(crate) fn is_placeholder(&self) -> bool {
        self.form.starts_with('⟨')
    }
}

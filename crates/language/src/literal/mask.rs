//! Replaces literals by placeholders, so that sentences that differ only in literals consist of the same
//! words.

use super::Found;
use crate::words::{Splitter, Word};

/// Returns the words of a sentence, with each literal replaced by the placeholder of its kind: `⟨file⟩`.
pub fn mask(sentence: &str, found: &[Found]) -> Vec<Word> {
    let mut splitter = Splitter::new(sentence);
    let mut at = 0;
    for literal in found {
        splitter.split(at..literal.span.start);
        splitter.put(literal.span.clone(), literal.value.kind().placeholder().to_owned());
        at = literal.span.end;
    }
    splitter.split(at..sentence.len());
    splitter.finish()
}

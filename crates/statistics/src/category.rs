//! Categories of words that are uninformative by themselves: new words, and values of slots.
//!
//! A user who asks for flights from Rome also asks for flights from a city that no example contains, and
//! "play" before an unknown word indicates music. Such words produce features twice: as the word and as its
//! category.

use crate::memory::Memory;

/// Returns the category of each word, or zero for a word that is informative by itself. Words are given as
/// hashes.
pub(crate) fn categories(words: &[u64], memory: &Memory) -> Vec<u64> {
    let category = |word: &u64| {
        let known = memory.word(*word);
        if known.met == 0 { NEW } else { u64::from(known.mostly) * 2 }
    };
    words.iter().map(category).collect()
}

/// The category of a word that occurs in no example, or in no other one. No slot has an odd number.
const NEW: u64 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categorizes_unknown_words_and_slot_values() {
        let mut memory = Memory::default();
        memory.learn(&[10, 20, 30], &[(1..2, 4)]);
        memory.learn(&[10, 21, 30], &[(1..2, 4)]);
        assert_eq!(categories(&[10, 20, 99], &memory), [0, 10, NEW]);
        memory.forget(&[10, 20, 30], &[(1..2, 4)]);
        assert_eq!(categories(&[10, 20, 21], &memory), [0, NEW, 10]);
    }
}

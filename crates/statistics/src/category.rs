//! What kind of word a word is, where the word itself says little: one that is new, or a value of a slot.
//!
//! Whoever asks for flights from Rome also asks for flights from a city that no example has, and "play" before a word that
//! nobody knows is a sign of music. Such words are seen twice: as they are, and as what they are.

use crate::memory::Memory;

/// The category of each word, and zero where a word is best known by itself. Words are given as numbers.
pub(crate) fn categories(words: &[u64], memory: &Memory) -> Vec<u64> {
    let category = |word: &u64| {
        let known = memory.word(*word);
        if known.met == 0 { NEW } else { u64::from(known.mostly) * 2 }
    };
    words.iter().map(category).collect()
}

/// The category of a word that is in no example, or in no other one. No slot has an odd number.
const NEW: u64 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_new_or_values_or_themselves() {
        let mut memory = Memory::default();
        memory.learn(&[10, 20, 30], &[(1..2, 4)]);
        memory.learn(&[10, 21, 30], &[(1..2, 4)]);
        assert_eq!(categories(&[10, 20, 99], &memory), [0, 10, NEW]);
        memory.forget(&[10, 20, 30], &[(1..2, 4)]);
        assert_eq!(categories(&[10, 20, 21], &memory), [0, NEW, 10]);
    }
}

//! Ordinals in English words.

use super::super::number::{english_below_twenty, english_tens};
use super::super::passage::Passage;

/// Parses an ordinal in words, and returns its end.
pub(super) fn spelled(passage: &Passage, at: usize) -> Option<(usize, u64)> {
    let word = passage.word(at);
    if let Some(value) = one_word(word) {
        return Some((at + 1, value));
    }
    if let Some(tens) = english_tens(word) {
        let next = passage.skip_hyphen(at + 1);
        let unit = one_word(passage.word(next)).filter(|unit| *unit < 10)?;
        return Some((next + 1, tens + unit));
    }
    let hundreds = if word == "a" { 1 } else { english_below_twenty(word)? };
    (passage.word(at + 1) == "hundredth").then_some((at + 2, hundreds * 100))
}

/// Returns the place that a word states.
pub(super) fn one_word(word: &str) -> Option<u64> {
    Some(match word {
        "first" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "eleventh" => 11,
        "twelfth" => 12,
        "thirteenth" => 13,
        "fourteenth" => 14,
        "fifteenth" => 15,
        "sixteenth" => 16,
        "seventeenth" => 17,
        "eighteenth" => 18,
        "nineteenth" => 19,
        "twentieth" => 20,
        "thirtieth" => 30,
        "fortieth" => 40,
        "fiftieth" => 50,
        "sixtieth" => 60,
        "seventieth" => 70,
        "eightieth" => 80,
        "ninetieth" => 90,
        "hundredth" => 100,
        _ => return None,
    })
}

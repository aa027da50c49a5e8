use std::sync::LazyLock;

use super::{Cost, TOKEN};

/// What words in one script cost.
#[derive(Debug, PartialEq)]
pub(super) struct Script {
    first: char,
    last: char,
    /// For a word.
    pub(super) word: Cost,
    each: Each,
}

/// For a letter.
#[derive(Debug, PartialEq)]
enum Each {
    Cost(Cost),
    /// A token for those that have one of their own, and this for all others.
    Single(Cost),
    /// A token for each byte.
    Bytes,
}

impl Script {
    pub(super) fn letter(&self, c: char) -> Cost {
        match self.each {
            // What holds for ordinary letters does not for those that no ordinary text has.
            Each::Cost(cost) if cost < RARE && !has_own_token(c) => TOKEN * c.len_utf8() as Cost,
            Each::Cost(cost) => cost,
            Each::Single(other) => {
                if SINGLE.binary_search(&c).is_ok() {
                    TOKEN
                } else {
                    other
                }
            }
            Each::Bytes => TOKEN * c.len_utf8() as Cost,
        }
    }
}

/// The Han and Hangul characters that have a token of their own, in order.
static SINGLE: LazyLock<Vec<char>> =
    LazyLock::new(|| include_str!("single.txt").trim_end().chars().collect());

/// A script whose letters cost this much on average has none that are ordinary.
const RARE: Cost = 44;

/// The other characters beyond ASCII that have a token of their own, in order.
static OWN: LazyLock<Vec<char>> = LazyLock::new(|| include_str!("own.txt").trim_end().chars().collect());

/// Whether a character, which is not Han or Hangul, has a token of its own.
pub(super) fn has_own_token(c: char) -> bool {
    OWN.binary_search(&c).is_ok()
}

const fn so(first: char, last: char, word: Cost, each: Cost) -> Script {
    Script { first, last, word, each: Each::Cost(each) }
}

/// In the order of Unicode. What is in none of them costs as much as it has bytes.
static SCRIPTS: [Script; 30] = [
    so('\u{300}', '\u{36f}', 0, 44),    // marks
    so('\u{370}', '\u{3ff}', 20, 10),   // Greek
    so('\u{400}', '\u{52f}', 16, 8),    // Cyrillic
    so('\u{530}', '\u{58f}', 14, 10),   // Armenian
    so('\u{590}', '\u{5ff}', 12, 10),   // Hebrew
    so('\u{600}', '\u{6ff}', 12, 11),   // Arabic
    so('\u{780}', '\u{7bf}', 24, 42),   // Thaana
    so('\u{900}', '\u{97f}', 20, 8),    // Devanagari
    so('\u{980}', '\u{9ff}', 20, 10),   // Bengali
    so('\u{a00}', '\u{a7f}', 24, 12),   // Gurmukhi
    so('\u{a80}', '\u{aff}', 20, 10),   // Gujarati
    so('\u{b80}', '\u{bff}', 20, 10),   // Tamil
    so('\u{c00}', '\u{d7f}', 20, 10),   // Telugu, Kannada, Malayalam
    so('\u{d80}', '\u{dff}', 20, 13),   // Sinhala
    so('\u{e00}', '\u{e7f}', 20, 11),   // Thai
    so('\u{e80}', '\u{eff}', 36, 40),   // Lao
    so('\u{f00}', '\u{fff}', 10, 60),   // Tibetan
    so('\u{1000}', '\u{109f}', 20, 13), // Myanmar
    so('\u{10a0}', '\u{10ff}', 18, 9),  // Georgian
    so('\u{1200}', '\u{139f}', 10, 60), // Ethiopic
    so('\u{1780}', '\u{17ff}', 20, 20), // Khmer
    so('\u{1f00}', '\u{1fff}', 20, 30), // Greek with breathings
    so('\u{3040}', '\u{30ff}', 12, 18), // kana
    Script { first: '\u{3400}', last: '\u{4dbf}', word: 10, each: Each::Cost(60) },
    Script { first: '\u{4e00}', last: '\u{9fff}', word: 6, each: Each::Single(60) },
    Script { first: '\u{ac00}', last: '\u{d7a3}', word: 6, each: Each::Single(60) },
    so('\u{fb50}', '\u{fdff}', 12, 60), // Arabic, joined
    so('\u{fe70}', '\u{feff}', 12, 60),
    so('\u{ff21}', '\u{ff9f}', 12, 32), // wide and narrow forms
    Script { first: '\u{250}', last: '\u{10ffff}', word: TOKEN, each: Each::Bytes },
];

/// The script of a letter; none for Latin, which has a table of its own.
pub(super) fn script(c: char) -> Option<&'static Script> {
    if c < '\u{250}' || ('\u{1e00}'..='\u{1eff}').contains(&c) {
        return None;
    }
    SCRIPTS.iter().find(|script| script.first <= c && c <= script.last)
}

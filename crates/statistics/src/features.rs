//! Features of a sentence.
//!
//! There are two groups: words, as unigrams, bigrams and skip-grams; and letter n-grams of each word, from
//! two or three up to four letters, by which unknown words resemble known ones. Accents are ignored in both.
//! Features are identified by hashes and not by their text, so that extraction allocates no memory.

use unicode_normalization::char::{decompose_canonical, is_combining_mark};

use crate::piece::Piece;

/// The maximum number of pieces of a sentence, and of letters of a piece. For a very long text, only the
/// start is classified, in constant time.
const PIECES: usize = 96;
const LETTERS: usize = 32;
/// The maximum length of letter n-grams.
const MOST: usize = 4;

/// The source of a feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum FeatureSource {
    /// A piece.
    Word(usize),
    /// A piece and the next one. The start and the end of the sentence count as pieces, the first with index
    /// zero.
    Pair(usize),
    /// A piece and the one after the next.
    Gap(usize),
    /// An n-gram of `count` letters of a piece, starting at `first`, with a space before and after the piece.
    Letters { piece: usize, first: usize, count: usize },
}

/// The hashes of the features of a sentence, for words and for letters.
#[derive(Debug)]
pub(crate) struct FeatureHashes {
    pub(crate) words: Vec<u64>,
    pub(crate) letters: Vec<u64>,
    fewest: usize,
}

impl FeatureHashes {
    /// Creates an empty set, with a minimum length of letter n-grams.
    pub(crate) fn new(fewest: usize) -> Self {
        Self { words: Vec::new(), letters: Vec::new(), fewest }
    }

    /// Replaces the contents by the features of a sentence with these categories.
    pub(crate) fn see(&mut self, pieces: &[Piece], categories: &[u64]) {
        self.words.clear();
        self.letters.clear();
        look(pieces, self.fewest, categories, |sight, number| match sight {
            FeatureSource::Letters { .. } => self.letters.push(number),
            _ => self.words.push(number),
        });
    }
}

/// Extracts the features of a sentence in a deterministic order, with a minimum length of letter n-grams. A
/// piece with a nonzero category produces additional features for its category.
pub(crate) fn look(
    pieces: &[Piece],
    fewest: usize,
    categories: &[u64],
    mut tell: impl FnMut(FeatureSource, u64),
) {
    let pieces = &pieces[..pieces.len().min(PIECES)];
    let mut folded: Vec<char> = Vec::with_capacity(LETTERS + 2);
    let mut numbers = Vec::with_capacity(pieces.len() + 2);
    numbers.push(BEGINNING);
    for (index, piece) in pieces.iter().enumerate() {
        fold(&piece.form, &mut folded);
        let number = folded.iter().fold(WORD, |number, letter| join(number, u64::from(*letter)));
        numbers.push(number);
        tell(FeatureSource::Word(index), number);
        if piece.is_placeholder() {
            tell(
                FeatureSource::Letters { piece: index, first: 0, count: folded.len() },
                join(number, LETTER),
            );
            continue;
        }
        for first in 0..folded.len() {
            let mut number = LETTER;
            for (count, letter) in folded[first..].iter().take(MOST).enumerate() {
                number = join(number, u64::from(*letter));
                if count + 1 >= fewest {
                    tell(FeatureSource::Letters { piece: index, first, count: count + 1 }, number);
                }
            }
        }
    }
    numbers.push(END);
    for (index, pair) in numbers.windows(2).enumerate() {
        tell(FeatureSource::Pair(index), join(join(PAIR, pair[0]), pair[1]));
    }
    for (index, gap) in numbers.windows(3).enumerate() {
        tell(FeatureSource::Gap(index), join(join(GAP, gap[0]), gap[2]));
    }
    let mut has_category = vec![false; numbers.len()];
    for (index, category) in categories.iter().take(pieces.len()).enumerate() {
        if *category != 0 {
            has_category[index + 1] = true;
            numbers[index + 1] = join(CATEGORY, *category);
            tell(FeatureSource::Word(index), numbers[index + 1]);
        }
    }
    for (index, pair) in numbers.windows(2).enumerate() {
        if has_category[index] || has_category[index + 1] {
            tell(FeatureSource::Pair(index), join(join(PAIR, pair[0]), pair[1]));
        }
    }
    for (index, gap) in numbers.windows(3).enumerate() {
        if has_category[index] || has_category[index + 2] {
            tell(FeatureSource::Gap(index), join(join(GAP, gap[0]), gap[2]));
        }
    }
}

impl FeatureSource {
    /// Returns the word of a letter n-gram, or any other source unchanged.
    pub(crate) fn whole(self) -> Self {
        match self {
            Self::Letters { piece, .. } => Self::Word(piece),
            whole => whole,
        }
    }

    /// Returns the mean of a value over its pieces; the value is zero beyond both ends of a sentence.
    pub(crate) fn mean(self, piece_commonness: &[f32]) -> f32 {
        let at = |index: Option<usize>| {
            index.and_then(|index| piece_commonness.get(index)).copied().unwrap_or_default()
        };
        match self {
            Self::Word(index) | Self::Letters { piece: index, .. } => at(Some(index)),
            Self::Pair(index) => (at(index.checked_sub(1)) + at(Some(index))) / 2.0,
            Self::Gap(index) => (at(index.checked_sub(1)) + at(Some(index + 1))) / 2.0,
        }
    }

    /// Returns a readable form.
    pub(crate) fn describe(self, pieces: &[Piece]) -> String {
        let word = |index: usize| match index.checked_sub(1) {
            None => "^",
            Some(index) => pieces.get(index).map_or("$", |piece| piece.form.as_str()),
        };
        match self {
            Self::Word(index) => word(index + 1).to_owned(),
            Self::Pair(index) => format!("{} {}", word(index), word(index + 1)),
            Self::Gap(index) => format!("{} … {}", word(index), word(index + 2)),
            Self::Letters { piece, first, count } => {
                let mut folded = Vec::new();
                fold(word(piece + 1), &mut folded);
                let letters: String = folded.iter().skip(first).take(count).collect();
                format!("‹{}›", letters.replace(' ', "·"))
            }
        }
    }
}

const BEGINNING: u64 = 3;
const END: u64 = 5;
const WORD: u64 = 0x51_7c_c1_b7;
const LETTER: u64 = 0x27_22_0a_95;
const PAIR: u64 = 0x9e_37_79_b1;
const CATEGORY: u64 = 0x3c_6e_f3_72;
const GAP: u64 = 0x85_eb_ca_77;

/// Combines two hashes.
pub(crate) fn join(number: u64, next: u64) -> u64 {
    let product = (number ^ next).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    product ^ (product >> 29)
}

/// Hashes a word.
pub(crate) fn word(form: &str) -> u64 {
    let mut folded = Vec::with_capacity(LETTERS + 2);
    fold(form, &mut folded);
    folded.iter().fold(WORD, |number, letter| join(number, u64::from(*letter)))
}

/// The surface form of a word.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// The hashes of its first two, three and four letters.
    pub(crate) prefixes: [u64; 3],
    /// The hashes of its last two, three and four letters.
    pub(crate) suffixes: [u64; 3],
    /// Whether it contains digits and symbols, and its length, as a code.
    pub(crate) shape: u64,
}

impl Look {
    pub(crate) fn at(form: &str) -> Self {
        let mut folded = Vec::with_capacity(LETTERS + 2);
        fold(form, &mut folded);
        let folded = &folded[1..folded.len() - 1];
        let number =
            |letters: &[char]| letters.iter().fold(LETTER, |number, letter| join(number, u64::from(*letter)));
        let length = folded.len();
        let first = |count: usize| number(&folded[..count.min(length)]);
        let last = |count: usize| number(&folded[length.saturating_sub(count)..]);
        let digits = folded.iter().filter(|letter| letter.is_numeric()).count();
        let signs = folded.iter().any(|letter| !letter.is_alphanumeric());
        let shape =
            digits.min(4) | usize::from(digits == length) << 3 | usize::from(signs) << 4 | length.min(7) << 5;
        Self {
            prefixes: [first(2), first(3), first(4)],
            suffixes: [last(2), last(3), last(4)],
            shape: shape as u64,
        }
    }
}

/// Folds the letters of a piece, and adds spaces around them.
fn fold(form: &str, folded: &mut Vec<char>) {
    folded.clear();
    folded.push(' ');
    for letter in form.chars() {
        if folded.len() > LETTERS {
            break;
        }
        if letter.is_ascii() {
            folded.push(letter);
        } else {
            decompose_canonical(letter, |part| {
                if !is_combining_mark(part) {
                    folded.push(part);
                }
            });
        }
    }
    folded.push(' ');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<Piece> {
        text.split(' ').map(|word| Piece { form: word.to_owned(), span: 0..0 }).collect()
    }

    fn seen(text: &str) -> Vec<String> {
        let pieces = pieces(text);
        let mut seen = Vec::new();
        look(&pieces, 2, &[], |sight, _| seen.push(sight.describe(&pieces)));
        seen
    }

    #[test]
    fn extracts_word_and_character_ngrams() {
        let expected = [
            "sé",
            "‹·s›",
            "‹·se›",
            "‹·se·›",
            "‹se›",
            "‹se·›",
            "‹e·›",
            "⟨file⟩",
            "‹·⟨file⟩·›",
            "^ sé",
            "sé ⟨file⟩",
            "⟨file⟩ $",
            "^ … ⟨file⟩",
            "sé … $",
        ];
        assert_eq!(seen("sé ⟨file⟩"), expected);
    }

    #[test]
    fn category_features_complement_word_features() {
        let (mut rome, mut oslo) = (FeatureHashes::new(2), FeatureHashes::new(2));
        rome.see(&pieces("from rome now"), &[0, 6, 0]);
        oslo.see(&pieces("from oslo now"), &[0, 6, 0]);
        let shared = rome.words.iter().filter(|number| oslo.words.contains(number)).count();
        // Two words, the bigrams and skip-grams without the city, and the category alone, in two bigrams and
        // two skip-grams.
        assert_eq!(shared, 2 + 3 + 5, "{rome:?} {oslo:?}");
    }

    #[test]
    fn features_ignore_accents() {
        let (mut with, mut without) = (FeatureHashes::new(2), FeatureHashes::new(2));
        with.see(&pieces("aí está o relatório"), &[]);
        without.see(&pieces("ai esta o relatorio"), &[]);
        assert_eq!(with.words, without.words);
        assert_eq!(with.letters, without.letters);
    }

    #[test]
    fn feature_hashes_do_not_collide() {
        let pieces = pieces("ab abc cab bac acb cba");
        let mut numbers = std::collections::BTreeMap::new();
        look(&pieces, 2, &[], |sight, number| {
            let name = (matches!(sight, FeatureSource::Letters { .. }), sight.describe(&pieces));
            assert_eq!(*numbers.entry(number).or_insert(name.clone()), name);
        });
    }

    #[test]
    fn truncates_long_sentences() {
        let mut count = 0;
        look(&pieces(&"wordwordwordwordwordwordwordwordwordwordwordword ".repeat(10_000)), 2, &[], |_, _| {
            count += 1
        });
        assert!(count < 12_000, "{count}");
    }
}

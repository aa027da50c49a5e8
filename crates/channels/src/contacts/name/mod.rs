//! Personal names in any script, with titles, nicknames and typos. All of it is pure.

mod comparison;
mod distance;
mod nickname;
mod phonetics;
mod title;
mod transliteration;
mod warning;
mod word;

pub(crate) use comparison::compare_words;
pub use comparison::{Likeness, Similarity, compare};
pub(crate) use distance::allowed;
pub use distance::distance;
pub(crate) use nickname::related;
pub use warning::{NameFault, NameWarning};
pub use word::Word;

use unicode_normalization::UnicodeNormalization;

/// The maximum length of a name, in characters.
pub const LONGEST: usize = 200;
/// The maximum number of words of a name that are compared.
const MOST_WORDS: usize = 8;

/// A name, normalized for comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// The display form: composed, with white space trimmed and collapsed.
    pub shown: String,
    /// The display form in lower case. Names are equal if this is equal.
    pub exact: String,
    /// The confusable skeletons (UTS 39), in the original and in lower case, because capital letters can
    /// resemble other letters than small ones.
    pub skeletons: [String; 2],
    /// Its words without titles, in Latin letters.
    pub words: Vec<Word>,
    /// The reasons why it may be deceptive.
    pub cautions: Vec<NameWarning>,
}

impl Name {
    /// Parses a name. Rejects texts that are not names.
    pub fn read(text: &str) -> Result<Self, NameFault> {
        // Checked before any processing, because composing takes time too.
        if text.chars().take(LONGEST + 1).count() > LONGEST {
            return Err(NameFault::TooLong);
        }
        if let Some(control) = text.chars().find(|it| warning::is_refused(*it)) {
            return Err(NameFault::Control(control));
        }
        let composed: String = text.nfc().collect();
        let shown = composed.split_whitespace().collect::<Vec<_>>().join(" ");
        if !shown.chars().any(char::is_alphanumeric) {
            return Err(NameFault::Empty);
        }
        let cautions = warning::of(&shown);
        let exact = shown.to_lowercase();
        let visible: String = shown.nfkc().filter(|it| !warning::is_invisible(*it)).collect();
        let skeletons = skeletons(&visible);
        // Letters that are mixed in from another script are read as the letters that they resemble.
        let read = match cautions.contains(&NameWarning::MixedScripts) {
            true => unicode_security::skeleton(&visible).collect(),
            false => visible,
        };
        let mut words = word::words(&read);
        words.truncate(MOST_WORDS);
        Ok(Self { shown, exact, skeletons, words, cautions })
    }

    /// Whether the name is visually confusable with a different one.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.exact != other.exact
            && !(self.exact.is_ascii() && other.exact.is_ascii())
            && self.skeletons.iter().any(|skeleton| other.skeletons.contains(skeleton))
    }

    /// Returns its words, joined without spaces.
    pub fn joined(&self) -> String {
        self.words.iter().map(|word| word.latin.as_str()).collect()
    }
}

fn skeletons(text: &str) -> [String; 2] {
    let lower = text.to_lowercase();
    let first: String = unicode_security::skeleton(text).collect();
    [first.to_lowercase(), unicode_security::skeleton(&lower).collect()]
}

#[cfg(test)]
mod tests;

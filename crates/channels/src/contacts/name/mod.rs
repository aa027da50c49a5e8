//! Names of people as they are written: in any script, with titles, nicknames and typing mistakes. All of it is pure.

mod caution;
mod comparison;
mod distance;
mod nickname;
mod sound;
mod title;
mod transliteration;
mod word;

pub use caution::{Caution, NameFault};
pub(crate) use comparison::compare_words;
pub use comparison::{Likeness, Similarity, compare};
pub(crate) use distance::allowed;
pub use distance::distance;
pub(crate) use nickname::related;
pub use word::Word;

use unicode_normalization::UnicodeNormalization;

/// The longest name, in characters.
pub const LONGEST: usize = 200;
/// The most words of a name that are compared.
const MOST_WORDS: usize = 8;

/// A name in the forms in which it is compared.
#[derive(Debug, Clone, PartialEq)]
pub struct Name {
    /// As it is shown: composed, without white space at its ends or doubled.
    pub shown: String,
    /// The same in lower case. Names that are equal in this are equal.
    pub exact: String,
    /// What it looks like (UTS 39), in two forms: capitals and small letters look like different letters.
    pub skeletons: [String; 2],
    /// Its words without titles, in Latin letters.
    pub words: Vec<Word>,
    /// Why it may not be what it looks like.
    pub cautions: Vec<Caution>,
}

impl Name {
    /// Reads a name. What no name has is refused.
    pub fn read(text: &str) -> Result<Self, NameFault> {
        // Before anything is done with it: composing takes time, too.
        if text.chars().take(LONGEST + 1).count() > LONGEST {
            return Err(NameFault::TooLong);
        }
        if let Some(control) = text.chars().find(|it| caution::is_refused(*it)) {
            return Err(NameFault::Control(control));
        }
        let composed: String = text.nfc().collect();
        let shown = composed.split_whitespace().collect::<Vec<_>>().join(" ");
        if !shown.chars().any(char::is_alphanumeric) {
            return Err(NameFault::Empty);
        }
        let cautions = caution::of(&shown);
        let exact = shown.to_lowercase();
        let visible: String = shown.nfkc().filter(|it| !caution::is_invisible(*it)).collect();
        let skeletons = skeletons(&visible);
        // Letters that are mixed in from another script are read as what they look like.
        let read = match cautions.contains(&Caution::MixedScripts) {
            true => unicode_security::skeleton(&visible).collect(),
            false => visible,
        };
        let mut words = word::words(&read);
        words.truncate(MOST_WORDS);
        Ok(Self { shown, exact, skeletons, words, cautions })
    }

    /// Whether it looks like another name, and is not the same.
    pub fn looks_like(&self, other: &Self) -> bool {
        self.exact != other.exact
            && !(self.exact.is_ascii() && other.exact.is_ascii())
            && self.skeletons.iter().any(|skeleton| other.skeletons.contains(skeleton))
    }

    /// All its words as one.
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

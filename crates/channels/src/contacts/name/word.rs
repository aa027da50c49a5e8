use super::title;
use super::{nickname, phonetics, transliteration};
use transliteration::Writing;

/// A word of a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// The word in lower case.
    pub written: String,
    /// The word in lower-case Latin letters without accents.
    pub latin: String,
    /// Its phonetic code.
    pub sound: String,
    /// Its phonetic consonants, with and without a letter that may be a vowel.
    pub consonants: [String; 2],
    /// Whether its script omits vowels.
    pub is_abjad: bool,
    /// Whether it is written in Latin letters.
    pub is_latin: bool,
    /// Whether it is a particle such as "de" or "van".
    pub is_particle: bool,
    /// Its groups of nicknames.
    pub(super) groups: Vec<usize>,
    /// Whether it is a known given name.
    pub(super) is_given_name: bool,
    /// The given names of several words for which it is short.
    pub(crate) longer: Vec<String>,
}

impl Word {
    fn read(text: &str) -> Option<Self> {
        let latin = transliteration::latin(text);
        if latin.is_empty() {
            return None;
        }
        let writing = transliteration::writing(text);
        let sound = phonetics::sound(&latin);
        Some(Self {
            written: text.to_lowercase(),
            consonants: phonetics::consonants(&latin),
            sound,
            is_abjad: writing == Writing::Abjad,
            is_latin: writing == Writing::Latin,
            is_particle: title::is_particle(&latin),
            groups: nickname::groups(&latin),
            is_given_name: nickname::is_given_name(&latin),
            longer: nickname::longer(&latin).collect(),
            latin,
        })
    }

    /// Whether one of the two words may be a nickname of the other.
    pub(super) fn is_related(&self, other: &Self) -> bool {
        self.groups.iter().any(|group| other.groups.contains(group))
    }

    /// Whether it is a single letter.
    pub fn is_initial(&self) -> bool {
        self.latin.len() == 1
    }
}

/// Returns the words of a name, without titles.
pub(super) fn words(text: &str) -> Vec<Word> {
    let is_apostrophe = |it: char| matches!(it, '\'' | '’' | 'ʼ' | '`' | '´');
    let text: String = text.chars().filter(|it| !is_apostrophe(*it)).collect();
    let is_within =
        |it: char| it.is_alphanumeric() || unicode_normalization::char::is_combining_mark(it) || it == 'ー';
    let pieces: Vec<&str> = text.split(|it| !is_within(it)).filter(|it| !it.is_empty()).collect();
    let pieces: Vec<&str> = match pieces.as_slice() {
        [only] => match transliteration::parted(only) {
            Some((family, given)) => vec![family, given],
            None => pieces,
        },
        _ => pieces,
    };
    let all: Vec<Word> = pieces.into_iter().filter_map(Word::read).collect();
    strip_titles(all)
}

/// Removes titles, unless the name consists only of titles.
fn strip_titles(mut words: Vec<Word>) -> Vec<Word> {
    // "D. Filipa": a single letter is an abbreviated title in Portuguese, and an initial elsewhere. It stays
    // an initial.
    let titles = words.iter().take_while(|word| title::is_title(&word.latin)).count();
    if titles < words.len() {
        words.drain(..titles);
    }
    while words.len() > 2 && words.last().is_some_and(|word| title::is_suffix(&word.latin)) {
        words.pop();
    }
    words
}

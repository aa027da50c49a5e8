use super::title;
use super::{nickname, sound, transliteration};
use transliteration::Writing;

/// A word of a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Word {
    /// As it is written, in lower case.
    pub written: String,
    /// In small Latin letters without accents.
    pub latin: String,
    /// How it sounds, roughly.
    pub sound: String,
    /// Its consonants, roughly, with and without a letter that may be a vowel.
    pub consonants: [String; 2],
    /// Whether its script leaves vowels out.
    pub is_abjad: bool,
    /// Whether it is written in Latin letters.
    pub is_latin: bool,
    /// Whether it is one such as "de" or "van".
    pub is_particle: bool,
    /// The groups of nicknames that it is in.
    pub(super) groups: Vec<usize>,
    /// Whether it is a known given name.
    pub(super) is_given_name: bool,
    /// The given names of several words that it is short for.
    pub(crate) longer: Vec<String>,
}

impl Word {
    fn read(text: &str) -> Option<Self> {
        let latin = transliteration::latin(text);
        if latin.is_empty() {
            return None;
        }
        let writing = transliteration::writing(text);
        let sound = sound::sound(&latin);
        Some(Self {
            written: text.to_lowercase(),
            consonants: sound::consonants(&latin),
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

    /// Whether it may be a nickname of another word, or the other way round.
    pub(super) fn is_related(&self, other: &Self) -> bool {
        self.groups.iter().any(|group| other.groups.contains(group))
    }

    /// Whether it is a single letter.
    pub fn is_initial(&self) -> bool {
        self.latin.len() == 1
    }
}

/// The words of a name, without titles.
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
    without_titles(all)
}

/// A name that is nothing but titles keeps them.
fn without_titles(mut words: Vec<Word>) -> Vec<Word> {
    // "D. Filipa": a letter alone is an abbreviated title in Portuguese, and an initial elsewhere. It stays an initial.
    let titles = words.iter().take_while(|word| title::is_title(&word.latin)).count();
    if titles < words.len() {
        words.drain(..titles);
    }
    while words.len() > 2 && words.last().is_some_and(|word| title::is_suffix(&word.latin)) {
        words.pop();
    }
    words
}

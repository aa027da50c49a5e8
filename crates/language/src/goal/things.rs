use std::sync::{Arc, LazyLock};

use lemmascope_intent::{NameShape, ThingKind, ThingWords};

use super::anchor::Anchor;
use super::scanned_place::anchor_of;
use super::vocabulary::Vocabulary;
use crate::words::Tongue;

/// The kinds of things that the domains bring, with the words of sentences about them.
#[derive(Debug, Clone)]
pub struct Things {
    kinds: Vec<&'static ThingKind>,
    english: Vocabulary,
    portuguese: Vocabulary,
}

/// No kinds, and the general words.
static NONE: LazyLock<Arc<Things>> = LazyLock::new(|| Arc::new(Things::default()));

impl Default for Things {
    fn default() -> Self {
        Self::new([])
    }
}

impl Things {
    /// The kinds and words of some domains. Of two kinds that have the same name, the first counts.
    pub fn new(domains: impl IntoIterator<Item = (&'static [ThingKind], ThingWords)>) -> Self {
        let mut kinds: Vec<&'static ThingKind> = Vec::new();
        let (mut english, mut portuguese) = (Vec::new(), Vec::new());
        for (own, words) in domains {
            let is_new = |kind: &&ThingKind| !kinds.iter().any(|known| known.name == kind.name);
            let new: Vec<&'static ThingKind> = own.iter().filter(is_new).collect();
            kinds.extend(new);
            english.push(words.english);
            portuguese.push(words.portuguese);
        }
        Self {
            english: Vocabulary::new(Tongue::English, &kinds, &english),
            portuguese: Vocabulary::new(Tongue::Portuguese, &kinds, &portuguese),
            kinds,
        }
    }

    /// No kinds at all.
    pub fn none() -> Arc<Self> {
        Arc::clone(&NONE)
    }

    /// The kind of that name.
    pub fn kind(&self, name: &str) -> Option<&'static ThingKind> {
        self.kinds.iter().copied().find(|kind| kind.name == name)
    }

    /// The kinds, in the order in which the domains bring them.
    pub fn kinds(&self) -> &[&'static ThingKind] {
        &self.kinds
    }

    /// The place that is known by these words, if they are nothing else.
    pub fn anchor_of(&self, text: &str, tongue: Tongue) -> Option<Anchor> {
        anchor_of(text, self.vocabulary(tongue))
    }

    /// The kind of thing that a single word without accents states, in either language.
    pub(crate) fn kind_of_word(&self, folded: &str) -> Option<&'static ThingKind> {
        self.word(folded).map(|(kind, _)| kind)
    }

    /// The same for a word that speaks of one thing.
    pub(crate) fn singular(&self, folded: &str) -> Option<&'static ThingKind> {
        self.word(folded).filter(|(_, is_plural)| !is_plural).map(|(kind, _)| kind)
    }

    fn word(&self, folded: &str) -> Option<(&'static ThingKind, bool)> {
        self.english.kind_of_word(folded).or_else(|| self.portuguese.kind_of_word(folded))
    }

    /// The word for several of the things that a container contains of which no word states the kind, with its article in a
    /// language that needs one.
    pub(crate) fn content_of(&self, container: &ThingKind, tongue: Tongue) -> Option<String> {
        let mut kinds = self.kinds.iter().filter(|kind| container.can_contain(kind.name));
        let kind = kinds.find(|kind| kind.names != NameShape::File)?;
        let (word, gender) = self.vocabulary(tongue).plural_of(kind)?;
        Some(match gender {
            Some("f") => format!("as {word}"),
            Some(_) => format!("os {word}"),
            None => word,
        })
    }

    /// The word for one thing of a kind, with its article: "the card", "o cartão".
    pub fn noun_of(&self, kind: &ThingKind, tongue: Tongue) -> Option<String> {
        self.vocabulary(tongue).noun_with_article(kind)
    }

    /// The gender of that word, in a language that has genders.
    pub(crate) fn gender_of(&self, kind: &ThingKind, tongue: Tongue) -> Option<&'static str> {
        self.vocabulary(tongue).singular_of(kind)?.1
    }

    /// Whether a word without accents is in the name of a place.
    pub(crate) fn is_word_of_place(&self, word: &str) -> bool {
        self.english.is_word_of_place(word) || self.portuguese.is_word_of_place(word)
    }

    /// Whether a word without accents is in the name of an attribute of things.
    pub(crate) fn is_attribute(&self, word: &str) -> bool {
        self.english.is_word_of_attribute(word) || self.portuguese.is_word_of_attribute(word)
    }

    /// Whether a word without accents is the participle of an attribute: "labelled", "tagged", "etiquetado".
    pub(crate) fn is_attribute_form(&self, word: &str) -> bool {
        const ENDINGS: [&str; 7] = ["ed", "ged", "led", "do", "da", "dos", "das"];
        ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending)).any(|stem| self.is_attribute(stem))
    }

    /// Every word that has a role in sentences about things, so that none of them is taken for another that is misspelt.
    pub(crate) fn words(&self) -> impl Iterator<Item = String> {
        self.english.words().chain(self.portuguese.words())
    }

    pub(super) fn vocabulary(&self, tongue: Tongue) -> &Vocabulary {
        match tongue {
            Tongue::English => &self.english,
            Tongue::Portuguese => &self.portuguese,
        }
    }
}

/// Files in folders and books on shelves, as domains may bring them.
#[cfg(test)]
pub(crate) fn sample() -> Arc<Things> {
    const KINDS: &[ThingKind] = &[
        ThingKind { name: "file", contains: &[], names: NameShape::File, has_text: true, default_name: None },
        ThingKind {
            name: "folder",
            contains: &["file", "folder"],
            names: NameShape::Path,
            has_text: false,
            default_name: None,
        },
        ThingKind {
            name: "book",
            contains: &[],
            names: NameShape::Words,
            has_text: false,
            default_name: None,
        },
        ThingKind {
            name: "shelf",
            contains: &["book"],
            names: NameShape::Words,
            has_text: false,
            default_name: None,
        },
    ];
    const WORDS: ThingWords = ThingWords {
        english: "file: file/files, document\nfolder: folder/folders, directory/directories\nbook: book/books\n\
                  shelf: shelf/shelves\nsort pdf: pdf/pdfs\nsort jpg png: photo/photos\nsort *: file/files\n",
        portuguese: "file m: ficheiro/ficheiros, documento\nfolder f: pasta/pastas\nbook m: livro/livros\n\
                     shelf f: estante/estantes\nsort pdf: pdf/pdfs\nsort jpg png: foto/fotos\n\
                     sort *: ficheiro/ficheiros, arquivo/arquivos\n",
    };
    Arc::new(Things::new([(KINDS, WORDS)]))
}

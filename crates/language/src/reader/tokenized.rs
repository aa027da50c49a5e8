use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use jiff::civil::DateTime;
use lemmascope_intent::definition::Example;
use lemmascope_statistics::Piece;

use super::apart::Apart;
use super::speakable::Speakable;
use super::spelling::Spelling;
use crate::goal::{Anchor, Things};
use crate::literal::{Found, Kind, Parted, mask, part};
use crate::stance::request_infinitive;
use crate::words::{Opening, Tongue, Word, courtesy, opening, words};

/// A tokenized sentence: its words and literals, and which words are mere courtesy.
#[derive(Debug, Clone)]
pub struct Tokenized<'a> {
    /// The sentence.
    pub sentence: &'a str,
    /// The time at which it was said.
    pub(super) now: DateTime,
    /// Its language.
    pub tongue: Tongue,
    /// Its words; a literal is a single word.
    pub words: Vec<Word>,
    /// Its literals.
    pub literals: Vec<Found>,
    /// The kinds of objects in sentences, and their words.
    pub things: Arc<Things>,
    /// The indices of the significant words, in order.
    pub(super) matters: Vec<usize>,
    /// The misspelt words, with their corrections.
    meant: Vec<(usize, String)>,
    /// Verb forms that no example contains, with the corresponding forms in examples.
    forms: Vec<(usize, String)>,
}

/// Whether a sentence asks for information.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// It does not.
    No,
    /// It has a question mark or the words of a question, which requests may have as well.
    Perhaps,
    /// It has both.
    Surely,
}

/// The maximum number of words of a sentence.
const MOST_WORDS: usize = 400;

/// The maximum length of a word whose accent shows that it is not a typing error.
const CAREFUL: usize = 5;

/// Colloquial short forms without accents, and their long forms.
const SPOKEN: [(&str, &str); 19] = [
    ("teh", "the"),
    ("hte", "the"),
    ("thsi", "this"),
    ("pra", "para"),
    ("pro", "para"),
    ("pras", "para"),
    ("pros", "para"),
    ("vc", "voce"),
    ("vcs", "voces"),
    ("tb", "tambem"),
    ("tbm", "tambem"),
    ("pq", "porque"),
    ("q", "que"),
    ("u", "you"),
    ("ur", "your"),
    ("pls", "please"),
    ("plz", "please"),
    ("thx", "thanks"),
    ("tho", "though"),
];

/// The maximum length of a sentence; a longer one is truncated.
const LONGEST: usize = 8 * 1024;

impl<'a> Tokenized<'a> {
    /// Tokenizes a sentence, given the current time.
    pub fn new(sentence: &'a str, now: DateTime) -> Self {
        let sentence = beginning(sentence);
        let Parted { literals, tongue, words } = part(sentence, now);
        Self {
            sentence,
            now,
            tongue,
            words: Vec::new(),
            literals,
            things: Things::none(),
            matters: Vec::new(),
            meant: Vec::new(),
            forms: Vec::new(),
        }
        .of(words)
    }

    /// Returns the known place that these words name exactly.
    pub fn anchor_of(&self, text: &str) -> Option<Anchor> {
        self.things.anchor_of(text, self.tongue)
    }

    /// Sets the kinds of objects.
    #[must_use]
    pub(crate) fn about(self, things: &Arc<Things>) -> Self {
        Self { things: Arc::clone(things), ..self }
    }

    /// Splits some kinds of literals into words.
    #[must_use]
    pub(super) fn apart(mut self, apart: &Apart) -> Self {
        let count = self.literals.len();
        self.literals.retain(|found| !apart.has(found.value.kind()));
        if self.literals.len() == count {
            return self;
        }
        let words = mask(self.sentence, &self.literals);
        self.of(words)
    }

    /// Replaces the words.
    fn of(mut self, mut words: Vec<Word>) -> Self {
        words.truncate(MOST_WORDS);
        for word in &mut words {
            if let Some((_, written)) = SPOKEN.iter().find(|(spoken, _)| *spoken == word.folded) {
                (word.form, word.folded) = ((*written).to_string(), (*written).to_string());
            }
        }
        let polite = courtesy(&words);
        self.matters = (0..words.len()).filter(|at| !polite.iter().any(|range| range.contains(at))).collect();
        self.words = words;
        self
    }

    /// Corrects misspelt words.
    #[must_use]
    pub(super) fn spelt(mut self, spelling: &Spelling) -> Self {
        // An accent on a short word shows that it was written with care.
        let is_careful = |word: &Word| word.form != word.folded && word.folded.chars().count() <= CAREFUL;
        let at = self.matters.iter().copied().filter(|at| !is_careful(&self.words[*at]));
        let meant = at.filter_map(|at| Some((at, spelling.meant(&self.words[at].folded)?.to_string())));
        self.meant = meant.collect();
        let form = |at: usize| Some((at, spelling.usual_form(&self.words[at].folded)?.to_string()));
        self.forms = self.matters.iter().filter_map(|at| form(*at)).collect();
        self
    }

    /// Returns the words with corrected spelling, at their original positions.
    pub fn meant_words(&self) -> Cow<'_, [Word]> {
        let mut words = Cow::Borrowed(self.words.as_slice());
        for (at, meant) in &self.meant {
            let word = &mut words.to_mut()[*at];
            word.form.clone_from(meant);
            word.folded.clone_from(meant);
        }
        words
    }

    /// Returns the corrected words without mere courtesy.
    pub fn request_words(&self) -> Vec<Word> {
        let words = self.meant_words();
        match self.matters.is_empty() {
            true => words.into_owned(),
            false => self.matters.iter().map(|at| words[*at].clone()).collect(),
        }
    }

    /// Returns all words of the sentence without accents, including those inside literals.
    pub(crate) fn all_words(&self) -> Vec<String> {
        words(self.sentence).into_iter().map(|word| word.folded).collect()
    }

    /// Returns the files that the sentence names.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let files =
            self.literals.iter().filter(|found| matches!(found.value.kind(), Kind::File | Kind::Path));
        files.map(|found| found.value.text())
    }

    /// Returns whether it asks for information, and not for an action. "Could you …?" is mere courtesy.
    pub fn asking(&self) -> Asking {
        let is_marked = self.sentence.trim_end().ends_with('?');
        let said = |at: &usize| self.words[*at].folded.as_str();
        let mut said = self.matters.iter().map(said);
        let opening = said.next().map_or(Opening::Other, |first| opening(first, said.next()));
        match (is_marked, opening) {
            (true, Opening::Question | Opening::WithMark) => Asking::Surely,
            (true, Opening::Other) | (false, Opening::Question) => Asking::Perhaps,
            _ => Asking::No,
        }
    }

    /// Returns a word without accents, with corrected spelling.
    pub(super) fn meant_at(&self, at: usize) -> &str {
        self.known_at(at).unwrap_or(&self.words[at].folded)
    }

    /// Returns the corresponding word of the examples for a word that they lack.
    fn known_at(&self, at: usize) -> Option<&str> {
        let mut known = self.meant.iter().chain(&self.forms);
        known.find(|(other, _)| *other == at).map(|(_, word)| word.as_str())
    }

    /// Whether a word is mere courtesy.
    pub fn is_polite(&self, at: usize) -> bool {
        self.matters.binary_search(&at).is_err()
    }

    /// Returns the literal at a word.
    pub fn literal(&self, word: &Word) -> Option<&Found> {
        self.literals.iter().find(|found| found.span == word.span)
    }

    /// Returns the kind of literal that these words form together.
    pub(super) fn literal_at(&self, words: Range<usize>) -> Option<Kind> {
        self.found_at(words).map(|found| found.value.kind())
    }

    /// Returns the literal that these words form together, ignoring articles before it.
    pub(super) fn found_at(&self, words: Range<usize>) -> Option<&Found> {
        let mut rest = self.words.get(words)?;
        while let [first, more @ ..] = rest
            && !more.is_empty()
            && is_article(first)
        {
            rest = more;
        }
        match rest {
            [only] => self.literal(only),
            _ => None,
        }
    }

    /// Returns the source text of these words.
    pub(crate) fn text(&self, words: Range<usize>) -> &'a str {
        match (self.words.get(words.start), self.words.get(words.clone()).and_then(<[Word]>::last)) {
            (Some(first), Some(last)) => &self.sentence[first.span.start..last.span.end],
            _ => "",
        }
    }

    /// Returns the significant words without articles, as indices and folded words.
    pub(super) fn plain(&self) -> Vec<(usize, &str)> {
        let words = self.matters.iter().map(|at| (*at, &self.words[*at]));
        words.filter(|(_, word)| !is_article(word)).map(|(at, word)| (at, word.folded.as_str())).collect()
    }

    /// Returns these words with corrected spelling.
    pub(super) fn meant(&self) -> Vec<(usize, &str)> {
        self.all_meant().filter(|(at, _)| !is_article(&self.words[*at])).collect()
    }

    /// Returns these words with Portuguese verbs in the infinitive: "copia", "copie" and "copies" request the
    /// same.
    pub(super) fn infinitives(&self) -> Vec<(usize, Cow<'_, str>)> {
        let is_portuguese = self.tongue == Tongue::Portuguese;
        let infinitive = |word: &str| request_infinitive(word).filter(|_| is_portuguese);
        let verb = |(at, word)| (at, infinitive(word).map_or(Cow::Borrowed(word), Cow::Owned));
        self.meant().into_iter().map(verb).collect()
    }

    /// Returns these words with articles.
    pub(super) fn all_meant(&self) -> impl Iterator<Item = (usize, &str)> {
        self.matters.iter().map(|at| (*at, self.meant_at(*at)))
    }

    /// Returns the significant words for the statistical models.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let piece = |at: &usize| {
            let word = &self.words[*at];
            let form = self.known_at(*at).unwrap_or(&word.form).to_string();
            Piece { form, span: word.span.clone() }
        };
        self.matters.iter().map(piece).collect()
    }

    /// Returns the slots of an example as word ranges, with the indices of their parameters.
    pub(super) fn slots_of(&self, example: &Example, speakable: &Speakable) -> Vec<(Range<usize>, usize)> {
        let mut slots = Vec::new();
        for slot in &example.slots {
            let parameter = speakable.parameters.iter().position(|it| it.name == slot.parameter);
            let inside = |word: &Word| word.span.start < slot.range.end && slot.range.start < word.span.end;
            let first = self.words.iter().position(inside);
            let last = self.words.iter().rposition(inside);
            if let (Some(parameter), Some(first), Some(last)) = (parameter, first, last) {
                slots.push((first..last + 1, parameter));
            }
        }
        slots
    }
}

fn beginning(sentence: &str) -> &str {
    let end = (0..=LONGEST.min(sentence.len())).rev().find(|at| sentence.is_char_boundary(*at)).unwrap_or(0);
    &sentence[..end]
}

/// Whether a word precedes names without affecting the meaning.
pub(super) fn is_article(word: &Word) -> bool {
    matches!(
        word.form.as_str(),
        "the"
            | "a"
            | "an"
            | "my"
            | "our"
            | "your"
            | "some"
            | "any"
            | "both"
            | "ambos"
            | "ambas"
            | "o"
            | "os"
            | "as"
            | "um"
            | "uma"
            | "meu"
            | "minha"
            | "meus"
            | "minhas"
    )
}

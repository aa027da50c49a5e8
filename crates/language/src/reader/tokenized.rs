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

/// A sentence as it is heard: its words, what stands for itself among them, and what is only said to be polite.
#[derive(Debug, Clone)]
pub struct Tokenized<'a> {
    /// The sentence.
    pub sentence: &'a str,
    /// When it is said.
    pub(super) now: DateTime,
    /// The language that it is in.
    pub tongue: Tongue,
    /// Its words; what stands for itself is one word.
    pub words: Vec<Word>,
    /// What stands for itself.
    pub literals: Vec<Found>,
    /// The kinds of things that sentences speak of, and their words.
    pub things: Arc<Things>,
    /// Which words matter, in order.
    pub(super) matters: Vec<usize>,
    /// The words that are misspelt, and what they are meant to be.
    meant: Vec<(usize, String)>,
    /// Forms of verbs that no example has, and those that examples have.
    forms: Vec<(usize, String)>,
}

/// Whether a sentence asks for something to be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// It does not.
    No,
    /// It has the mark or the words of a question; requests have these too.
    Perhaps,
    /// It has both.
    Surely,
}

/// More words than this are not read. No request has as many.
const MOST_WORDS: usize = 400;

/// A word of so many letters that has an accent is no slip.
const CAREFUL: usize = 5;

/// Short forms that people write as they speak, without accents, and the words that they are short for.
const SPOKEN: [(&str, &str); 16] = [
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

/// A longer sentence is read by its beginning.
const LONGEST: usize = 8 * 1024;

impl<'a> Tokenized<'a> {
    /// Hears a sentence, at a moment.
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

    /// The place that is known by these words, if they are nothing else.
    pub fn anchor_of(&self, text: &str) -> Option<Anchor> {
        self.things.anchor_of(text, self.tongue)
    }

    /// The same, where sentences speak of these kinds of things.
    #[must_use]
    pub(crate) fn about(self, things: &Arc<Things>) -> Self {
        Self { things: Arc::clone(things), ..self }
    }

    /// The same, where some kinds of literals are taken apart.
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

    /// The same, with these words.
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

    /// The same, with words that are misspelt known for what they are.
    #[must_use]
    pub(super) fn spelt(mut self, spelling: &Spelling) -> Self {
        // Whoever writes an accent on a short word has written it with care.
        let is_careful = |word: &Word| word.form != word.folded && word.folded.chars().count() <= CAREFUL;
        let at = self.matters.iter().copied().filter(|at| !is_careful(&self.words[*at]));
        let meant = at.filter_map(|at| Some((at, spelling.meant(&self.words[at].folded)?.to_string())));
        self.meant = meant.collect();
        let form = |at: usize| Some((at, spelling.usual_form(&self.words[at].folded)?.to_string()));
        self.forms = self.matters.iter().filter_map(|at| form(*at)).collect();
        self
    }

    /// Its words as they are meant to be spelt; where each stands is where it was written.
    pub fn meant_words(&self) -> Cow<'_, [Word]> {
        let mut words = Cow::Borrowed(self.words.as_slice());
        for (at, meant) in &self.meant {
            let word = &mut words.to_mut()[*at];
            word.form.clone_from(meant);
            word.folded.clone_from(meant);
        }
        words
    }

    /// The same without what is only polite.
    pub fn request_words(&self) -> Vec<Word> {
        let words = self.meant_words();
        match self.matters.is_empty() {
            true => words.into_owned(),
            false => self.matters.iter().map(|at| words[*at].clone()).collect(),
        }
    }

    /// All words of the sentence without accents, whatever stands for itself among them.
    pub(crate) fn all_words(&self) -> Vec<String> {
        words(self.sentence).into_iter().map(|word| word.folded).collect()
    }

    /// The files that the sentence names.
    pub fn files(&self) -> impl Iterator<Item = String> {
        let files =
            self.literals.iter().filter(|found| matches!(found.value.kind(), Kind::File | Kind::Path));
        files.map(|found| found.value.text())
    }

    /// Whether it asks for something to be told, and not for something to be done. "Could you …?" is only polite.
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

    /// A word without accents, as it is meant to be spelt.
    pub(super) fn meant_at(&self, at: usize) -> &str {
        self.known_at(at).unwrap_or(&self.words[at].folded)
    }

    /// The word that examples have for another, which they do not have.
    fn known_at(&self, at: usize) -> Option<&str> {
        let mut known = self.meant.iter().chain(&self.forms);
        known.find(|(other, _)| *other == at).map(|(_, word)| word.as_str())
    }

    /// Whether a word is only said to be polite.
    pub fn is_polite(&self, at: usize) -> bool {
        self.matters.binary_search(&at).is_err()
    }

    /// What stands for itself in the place of a word.
    pub fn literal(&self, word: &Word) -> Option<&Found> {
        self.literals.iter().find(|found| found.span == word.span)
    }

    /// The kind of literal that these words are, all together.
    pub(super) fn literal_at(&self, words: Range<usize>) -> Option<Kind> {
        self.found_at(words).map(|found| found.value.kind())
    }

    /// The literal that these words are, all together; articles before it do not count.
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

    /// These words as they were written.
    pub(crate) fn text(&self, words: Range<usize>) -> &'a str {
        match (self.words.get(words.start), self.words.get(words.clone()).and_then(<[Word]>::last)) {
            (Some(first), Some(last)) => &self.sentence[first.span.start..last.span.end],
            _ => "",
        }
    }

    /// The words that matter, without articles: the place of each, and itself as it was written, without accents.
    pub(super) fn plain(&self) -> Vec<(usize, &str)> {
        let words = self.matters.iter().map(|at| (*at, &self.words[*at]));
        words.filter(|(_, word)| !is_article(word)).map(|(at, word)| (at, word.folded.as_str())).collect()
    }

    /// The same, as they are meant to be spelt.
    pub(super) fn meant(&self) -> Vec<(usize, &str)> {
        self.all_meant().filter(|(at, _)| !is_article(&self.words[*at])).collect()
    }

    /// The same, with Portuguese verbs in the infinitive: "copia", "copie" and "copies" ask for the same.
    pub(super) fn infinitives(&self) -> Vec<(usize, Cow<'_, str>)> {
        let is_portuguese = self.tongue == Tongue::Portuguese;
        let infinitive = |word: &str| request_infinitive(word).filter(|_| is_portuguese);
        let verb = |(at, word)| (at, infinitive(word).map_or(Cow::Borrowed(word), Cow::Owned));
        self.meant().into_iter().map(verb).collect()
    }

    /// The same with the articles.
    pub(super) fn all_meant(&self) -> impl Iterator<Item = (usize, &str)> {
        self.matters.iter().map(|at| (*at, self.meant_at(*at)))
    }

    /// The words that matter, as statistics see them.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let piece = |at: &usize| {
            let word = &self.words[*at];
            let form = self.known_at(*at).unwrap_or(&word.form).to_string();
            Piece { form, span: word.span.clone() }
        };
        self.matters.iter().map(piece).collect()
    }

    /// The slots of an example, in words, and the places of their parameters.
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

/// Whether a word precedes names and changes nothing.
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

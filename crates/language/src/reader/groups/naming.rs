//! Finds lists of names, and names of several words, in a sentence.

use std::ops::Range;

use lemmascope_intent::{NameShape, ThingKind};

use super::{Found, Lead, Scan};
use crate::reader::lexicon::Lexicon;
use crate::reader::tokenized::Tokenized;
use crate::words::{Tongue, Word, made_of};

/// A thing whose name may occur in the sentence.
pub(super) struct Known<'a> {
    pub(super) kind: &'static ThingKind,
    pub(super) name: &'a str,
    pub(super) words: &'a [String],
}

/// Returns the things whose names consist of words of the sentence.
pub(super) fn known<'a>(
    words: &[Word],
    heard: &Tokenized<'_>,
    lexicon: &'a Lexicon,
    is_meant: fn(&ThingKind) -> bool,
) -> Vec<Known<'a>> {
    let spoken: std::collections::BTreeSet<&str> = words.iter().map(|word| word.folded.as_str()).collect();
    let kinds = heard.things.kinds().iter().copied().filter(|kind| is_meant(kind));
    let mut known: Vec<Known<'a>> = kinds
        .flat_map(|kind| lexicon.all_words(kind).map(move |(name, words)| Known { kind, name, words }))
        .filter(|it| !it.words.is_empty() && it.words.iter().all(|word| spoken.contains(word.as_str())))
        .collect();
    // Of two names that begin alike the longer one is meant.
    known.sort_by_key(|it| std::cmp::Reverse(it.words.len()));
    known
}

/// Whether things of a kind have any words for their names, and contain nothing.
pub(super) fn is_named_by_words(kind: &ThingKind) -> bool {
    kind.names == NameShape::Words && !kind.is_container()
}

/// Whether things of a kind have any words for their names, and contain others.
pub(super) fn is_container_named_by_words(kind: &ThingKind) -> bool {
    kind.names == NameShape::Words && kind.is_container()
}

/// The words before the first name.
pub(super) struct Beginning {
    /// The position in the sentence.
    start: Option<usize>,
    /// The index of the word after it.
    pub(super) end: usize,
    kind: Option<&'static ThingKind>,
    preposition: Option<&'static str>,
}

/// A name of a thing.
pub(super) struct Item {
    span: Range<usize>,
    pub(super) end: usize,
    pub(super) kind: &'static ThingKind,
    pub(super) name: String,
    /// The number of words; a number has none.
    length: usize,
}

/// Articles before a noun or a name.
pub(super) const ARTICLES: [&str; 9] = ["the", "my", "our", "o", "os", "as", "meus", "minhas", "a"];
/// Words between two names.
pub(super) const JOINTS: [&str; 5] = ["and", "e", "plus", "mais", "&"];
/// Words before a new name, which is not the name of an existing thing.
const NAMING: [&str; 9] =
    ["called", "named", "titled", "chamado", "chamada", "chamados", "chamadas", "intitulado", "intitulada"];
const QUOTES: [char; 8] = ['"', '“', '”', '«', '»', '\'', '‘', '’'];

impl Scan<'_> {
    /// Reads a list of names, or a single name of several words.
    pub(super) fn list(&self, at: usize) -> Option<Found> {
        let beginning = self.beginning(at);
        let first = self.item(beginning.end).filter(|it| is_of(it, beginning.kind))?;
        let is_announced = at > 0 && NAMING.contains(&self.word(at - 1));
        let (kind, start) = (first.kind, beginning.start.unwrap_or(first.span.start));
        let (mut end, mut last) = (first.end, first.span.end);
        let is_single = at > 0 && first.length > 1;
        let mut names = vec![first.name];
        while let Some(item) = self.further(end).filter(|item| item.kind.name == kind.name) {
            (end, last) = (item.end, item.span.end);
            if !names.contains(&item.name) {
                names.push(item.name);
            }
        }
        let lead = beginning.preposition.map_or(Lead::None, |it| Lead::Preposition(it.to_string()));
        let is_meant = !is_announced && (names.len() > 1 || is_single);
        is_meant.then_some(Found { span: start..last, end, kind, names, lead })
    }

    /// Reads the article, the number and the noun before names.
    pub(super) fn beginning(&self, at: usize) -> Beginning {
        let mut beginning = Beginning { start: None, end: at, kind: None, preposition: None };
        let Some(word) = self.words.get(at) else { return beginning };
        let mut end = at;
        let parts = made_of(&word.form).filter(|_| self.heard.tongue == Tongue::Portuguese);
        if let Some([preposition, article]) = parts
            && ARTICLES.contains(article)
        {
            beginning.preposition = Some(preposition);
            end += 1;
        } else if ARTICLES.contains(&word.folded.as_str())
            && (word.folded != "a" || self.heard.tongue == Tongue::Portuguese)
        {
            end += 1;
        }
        let counted = if self.count(end).is_some() { end + 1 } else { end };
        let noun = self.words.get(counted).and_then(|word| self.heard.things.kind_of_word(&word.folded));
        if let Some(kind) = noun.filter(|kind| is_named_by_words(kind)) {
            (beginning.kind, end) = (Some(kind), counted + 1);
        }
        if end > at {
            beginning.start = Some(word.span.start);
            beginning.end = end;
        }
        beginning
    }

    /// Reads a further name of a list, with the word before it.
    fn further(&self, at: usize) -> Option<Item> {
        let word = self.words.get(at)?;
        let is_joint =
            JOINTS.contains(&word.folded.as_str()) || self.heard.sentence[..word.span.start].ends_with("& ");
        let next = if JOINTS.contains(&word.folded.as_str()) { at + 1 } else { at };
        if !is_joint && word.pause != Some(',') {
            return None;
        }
        let beginning = self.beginning(next);
        // The first part of a contraction joins other things than these.
        let beginning_end = if beginning.preposition.is_some() { next } else { beginning.end };
        self.item(beginning_end).filter(|it| is_of(it, beginning.kind))
    }

    /// Reads a number with its sign, or the full name of a thing.
    pub(super) fn item(&self, at: usize) -> Option<Item> {
        let word = self.words.get(at)?;
        let sentence = self.heard.sentence;
        if word.folded == "#" {
            let number = self.words.get(at + 1).filter(|it| it.span.start == word.span.end)?;
            let digits = &sentence[number.span.clone()];
            let kind = self.heard.things.kinds().iter().copied().find(|kind| is_named_by_words(kind))?;
            let is_number = digits.chars().all(|sign| sign.is_ascii_digit());
            let (span, name) = (word.span.start..number.span.end, format!("#{digits}"));
            return is_number.then_some(Item { span, end: at + 2, kind, name, length: 0 });
        }
        let is_said = |known: &&Known<'_>| {
            let said = self.words.get(at..at + known.words.len());
            said.is_some_and(|said| said.iter().zip(known.words).all(|(said, own)| said.folded == *own))
        };
        let known = self.known.iter().find(is_said)?;
        let length = known.words.len();
        let (mut start, mut end) = (word.span.start, self.words[at + length - 1].span.end);
        // Quotation marks around a name belong to it.
        let before = sentence[..start].chars().next_back().filter(|mark| QUOTES.contains(mark));
        let after = sentence[end..].chars().next().filter(|mark| QUOTES.contains(mark));
        if let (Some(before), Some(after)) = (before, after) {
            (start, end) = (start - before.len_utf8(), end + after.len_utf8());
        }
        Some(Item {
            span: start..end,
            end: at + length,
            kind: known.kind,
            name: known.name.to_string(),
            length,
        })
    }
}

fn is_of(item: &Item, kind: Option<&'static ThingKind>) -> bool {
    kind.is_none_or(|kind| kind.name == item.kind.name)
}

//! Determines which words of a sentence its interpretation explains. An action with effects is only executed
//! if no remaining word could add to the request.

use std::ops::Range;
use std::sync::LazyLock;

use lemmascope_intent::Format;

use crate::literal::Kind;
use crate::reader::Reader;
use crate::reader::lexicon::Lexicon;
use crate::reader::slots::{Filled, is_noun};
use crate::reader::template::Match;
use crate::reader::tokenized::{Tokenized, is_article};
use crate::reader::vocabulary::Vocabulary;
use crate::stance::{Draft, is_verb, is_verb_of_requests, lemma};
use crate::words::{Phrases, Tongue, Word, hangs};

mod cues;
mod requests;
mod restrictions;
mod values;

pub(super) use requests::joint_before;

/// Function words, and words that do not affect the action.
static IDLE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("../idle.txt")]));

/// The number of consecutive unexplained words that are significant.
const MANY: usize = 2;

/// Whether a word is significant: neither a function word nor one that does not affect the action.
pub fn has_meaning(word: &Word) -> bool {
    !(is_article(word) || IDLE.has("function", &word.folded) || IDLE.has("idle", &word.folded))
}

/// Whether a word has no meaning of its own.
pub(in crate::reader) fn is_function(word: &Word) -> bool {
    is_article(word) || IDLE.has("function", &word.folded)
}

/// Prepositions of place, possession or purpose.
const PREPOSITIONS: [&str; 24] = [
    "in", "on", "of", "from", "at", "for", "inside", "under", "by", "em", "no", "na", "nos", "nas", "de",
    "do", "da", "dos", "das", "num", "numa", "pelo", "with", "com",
];

/// Words that distribute an action over several objects.
const DISTRIBUTIVES: [&str; 3] = ["each", "every", "cada"];

/// Whether a word is an adverb of manner: "slowly", "devagarinho".
fn is_manner(word: &Word) -> bool {
    let endings = ["ly", "mente", "inho"];
    word.folded.len() > 5
        && (endings.iter().any(|ending| word.folded.ends_with(ending)) || word.folded == "devagar")
}

/// Words that point at an object.
const DEMONSTRATIVES: [&str; 14] = [
    "this", "that", "these", "those", "este", "esta", "estes", "estas", "esse", "essa", "aquele", "aquela",
    "aqueles", "aquelas",
];

/// Words that a new clause may follow.
const BEGINNINGS: [&str; 14] =
    ["and", "or", "then", "to", "but", "also", "e", "ou", "depois", "para", "mas", "tambem", "entao", "o"];

/// The explanation of the words of a sentence by an interpretation.
pub(super) struct Coverage<'a> {
    reader: &'a Reader,
    class: usize,
    heard: &'a Tokenized<'a>,
    filled: &'a Filled,
    matched: Option<&'a Match>,
    /// Other possible interpretations.
    rivals: &'a [usize],
}

impl<'a> Coverage<'a> {
    /// Creates the coverage of a sentence by a speakable.
    pub(super) fn new(
        reader: &'a Reader,
        class: usize,
        heard: &'a Tokenized<'a>,
        filled: &'a Filled,
        matched: Option<&'a Match>,
        rivals: &'a [usize],
    ) -> Self {
        Self { reader, class, heard, filled, matched, rivals }
    }

    /// Whether a word is a verb of the action: one that the examples contain and that requests start with.
    fn is_own_word(&self, at: usize) -> bool {
        let meant = self.heard.meant_at(at);
        let is_head = is_verb(&self.heard.words[at]) || self.reader.begins(meant);
        is_head && !self.is_idle(at) && self.reader.learnt.vocabulary.has(self.class, meant)
    }

    fn is_literal(&self, range: &Range<usize>) -> bool {
        self.heard.literal_at(range.clone()).is_some_and(Kind::is_name)
    }

    /// Whether names are in no value, except those in background clauses.
    pub(super) fn leaves_names(&self, draft: &Draft) -> bool {
        let said: String = draft.asides().map(|range| self.heard.text(range.clone())).collect();
        self.filled.left.iter().any(|name| !said.contains(name.as_str()))
    }

    /// Whether existing objects in a list are in no value: an action on one of several must not ignore the
    /// others.
    pub(super) fn leaves_listed(&self, lexicon: &Lexicon) -> bool {
        let words = &self.heard.words;
        let joins = |at: usize| {
            words.get(at).is_some_and(|word| matches!(word.form.as_str(), "and" | "e" | "or" | "ou"))
        };
        let is_parted = |at: usize| words.get(at).is_some_and(|word| word.pause == Some(','));
        (1..words.len()).any(|at| {
            let is_listed = is_parted(at) || joins(at - 1) || is_parted(at + 1) || joins(at + 1);
            let is_left = !self.is_in_value(at) && !self.is_explained(at);
            let name = words[at].folded.as_str();
            is_listed && is_left && lexicon.meant(name, Format::Path).contains(&name)
        })
    }

    fn vocabulary(&self) -> &Vocabulary {
        &self.reader.learnt.vocabulary
    }

    /// Returns the unexplained parts of the sentence verbatim. For major actions any word counts; otherwise a
    /// part counts if it contains a verb, a name or a number.
    pub(super) fn unexplained(&self, draft: &Draft, is_grave: bool) -> Vec<String> {
        let words = &self.heard.words;
        let aside = |at: usize| draft.asides().any(|range| range.contains(&at));
        let mut stretches: Vec<Range<usize>> = Vec::new();
        for at in (0..words.len()).filter(|at| !aside(*at) && !self.is_explained(*at)) {
            match stretches.last_mut() {
                // Function words between two such words belong to the part.
                Some(last) if (last.end..at).all(|between| self.is_idle(between)) => last.end = at + 1,
                _ => stretches.push(at..at + 1),
            }
        }
        let counts = |range: &Range<usize>| {
            let said = range.clone().filter(|at| !self.is_explained(*at)).count();
            is_grave
                || said >= MANY
                || self.is_apart(range.start)
                || range.clone().any(|at| self.is_weighty(at))
        };
        stretches.into_iter().filter(counts).map(|range| self.heard.text(range).to_string()).collect()
    }

    fn is_explained(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let meant = self.heard.meant_at(at);
        let vocabulary = &self.reader.learnt.vocabulary;
        let takes = |format| is_noun(format, meant, &self.heard.things);
        let speakable = &self.reader.speakables()[self.class];
        // "Card #6 urgent": the words behind a number are not explained by other examples.
        if self.is_behind_number(at) {
            return false;
        }
        self.heard.is_polite(at)
            || self.is_in_value(at)
            || self.is_idle(at)
            || !self.is_figure(at)
                && (vocabulary.has(self.class, meant) || vocabulary.has(self.class, &word.folded))
            || speakable.parameters.iter().any(|it| it.name == meant || takes(it.format))
    }

    /// Whether a word is a date, a time or a number in digits. Examples contain these in other positions, or
    /// in words ("today"), which explains none.
    fn is_figure(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let is_literal = self.heard.literal(word).is_some_and(|found| !found.value.kind().is_name());
        is_literal && self.heard.sentence[word.span.clone()].contains(|sign: char| sign.is_ascii_digit())
    }

    fn is_idle(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        if lemma(&word.folded).is_some_and(|lemma| IDLE.has("generic", &lemma)) {
            return true;
        }
        self.heard.literal(word).is_none() && !has_meaning(word)
    }

    /// Whether a word is in a clause, between pauses and conjunctions, without any value. The first clause is
    /// that of the request itself.
    fn is_apart(&self, at: usize) -> bool {
        let parts = |at: usize| {
            let word = &self.heard.words[at];
            word.pause.is_some()
                || matches!(word.form.as_str(), "and" | "then" | "e" | "depois" | "but" | "mas")
        };
        let start = (1..=at).rev().find(|at| parts(*at));
        // "That film, …": words with an article before the request are not a form of address.
        let Some(start) = start.or_else(|| self.begins_apart().then_some(0)) else { return false };
        let end = (at + 1..self.heard.words.len()).find(|at| parts(*at)).unwrap_or(self.heard.words.len());
        !(start..end).any(|at| self.is_in_value(at))
    }

    /// Whether the sentence begins with a noun phrase that is no part of the request behind it.
    fn begins_apart(&self) -> bool {
        let words = &self.heard.words;
        let Some(end) = (1..words.len()).find(|at| words[*at].pause.is_some()) else { return false };
        let is_nominal = is_article(&words[0]) || DEMONSTRATIVES.contains(&words[0].folded.as_str());
        end > 1 && is_nominal && !(0..end).any(|at| self.is_own_word(at) || self.is_in_value(at))
    }

    /// Whether the sentence names the action explicitly: with a verb from the examples, or the words of an
    /// example. Statistical similarity is not sufficient for actions that delete, overwrite, send or pay.
    pub(super) fn has_own_word(&self) -> bool {
        let is_example = self.matched.is_some_and(|matched| matched.words > 0);
        let is_own = |at: usize| {
            let vocabulary = &self.reader.learnt.vocabulary;
            self.is_own_word(at) && vocabulary.is_own(self.class, self.heard.meant_at(at), self.rivals)
        };
        is_example || (0..self.heard.words.len()).any(|at| !self.is_in_value(at) && is_own(at))
    }

    /// Whether the sentence begins with a verb that no request begins with: "frame it", "sing me a song", "canta-me uma
    /// canção". A likeness of its other words does not make it a request.
    pub(super) fn has_foreign_verb(&self) -> bool {
        let words = &self.heard.words;
        let is_first = |at: &usize| !self.heard.is_polite(*at) && has_meaning(&words[*at]);
        let Some(at) = (0..words.len()).find(is_first).filter(|_| self.matched.is_none()) else {
            return false;
        };
        let (verb, Some(next)) = (&words[at], words.get(at + 1).filter(|next| next.pause.is_none())) else {
            return false;
        };
        let is_object = match self.heard.tongue {
            Tongue::English => matches!(next.folded.as_str(), "it" | "them" | "me" | "us" | "him" | "her"),
            Tongue::Portuguese => hangs(next, self.heard.sentence),
        };
        let begins = |word: &str| self.reader.begins(word);
        is_object
            && self.heard.literal(verb).is_none()
            && !self.is_in_value(at)
            && !begins(self.heard.meant_at(at))
            && !is_verb_of_requests(&verb.folded, &begins)
            && !lemma(&verb.folded).is_some_and(|verb| is_verb_of_requests(&verb, &begins))
    }

    /// Whether a word is significant by itself: a verb at the start of a clause, a name, a number, a relative
    /// clause.
    fn is_weighty(&self, at: usize) -> bool {
        let word = &self.heard.words[at];
        let before = at.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        let is_begun = word.pause.is_some() || before.is_some_and(|word| BEGINNINGS.contains(&word));
        // The first verb may be one without any example, but not one with another meaning.
        let has_own_word_behind = || (at + 1..self.heard.words.len()).any(|at| self.is_own_word(at));
        let is_other_request = before.is_none() && (self.is_of_rival(word) || has_own_word_behind());
        let is_number = self.heard.literal(word).is_some_and(|found| found.value.kind() != Kind::Ordinal);
        is_number
            || DISTRIBUTIVES.contains(&word.folded.as_str())
            || self.is_of_rival_thing(word)
            || self.is_led_by_preposition(at)
            || self.describes_thing(at)
            || is_manner(word)
            || self.is_object(at)
            || (is_begun || is_other_request) && is_verb(word)
            || before.is_some_and(|word| matches!(word, "that" | "which" | "who" | "que"))
            || self.is_name(word, at)
    }

    /// Whether a word describes the noun for a thing beside it: "a shared folder", "uma pasta partilhada".
    fn describes_thing(&self, at: usize) -> bool {
        let words = &self.heard.words;
        let is_thing = |at: usize| self.heard.things.kind_of_word(&words[at].folded).is_some();
        match self.heard.tongue {
            Tongue::English => words.get(at + 1).is_some_and(|next| next.pause.is_none()) && is_thing(at + 1),
            Tongue::Portuguese => at > 0 && words[at].pause.is_none() && is_thing(at - 1),
        }
    }

    /// Whether a word belongs to the object of another interpretation: "enable the heating" is not about the
    /// alarm.
    fn is_of_rival_thing(&self, word: &Word) -> bool {
        let vocabulary = &self.reader.learnt.vocabulary;
        self.rivals.iter().any(|class| vocabulary.has(*class, &word.folded))
    }

    /// Whether requests of another possible interpretation start with a word.
    fn is_of_rival(&self, word: &Word) -> bool {
        let vocabulary = &self.reader.learnt.vocabulary;
        self.reader.begins(&word.folded)
            && self.rivals.iter().any(|class| vocabulary.has(*class, &word.folded))
    }

    /// Whether a word follows the verb of the action, without any following value: "close whatsapp" is not
    /// about the active window.
    fn is_object(&self, at: usize) -> bool {
        let before = (0..at).rev().find(|at| !is_article(&self.heard.words[*at]));
        let is_behind_verb = before.is_some_and(|verb| self.is_own_word(verb));
        is_behind_verb && self.filled.spans.is_empty()
    }

    /// Whether a word follows a preposition of place, possession or purpose: "in the kitchen", "do vizinho".
    fn is_led_by_preposition(&self, at: usize) -> bool {
        let words = &self.heard.words;
        let before = (0..at).rev().map(|at| &words[at]).find(|word| !is_article(word));
        before.is_some_and(|word| PREPOSITIONS.contains(&word.folded.as_str())) && words[at].pause.is_none()
    }

    /// Whether a word is capitalized like a name, in a sentence that is not capitalized as a whole.
    fn is_name(&self, word: &Word, at: usize) -> bool {
        let written = |word: &Word| &self.heard.sentence[word.span.clone()];
        let is_capital = |word: &Word| written(word).starts_with(char::is_uppercase);
        // Values are capitalized as names, and the first word of any sentence is capitalized.
        let others: Vec<&Word> = (1..self.heard.words.len())
            .filter(|other| *other != at && !self.is_in_value(*other))
            .map(|other| &self.heard.words[other])
            .collect();
        let is_shouted =
            others.len() > 1 && others.iter().filter(|word| is_capital(word)).count() * 2 > others.len();
        let is_code = written(word).contains(|sign: char| sign.is_ascii_digit());
        at > 0 && (is_capital(word) && !is_shouted || is_code) && word.folded != "i"
    }
}

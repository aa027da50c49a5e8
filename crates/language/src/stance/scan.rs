//! A left-to-right scan of a sentence for its stance.

use std::ops::Range;

use super::beginning::Beginning;
use super::cues::Cue;
use super::draft::Draft;
use super::stance::Mood;
use super::verb::{Form, form, is_gerund, is_infinitive, is_verb_form, looks_past};
use crate::reader::Tokenized;
use crate::words::{Opening, Phrases, Tongue, Word, opening};

/// The state of a scan.
pub(super) struct Scan<'a> {
    pub(super) heard: &'a Tokenized<'a>,
    pub(super) words: &'a [Word],
    pub(super) phrases: &'a Phrases,
    pub(super) begins: &'a dyn Fn(&str) -> bool,
    /// Returns whether examples of requests contain a word outside their values.
    pub(super) knows: &'a dyn Fn(&str) -> bool,
    pub(super) at: usize,
    pub(super) cues: Vec<Cue>,
    pub(super) leads: Vec<Range<usize>>,
}

impl Scan<'_> {
    pub(super) fn draft(mut self) -> Draft {
        let mut beginning = self.beginning();
        let mut background = None;
        if let Some(request) = self.request_behind(&beginning) {
            background = Some(0..request);
            self.at = request;
            self.cues.clear();
            beginning = self.beginning();
        }
        let lead = self.at.min(self.words.len());
        self.leads.push(background.as_ref().map_or(0, |range: &Range<usize>| range.end)..lead);
        let reason = self.reason_behind(self.at, &beginning);
        self.trailing();
        let Beginning { mood, polarity, person, tense, words, is_deed, is_by_form } = beginning;
        let end = self.clause_end(words.start.min(self.words.len()));
        let stated = self.words.get(words.start..end).unwrap_or_default();
        let is_reported =
            mood == Mood::Statement && stated.iter().any(|word| self.phrases.has("reporting", &word.folded));
        Draft {
            is_reported,
            is_deed,
            is_by_form,
            mood,
            polarity,
            person,
            tense,
            opening: words,
            cues: self.cues,
            background,
            leads: self.leads,
            reason,
        }
    }

    /// Skips mere courtesy, and empty words at the start of a sentence.
    pub(super) fn skip(&mut self) {
        while self.at < self.words.len() {
            // "Podia sempre …" is more than mere courtesy.
            if self.role("supposing").is_some_and(|length| length > 1) {
                break;
            }
            if self.is_polite(self.at) {
                self.at += 1;
                continue;
            }
            let Some(length) = self.role("filler").filter(|length| self.at + length < self.words.len())
            else {
                break;
            };
            let is_denial = matches!(self.words[self.at].folded.as_str(), "no" | "nao");
            let next = &self.words[self.at + length];
            if (is_denial && next.pause.is_none())
                || self.role("negation").is_some_and(|other| other > length)
            {
                break;
            }
            self.at += length;
        }
    }

    /// Returns the length of the phrase with a role at this position.
    pub(super) fn role(&self, role: &str) -> Option<usize> {
        self.phrases.begins(role, self.words.get(self.at..)?)
    }

    /// Whether the preceding word is one of these, and belongs to a request.
    pub(super) fn is_led_by(&self, words: &[&str]) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.words[at].folded.as_str());
        before.is_some_and(|word| words.contains(&word))
    }

    pub(super) fn is_polite(&self, at: usize) -> bool {
        self.heard.is_polite(at)
    }

    pub(super) fn is_marked(&self) -> bool {
        self.heard.sentence.trim_end().ends_with('?')
    }

    /// Whether a question starts here.
    pub(super) fn is_question(&self) -> bool {
        let rest = &self.words[self.at.min(self.words.len())..];
        let Some(first) = rest.first() else { return false };
        let second = rest.get(1).map(|word| word.folded.as_str());
        match opening(&first.folded, second) {
            Opening::Question => true,
            Opening::WithMark => self.is_marked(),
            Opening::Other => false,
        }
    }

    /// Whether a Portuguese question without a question mark may also be a statement or a request.
    pub(super) fn is_statement_too(&self, length: usize) -> bool {
        length == 1
    }

    pub(super) fn is_pronoun(&self, word: &Word) -> bool {
        ["speaker", "listener", "others"].iter().any(|role| self.phrases.has(role, &word.folded))
    }

    /// Whether a word can start the subject of a question.
    pub(super) fn is_subject(&self, word: &Word) -> bool {
        let determiners = [
            "the", "a", "an", "my", "our", "your", "his", "her", "their", "this", "that", "these", "those",
            "anyone", "all",
        ];
        (self.is_pronoun(word) && word.folded != "you")
            || determiners.contains(&word.folded.as_str())
            || self.heard.literal(word).is_some()
            || is_gerund(&word.folded)
            || self.heard.sentence[word.span.clone()].starts_with(char::is_uppercase)
    }

    /// Whether an object follows a word: a name or a determiner.
    pub(super) fn has_object(&self, at: usize) -> bool {
        let determiners = [
            "the",
            "a",
            "an",
            "my",
            "our",
            "his",
            "her",
            "their",
            "this",
            "that",
            "all",
            "it",
            "them",
            "every",
            "everything",
        ];
        self.words.get(at + 1).is_some_and(|word| {
            self.heard.literal(word).is_some() || determiners.contains(&word.folded.as_str())
        })
    }

    /// Whether a word starts a noun phrase: an article, a literal, a number.
    pub(super) fn is_nominal(&self, at: usize) -> bool {
        let word = &self.words[at];
        let articles = [
            "the", "a", "an", "my", "our", "o", "os", "as", "um", "uma", "meu", "minha", "this", "that",
            "este", "esta", "esse", "essa",
        ];
        self.heard.literal(word).is_some() || articles.contains(&word.folded.as_str())
    }

    pub(super) fn is_clitic(&self, at: usize) -> bool {
        let start = self.words[at].span.start;
        self.heard.sentence[..start].ends_with(['-', '‐', '‑'])
    }

    pub(super) fn is_second_past(&self, at: usize) -> bool {
        ["aste", "este", "iste"].iter().any(|ending| self.words[at].folded.ends_with(ending))
    }

    /// Returns the end of the clause that contains a word: a pause, or the end.
    pub(super) fn clause_end(&self, at: usize) -> usize {
        (at + 1..self.words.len()).find(|at| self.words[*at].pause.is_some()).unwrap_or(self.words.len())
    }

    /// Returns the first finite verb in a range, outside relative clauses.
    pub(super) fn finite_in(&self, range: Range<usize>) -> Option<usize> {
        range.clone().find(|at| {
            let word = &self.words[*at];
            let before = at
                .checked_sub(1)
                .filter(|before| *before >= range.start)
                .map(|at| self.words[at].folded.as_str());
            let is_relative =
                before.is_some_and(|word| matches!(word, "that" | "which" | "who" | "que" | "to"));
            let is_naming = matches!(
                word.folded.as_str(),
                "called" | "named" | "titled" | "entitled" | "labelled" | "chamado" | "chamada"
            );
            let is_bare = self.heard.literal(word).is_none();
            let is_verb = self.phrases.begins("finite", &self.words[*at..]).is_some()
                || (matches!(form(word), Some(Form::Past | Form::Present | Form::Future))
                    && *at > range.start
                    && (self.has_object(*at)
                        || self.has_thing(*at)
                        || self.heard.tongue == Tongue::Portuguese && self.has_portuguese_object(*at)));
            // "Rui labelled card #6 urgent" does not state a name.
            let is_naming = is_naming && !self.has_thing(*at);
            is_bare && is_verb && !is_relative && !is_naming && *at > range.start
        })
    }

    /// Whether a noun without an article follows a word: "Rui moved card #4".
    fn has_thing(&self, at: usize) -> bool {
        let next = self.words.get(at + 1).filter(|next| next.pause.is_none());
        next.is_some_and(|next| self.heard.things.singular(&next.folded).is_some())
    }

    /// Returns the verb of a clause that starts with its subject: "os olhos ardem", "meu rato avariou". A
    /// literal name may also be the object.
    pub(super) fn done_by_subject(&self, at: usize) -> Option<usize> {
        let subject = &self.words[at];
        let articles = [
            "o", "a", "os", "as", "meu", "minha", "meus", "minhas", "the", "my", "our", "esse", "essa",
            "este", "esta",
        ];
        if self.heard.literal(subject).is_some() || !articles.contains(&subject.folded.as_str()) {
            return None;
        }
        let end = self.clause_end(at);
        let is_named = (at..end).any(|at| self.heard.literal(&self.words[at]).is_some());
        let verb = (at + 2..end).find(|at| {
            let word = self.words[*at].folded.as_str();
            let is_past = self.heard.tongue == Tongue::Portuguese && looks_past(word);
            (is_verb_form(word) && !is_infinitive(word) || is_past) && !self.is_noun_behind(*at)
        });
        verb.filter(|_| !is_named)
    }

    /// Whether a possible verb follows an article or a preposition, and is therefore a noun: "o nome da
    /// marca".
    pub(super) fn is_noun_behind(&self, at: usize) -> bool {
        let before = self.words[at - 1].folded.as_str();
        let leads = [
            "o", "a", "os", "as", "um", "uma", "de", "do", "da", "dos", "das", "em", "no", "na", "nos",
            "nas", "para", "com", "por", "the", "an", "of", "in", "on", "to", "for", "with", "my", "at",
            "and", "e",
        ];
        leads.contains(&before)
    }

    pub(super) fn has_portuguese_object(&self, at: usize) -> bool {
        let next = self.words.get(at + 1);
        next.is_some_and(|word| {
            self.heard.literal(word).is_some()
                || matches!(
                    word.folded.as_str(),
                    "o" | "a"
                        | "os"
                        | "as"
                        | "um"
                        | "uma"
                        | "tudo"
                        | "meu"
                        | "minha"
                        | "esse"
                        | "este"
                        | "isso"
                )
        })
    }
}

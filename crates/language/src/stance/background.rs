//! Clauses that state something by their form, whatever their words mean: "my eyes hurt", "por hoje chega", "off to
//! lunch". Next to a request, they only tell why it is made.
//!
//! A clause counts if it has a subject and a finite verb, a verb form that no request has, or a habitual phrase without
//! a verb. A clause that could be an imperative of any verb, known or not, does not count.

use std::ops::Range;

use super::predicate::DETERMINERS;
use super::scan::Scan;
use super::verb::{Form, form, is_infinitive, is_request_form, is_verb, is_verb_form, lemma, looks_past};
use crate::words::{Opening, Tongue, Word, opening};

/// Prepositions that start an adverbial: "com este barulho não consigo ler".
const PREPOSITIONS: [&str; 17] = [
    "por", "com", "sem", "em", "no", "na", "nos", "nas", "de", "do", "da", "ao", "desde", "aqui", "la", "ca",
    "ali",
];
/// Words after which a verb form belongs to a noun phrase.
const RELATIVE: [&str; 14] = [
    "that", "which", "who", "whom", "whose", "what", "whatever", "where", "que", "quem", "qual", "quais",
    "onde", "cujo",
];
/// Words that follow an imperative of any verb: "frame it", "feed the cat", "rega as plantas".
const OBJECTS: [&str; 28] = [
    "the", "a", "an", "my", "me", "us", "it", "them", "him", "her", "some", "every", "all", "o", "os", "as",
    "um", "uma", "meu", "minha", "meus", "minhas", "isso", "isto", "lhe", "te", "se", "nos",
];

/// Words with the ending of a verb that are none.
const IDLE: [&str; 22] = [
    "dele", "dela", "deles", "delas", "esse", "essa", "este", "esta", "nele", "nela", "onde", "hoje",
    "ontem", "quase", "sempre", "tambem", "para", "pela", "sobre", "entre", "ainda", "agora",
];
/// Portuguese forms that may ask for permission, or bid somebody to go.
const ASKING: [&str; 4] = ["posso", "podemos", "consigo", "conseguimos"];
const GOING: [&str; 4] = ["vai", "vao", "vem", "anda"];

impl Scan<'_> {
    /// Whether the words are a clause that states something by its form.
    pub(super) fn tells(mut self) -> bool {
        self.skip();
        let at = self.at;
        let is_bidding = ["desire", "listener", "affirmed", "supposing", "hypothetical"];
        let Some(first) = self.words.get(at) else { return false };
        let second = self.words.get(at + 1).map(|word| word.folded.as_str());
        let is_question = opening(&first.folded, second) == Opening::Question || self.is_marked();
        if is_question
            || is_bidding.iter().any(|role| self.role(role).is_some())
            || self.is_transcript(at)
            || self.is_told_by_others(at)
            || self.depends(at)
        {
            return false;
        }
        let range = at..self.words.len();
        match self.heard.tongue {
            Tongue::English => self.tells_in_english(range),
            Tongue::Portuguese => self.tells_in_portuguese(range),
        }
    }

    /// Whether the words say that somebody says, writes or wants something.
    fn is_told_by_others(&self, start: usize) -> bool {
        let is_english = self.heard.tongue == Tongue::English;
        self.words[start..].iter().any(|word| {
            self.phrases.has("saying", &word.folded)
                || is_english && self.phrases.has("reporting", &word.folded)
        })
    }

    /// Whether the words contain a condition.
    fn depends(&mut self, start: usize) -> bool {
        let found = (start..self.words.len()).any(|at| {
            self.at = at;
            self.condition().is_some()
        });
        self.at = start;
        found
    }

    fn tells_in_english(&self, range: Range<usize>) -> bool {
        let at = range.start;
        let first = &self.words[at];
        let next = self.words.get(at + 1).map_or("", |next| next.folded.as_str());
        if self.role("fragment").is_some_and(|length| at + length <= range.end) {
            return true;
        }
        if let Some(length) = self.role("negation") {
            let verb = self.words.get(at + length).and_then(|word| lemma(&word.folded));
            return verb.is_some_and(|verb| self.phrases.has("stative", &verb));
        }
        let is_led = self.is_pronoun(first) || DETERMINERS.contains(&first.folded.as_str());
        let is_bare = form(first).is_none() && (is_verb(first) || (self.begins)(&first.folded)) && !is_led;
        let is_gerund = form(first) == Some(Form::Gerund)
            || !is_bare && first.folded.ends_with("ing") && first.folded.len() > "nothing".len();
        if is_gerund || form(first) == Some(Form::Past) && !(self.begins)(&first.folded) {
            return true;
        }
        let verb = self.finite_verb(range.clone());
        // "Phone call's done", but not "delete Bob's file".
        let ends = verb.is_some_and(|verb| {
            let behind = self.words.get(verb + 1);
            verb == at + 2
                && self.is_finite(verb)
                && !OBJECTS.contains(&next)
                && behind.is_some_and(|word| self.phrases.has("ended", &word.folded))
        });
        match (is_bare, is_led) {
            (true, _) => verb == Some(at + 1) && self.is_finite_at(at + 1) || ends,
            (_, true) => verb.is_some() || self.is_finite_at(at + 1) || self.happens(range),
            _ => verb.is_some() && !OBJECTS.contains(&next),
        }
    }

    fn tells_in_portuguese(&self, range: Range<usize>) -> bool {
        let is_lead = |word: &Word| {
            self.phrases.has("adverb", &word.folded)
                || matches!(word.folded.as_str(), "nao" | "hoje" | "ate" | "aqui" | "la")
        };
        let Some(at) = range.clone().find(|at| !is_lead(&self.words[*at])) else { return false };
        let rest = &self.words[at..];
        let first = &rest[0];
        let is_denied = range.start < at && self.words[range.start..at].iter().any(|it| it.folded == "nao");
        let is = |role: &str| self.phrases.begins(role, rest).is_some();
        if is("fragment") || self.phrases.begins("fragment", &self.words[range.start..]).is_some() {
            return true;
        }
        let has_more = rest.len() > 1 || at > range.start;
        let is_imperative = is_request_form(&first.folded) || is_infinitive(&first.folded);
        if (is("stating") && !ASKING.contains(&first.folded.as_str()) || is("ailing")) && has_more {
            return true;
        }
        let told = form(first).or_else(|| self.form_at(at).filter(|_| !is_imperative));
        let is_past = looks_past(&first.folded);
        let is_own = matches!(told, Some(Form::Past | Form::Future))
            || told == Some(Form::Present) && first.folded.ends_with('o');
        let is_finite = self.is_finite(at) && !GOING.contains(&first.folded.as_str());
        if !is_imperative && (is_own || is_past || is_finite) {
            return true;
        }
        // "Doem-me os olhos", "faltam dois minutos": hardly a request to several people.
        let is_plural = first.folded.len() > 4 && first.folded.ends_with(['m']) && !is_imperative;
        if is_plural && !is_denied && !self.is_nominal(at) {
            return true;
        }
        if is_denied || first.folded == "para" || first.folded == "pra" {
            return false;
        }
        let is_led = DETERMINERS.contains(&first.folded.as_str())
            || PREPOSITIONS.contains(&first.folded.as_str())
            || self.is_pronoun(first);
        let next = rest.get(1).map_or("", |next| next.folded.as_str());
        let behind = at..range.end;
        match is_led {
            true => self.finite_verb(behind.clone()).is_some() || self.happens(behind),
            false => {
                !is_imperative
                    && !(self.begins)(&first.folded)
                    && !OBJECTS.contains(&next)
                    && self.finite_verb(behind).is_some()
            }
        }
    }

    fn is_finite_at(&self, at: usize) -> bool {
        at < self.words.len() && self.is_finite(at)
    }

    /// Returns the finite verb of a clause behind its subject, outside relative clauses.
    fn finite_verb(&self, range: Range<usize>) -> Option<usize> {
        let relative = range.clone().skip(1).find(|at| RELATIVE.contains(&self.words[*at].folded.as_str()));
        let end = relative.unwrap_or(range.end);
        let found = self.finite_in(range.start..end);
        let is_own = |at: &usize| {
            let word = &self.words[*at];
            let is_form = matches!(form(word), Some(Form::Past | Form::Future))
                || form(word) == Some(Form::Present) && word.folded.ends_with('o')
                || looks_past(&word.folded)
                || self.phrases.begins("happening", &self.words[*at..]).is_some();
            self.heard.literal(word).is_none() && is_form && !self.is_noun_behind(*at)
        };
        let portuguese = || (range.start + 1..end).find(is_own);
        found.or_else(|| portuguese().filter(|_| self.heard.tongue == Tongue::Portuguese))
    }

    /// Whether a clause that starts with a determiner has a verb that no example contains: "my head hurts", "o
    /// bebé dorme".
    fn happens(&self, range: Range<usize>) -> bool {
        let is_free = |at: usize| {
            let word = &self.words[at];
            self.heard.literal(word).is_none() && self.heard.things.kind_of_word(&word.folded).is_none()
        };
        let is_verb = |at: usize| {
            let word = self.words[at].folded.as_str();
            let is_finite = match self.heard.tongue {
                Tongue::English => {
                    is_verb_form(word) && word.ends_with('s') || self.phrases.has("ailing", word)
                }
                Tongue::Portuguese => {
                    (word.ends_with(['a', 'e']) || word.ends_with("am") || word.ends_with("em"))
                        && !is_infinitive(word)
                }
            };
            let is_content = !IDLE.contains(&word);
            is_finite && is_content && !(self.knows)(word) && !self.is_noun_behind(at) && word.len() > 3
        };
        range.clone().all(is_free) && (range.start + 2..range.end).any(is_verb)
    }
}

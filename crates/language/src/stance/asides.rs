//! Background statements before and after a request.

use super::beginning::Beginning;
use super::cues::{Cue, CueKind};
use super::scan::Scan;
use super::stance::{Mood, Person, Polarity, Tense};
use super::verb::{Form, Voice, form, is_request_form, is_verb, voice};
use crate::words::{Opening, Tongue, Word, opening};

impl Scan<'_> {
    /// Returns the start of a request after a background statement: "I don't need a.txt any more, delete it".
    pub(super) fn request_behind(&self, beginning: &Beginning) -> Option<usize> {
        // "Don't just sit there, close the window": the negated clause could not be a request.
        let denied = beginning.words.end;
        let is_idle_denial = beginning.polarity == Polarity::Negative
            && beginning.mood == Mood::Request
            && self.words[denied.min(self.words.len())..]
                .iter()
                .take(3)
                .all(|word| !(self.begins)(&word.folded))
            && denied < self.words.len();
        let is_report =
            beginning.is_by_form || beginning.person == Person::Third && beginning.tense != Tense::Present;
        if (beginning.mood != Mood::Statement || is_report) && !is_idle_denial {
            return None;
        }
        let start = (beginning.words.start + 1..self.words.len()).find(|at| {
            let word = &self.words[*at];
            let before = self.words[*at - 1].folded.as_str();
            let is_parted = word.pause.is_some() || matches!(before, "so" | "entao" | "isso");
            is_parted && self.bids(*at)
        })?;
        let before = &self.words[beginning.words.start..start];
        let is_reported = before.iter().any(|word| self.phrases.has("reporting", &word.folded));
        let is_spoken = self.words[start].pause == Some(':');
        (!is_reported && !is_spoken).then_some(start)
    }

    /// Returns the start of a background statement after a request: "mute it, the baby is asleep". It
    /// contains no manner, time or further request.
    pub(super) fn reason_behind(&self, start: usize, beginning: &Beginning) -> Option<usize> {
        if beginning.mood != Mood::Request || beginning.polarity == Polarity::Negative {
            return None;
        }
        let at = (start + 1..self.words.len()).find(|at| self.words[*at].pause.is_some_and(is_parting))?;
        let is_joint =
            |at: &usize| matches!(self.words[*at].folded.as_str(), "que" | "because" | "porque" | "pois");
        let from = if is_joint(&at) { at + 1 } else { at };
        let rest = self.words.get(from..).filter(|rest| rest.len() > 1)?;
        let words = self.words;
        let mut scan = Scan {
            heard: self.heard,
            words,
            phrases: self.phrases,
            begins: self.begins,
            knows: self.knows,
            at: from,
            cues: Vec::new(),
            leads: Vec::new(),
        };
        let said = scan.beginning();
        let first = &rest[0].folded;
        // ", renaming it to b.md" is a further action, and so is ", faz login": no reason.
        if voice(first) == Some(Voice::Gerund) || is_request_form(first) && self.bids(from) && from == at {
            return None;
        }
        // A clause after "and" is another request.
        if matches!(first.as_str(), "and" | "then" | "or" | "plus" | "e" | "ou" | "depois" | "mais") {
            return None;
        }
        let states = said.mood == Mood::Statement
            && !said.is_by_form
            && said.person != Person::Second
            && said.tense != Tense::Future
            || self.phrases.has("stating", first)
            || self.heard.tongue == Tongue::Portuguese && self.phrases.has("finite", first);
        let says_more = |word: &Word| {
            self.heard.literal(word).is_some()
                || self.heard.sentence[word.span.clone()].contains(char::is_numeric)
                || self.phrases.has("reporting", &word.folded)
                || self.phrases.has("requiring", &word.folded)
        };
        let is_put_off = (from..words.len()).any(|at| {
            let rest = &words[at..];
            ["condition", "time", "requiring"].iter().any(|role| self.phrases.begins(role, rest).is_some())
        });
        (states && scan.cues.is_empty() && !rest.iter().any(says_more) && !is_put_off).then_some(at)
    }

    /// Whether a request starts here, after mere courtesy, with a first word of requests.
    pub(super) fn bids(&self, mut at: usize) -> bool {
        while at < self.words.len() {
            let rest = &self.words[at..];
            let skipped = ["affirmed", "filler"].iter().find_map(|role| self.phrases.begins(role, rest));
            match skipped.filter(|length| *length < rest.len()) {
                _ if self.is_polite(at) => at += 1,
                Some(length) => at += length,
                None => break,
            }
        }
        self.words.get(at).is_some_and(|word| {
            let is_bidding = form(word).is_none() && (is_verb(word) || (self.begins)(&word.folded));
            let second = self.words.get(at + 1).map(|word| word.folded.as_str());
            is_bidding && !self.is_nominal(at) && opening(&word.folded, second) != Opening::Question
        })
    }

    /// Finds the cues after the request that postpone or cancel it.
    pub(super) fn trailing(&mut self) {
        let start = self.at + 1;
        self.at = start;
        while self.at < self.words.len() {
            if self.is_polite(self.at) {
                self.at += 1;
            } else if self.is_reason(self.at) {
                let end = self.clause_end(self.at);
                self.leads.push(self.at..end);
                self.at = end;
            } else if let Some(length) = self.role("naming") {
                // The following words are a name.
                self.leads.push(self.at..self.at + length);
                self.at += length;
                let cue = if self.at < self.words.len() {
                    let words = self.time().or_else(|| self.condition()).map(|cue| cue.words.len());
                    words.or_else(|| self.negation())
                } else {
                    None
                };
                self.at += cue.unwrap_or(1);
            } else if let Some(length) = self.role("neutral") {
                self.leads.push(self.at..self.at + length);
                self.at += length;
            } else if let Some(cue) = self.time().or_else(|| self.condition()) {
                self.at = cue.words.end;
                self.cues.push(cue);
            } else if let Some(length) = self.negation_behind() {
                let words = self.at..self.at + length;
                let whole = self.at..self.clause_end(self.at);
                self.cues.push(Cue { kind: CueKind::Negation, whole, words });
                self.at += length;
            } else {
                self.at += 1;
            }
        }
    }

    /// Whether a clause with the speaker's reason starts here: "…, I don't need it", "…, vou almoçar".
    pub(super) fn is_reason(&self, at: usize) -> bool {
        let rest = &self.words[at..];
        let first = &rest[0];
        if !matches!(first.pause, Some(',' | ';' | '.' | '!' | '—' | '–' | '-')) {
            return false;
        }
        let is_first_person = match self.heard.tongue {
            Tongue::English => first.folded == "i" && rest.len() > 1,
            Tongue::Portuguese => {
                let is_denied = first.folded == "nao" || first.folded == "ja";
                let verb = if is_denied { rest.get(1) } else { Some(first) };
                verb.is_some_and(|verb| {
                    self.phrases.has("stating", &verb.folded)
                        || matches!(form(verb), Some(Form::Present | Form::Past))
                            && verb.folded.ends_with(['o', 'i'])
                })
            }
        };
        let end = self.clause_end(at);
        let is_reported = self.words[at..end].iter().any(|word| self.phrases.has("reporting", &word.folded));
        let is_conditional =
            (at..end).any(|at| self.phrases.begins("condition", &self.words[at..]).is_some());
        is_first_person && !is_reported && !is_conditional
    }
}

/// Whether a mark separates two statements.
fn is_parting(mark: char) -> bool {
    matches!(mark, ',' | ';' | '.' | '!' | '?' | '—' | '–' | '-')
}

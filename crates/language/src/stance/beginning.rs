//! Classifies the start of a sentence: a request, a question, a statement, a supposition.

use std::ops::Range;

use super::cues::CueKind;
use super::scan::Scan;
use super::stance::{Mood, Person, Polarity, Tense};
use super::verb::{Form, form, is_verb, looks_past};
use crate::words::{Tongue, Word};

/// The classification of the start of a sentence.
pub(super) struct Beginning {
    pub(super) mood: Mood,
    pub(super) polarity: Polarity,
    pub(super) person: Person,
    pub(super) tense: Tense,
    pub(super) words: Range<usize>,
    /// Whether it reports an action of a person.
    pub(super) is_deed: bool,
    /// Whether only a verb form marks it as a statement. It is then not a request, but cannot be ignored next
    /// to one.
    pub(super) is_by_form: bool,
}

impl Beginning {
    pub(super) fn new(mood: Mood, words: Range<usize>) -> Self {
        let (polarity, person, tense) = (Polarity::Positive, Person::Second, Tense::Present);
        Self { mood, polarity, person, tense, words, is_deed: false, is_by_form: false }
    }

    pub(super) fn negative(self) -> Self {
        Self { polarity: Polarity::Negative, ..self }
    }

    pub(super) fn by(self, person: Person) -> Self {
        Self { person, ..self }
    }

    pub(super) fn when(self, tense: Tense) -> Self {
        Self { tense, ..self }
    }

    /// Marks that it reports an action of a person, and not a state.
    pub(super) fn of_deed(self) -> Self {
        Self { is_deed: true, ..self }
    }
}

impl Scan<'_> {
    /// Classifies the start of the sentence; `at` is then the start of its content.
    pub(super) fn beginning(&mut self) -> Beginning {
        loop {
            self.skip();
            let at = self.at;
            if at >= self.words.len() {
                return Beginning::new(Mood::Request, at..at);
            }
            if let Some(length) = self.role("affirmed") {
                self.at += length;
                let is_joint = self
                    .words
                    .get(self.at)
                    .is_some_and(|word| matches!(word.folded.as_str(), "que" | "that"));
                self.at += usize::from(is_joint);
                continue;
            }
            if let Some(length) = self.role("affirmed_if_asked").filter(|_| self.is_marked()) {
                self.at += length;
                continue;
            }
            // "Se calhar" is not a condition.
            let supposed = self.role("supposing");
            let cue = self.time().or_else(|| self.condition());
            if let Some(cue) = cue.filter(|cue| supposed.is_none_or(|length| length <= cue.words.len())) {
                // A condition extends to the next pause, or is the whole sentence.
                let end = cue.whole.end;
                let is_whole = cue.kind == CueKind::Condition && end >= self.words.len();
                let kind = cue.kind;
                let words = cue.words.clone();
                self.cues.push(cue);
                if is_whole {
                    let mood = if self.is_question() { Mood::Question } else { Mood::Request };
                    return Beginning::new(mood, words);
                }
                self.at = if kind == CueKind::Condition { end } else { end.max(at + 1) };
                continue;
            }
            return self.clause();
        }
    }

    /// Classifies the start of a clause without introductory words.
    pub(super) fn clause(&mut self) -> Beginning {
        let at = self.at;
        let rest = &self.words[at..];
        if let Some(length) = self.role("supposing") {
            return Beginning::new(Mood::Supposition, at..at + length).by(Person::First);
        }
        if let Some(length) = self.negation() {
            let next = rest.get(length);
            let is_inverted =
                next.is_some_and(|word| self.is_pronoun(word)) && self.phrases.has("aux", &rest[0].folded);
            if let Some(more) = self.phrases.begins("desire", &rest[length..]) {
                return self.of_desire(at, at + length + more, true);
            }
            let is_stated = next.and_then(form).is_some_and(|form| form != Form::Gerund)
                || next.is_some_and(|next| self.phrases.has("stating", &next.folded));
            let mood = match () {
                () if is_inverted || (is_stated && self.is_marked()) => Mood::Question,
                () if is_stated => return self.statement(at..at + length + 1, Person::First).negative(),
                () => Mood::Request,
            };
            self.at += length;
            return Beginning::new(mood, at..at + length).negative();
        }
        if let Some(length) = self.role("asking") {
            let is_certain = self.heard.tongue == Tongue::English || self.is_marked() || self.is_question();
            let is_weak = self.is_statement_too(length) && !is_certain;
            if !is_weak {
                return Beginning::new(Mood::Question, at..at + length);
            }
        }
        if self.is_question() {
            return Beginning::new(Mood::Question, at..at + 1);
        }
        if self.phrases.has("aux", &rest[0].folded) && rest.get(1).is_some_and(|word| self.is_subject(word)) {
            return Beginning::new(Mood::Question, at..(at + 2).min(self.words.len()));
        }
        if let Some(length) =
            self.role("speaker").filter(|length| rest.len() > *length && !self.is_clitic(at))
        {
            return self.of_speaker(length);
        }
        if let Some(length) = self.role("listener").filter(|length| rest.len() > *length) {
            return self.of_listener(length);
        }
        if let Some(verb) = self.role("others").and_then(|_| self.finite_in(at..self.clause_end(at))) {
            return self.statement(verb..verb + 1, Person::Third);
        }
        // "Don't forget that the code is 2580": the subordinate clause belongs to the request.
        let is_joined =
            at.checked_sub(1).is_some_and(|at| matches!(self.words[at].folded.as_str(), "que" | "that"));
        if !is_joined {
            if self.is_transcript(at) || self.is_hearsay(at) {
                return self.statement(at..at + 1, Person::Third).of_deed();
            }
            if let Some(verb) = self.predicate(at) {
                let statement = self.statement(verb..verb + 1, Person::Third);
                let is_by_form = !self.is_finite(verb);
                return Beginning { words: at..verb + 1, is_by_form, ..statement };
            }
            if let Some(verb) = self.judged(at).or_else(|| self.described(at)) {
                let statement = self.statement(verb..verb + 1, Person::Third).of_deed();
                return Beginning { words: at..verb + 1, is_by_form: true, ..statement };
            }
        }
        let is_known = (self.begins)(&rest[0].folded);
        // "Vou almoçar": the verb form contains the subject.
        let is_stated = self.heard.tongue == Tongue::Portuguese
            && !is_known
            && rest.len() > 1
            && self.phrases.has("stating", &rest[0].folded)
            && self.role("desire").is_none()
            && self.role("hypothetical").is_none();
        if is_stated {
            return self.statement(at..at + 1, Person::First);
        }
        let past =
            (self.heard.tongue == Tongue::Portuguese && looks_past(&rest[0].folded)).then_some(Form::Past);
        let is_other =
            |form: &Form| !is_known || matches!(form, Form::Past | Form::Future | Form::Conditional);
        match self.form_at(at).or(past).filter(is_other) {
            // "Would you mind deleting it", "queria que apagasses", "porque não apagas".
            Some(Form::Gerund) if self.is_led_by(&["mind", "about"]) => {}
            Some(Form::Conditional) if self.is_led_by(&["que"]) => {}
            Some(Form::Present) if self.is_led_by(&["nao", "que"]) => {}
            Some(Form::Present) if self.heard.tongue == Tongue::English && !self.has_object(at) => {}
            Some(Form::Conditional) => {
                return Beginning::new(Mood::Supposition, at..at + 1).by(Person::First);
            }
            Some(form) => {
                let person = if form == Form::Past && self.is_second_past(at) {
                    Person::Second
                } else {
                    Person::First
                };
                let mood = if self.is_marked() { Mood::Question } else { Mood::Statement };
                return Beginning::new(mood, at..at + 1).by(person).when(tense(form));
            }
            None => {}
        }
        // "Ring the plumber while you're at it" is a request, supported or not.
        let is_bidding = self.heard.tongue == Tongue::English
            && is_verb(&rest[0])
            && form(&rest[0]).is_none()
            && self.has_object(at);
        if (is_known || is_bidding) && !self.is_nominal(at) {
            return Beginning::new(Mood::Request, at..at + 1);
        }
        match self.finite_in(at..self.clause_end(at)).or_else(|| self.done_by_subject(at)) {
            Some(verb) => self.statement(verb..verb + 1, Person::Third),
            None => Beginning::new(Mood::Request, at..at + 1),
        }
    }

    /// Classifies a clause whose subject is the speaker.
    pub(super) fn of_speaker(&mut self, length: usize) -> Beginning {
        let start = self.at;
        let mut at = start + length;
        let mut is_negative = false;
        loop {
            if let Some(length) = self.phrases.begins("desire", &self.words[at..]) {
                return self.of_desire(start, at + length, is_negative);
            }
            if let Some(length) = self.phrases.begins("hypothetical", &self.words[at..]) {
                return Beginning::new(Mood::Supposition, start..at + length).by(Person::First);
            }
            match self.words.get(at) {
                Some(word) if matches!(word.folded.as_str(), "not" | "nao" | "never" | "nunca" | "dont") => {
                    is_negative = true;
                    at += 1;
                }
                Some(_) if self.phrases.begins("adverb", &self.words[at..]).is_some() => at += 1,
                _ => break,
            }
        }
        let statement = self.statement(start..(at + 1).min(self.words.len()), Person::First);
        if is_negative { statement.negative() } else { statement }
    }

    /// Classifies a wish of the speaker: that the addressee acts, that someone else acts, or to know
    /// something.
    pub(super) fn of_desire(&mut self, start: usize, at: usize, is_negative: bool) -> Beginning {
        self.at = at;
        let rest = &self.words[at..];
        let wants_other = rest.iter().take(4).position(|word| matches!(word.folded.as_str(), "to" | "que"));
        let is_name = |word: &Word| {
            self.heard.sentence[word.span.clone()].starts_with(char::is_uppercase)
                || matches!(
                    word.folded.as_str(),
                    "him" | "her" | "them" | "everyone" | "someone" | "somebody"
                )
        };
        let of_other = wants_other.is_some_and(|to| to > 0 && rest[..to].iter().any(is_name));
        if of_other {
            return Beginning::new(Mood::Statement, start..at).by(Person::Third);
        }
        // "I don't need it" is a reason and not a request; "I don't want it deleted" is a negated request.
        let last = self.words[at - 1].folded.as_str();
        let is_of_deed =
            matches!(last, "to" | "que" | "wanna" | "gotta" | "must") || rest.first().is_some_and(is_verb);
        if is_negative && !is_of_deed {
            return Beginning::new(Mood::Statement, start..at).by(Person::First).negative();
        }
        let is_denied = self.negation().filter(|_| !rest.is_empty());
        let request = Beginning::new(Mood::Request, start..at + is_denied.unwrap_or_default());
        if is_negative || is_denied.is_some() { request.negative() } else { request }
    }

    /// Classifies a clause whose subject is the addressee.
    pub(super) fn of_listener(&mut self, length: usize) -> Beginning {
        let start = self.at;
        let mut at = start + length;
        let mut is_negative = false;
        let mut is_bidden = false;
        while let Some(word) = self.words.get(at) {
            if matches!(word.folded.as_str(), "not" | "nao" | "never" | "nunca") {
                is_negative = true;
                at += 1;
            } else if let Some(length) =
                self.phrases.begins("bidding", &self.words[at..]).filter(|_| !is_bidden)
            {
                is_bidden = true;
                at += length;
            } else if self.phrases.begins("adverb", &self.words[at..]).is_some() {
                at += 1;
            } else {
                break;
            }
        }
        self.at = at.min(self.words.len());
        let is_base =
            self.words.get(at).is_some_and(|word| self.form_at(at).is_none() && (self.begins)(&word.folded));
        let words = start..(at + 1).min(self.words.len());
        match (is_bidden || is_base, is_negative) {
            (_, true) => Beginning::new(Mood::Request, words).negative(),
            (true, false) => Beginning::new(Mood::Request, words),
            (false, false) => self.statement(words, Person::Second),
        }
    }

    pub(super) fn statement(&self, words: Range<usize>, person: Person) -> Beginning {
        let end = self.clause_end(words.start);
        let forms = self.words[words.start..end].iter().take(8);
        let mut tense = Tense::Present;
        for word in forms {
            tense = match word.folded.as_str() {
                "will" | "shall" | "going" | "vou" | "vai" | "vamos" | "vao" => Tense::Future,
                "was" | "were" | "had" | "did" | "have" | "has" | "foi" | "foram" | "tinha" | "acabei" => {
                    Tense::Past
                }
                _ => match form(word) {
                    Some(Form::Past) => Tense::Past,
                    Some(Form::Future) => Tense::Future,
                    _ => continue,
                },
            };
            break;
        }
        let mood = if self.is_marked() { Mood::Question } else { Mood::Statement };
        let is_deed = person == Person::Third && words.end > 0 && self.tells_deed(words.end - 1);
        let beginning = Beginning::new(mood, words).by(person).when(tense);
        if is_deed { beginning.of_deed() } else { beginning }
    }
}

fn tense(form: Form) -> Tense {
    match form {
        Form::Past => Tense::Past,
        Form::Future => Tense::Future,
        Form::Present | Form::Gerund | Form::Conditional => Tense::Present,
    }
}

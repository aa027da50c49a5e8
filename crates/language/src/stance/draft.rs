//! What the words of a sentence say of its stance, before it is known which of them are values.

use std::ops::Range;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::stance::{Mood, Person, Polarity, Stance, Tense};
use super::verb::{Form, form, is_gerund, is_verb, looks_past};
use crate::literal::{Kind, Value};
use crate::reader::Heard;
use crate::words::{Opening, Phrases, Tongue, Word, opening};

/// A stance by the words alone.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    mood: Mood,
    polarity: Polarity,
    person: Person,
    tense: Tense,
    /// Whether it tells the words or wishes of somebody else.
    is_reported: bool,
    /// The words that decided how the sentence begins.
    opening: Range<usize>,
    /// Words that put off or take back what is wanted.
    cues: Vec<Cue>,
    /// A statement before the request, which only says why.
    background: Option<Range<usize>>,
    /// Words that go with a request and say nothing of what it is: before it, and "don't ask" behind it.
    leads: Vec<Range<usize>>,
    /// Where a statement begins behind the request, which only says why.
    reason: Option<usize>,
}

#[derive(Debug, Clone)]
struct Cue {
    kind: CueKind,
    /// The words that it is known by.
    words: Range<usize>,
    /// All words that belong to it.
    whole: Range<usize>,
}

/// What words say of a request beside what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum CueKind {
    /// It is taken back.
    Negation,
    /// It depends on something.
    Condition,
    /// It is for another time.
    Time,
    /// It has not the form of a request.
    Mood,
}

static ENGLISH: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("english.txt")]));
static PORTUGUESE: LazyLock<Phrases> = LazyLock::new(|| Phrases::read(&[include_str!("portuguese.txt")]));

/// Every word that says something of a stance, so that none of them is taken for another that is misspelt.
pub(crate) fn all_words() -> impl Iterator<Item = &'static str> {
    ENGLISH.words().chain(PORTUGUESE.words())
}

impl Draft {
    /// Reads how a sentence begins, and what else there is in it. `begins` tells the words that requests begin with.
    pub(crate) fn of(heard: &Heard<'_>, begins: &dyn Fn(&str) -> bool) -> Self {
        let phrases = match heard.tongue {
            Tongue::English => &*ENGLISH,
            Tongue::Portuguese => &*PORTUGUESE,
        };
        let words = heard.meant_words();
        Scan { heard, words: &words, phrases, begins, at: 0, cues: Vec::new(), leads: Vec::new() }.draft()
    }

    /// The stance, without what turned out to be part of something else.
    pub(crate) fn settle(
        &self,
        heard: &Heard<'_>,
        is_covered: impl Fn(&Range<usize>, CueKind) -> bool,
    ) -> Stance {
        let text = |words: &Range<usize>| heard.text(words.clone()).to_string();
        let mut stance = Stance::default();
        if self.mood != Mood::Request || self.polarity == Polarity::Negative {
            let kind = if self.denies() { CueKind::Negation } else { CueKind::Mood };
            if !is_covered(&self.opening, kind) {
                let Self { mood, polarity, person, tense, .. } = *self;
                let cue = Some(text(&self.opening)).filter(|cue| !cue.is_empty());
                let reported = self.is_reported;
                stance = Stance { mood, polarity, person, tense, reported, cue, ..stance };
            }
        }
        for cue in self.cues.iter().filter(|cue| !is_covered(&cue.words, cue.kind)) {
            match cue.kind {
                CueKind::Negation => stance.polarity = Polarity::Negative,
                CueKind::Condition => stance.condition = stance.condition.or(Some(text(&cue.whole))),
                CueKind::Time => stance.time = stance.time.or(Some(text(&cue.whole))),
                CueKind::Mood => {}
            }
            if stance.cue.is_none() {
                stance.cue = Some(text(&cue.words));
            }
        }
        stance
    }

    /// Which kinds of cues there are behind the request that are no part of a value.
    pub(crate) fn cues_behind(&self, is_value: impl Fn(usize) -> bool) -> impl Iterator<Item = CueKind> {
        let is_behind = move |cue: &&Cue| cue.words.start > 0 && !cue.words.clone().any(&is_value);
        self.cues.iter().filter(is_behind).map(|cue| cue.kind)
    }

    /// Where the request begins, if a statement that only says why comes before it.
    pub(crate) fn request_behind(&self) -> Option<usize> {
        self.background.as_ref().map(|range| range.end)
    }

    /// Where the request ends, if a statement that only says why comes behind it.
    pub(crate) fn request_before(&self) -> Option<usize> {
        self.reason
    }

    /// Whether it begins by denying what it speaks of.
    pub(crate) fn denies(&self) -> bool {
        self.mood == Mood::Request && self.polarity == Polarity::Negative
    }

    /// The words that belong to what only says why, when or on which condition.
    pub(crate) fn asides(&self) -> impl Iterator<Item = &Range<usize>> {
        self.background.iter().chain(&self.leads).chain(self.cues.iter().map(|cue| &cue.whole))
    }
}

struct Scan<'a> {
    heard: &'a Heard<'a>,
    words: &'a [Word],
    phrases: &'a Phrases,
    begins: &'a dyn Fn(&str) -> bool,
    at: usize,
    cues: Vec<Cue>,
    leads: Vec<Range<usize>>,
}

/// How a sentence begins.
struct Beginning {
    mood: Mood,
    polarity: Polarity,
    person: Person,
    tense: Tense,
    words: Range<usize>,
}

impl Beginning {
    fn new(mood: Mood, words: Range<usize>) -> Self {
        let (polarity, person, tense) = (Polarity::Positive, Person::Second, Tense::Present);
        Self { mood, polarity, person, tense, words }
    }

    fn negative(self) -> Self {
        Self { polarity: Polarity::Negative, ..self }
    }

    fn by(self, person: Person) -> Self {
        Self { person, ..self }
    }

    fn when(self, tense: Tense) -> Self {
        Self { tense, ..self }
    }
}

impl Scan<'_> {
    fn draft(mut self) -> Draft {
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
        let Beginning { mood, polarity, person, tense, words } = beginning;
        let end = self.clause_end(words.start.min(self.words.len()));
        let stated = self.words.get(words.start..end).unwrap_or_default();
        let is_reported =
            mood == Mood::Statement && stated.iter().any(|word| self.phrases.has("reporting", &word.folded));
        Draft {
            is_reported,
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

    /// How the sentence begins; `at` is then where what it is about begins.
    fn beginning(&mut self) -> Beginning {
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
            if let Some(cue) = self.time().or_else(|| self.condition()) {
                // A condition reaches to the pause behind it, or is the whole of what was said.
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

    /// How a clause begins that has nothing before it.
    fn clause(&mut self) -> Beginning {
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
        let is_known = (self.begins)(&rest[0].folded);
        let past =
            (self.heard.tongue == Tongue::Portuguese && looks_past(&rest[0].folded)).then_some(Form::Past);
        let is_other =
            |form: &Form| !is_known || matches!(form, Form::Past | Form::Future | Form::Conditional);
        match form(&rest[0]).or(past).filter(is_other) {
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
        if is_known && !self.is_nominal(at) {
            return Beginning::new(Mood::Request, at..at + 1);
        }
        match self.finite_in(at..self.clause_end(at)) {
            Some(verb) => self.statement(verb..verb + 1, Person::Third),
            None => Beginning::new(Mood::Request, at..at + 1),
        }
    }

    /// A clause whose subject is the speaker.
    fn of_speaker(&mut self, length: usize) -> Beginning {
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

    /// What the speaker wants: of the one who is spoken to, of somebody else, or to know something.
    fn of_desire(&mut self, start: usize, at: usize, is_negative: bool) -> Beginning {
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
        // Who does not need something says why, and not what is to be done; who does not want it done says that.
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

    /// A clause whose subject is the one who is spoken to.
    fn of_listener(&mut self, length: usize) -> Beginning {
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
            self.words.get(at).is_some_and(|word| form(word).is_none() && (self.begins)(&word.folded));
        let words = start..(at + 1).min(self.words.len());
        match (is_bidden || is_base, is_negative) {
            (_, true) => Beginning::new(Mood::Request, words).negative(),
            (true, false) => Beginning::new(Mood::Request, words),
            (false, false) => self.statement(words, Person::Second),
        }
    }

    fn statement(&self, words: Range<usize>, person: Person) -> Beginning {
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
        Beginning::new(mood, words).by(person).when(tense)
    }

    /// Where a request begins behind a statement that only says why: "I don't need a.txt any more, delete it".
    fn request_behind(&self, beginning: &Beginning) -> Option<usize> {
        // "Don't just sit there, close the window": what is denied is nothing that could be asked for.
        let denied = beginning.words.end;
        let is_idle_denial = beginning.polarity == Polarity::Negative
            && beginning.mood == Mood::Request
            && self.words[denied.min(self.words.len())..]
                .iter()
                .take(3)
                .all(|word| !(self.begins)(&word.folded))
            && denied < self.words.len();
        let is_report = beginning.person == Person::Third && beginning.tense != Tense::Present;
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

    /// Where a statement begins behind a request that only says why: "mute it, the baby is asleep". Nothing in it says how it
    /// is to be done, when, or what else.
    fn reason_behind(&self, start: usize, beginning: &Beginning) -> Option<usize> {
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
            at: from,
            cues: Vec::new(),
            leads: Vec::new(),
        };
        let said = scan.beginning();
        let first = &rest[0].folded;
        // What "and" joins to a request is one more.
        if matches!(first.as_str(), "and" | "then" | "or" | "plus" | "e" | "ou" | "depois" | "mais") {
            return None;
        }
        let states =
            said.mood == Mood::Statement && said.person != Person::Second && said.tense != Tense::Future
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

    /// Whether a request begins here: with a word that requests begin with, after what is only polite.
    fn bids(&self, mut at: usize) -> bool {
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

    /// Words behind the request that put it off or take it back.
    fn trailing(&mut self) {
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
                // What follows is a name, whatever its words are.
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

    /// Whether a clause begins here in which the speaker says why: "…, I don't need it", "…, vou almoçar".
    fn is_reason(&self, at: usize) -> bool {
        let rest = &self.words[at..];
        let first = &rest[0];
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
        let is_parted = matches!(first.pause, Some(',' | ';' | '.' | '!' | '—' | '–' | '-'));
        let is_conditional =
            (at..end).any(|at| self.phrases.begins("condition", &self.words[at..]).is_some());
        is_parted && is_first_person && !is_reported && !is_conditional
    }

    fn negation(&self) -> Option<usize> {
        let rest = &self.words[self.at.min(self.words.len())..];
        let plain = self.phrases.begins("negation", rest).filter(|length| {
            // "No, delete b.txt" denies something else.
            rest.get(*length).is_none_or(|next| next.pause.is_none()) || *length > 1
        });
        let ing = self.phrases.begins("negation_ing", rest);
        plain.or(ing.filter(|length| rest.get(*length).is_some_and(|next| is_gerund(&next.folded))))
    }

    /// A negation in the midst of a sentence.
    fn negation_behind(&self) -> Option<usize> {
        let word = self.words[self.at].folded.as_str();
        let is_plain = match self.heard.tongue {
            Tongue::English => {
                matches!(word, "not" | "never" | "nothing" | "dont" | "without" | "except" | "none")
            }
            Tongue::Portuguese => matches!(
                word,
                "nao"
                    | "nunca"
                    | "jamais"
                    | "nem"
                    | "nada"
                    | "sem"
                    | "nenhum"
                    | "nenhuma"
                    | "exceto"
                    | "excepto"
                    | "menos"
            ),
        };
        is_plain.then_some(1)
    }

    fn condition(&self) -> Option<Cue> {
        let length = self.role("condition")?;
        let at = self.at;
        let first = &self.words[at];
        if first.folded == "se" {
            let before = at.checked_sub(1).map(|at| self.words[at].folded.as_str());
            let is_pronoun = self.is_clitic(at)
                || before.is_some_and(|word| {
                    matches!(word, "que" | "como" | "onde" | "quem" | "nao" | "para" | "de")
                });
            if is_pronoun && first.pause.is_none() {
                return None;
            }
        }
        // "The one before this" is no condition; "before you go" is one.
        let behind = &self.words[at + length..(at + length + 4).min(self.words.len())];
        let is_event = behind.iter().any(|word| is_verb(word) || self.phrases.has("finite", &word.folded));
        if matches!(first.folded.as_str(), "before" | "after" | "antes" | "depois" | "apos") && !is_event {
            return None;
        }
        let whole = at..self.clause_end(at);
        Some(Cue { kind: CueKind::Condition, words: at..at + length, whole })
    }

    fn time(&self) -> Option<Cue> {
        let at = self.at;
        let cue = |end: usize| Some(Cue { kind: CueKind::Time, words: at..end, whole: at..end });
        let phrase = self.role("time");
        let before = self.role("time_before").unwrap_or_default();
        // "At nine", "in ten minutes", "next Friday"; a day that is today is now.
        for skipped in [before, 0] {
            let Some(found) = self.words.get(at + skipped).and_then(|word| self.heard.literal(word)) else {
                continue;
            };
            let is_time = match &found.value {
                Value::Duration(_) => skipped > 0 || self.is_from_now(at + skipped + 1),
                value => matches!(value.kind(), Kind::Date | Kind::Time),
            };
            let said = self
                .words
                .get(at + skipped)
                .map(|word| self.heard.sentence[word.span.clone()].to_lowercase());
            let is_now = said.is_some_and(|said| matches!(said.as_str(), "today" | "hoje" | "now" | "agora"));
            if is_time && !is_now && !found.quoted {
                return cue((at + skipped + 1).max(at + phrase.unwrap_or_default()));
            }
        }
        phrase.and_then(|length| cue(at + length))
    }

    /// Whether the words here say that a length of time begins now.
    fn is_from_now(&self, at: usize) -> bool {
        let rest = self.words.get(at..).unwrap_or_default();
        let said = |words: &[&str]| {
            rest.len() >= words.len() && rest.iter().zip(words).all(|(word, said)| word.folded == *said)
        };
        said(&["from", "now"])
            || said(&["later"])
            || said(&["hence"])
            || said(&["a", "partir", "de", "agora"])
    }

    /// Skips what is polite, and words that open a sentence and say nothing.
    fn skip(&mut self) {
        while self.at < self.words.len() {
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

    /// How long the phrase of a role is that stands here.
    fn role(&self, role: &str) -> Option<usize> {
        self.phrases.begins(role, self.words.get(self.at..)?)
    }

    /// Whether the last word before this place is one of these, and goes with a request.
    fn is_led_by(&self, words: &[&str]) -> bool {
        let before = self.at.checked_sub(1).map(|at| self.words[at].folded.as_str());
        before.is_some_and(|word| words.contains(&word))
    }

    fn is_polite(&self, at: usize) -> bool {
        self.heard.is_polite(at)
    }

    fn is_marked(&self) -> bool {
        self.heard.sentence.trim_end().ends_with('?')
    }

    /// Whether the words here are those that questions begin with.
    fn is_question(&self) -> bool {
        let rest = &self.words[self.at.min(self.words.len())..];
        let Some(first) = rest.first() else { return false };
        let second = rest.get(1).map(|word| word.folded.as_str());
        match opening(&first.folded, second) {
            Opening::Question => true,
            Opening::WithMark => self.is_marked(),
            Opening::Other => false,
        }
    }

    /// Whether a Portuguese question may as well be a statement or a request, without its mark.
    fn is_statement_too(&self, length: usize) -> bool {
        length == 1
    }

    fn is_pronoun(&self, word: &Word) -> bool {
        ["speaker", "listener", "others"].iter().any(|role| self.phrases.has(role, &word.folded))
    }

    /// Whether a word can be, or begin, the subject of a question.
    fn is_subject(&self, word: &Word) -> bool {
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

    /// Whether what follows a word is what is done to: a name, or a word that stands before one.
    fn has_object(&self, at: usize) -> bool {
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

    /// Whether a word is the first of a noun: an article, a literal, a number.
    fn is_nominal(&self, at: usize) -> bool {
        let word = &self.words[at];
        let articles = [
            "the", "a", "an", "my", "our", "o", "os", "as", "um", "uma", "meu", "minha", "this", "that",
            "este", "esta", "esse", "essa",
        ];
        self.heard.literal(word).is_some() || articles.contains(&word.folded.as_str())
    }

    fn is_clitic(&self, at: usize) -> bool {
        let start = self.words[at].span.start;
        self.heard.sentence[..start].ends_with(['-', '‐', '‑'])
    }

    fn is_second_past(&self, at: usize) -> bool {
        ["aste", "este", "iste"].iter().any(|ending| self.words[at].folded.ends_with(ending))
    }

    /// Where the clause ends that a word stands in: at a pause, or at the end.
    fn clause_end(&self, at: usize) -> usize {
        (at + 1..self.words.len()).find(|at| self.words[*at].pause.is_some()).unwrap_or(self.words.len())
    }

    /// The first verb in a range that says what is or was, and does not belong to a clause that only describes something.
    fn finite_in(&self, range: Range<usize>) -> Option<usize> {
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
                        || self.heard.tongue == Tongue::Portuguese && self.has_portuguese_object(*at)));
            is_bare && is_verb && !is_relative && !is_naming && *at > range.start
        })
    }

    fn has_portuguese_object(&self, at: usize) -> bool {
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

/// Whether a mark parts two statements.
fn is_parting(mark: char) -> bool {
    matches!(mark, ',' | ';' | '.' | '!' | '?' | '—' | '–' | '-')
}

fn tense(form: Form) -> Tense {
    match form {
        Form::Past => Tense::Past,
        Form::Future => Tense::Future,
        Form::Present | Form::Gerund | Form::Conditional => Tense::Present,
    }
}

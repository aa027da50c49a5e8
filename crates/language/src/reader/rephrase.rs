//! Rewrites passive, modal and indirect requests as imperatives: "a.txt needs to be deleted" becomes "delete a.txt", "I'd like
//! a.txt moved to archive" becomes "move a.txt to archive".
//!
//! A passive is rewritten only if its subject is a literal, so that general statements ("files can be deleted") stay
//! statements.

use std::ops::Range;
use std::sync::LazyLock;

use lemmascope_intent::ThingKind;

use super::reader::Reader;
use super::tokenized::{Tokenized, is_article};
use super::{apposition, distribution, ellipsis, enumeration, ordering, repair, sequence, wishing};
use crate::stance::{Voice, is_infinitive, is_request_form, is_verb_form, lemma, voice};
use crate::words::{Phrases, Tongue, Word};

/// Words by their role in a rewritten sentence.
pub(super) static PHRASES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::read(&[include_str!("rephrase.txt")]));

/// The maximum length of a subject or object, in words.
const MOST_WORDS: usize = 16;

/// The maximum length of the name of a thing that is switched on or off, in words.
const MOST_WORDS_OF_THING: usize = 3;

/// The rewrites that normalize lists, in order: a correction may change the names that the others use.
const REWRITES: [fn(&Tokenized<'_>) -> Option<String>; 9] = [
    wishing::arrow,
    wishing::noted,
    repair::repaired,
    apposition::merged,
    sequence::written_out,
    ellipsis::restored,
    ordering::in_order,
    enumeration::spelt,
    distribution::distributed,
];

/// The rewritten sentence so far.
#[derive(Default)]
struct Text(String);

impl Text {
    fn push(&mut self, text: &str) {
        if !self.0.is_empty() && !text.is_empty() && !text.starts_with([',', ';', '.']) {
            self.0.push(' ');
        }
        self.0.push_str(text);
    }
}

impl Reader {
    /// Returns the sentence as imperatives with plain lists; nothing if it already has this form.
    pub fn rephrased(&self, heard: &Tokenized<'_>) -> Option<String> {
        let mut plain: Option<String> = None;
        for rewrite in REWRITES {
            let text = match &plain {
                Some(text) => rewrite(&self.tokenize(text, heard.now)),
                None => rewrite(heard),
            };
            plain = text.or(plain);
        }
        match plain {
            Some(text) => Some(self.bidding(&self.tokenize(&text, heard.now)).unwrap_or(text)),
            None => self.bidding(heard),
        }
    }

    /// Returns the sentence as imperatives; nothing if it already has this form.
    fn bidding(&self, heard: &Tokenized<'_>) -> Option<String> {
        let mut text = Text::default();
        let mut is_changed = false;
        let mut at = 0;
        let mut is_wish = false;
        while at < heard.words.len() {
            let found = self
                .said_of(heard, at)
                .or_else(|| so_too(heard, at))
                .or_else(|| self.glad_if(heard, at))
                .or_else(|| self.after_it(heard, at))
                .or_else(|| self.before_it(heard, at))
                .or_else(|| self.state(heard, at))
                .or_else(|| cleft(heard, at))
                .or_else(|| named_by_purpose(heard, at))
                .or_else(|| self.wished(heard, at))
                .or_else(|| self.wished_that(heard, at))
                .or_else(|| wishing::wished_thing(heard, at))
                .or_else(|| wishing::wished_addition(heard, at))
                .or_else(|| self.bidden(heard, at, is_wish));
            let Some((rephrased, end)) = found else {
                let next = (at + 1..heard.words.len())
                    .find(|at| begins_clause(heard, *at))
                    .unwrap_or(heard.words.len());
                text.push(written(heard, at..next));
                at = next;
                continue;
            };
            is_wish |= is_changed || at == 0;
            is_changed = true;
            text.push(&rephrased);
            // The rewritten part ends at the same mark as the original, before the next part.
            let mark = heard.words.get(end).and_then(|next| next.pause).filter(|mark| ",;".contains(*mark));
            if let Some(mark) = mark.filter(|mark| !rephrased.ends_with(*mark)) {
                text.push(&mark.to_string());
            }
            let next =
                (end..heard.words.len()).find(|at| begins_clause(heard, *at)).unwrap_or(heard.words.len());
            text.push(written(heard, end..next));
            at = next;
        }
        is_changed.then_some(text.0)
    }

    /// Rewrites "a.txt and b.txt need to be deleted", "a.txt goes to archive", "a.txt deve ser apagado".
    pub(super) fn said_of(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let words = &heard.words;
        // "…, ok?" is not a question.
        let is_polite = words.len().checked_sub(1).is_some_and(|last| heard.is_polite(last));
        if heard.sentence.trim_end().ends_with('?') && !is_polite {
            return None;
        }
        let verb = (start + 1..words.len().min(start + MOST_WORDS)).find(|at| {
            ["to_be", "going", "becoming"].iter().any(|role| PHRASES.begins(role, &words[*at..]).is_some())
        })?;
        let subject = start..verb;
        let is_picked = start > 0
            && words[subject.clone()].iter().any(|word| PHRASES.has("picked", &word.folded))
            && words[..start].iter().any(|word| heard.literal(word).is_some());
        let is_spoken_of =
            is_nominal(heard, subject.clone()) || is_picked && is_plain(heard, subject.clone());
        if !is_spoken_of {
            return None;
        }
        let named = heard.text(subject);
        if let Some(length) = PHRASES.begins("becoming", &words[verb..]) {
            let text = match heard.tongue {
                Tongue::English => format!("rename {named} to"),
                Tongue::Portuguese => format!("renomeia {named} para"),
            };
            return (verb + length < words.len()).then_some((text, verb + length));
        }
        if let Some(length) = PHRASES.begins("going", &words[verb..]) {
            // A destination has to follow. "Move" is the imperative in both languages.
            let is_led = words.get(verb + length).is_some_and(|word| PHRASES.has("leading", &word.folded));
            return is_led.then(|| (format!("move {named}"), verb + length));
        }
        let length = PHRASES.begins("to_be", &words[verb..])?;
        let (done, end) = self.done(heard, verb + length)?;
        let is_by_somebody =
            words.get(end).is_some_and(|word| matches!(word.folded.as_str(), "by" | "por" | "pelo" | "pela"));
        (!is_by_somebody).then(|| (format!("{done} {named}"), end))
    }

    /// Rewrites "I'd like a.txt moved to archive", "quero o a.txt apagado".
    fn wished(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let words = &heard.words;
        let length = PHRASES.begins("wishing", &words[start..])?;
        let object = start + length;
        let verb = (object + 1..words.len().min(object + MOST_WORDS))
            .find(|at| heard.literal(&words[*at]).is_none() && is_done(&words[*at]))?;
        if !is_nominal(heard, object..verb) {
            return None;
        }
        let (done, end) = self.done(heard, verb)?;
        Some((format!("{done} {}", heard.text(object..verb)), end))
    }

    /// Rewrites "would you mind deleting a.txt", "queria que apagasses o a.txt".
    fn bidden(&self, heard: &Tokenized<'_>, start: usize, is_wish: bool) -> Option<(String, usize)> {
        let words = &heard.words;
        let led = ["minding", "wishing_that"].iter().find_map(|role| PHRASES.begins(role, &words[start..]));
        let joined = usize::from(is_wish && matches!(words[start].folded.as_str(), "and" | "e"));
        let that = usize::from(is_wish && words.get(start + joined).is_some_and(|word| word.folded == "que"));
        let (verb, before) = match led {
            Some(length) => (start + length, ""),
            None if is_wish && joined + that > 0 => {
                (start + joined + that, if joined > 0 { "e" } else { "" })
            }
            None => return None,
        };
        // "Que me lesses": the beneficiary is not significant.
        let pronoun =
            words.get(verb).is_some_and(|word| matches!(word.folded.as_str(), "me" | "nos" | "voce" | "tu"));
        let verb = verb + usize::from(pronoun);
        // "Que lhe mudasses o nome".
        let object = words
            .get(verb)
            .filter(|word| matches!(word.folded.as_str(), "o" | "a" | "os" | "as" | "lhe" | "lhes"));
        let object = object.filter(|_| heard.tongue == Tongue::Portuguese).map(|word| word.form.clone());
        let verb = verb + usize::from(object.is_some());
        let word = words.get(verb)?;
        if !matches!(voice(&word.folded), Some(Voice::Gerund | Voice::Wished)) {
            return None;
        }
        let done = self.usual(&lemma(&word.folded)?);
        let before = if heard.tongue == Tongue::English && !before.is_empty() { "and" } else { before };
        let object = object.map(|object| format!("-{object}")).unwrap_or_default();
        Some((format!("{before} {done}{object}").trim().to_string(), verb + 1))
    }

    /// Rewrites "I'd be grateful if you started the calculator", "agradecia imenso que me lesses o a.txt".
    fn glad_if(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let words = &heard.words;
        let reach = words.len().min(start + MOST_WORDS);
        let led = (start + 1..reach).find(|at| PHRASES.begins("glad_if", &words[*at..]).is_some())?;
        let length = PHRASES.begins("glad_if", &words[led..])?;
        let lead = &words[start..led];
        let is_glad = lead.iter().any(|word| PHRASES.has("glad", &word.folded));
        let is_other =
            lead.iter().any(|word| heard.literal(word).is_some() || PHRASES.has("never_glad", &word.folded));
        if !is_glad || is_other {
            return None;
        }
        let mut verb = led + length;
        while words.get(verb).is_some_and(|word| PHRASES.has("whom", &word.folded)) {
            verb += 1;
        }
        let word = words.get(verb)?;
        let is_done =
            matches!(voice(&word.folded), Some(Voice::Done | Voice::Wished)) || is_request_form(&word.folded);
        let done = self.usual(&lemma(&word.folded)?);
        is_done.then_some((done, verb + 1))
    }

    /// Rewrites a sequence of two requests: "once you've moved a.txt to archive, rename it".
    fn after_it(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let rest = heard.words.get(start..)?;
        let (done, end) = match PHRASES.begins("after_you", rest) {
            Some(length) => self.done(heard, start + length)?,
            // "After copying a.txt to backup, delete it."
            None => {
                let verb = start + PHRASES.begins("after_doing", rest)?;
                (self.doing(heard, verb)?, verb + 1)
            }
        };
        let goes_on = (end..heard.words.len()).any(|at| heard.words[at].pause.is_some());
        goes_on.then_some((done, end))
    }

    /// Rewrites a sequence of two requests in reverse order: "before you delete a.txt, copy it to archive".
    fn before_it(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let words = &heard.words;
        let (role, length) = ["before_you", "before_doing"]
            .into_iter()
            .find_map(|role| Some((role, PHRASES.begins(role, words.get(start..)?)?)))?;
        // The subject must be the addressee of both: "antes de eu apagar" has another one.
        let done = match role {
            "before_you" => {
                let verb = words.get(start + length).filter(|verb| is_verb_form(&verb.folded))?;
                self.usual(&lemma(&verb.folded)?)
            }
            _ => self.doing(heard, start + length)?,
        };
        let object = start + length + 1;
        let end = (object + 1..words.len()).find(|at| words[*at].pause.is_some())?;
        let is_kind = |word: &Word| heard.things.kind_of_word(&word.folded).is_some();
        let is_named = is_nominal(heard, object..end)
            || words[object..end].iter().any(is_kind) && is_plain(heard, object..end);
        if !is_named {
            return None;
        }
        let named = heard.text(object..end);
        let first = written(heard, end..words.len()).trim_end_matches(['.', '!']);
        // "It" refers to the object that is named first.
        let is_literal = words[object..end].iter().any(|word| heard.literal(word).is_some());
        let is_referred = heard.words[end..].iter().all(|word| heard.literal(word).is_none());
        let lead = match heard.tongue {
            _ if !is_literal || !is_referred => String::new(),
            Tongue::English => format!("take {named} and "),
            Tongue::Portuguese => format!("pega em {named} e "),
        };
        let then = if heard.tongue == Tongue::English { "then" } else { "depois" };
        let text = format!("{lead}{first}, {then} {done} {named}");
        Some((text, words.len()))
    }

    /// Rewrites a requested state: "night light on", "som desligado".
    fn state(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let words = &heard.words;
        let start = start + usize::from(matches!(words[start].folded.as_str(), "and" | "e"));
        let end = (start + 1..words.len()).find(|at| begins_clause(heard, *at)).unwrap_or(words.len());
        let end = (start..end).rev().find(|at| !heard.is_polite(*at))? + 1;
        let (state, thing) = words.get(start..end)?.split_last()?;
        let is_thing = (1..=MOST_WORDS_OF_THING).contains(&thing.len())
            && thing.iter().all(|word| {
                heard.literal(word).is_none()
                    && !is_request_form(&word.folded)
                    && !PHRASES.has("leading", &word.folded)
                    && !PHRASES.has("never_of_names", &word.folded)
            });
        let verb =
            ["switched_on", "switched_off"].into_iter().find(|role| PHRASES.has(role, &state.folded))?;
        let verb = match (verb, heard.tongue) {
            ("switched_on", Tongue::English) => "turn on",
            (_, Tongue::English) => "turn off",
            ("switched_on", Tongue::Portuguese) => "liga",
            (_, Tongue::Portuguese) => "desliga",
        };
        let joint = joint(heard, start);
        let article = if heard.tongue == Tongue::English { "the " } else { "" };
        let article = if thing.first().is_some_and(is_article) { "" } else { article };
        is_thing.then(|| {
            let text = format!("{joint} {verb} {article}{}", heard.text(start..end - 1));
            (text.trim().to_string(), end)
        })
    }

    /// Returns the imperative of a gerund or an infinitive whose subject is the addressee.
    fn doing(&self, heard: &Tokenized<'_>, at: usize) -> Option<String> {
        let verb = &heard.words.get(at)?.folded;
        let infinitive =
            || [verb.as_str()].into_iter().chain(verb.strip_suffix("es")).find(|it| is_infinitive(it));
        let lemma = match heard.tongue {
            Tongue::English => lemma(verb).filter(|_| voice(verb) == Some(Voice::Gerund)),
            Tongue::Portuguese => infinitive().map(str::to_string),
        };
        Some(self.usual(&lemma?))
    }

    /// Returns the imperative of a participle with its particle, and the end of both.
    fn done(&self, heard: &Tokenized<'_>, at: usize) -> Option<(String, usize)> {
        let word = heard.words.get(at).filter(|word| is_done(word))?;
        let verb = self.usual(&lemma(&word.folded)?);
        let particle = heard.words.get(at + 1).filter(|word| {
            let is_particle =
                matches!(word.folded.as_str(), "away" | "out" | "off" | "up" | "down" | "on" | "fora");
            is_particle && word.pause.is_none()
        });
        Some(match particle {
            Some(particle) => (format!("{verb} {}", particle.form), at + 2),
            None => (verb, at + 1),
        })
    }

    /// Returns the most frequent request form of a verb.
    fn usual(&self, verb: &str) -> String {
        let known = if is_infinitive(verb) { self.learnt.spelling.usual(verb) } else { None };
        known.unwrap_or(verb).to_string()
    }
}

/// Returns the conjunction between a clause and the preceding one.
fn joint(heard: &Tokenized<'_>, start: usize) -> &'static str {
    match start.checked_sub(1).map(|at| heard.words[at].folded.as_str()) {
        Some("and") => "and",
        Some("e") => "e",
        _ => "",
    }
}

/// Rewrites a purpose as the name of a folder without another name: "make folders for Physics and Chemistry".
fn named_by_purpose(heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
    let words = &heard.words;
    let has = |role: &str, at: usize| words.get(at).is_some_and(|word| PHRASES.has(role, &word.folded));
    let is_container =
        |at: usize| heard.things.kind_of_word(&words[at].folded).is_some_and(ThingKind::is_container);
    let noun = (start + 1..words.len().min(start + MOST_WORDS)).find(|at| is_container(*at))?;
    let is_made = (start..noun).any(|at| has("making", at));
    let mut name = noun + 2;
    let is_name = is_made && has("purpose", noun + 1) && !has("never_of_purpose", name);
    let is_named_otherwise = (noun..words.len()).any(|at| has("naming", at));
    while words.get(name).is_some_and(is_article) || has("owned", name) {
        name += 1;
    }
    let called = if heard.tongue == Tongue::English { "called" } else { "chamada" };
    let is_whole = is_name && !is_named_otherwise && name < words.len();
    is_whole.then(|| (format!("{} {called}", heard.text(start..noun + 1)), name))
}

/// Rewrites a cleft sentence: "what I need is a new folder".
fn cleft(heard: &Tokenized<'_>, at: usize) -> Option<(String, usize)> {
    let length = PHRASES.begins("cleft", heard.words.get(at..)?)?;
    let text = if heard.tongue == Tongue::English { "I need" } else { "preciso de" };
    Some((text.into(), at + length))
}

/// Repeats the predicate for another subject: "… and so can b.txt".
fn so_too(heard: &Tokenized<'_>, at: usize) -> Option<(String, usize)> {
    let joined = usize::from(heard.words[at].folded == "and");
    let length = PHRASES.begins("so_too", heard.words.get(at + joined..)?)?;
    Some((if joined > 0 { "and".into() } else { String::new() }, at + joined + length))
}

/// Whether a word is a participle.
fn is_done(word: &Word) -> bool {
    voice(&word.folded) == Some(Voice::Done)
}

/// Whether words are a noun phrase that contains a literal.
fn is_nominal(heard: &Tokenized<'_>, range: Range<usize>) -> bool {
    let words = &heard.words[range.clone()];
    let is_named =
        words.iter().any(|word| heard.literal(word).is_some() || PHRASES.has("naming", &word.folded));
    is_named && is_plain(heard, range)
}

/// Whether all words can belong to a noun phrase.
fn is_plain(heard: &Tokenized<'_>, range: Range<usize>) -> bool {
    let words = &heard.words[range];
    let is_of_names = |word: &Word| {
        heard.literal(word).is_some() || PHRASES.has("of_names", &word.folded) || !is_verb_form(&word.folded)
    };
    let is_other = |word: &Word| PHRASES.has("never_of_names", &word.folded);
    words.iter().all(is_of_names) && !words.iter().any(is_other)
}

/// Returns the source text of words, with the following punctuation.
fn written<'s>(heard: &Tokenized<'s>, words: Range<usize>) -> &'s str {
    let start = heard.words.get(words.start).map_or(heard.sentence.len(), |word| word.span.start);
    let end = heard.words.get(words.end).map_or(heard.sentence.len(), |word| word.span.start);
    heard.sentence.get(start..end.max(start)).unwrap_or_default().trim_end()
}

/// Whether a clause may start at a word.
fn begins_clause(heard: &Tokenized<'_>, at: usize) -> bool {
    let word = &heard.words[at];
    let before = &heard.words[at - 1].folded;
    let is_joined = matches!(before.as_str(), "and" | "e" | "then" | "depois" | "but" | "mas");
    let joins = matches!(word.folded.as_str(), "and" | "e");
    word.pause.is_some() || is_joined || joins
}

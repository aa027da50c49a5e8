//! Resolves references to earlier objects and to the current place: "copia-a" becomes "copia a pasta obras"
//! if that folder was mentioned last, "in here" becomes "in the folder ./".
//!
//! The resolved sentence contains names in place of references, so that the other parsers need not handle
//! references. Objects have the kinds that domains define: "move it to Done" becomes "move the card "Fix
//! login" to Done" if that card was mentioned last.

use std::ops::Range;

use lemmascope_intent::{NameShape, ThingKind};

use super::reader::Reader;
use super::tokenized::Tokenized;
use crate::literal::Kind;
use crate::stance::{is_infinitive, is_verb_form};
use crate::words::{Hanging, Tongue, Word, hanging, made_of};

/// An object that was mentioned before.
#[derive(Debug, Clone, PartialEq)]
pub struct Referent {
    /// Its name or path.
    pub name: String,
    /// Its kind, if a domain defines it.
    pub kind: Option<&'static ThingKind>,
}

/// The possible referents.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Referents {
    /// The objects that were mentioned, the latest last.
    pub things: Vec<Referent>,
    /// The objects that were last created or changed together.
    pub several: Vec<Referent>,
}

impl Referents {
    /// The referents that some clauses mention. Of several things of a kind, none is the only one.
    pub(super) fn of(mentioned: impl Iterator<Item = Referent>) -> Self {
        let mut all: Vec<Referent> = Vec::new();
        for referent in mentioned {
            if !all.contains(&referent) {
                all.push(referent);
            }
        }
        let is_container = |it: &Referent| it.kind.is_some_and(ThingKind::is_container);
        let (containers, others): (Vec<Referent>, Vec<Referent>) = all.into_iter().partition(is_container);
        let several = match (containers.len(), others.len()) {
            (_, 2..) => others.clone(),
            (2.., 0) => containers.clone(),
            _ => Vec::new(),
        };
        // "It" is a thing rather than its container.
        let things = [containers, others].into_iter().filter(|it| it.len() == 1).flatten().collect();
        Self { things, several }
    }

    /// Returns the latest object of a matching kind.
    fn latest(&self, is_meant: impl Fn(&ThingKind) -> bool) -> Option<&Referent> {
        self.things.iter().rev().find(|thing| thing.kind.is_some_and(&is_meant))
    }

    /// Returns the name of the latest object of each kind.
    pub fn latest_names(&self) -> Vec<&str> {
        let is_latest =
            |at: &usize| !self.things[at + 1..].iter().any(|later| later.kind == self.things[*at].kind);
        (0..self.things.len()).filter(is_latest).map(|at| self.things[at].name.as_str()).collect()
    }
}

/// A sentence with resolved references.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpeltOut {
    /// The sentence.
    pub sentence: String,
    /// Whether it refers to the current place.
    pub is_here: bool,
    /// Whether the words are certainly references. The English "it" and "that" may be expletive: "what time
    /// is it".
    pub is_sure: bool,
}

/// Resolves the references of a sentence; returns nothing if it has none with a known referent.
pub fn spell_out(heard: &Tokenized<'_>, referents: &Referents) -> Option<SpeltOut> {
    let scan = Scan { heard, words: &heard.words, referents };
    let mut replaced: Vec<(Range<usize>, String)> = Vec::new();
    let (mut is_here, mut is_sure, mut is_all_idle) = (false, false, true);
    let mut at = 0;
    while at < scan.words.len() {
        let found = match heard.tongue {
            Tongue::English => scan.english(at),
            Tongue::Portuguese => scan.portuguese(at),
        };
        let Some(Found { length, text, kind }) = found else {
            at += 1;
            continue;
        };
        let last = at + length - 1;
        is_here |= kind == FoundKind::Here;
        is_sure |= matches!(kind, FoundKind::Here | FoundKind::Sure);
        is_all_idle &= kind == FoundKind::Idle;
        replaced.push((scan.words[at].span.start..scan.words[last].span.end, text));
        at = last + 1;
    }
    if is_all_idle {
        return None;
    }
    let mut sentence = String::with_capacity(heard.sentence.len() + 32);
    let mut end = 0;
    for (span, text) in replaced {
        sentence.push_str(&heard.sentence[end..span.start]);
        sentence.push_str(&text);
        end = span.end;
    }
    sentence.push_str(&heard.sentence[end..]);
    Some(SpeltOut { sentence, is_here, is_sure })
}

impl Reader {
    /// Returns a Portuguese request with the only thing that was mentioned as its object, if it has none: "já não
    /// presta, pode jogar fora".
    pub(super) fn with_left_out(&self, heard: &Tokenized<'_>, referents: &Referents) -> Option<String> {
        let [only] = referents.things.as_slice() else { return None };
        let scan = Scan { heard, words: &heard.words, referents };
        let last = (0..heard.words.len()).rev().find(|at| !heard.is_polite(*at))?;
        let word = &heard.words[last].folded;
        let is_verb = is_infinitive(word) || self.begins(word) && is_verb_form(word);
        let ends = is_verb || matches!(word.as_str(), "fora" | "embora") && last > 0;
        let is_bare = heard.words.iter().all(|word| heard.literal(word).is_none());
        let is_portuguese = heard.tongue == Tongue::Portuguese;
        let is_free = is_bare && referents.several.is_empty() && only.kind.is_some();
        // "Give me the gist": of what was mentioned.
        let of = match word.as_str() {
            "resumo" | "resumida" | "analise" | "copia" => "de ",
            "gist" | "summary" | "analysis" | "copy" | "overview" => "of ",
            _ => "",
        };
        let is_meant = is_free && (ends && is_portuguese || !of.is_empty());
        let named = is_meant.then(|| scan.noted(only))?;
        Some(format!("{} {of}{named}", heard.sentence[..heard.words[last].span.end].trim_end()))
    }
}

/// A reference.
struct Found {
    /// The number of its words.
    length: usize,
    /// Its replacement.
    text: String,
    kind: FoundKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FoundKind {
    /// A certain reference to an object.
    Sure,
    /// A possible reference to an object.
    Perhaps,
    /// A reference to the current place.
    Here,
    /// Not a reference; only rewritten together with others.
    Idle,
}

impl Found {
    fn new(length: usize, text: String) -> Self {
        Self { length, text, kind: FoundKind::Sure }
    }

    fn perhaps(self) -> Self {
        Self { kind: FoundKind::Perhaps, ..self }
    }

    fn here(length: usize, text: String) -> Self {
        Self { length, text, kind: FoundKind::Here }
    }
}

struct Scan<'a> {
    heard: &'a Tokenized<'a>,
    words: &'a [Word],
    referents: &'a Referents,
}

/// The kind of a referent, as far as the words state it.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Thing,
    /// A container.
    Container,
    Kind(&'static ThingKind),
    Several,
}

/// Words after which "this" and "that" are pronouns, because no name follows.
const ENGLISH_ENDS: [&str; 15] = [
    "", "to", "into", "in", "on", "from", "for", "with", "as", "and", "then", "too", "now", "please", "again",
];

impl Scan<'_> {
    /// Returns the word at an index without accents; empty after the last.
    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.folded.as_str())
    }

    /// Returns the word at an index, unless a mark precedes it.
    fn next(&self, at: usize) -> &str {
        self.words.get(at).filter(|word| word.pause.is_none()).map_or("", |word| word.folded.as_str())
    }

    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.word(before))
    }

    /// Returns the kind that the noun at an index states.
    fn noun(&self, at: usize) -> Option<What> {
        self.heard.things.singular(self.next(at)).map(What::Kind)
    }

    /// Whether the noun at an index means the current place.
    fn is_place(&self, at: usize) -> bool {
        let kind = self.heard.things.singular(self.next(at));
        kind.is_some_and(|kind| kind.is_container() && kind.names.is_path())
    }

    /// Returns the current place with its article, if the language requires one, after a preposition if there
    /// is one.
    fn here(&self, preposition: &str) -> Option<String> {
        let mut kinds = self.heard.things.kinds().iter().copied();
        let kind = kinds.find(|kind| kind.is_container() && kind.names.is_path())?;
        let place = self.with_noun(kind, "./")?;
        Some(if preposition.is_empty() { place } else { contracted(preposition, &place) })
    }

    /// Whether a name follows, so that the noun before it is not a reference.
    fn is_named(&self, at: usize) -> bool {
        let word = self.words.get(at).filter(|word| word.pause.is_none());
        let is_name = |word: &Word| self.heard.literal(word).is_some_and(|it| it.value.kind().is_name());
        word.is_some_and(|word| is_name(word) || NAMING.contains(&word.folded.as_str()))
    }

    /// Whether the sentence itself names an object before this word: a file, a path, an object by number
    /// (`#5`), or one with a noun for its kind. The word then refers to that.
    fn is_named_before(&self, at: usize) -> bool {
        let is_file = |word: &Word| {
            let found = self.heard.literal(word);
            found.is_some_and(|it| matches!(it.value.kind(), Kind::File | Kind::Path))
        };
        // "That card" is not a name.
        let is_thing = |noun: usize| {
            let kind = self.heard.things.singular(self.word(noun));
            let is_pointed_at = DEMONSTRATIVE.contains(&self.before(noun))
                || made_of(&self.words[noun.saturating_sub(1)].form)
                    .is_some_and(|parts| parts.last().is_some_and(|last| DEMONSTRATIVE.contains(last)));
            noun + 1 < at && kind.is_some_and(|kind| kind.names == NameShape::Words) && !is_pointed_at
        };
        let said = self.words.get(at).and_then(|word| self.heard.sentence.get(..word.span.start));
        let mut numbers = said.unwrap_or_default().split('#').skip(1);
        let is_numbered = numbers.any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        is_numbered || self.words[..at].iter().any(is_file) || (0..at).any(is_thing)
    }

    fn referent(&self, what: What) -> Option<&Referent> {
        match what {
            What::Thing => self.referents.things.last(),
            What::Container => self.referents.latest(ThingKind::is_container),
            What::Kind(wanted) => self.referents.latest(|kind| kind.name == wanted.name),
            What::Several => None,
        }
    }

    /// Returns the name of the referent, with the noun for its kind if necessary.
    fn name(&self, what: What) -> Option<String> {
        if what == What::Several {
            let joint = if self.heard.tongue == Tongue::English { " and " } else { " e " };
            let names: Vec<String> = self.referents.several.iter().map(|it| self.noted(it)).collect();
            return (names.len() > 1).then(|| names.join(joint));
        }
        self.referent(what).map(|it| self.noted(it))
    }

    /// Returns the name alone if its form is unambiguous; otherwise with the noun for its kind.
    fn noted(&self, referent: &Referent) -> String {
        // A name without a kind is the words of the sentence.
        let name = match referent.name.contains(char::is_whitespace) && referent.kind.is_some() {
            true => format!("\"{}\"", referent.name),
            false => referent.name.clone(),
        };
        match referent.kind.filter(|kind| kind.names != NameShape::File) {
            Some(kind) => self.with_noun(kind, &name).unwrap_or(name),
            None => name,
        }
    }

    /// Returns a name with its article and the noun for its kind.
    fn with_noun(&self, kind: &ThingKind, name: &str) -> Option<String> {
        let noun = self.heard.things.noun_of(kind, self.heard.tongue)?;
        Some(format!("{noun} {name}"))
    }

    fn english(&self, at: usize) -> Option<Found> {
        let (word, next) = (self.word(at), self.next(at + 1));
        let reference = |length: usize, what: What| {
            let is_known = self.is_named_before(at) && what != What::Container;
            let name = self.name(what).filter(|_| !is_known);
            name.map(|name| Found::new(length, name))
        };
        match word {
            "here" if at > 0 && self.before(at) == "in" => Some(Found::here(1, self.here("")?)),
            "here" if at > 0 => Some(Found::here(1, self.here("in")?)),
            "this" if self.is_place(at + 1) && !self.is_named(at + 2) => Some(Found::here(2, self.here("")?)),
            "the" | "that" | "this" | "same" if self.noun(at + 1).is_some() && !self.is_named(at + 2) => {
                // "The file" may mean any file; the caller decides.
                self.noun(at + 1).filter(|_| word != "the").and_then(|what| reference(2, what))
            }
            "it" if at > 0 => reference(1, What::Thing).map(Found::perhaps),
            "its" if !next.is_empty() && !self.is_named_before(at) => self.name(What::Thing).map(|name| {
                let noun = &self.heard.sentence[self.words[at + 1].span.clone()];
                Found::new(2, format!("the {noun} of {name}"))
            }),
            "that" | "this" if at > 0 && next == "one" => reference(2, What::Thing),
            "that" | "this" if at > 0 && ENGLISH_ENDS.contains(&next) => {
                reference(1, What::Thing).map(Found::perhaps)
            }
            "there" if at > 0 && !IS.contains(&self.before(at)) => {
                let name = self.name(What::Container)?;
                let is_led = ["in", "to", "into", "from", "inside"].contains(&self.before(at));
                Some(Found::new(
                    1,
                    match self.before(at) {
                        "over" => format!("to {name}"),
                        _ if is_led => name,
                        _ => format!("in {name}"),
                    },
                ))
            }
            // "These three" does not refer to a group of two.
            "these" | "those" if self.is_number(at + 1) && !self.counts_several(at + 1) => None,
            "them" | "these" | "those" if at > 0 => {
                let is_both = next == "both"
                    || self.counts_several(at + 1)
                    || self.heard.things.kind_of_word(next).is_some();
                reference(if is_both { 2 } else { 1 }, What::Several)
            }
            "all" | "the" if at > 0 && self.counts_several(at + 1) => reference(2, What::Several),
            "both" if at > 0 => {
                let length = if next == "of" && self.next(at + 2) == "them" { 3 } else { 1 };
                reference(length, What::Several)
            }
            _ => None,
        }
    }

    fn portuguese(&self, at: usize) -> Option<Found> {
        if let Some(found) = self.clitic(at) {
            return Some(found);
        }
        let form = self.words[at].form.as_str();
        // A contraction is a preposition and a pronoun: "nela" is "em ela".
        let (preposition, rest) = match made_of(form) {
            Some([preposition, rest]) => (*preposition, *rest),
            _ => ("", self.word(at)),
        };
        let led = |name: String| match preposition {
            "" => name,
            preposition => contracted(preposition, &name),
        };
        let is_known = self.is_named_before(at) && preposition.is_empty();
        let reference = |length: usize, what: What| {
            let name = self.name(what).filter(|_| !is_known);
            name.map(|name| Found::new(length, led(name)))
        };
        match rest {
            _ if ["pro", "pra", "pros", "pras"].contains(&form) => {
                let text = format!("para {}", if form == "pra" { "" } else { rest });
                Some(Found { length: 1, text: text.trim_end().into(), kind: FoundKind::Idle })
            }
            "aqui" | "ca" => {
                let length = if self.next(at + 1) == "dentro" { 2 } else { 1 };
                let is_place = at > 0 && (form != "cá" || length == 2);
                let here = self.here(if preposition == "de" { preposition } else { "em" })?;
                is_place.then(|| Found::here(length, here))
            }
            "este" | "esta" if self.is_place(at + 1) && !self.is_named(at + 2) => {
                Some(Found::here(2, self.here(preposition)?))
            }
            "este" | "esta" | "esse" | "essa" | "aquele" | "aquela" => match self.noun(at + 1) {
                Some(_) if self.is_named(at + 2) => None,
                Some(what) => reference(2, what),
                // "Esta" without an accent may be the verb.
                None if self.is_last(at) && (at > 0 || !preposition.is_empty()) => reference(1, What::Thing),
                None => None,
            },
            "isso" | "isto" | "aquilo" if at > 0 => reference(1, What::Thing),
            "ele" | "ela" if at > 0 || !preposition.is_empty() => match preposition {
                "em" => reference(1, self.container(rest)),
                // "Dentro dela" refers to a container.
                "de" if self.before(at) == "dentro" => reference(1, What::Container),
                _ => reference(1, What::Thing),
            },
            "eles" | "elas" | "ambos" | "ambas" if at > 0 => reference(1, What::Several),
            // "Estes três", "essas", "os dois": a group of that size.
            "estes" | "estas" | "esses" | "essas" | "aqueles" | "aquelas" | "os" | "as" if at > 0 => {
                let is_kind = rest.len() > 2 && self.heard.things.kind_of_word(self.next(at + 1)).is_some();
                let is_counted = self.counts_several(at + 1);
                if self.is_number(at + 1) && !is_counted {
                    return None;
                }
                let is_alone = rest.len() > 2 && self.is_last(at);
                match (is_counted || is_kind, is_alone) {
                    (true, _) if !self.is_named(at + 2) => reference(2, What::Several),
                    (false, true) => reference(1, What::Several),
                    _ => None,
                }
            }
            "la" | "ali" | "ai" if form != "la" => self.there(at),
            _ => None,
        }
    }

    /// Returns the kind that a pronoun with "em" refers to: "nela" means in the folder, but "nele" in the
    /// file if that was mentioned last. The pronoun agrees in gender with the noun for the kind.
    fn container(&self, pronoun: &str) -> What {
        let gender = Some(if pronoun == "ele" { "m" } else { "f" });
        let is_said = |kind: &ThingKind| self.heard.things.gender_of(kind, self.heard.tongue) == gender;
        let last = self.referent(What::Thing).and_then(|last| last.kind);
        let is_last_meant = last.is_some_and(|last| !last.is_container() && is_said(last));
        match self.referent(What::Container) {
            Some(_) if !is_last_meant => What::Container,
            _ => What::Thing,
        }
    }

    /// Resolves "lá dentro", "tem lá" and "para lá" as the folder. Elsewhere the word is not a reference.
    fn there(&self, at: usize) -> Option<Found> {
        let is_inside = self.next(at + 1) == "dentro";
        let is_led = ["ha", "tem", "esta", "estao", "existe", "existem"].contains(&self.before(at));
        // "O que está escrito lá" is in a file.
        let is_text = ["escrito", "escrita", "diz"].contains(&self.before(at)) || self.next(at + 1) == "diz";
        let text = if is_text { self.name(What::Thing) } else { None };
        if let Some(name) = text.filter(|_| {
            self.referent(What::Thing).is_some_and(|it| it.kind.is_some_and(|kind| kind.has_text))
        }) {
            return Some(Found::new(1, contracted("em", &name)));
        }
        let is_to = ["para", "pra"].contains(&self.before(at));
        // "Mete-o lá", "joga ele lá".
        let objects =
            ["o", "a", "os", "as", "no", "na", "lo", "la", "ele", "ela", "eles", "elas", "isso", "isto"];
        let is_end = self.is_last(at) && objects.contains(&self.before(at));
        let name = self.name(What::Container).filter(|_| is_inside || is_led || is_to || is_end)?;
        let length = if is_inside { 2 } else { 1 };
        Some(Found::new(length, if is_to { name } else { contracted("em", &name) }))
    }

    fn is_number(&self, at: usize) -> bool {
        let word = self.words.get(at).filter(|word| word.pause.is_none());
        word.and_then(|word| self.heard.literal(word)).is_some_and(|it| it.value.kind() == Kind::Number)
    }

    /// Whether the word at an index is the number of objects in the last group.
    fn counts_several(&self, at: usize) -> bool {
        let Some(word) = self.words.get(at).filter(|word| word.pause.is_none()) else { return false };
        let count = match self.heard.literal(word).map(|found| &found.value) {
            Some(value) if value.kind() == Kind::Number => value.text().parse::<f64>().ok(),
            _ => matches!(word.folded.as_str(), "two" | "dois" | "duas").then_some(2.0),
        };
        let is_named = self.is_named(at + 1) || self.heard.things.kind_of_word(self.next(at + 1)).is_some();
        count.is_some_and(|count| count == self.referents.several.len() as f64) && !is_named
    }

    /// Whether no word follows that could belong to this one.
    fn is_last(&self, at: usize) -> bool {
        PORTUGUESE_ENDS.contains(&self.next(at + 1))
    }

    /// Resolves a verb with a clitic pronoun: "apagá-lo" is "apagar" with its referent.
    fn clitic(&self, at: usize) -> Option<Found> {
        let pronoun = self.words.get(at + 1)?;
        let verb = &self.words[at];
        let hanging = hanging(verb, pronoun, self.heard.sentence)?;
        if self.is_named_before(at) {
            return None;
        }
        let written = &self.heard.sentence[verb.span.clone()];
        let verb = hanging.verb.as_deref().unwrap_or(written);
        let text = match hanging.pronoun {
            Hanging::One => format!("{verb} {}", self.name(What::Thing)?),
            Hanging::Several => {
                // A plural is not a container that was mentioned, but may be its only content.
                let only =
                    self.referent(What::Thing).filter(|it| it.kind.is_none_or(|kind| !kind.is_container()));
                let only = || only.map(|it| self.noted(it));
                format!("{verb} {}", self.name(What::Several).or_else(only)?)
            }
            Hanging::OneForMe => format!("{verb} {}", self.name(What::Thing)?),
            Hanging::Recipient => format!("{verb} a {}", self.name(What::Thing)?),
        };
        Some(Found::new(2, text))
    }
}

/// Contracts a preposition with the article of a name: "em" and "a pasta obras" become "na pasta obras".
pub(super) fn contracted(preposition: &str, name: &str) -> String {
    let parts = name.split_once(' ').filter(|(article, _)| matches!(*article, "o" | "a" | "os" | "as"));
    match (preposition, parts) {
        ("em", Some((article, rest))) => format!("n{article} {rest}"),
        ("de", Some((article, rest))) => format!("d{article} {rest}"),
        ("a", Some(("a", rest))) => format!("à {rest}"),
        ("a", Some(("as", rest))) => format!("às {rest}"),
        ("a", Some((article, rest))) => format!("a{article} {rest}"),
        _ => format!("{preposition} {name}"),
    }
}

/// Demonstratives, without contracted prepositions.
const DEMONSTRATIVE: [&str; 12] =
    ["that", "this", "same", "the", "este", "esta", "esse", "essa", "aquele", "aquela", "mesmo", "mesma"];
/// Words before a name.
const NAMING: [&str; 6] = ["called", "named", "titled", "chamado", "chamada", "intitulado"];
/// Words before which "there" is expletive.
const IS: [&str; 8] = ["is", "are", "was", "were", "'s", "be", "been", "if"];
const PORTUGUESE_ENDS: [&str; 15] =
    ["", "para", "pra", "pro", "em", "no", "na", "por", "com", "e", "tambem", "agora", "ja", "outra", "de"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::sample;

    fn spelt(sentence: &str) -> String {
        let several = vec![referent("um.txt", "file"), referent("dois.txt", "file")];
        spelt_with(sentence, vec![referent("obras", "folder"), referent("notes.txt", "file")], several)
    }

    fn spelt_with(sentence: &str, things: Vec<Referent>, several: Vec<Referent>) -> String {
        let now = jiff::civil::date(2026, 1, 5).at(9, 0, 0, 0);
        let heard = Tokenized::new(sentence, now).about(&sample());
        let referents = Referents { things, several };
        spell_out(&heard, &referents).map_or_else(|| sentence.to_string(), |spelt| spelt.sentence)
    }

    fn referent(name: &str, kind: &str) -> Referent {
        Referent { name: name.into(), kind: sample().kind(kind) }
    }

    #[test]
    fn resolves_pronouns_to_named_items() {
        for (said, wanted) in [
            ("label it urgent", "label the book \"War and Peace\" urgent"),
            ("set its rank to high", "set the rank of the book \"War and Peace\" to high"),
            ("put that book on the other shelf", "put the book \"War and Peace\" on the other shelf"),
            ("add a book Emma there", "add a book Emma in the shelf Novels"),
            ("define a ordem dele como alta", "define a ordem do livro \"War and Peace\" como alta"),
            ("põe um livro nela", "põe um livro na estante Novels"),
            ("comenta nele que é longo", "comenta no livro \"War and Peace\" que é longo"),
            ("apaga essa estante", "apaga a estante Novels"),
            ("delete that file", "delete that file"),
            ("add a book Emma and label it urgent", "add a book Emma and label it urgent"),
            ("comment on #1 that it shipped", "comment on #1 that it shipped"),
            ("comenta em #12 que ele já saiu", "comenta em #12 que ele já saiu"),
        ] {
            let things = vec![referent("Novels", "shelf"), referent("War and Peace", "book")];
            assert_eq!(spelt_with(said, things, Vec::new()), wanted, "{said}");
        }
        let both = vec![referent("Emma", "book"), referent("Ulysses", "book")];
        for (said, wanted) in [
            ("move them to Classics", "move the book Emma and the book Ulysses to Classics"),
            ("move these two to Classics", "move the book Emma and the book Ulysses to Classics"),
            ("move these books to Classics", "move the book Emma and the book Ulysses to Classics"),
            ("move estes dois para Clássicos", "move o livro Emma e o livro Ulysses para Clássicos"),
            ("move esses para Clássicos", "move o livro Emma e o livro Ulysses para Clássicos"),
            ("apaga os dois", "apaga o livro Emma e o livro Ulysses"),
            ("delete these three", "delete these three"),
            (
                "move the two books Persuasion and Emma to Classics",
                "move the two books Persuasion and Emma to Classics",
            ),
        ] {
            assert_eq!(spelt_with(said, both.clone(), both.clone()), wanted, "{said}");
        }
    }

    #[test]
    fn resolves_pronouns_to_mentioned_files() {
        for (said, wanted) in [
            ("what does it say?", "what does notes.txt say?"),
            ("delete that file", "delete notes.txt"),
            ("put a file b.txt in there", "put a file b.txt in the folder obras"),
            ("what is its size", "what is the size of notes.txt"),
            ("move them both to archive", "move um.txt and dois.txt to archive"),
            ("copia-o para o arquivo", "copia notes.txt para o arquivo"),
            ("quero apagá-lo agora", "quero apagar notes.txt agora"),
            ("podes movê-los para aí dentro", "podes mover um.txt e dois.txt para a pasta obras"),
            ("lê-mo em voz alta por favor", "lê notes.txt em voz alta por favor"),
            ("qual é o tamanho dele?", "qual é o tamanho de notes.txt?"),
            ("o que está escrito nele?", "o que está escrito em notes.txt?"),
            ("apaga ele por favor", "apaga notes.txt por favor"),
            ("lê ele pra mim", "lê notes.txt pra mim"),
            ("cria um ficheiro nela", "cria um ficheiro na pasta obras"),
            ("lê o conteúdo daquele ficheiro", "lê o conteúdo de notes.txt"),
            ("põe-no na pasta", "põe notes.txt na pasta"),
        ] {
            assert_eq!(spelt(said), wanted, "{said}");
        }
    }

    #[test]
    fn resolves_here_to_current_directory() {
        for (said, wanted) in [
            ("list this folder", "list the folder ./"),
            ("show me everything in here", "show me everything in the folder ./"),
            ("lista os ficheiros desta pasta", "lista os ficheiros da pasta ./"),
            ("o que há nesta pasta", "o que há na pasta ./"),
            ("mostra tudo o que está aqui dentro", "mostra tudo o que está na pasta ./"),
        ] {
            assert_eq!(spelt(said), wanted, "{said}");
        }
    }

    #[test]
    fn keeps_pronouns_without_antecedent() {
        for said in [
            "what files are there in archive",
            "create a file that says hello",
            "read a.txt and delete it",
            "está tudo bem com isto.txt",
            "create a file in this folder called plans",
        ] {
            assert_eq!(spelt(said), said);
        }
    }
}

//! The clauses of a sentence, and the conjunctions between them.

use std::ops::Range;

use super::coverage::is_function;
use super::tokenized::{Tokenized, is_article};
use crate::stance::{all_words, is_infinitive, is_verb, lemma};
use crate::words::{Tongue, Word};

/// A clause with its conjunction.
pub(super) struct Clause {
    /// The number of words in the conjunction.
    pub(super) joint: usize,
    /// Whether the conjunction introduces a reason or a purpose.
    pub(super) is_reason: bool,
    /// Whether the conjunction makes the clause before it the reason.
    pub(super) is_so: bool,
    /// The words after the conjunction.
    pub(super) words: Range<usize>,
    /// The punctuation before the clause.
    pub(super) mark: Option<char>,
}

/// The conjunction at a word.
#[derive(Clone, Copy, Default)]
struct Joint {
    length: usize,
    is_reason: bool,
    is_so: bool,
}

/// Splits a sentence into clauses at punctuation and at conjunctions of reason and purpose.
pub(super) fn clauses(heard: &Tokenized<'_>) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    if heard.words.is_empty() {
        return clauses;
    }
    let mut start = 0;
    let mut joint = joint_at(heard, 0, true);
    let mut mark = None;
    let clause = |joint: Joint, words: Range<usize>, mark: Option<char>| {
        let Joint { length, is_reason, is_so } = joint;
        Clause { joint: length, is_reason, is_so, words, mark }
    };
    for at in 1..heard.words.len() {
        if at <= start + joint.length {
            continue;
        }
        let pause = heard.words[at].pause.filter(|pause| *pause != '/');
        let next = joint_at(heard, at, pause.is_some());
        if pause.is_some() || next.length > 0 {
            clauses.push(clause(joint, start + joint.length..at, mark));
            (start, joint, mark) = (at, next, pause);
        }
    }
    let words = start + joint.length..heard.words.len();
    if !words.is_empty() {
        clauses.push(clause(joint, words, mark));
    }
    clauses
}

/// The conjunction at a word.
fn joint_at(heard: &Tokenized<'_>, at: usize, is_parted: bool) -> Joint {
    let words = &heard.words[at..];
    let is_said = |phrase: &&&[&str]| {
        phrase.len() < words.len()
            && phrase.iter().zip(words).all(|(said, word)| *said == word.folded || *said == word.form)
    };
    let (so, because): (&[&[&str]], &[&[&str]]) = match heard.tongue {
        Tongue::English => (
            &[&["and", "so"], &["so"]],
            &[&["so", "that"], &["because"], &["cause"], &["cos"], &["cuz"], &["since"]],
        ),
        Tongue::Portuguese => (
            &[&["e", "por", "isso"], &["por", "isso"], &["por", "isto"], &["entao"], &["portanto"], &["dai"]],
            &[
                &["ja", "que"],
                &["visto", "que"],
                &["é", "que"],
                &["é", "para"],
                &["porque"],
                &["pois"],
                &["que"],
            ],
        ),
    };
    let (and_so, now_that): (&[&[&str]], &[&[&str]]) = match heard.tongue {
        Tongue::English => (&[&["and"]], &[&["now", "that"], &["as"]]),
        Tongue::Portuguese => (&[&["e"]], &[&["agora", "que"], &["como"]]),
    };
    let of = |phrases: &[&[&str]]| phrases.iter().find(is_said).map_or(0, |phrase| phrase.len());
    // "Before I mess it up, …": what the speaker does later is why it is asked for now.
    let own_plan: (&[&[&str]], usize) = match heard.tongue {
        Tongue::English => (&[&["before", "i"], &["before", "we"]], 1),
        Tongue::Portuguese => (&[&["antes", "que", "eu"], &["antes", "de", "eu"]], 2),
    };
    let is_own_plan = is_parted && of(own_plan.0) > 0;
    let parted = |phrases: &[&[&str]]| if is_parted { of(phrases) } else { 0 };
    let is_purpose = is_purpose_joint(&words[0]) && is_purpose(&words[1..], heard.tongue);
    // "Sempre que" and "quero que" are no conjunctions of reason.
    let is_other = words[0].folded == "que"
        && !is_parted
        && at > 0
        && !ends_request(heard, at - 1)
        && !is_whole(&words[1..]);
    let reason = |length: usize| Joint { length, is_reason: true, is_so: false };
    let follows = |length: usize, is_so: bool| Joint { length, is_reason: false, is_so };
    match () {
        () if is_other => Joint::default(),
        () if of(because) > 0 => reason(of(because)),
        () if is_own_plan => reason(own_plan.1),
        () if parted(now_that) > 0 => reason(parted(now_that)),
        () if of(so) > 0 => follows(of(so), true),
        () if parted(and_so) > 0 => follows(parted(and_so), false),
        () => Joint { length: usize::from(is_purpose), is_reason: is_purpose, is_so: false },
    }
}

/// Whether a request may end at a word, so that "que" after it introduces a reason and no relative clause: a literal, a
/// polite phrase, an adverb of place.
fn ends_request(heard: &Tokenized<'_>, at: usize) -> bool {
    let word = &heard.words[at];
    heard.literal(word).is_some()
        || heard.is_polite(at)
        || matches!(word.folded.as_str(), "mim" | "ai" | "ca" | "la")
}

/// Verbs without an object, by their stems.
const INTRANSITIVE: [&str; 16] = [
    "acab", "termin", "comec", "adormec", "dorm", "cheg", "sai", "saí", "acord", "morr", "do", "cai", "cal",
    "acalm", "toc", "ard",
];
/// Forms of the speaker for wishes, plans and states.
const OWN: [&str; 14] = [
    "quero",
    "preciso",
    "vou",
    "vamos",
    "tenho",
    "temos",
    "estou",
    "to",
    "estamos",
    "queria",
    "precisava",
    "queremos",
    "precisamos",
    "ando",
];
/// Words that complete a state: "estou com pressa", "tô de saída".
const STATE: [&str; 12] =
    ["com", "sem", "de", "ao", "no", "na", "quase", "a", "muito", "atrasado", "atrasada", "farto"];

/// Whether the words after "que" are a clause that lacks no object, and thus no relative clause: "que eu já terminei", "que
/// a reunião acabou", "que eu preciso de ver o ambiente de trabalho".
fn is_whole(words: &[Word]) -> bool {
    let word = |at: usize| words.get(at).map_or("", |word| word.folded.as_str());
    let end = (1..words.len()).find(|at| words[*at].pause.is_some()).unwrap_or(words.len());
    let is_intransitive = |at: usize| {
        let verb = word(at);
        INTRANSITIVE.iter().any(|stem| verb.strip_prefix(stem).is_some_and(is_past_or_present))
    };
    let mut at = usize::from(matches!(word(0), "eu" | "nos"));
    if word(0) == "a" && word(1) == "gente" {
        at = 2;
    }
    let is_subject = at == 0 && words.first().is_some_and(is_article_or_demonstrative) && end > 2;
    if is_subject {
        return (2..end.min(5)).any(|at| matches!(word(at), "ja" | "agora") || is_intransitive(at))
            && (2..end).any(is_intransitive);
    }
    while matches!(word(at), "ja" | "agora" | "so" | "ainda" | "nao" | "hoje") {
        at += 1;
    }
    if is_intransitive(at) {
        return at + 1 >= end || !words.get(at + 1).is_some_and(is_article_or_demonstrative);
    }
    if !OWN.contains(&word(at)) {
        return false;
    }
    let is_state = matches!(word(at), "estou" | "to" | "estamos" | "ando");
    let infinitive = (at + 1..end.min(at + 4)).find(|at| is_infinitive(word(*at)));
    match infinitive {
        // The infinitive has its own object or adverbial.
        Some(verb) if !is_state => verb + 1 < end,
        Some(_) => false,
        None if is_state => STATE.contains(&word(at + 1)) && at + 2 < end,
        None => {
            at + 1 < end
                && !matches!(word(at + 1), "aqui" | "ali" | "ai" | "de" | "que" | "aberto" | "aberta")
        }
    }
}

fn is_article_or_demonstrative(word: &Word) -> bool {
    is_article(word)
        || matches!(word.form.as_str(), "a" | "esta" | "este" | "essa" | "esse" | "isto" | "isso")
}

fn is_past_or_present(ending: &str) -> bool {
    matches!(
        ending,
        "o" | "a"
            | "e"
            | "i"
            | "u"
            | "ou"
            | "ei"
            | "eu"
            | "iu"
            | "am"
            | "em"
            | "amos"
            | "emos"
            | "imos"
            | "aram"
            | "eram"
            | "iram"
    )
}

fn is_purpose_joint(word: &Word) -> bool {
    matches!(word.folded.as_str(), "para" | "pra" | "to")
}

/// Whether words are a purpose clause: "to check the date", "para eu ver as notícias".
pub(super) fn is_purpose(words: &[Word], tongue: Tongue) -> bool {
    match tongue {
        Tongue::English => {
            let [first, second, ..] = words else { return false };
            let determiners = ["the", "my", "a", "it", "them", "if", "what", "that", "how", "whether"];
            is_verb(first) && determiners.contains(&second.folded.as_str())
        }
        Tongue::Portuguese => {
            let clause = words.iter().enumerate().take_while(|(at, word)| *at == 0 || word.pause.is_none());
            clause.take(3).any(|(_, word)| is_infinitive(&word.folded))
        }
    }
}

/// Whether a clause is only a noun phrase, with at most so many words beside articles.
pub(super) fn is_phrase(words: &[Word], most: usize) -> bool {
    let said = words.iter().filter(|word| !is_article(word) && word.form != "a");
    let is_noun = |word: &&Word| {
        let is_base = lemma(&word.folded).is_none_or(|verb| verb == word.folded && verb.len() > 3);
        let is_joint = matches!(word.form.as_str(), "and" | "e" | "de" | "do" | "da" | "of");
        is_joint || is_base && !all_words().any(|other| other == word.folded) && !is_function(word)
    };
    let count = said.clone().count();
    let starts_with_verb = words.first().is_some_and(is_verb);
    !starts_with_verb && (1..=most).contains(&count) && said.clone().all(|word| is_noun(&word))
}

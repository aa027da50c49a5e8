//! Rewrites wishes for a thing or a state, and facts to remember, as imperatives: "I could do with a copy of a.txt" becomes
//! "make a copy of a.txt".

use lemmascope_intent::NameShape;

use super::reader::Reader;
use super::rephrase::PHRASES;
use super::tokenized::Tokenized;
use crate::literal::{Kind, has_extension};
use crate::words::{Tongue, Word};

/// The maximum number of words of a thing whose level is wished.
const MOST_OF_LEVEL: usize = 4;

impl Reader {
    /// Rewrites "queria que o a.txt se chamasse b.txt", "I'd like a.txt to be deleted".
    pub(super) fn wished_that(&self, heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
        let length = PHRASES.begins("wishing_that", heard.words.get(start..)?)?;
        self.said_of(heard, start + length).or_else(|| wished_level(heard, start + length))
    }
}

/// Rewrites "queria que o volume ficasse em 25".
fn wished_level(heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
    let words = &heard.words;
    let is_verb = |at: &usize| PHRASES.has("staying", &words[*at].folded);
    let verb = (start + 1..words.len().min(start + MOST_OF_LEVEL + 1)).find(is_verb)?;
    let is_number = |word: &Word| {
        let kind = heard.literal(word).map(|found| found.value.kind());
        matches!(kind, Some(Kind::Number | Kind::Percent))
    };
    let is_level = words.get(verb + 2).is_some_and(is_number)
        && matches!(words[verb + 1].folded.as_str(), "em" | "a" | "nos" | "at" | "no");
    let is_named = words[start..verb].iter().all(|word| heard.literal(word).is_none());
    (is_level && is_named).then(|| (format!("põe {}", heard.text(start..verb)), verb + 1))
}

/// Rewrites a wish for an indefinite thing: "can I get a folder called Taxes", "dava-me jeito uma cópia do a.txt".
pub(super) fn wished_thing(heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
    let words = heard.words.get(start..)?;
    let length = PHRASES.begins("getting", words)?;
    let first = words.get(length).filter(|word| word.pause.is_none())?;
    let is_indefinite = match heard.tongue {
        Tongue::English => matches!(first.folded.as_str(), "a" | "an" | "another"),
        Tongue::Portuguese => matches!(first.folded.as_str(), "um" | "uma" | "outro" | "outra"),
    };
    let is_made = |word: &Word| {
        PHRASES.has("made", &word.folded)
            || heard.things.singular(&word.folded).is_some_and(|kind| kind.names != NameShape::Words)
    };
    let of_noun = words[length + 1..].iter().take(3).take_while(|word| word.pause.is_none());
    let is_indefinite = is_indefinite && of_noun.into_iter().any(is_made);
    let make = if heard.tongue == Tongue::English { "make" } else { "faz" };
    (is_indefinite && words.len() > length + 2).then(|| (make.to_string(), start + length))
}

/// Rewrites a wish for an addition to a file: "could a.txt get one more line saying hello".
pub(super) fn wished_addition(heard: &Tokenized<'_>, start: usize) -> Option<(String, usize)> {
    let words = &heard.words;
    let is_modal = matches!(words.get(start)?.folded.as_str(), "could" | "can" | "may");
    let file = words.get(start + 1).filter(|word| heard.literal(word).is_some())?;
    let gets = matches!(words.get(start + 2)?.folded.as_str(), "get" | "have");
    let end = words.len();
    let rest = start + 3..end;
    let says_line = words.get(rest.clone())?.iter().any(|word| word.folded == "line");
    let name = &heard.sentence[file.span.clone()];
    (is_modal && gets && says_line && has_extension(name))
        .then(|| (format!("add {} to {name}", heard.text(rest)), end))
}

/// Rewrites an arrow between a file and its destination: "a.txt -> archive".
pub(super) fn arrow(heard: &Tokenized<'_>) -> Option<String> {
    let sentence = heard.sentence.trim().trim_end_matches('.');
    let (file, to) = ["->", "→", "=>", "➜"].iter().find_map(|sign| sentence.split_once(sign))?;
    let (file, to) = (file.trim(), to.trim());
    let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
    let is_file = is_word(file) && has_extension(file);
    let is_portuguese = heard.tongue == Tongue::Portuguese;
    (is_file && is_word(to) && to.starts_with(char::is_alphanumeric)).then(|| {
        match (has_extension(to), is_portuguese) {
            (true, true) => format!("renomeia {file} para {to}"),
            (true, false) => format!("rename {file} to {to}"),
            (false, true) => format!("move {file} para {to}"),
            (false, false) => format!("move {file} to {to}"),
        }
    })
}

/// Rewrites a request to remember what follows a colon: "guarda isto: o meu cacifo é o 48".
pub(super) fn noted(heard: &Tokenized<'_>) -> Option<String> {
    let words = &heard.words;
    let colon = (1..words.len()).find(|at| words[*at].pause == Some(':'))?;
    let start = (0..colon).find(|at| {
        let length = PHRASES.begins("noting", &words[*at..]);
        length.is_some_and(|length| {
            let behind = at + length;
            behind == colon || behind < colon && (behind..colon).all(|at| heard.is_polite(at))
        })
    })?;
    let is_denied = words[..start].iter().any(|word| PHRASES.has("denying", &word.folded));
    // "…, remember it": the fact ends before the same request.
    let echo = (colon + 1..words.len()).find(|at| {
        let length =
            PHRASES.begins("noting", &words[*at..]).or_else(|| PHRASES.begins("noting_it", &words[*at..]));
        words[*at].pause.is_some() && length.is_some_and(|length| at + length == words.len())
    });
    let fact = heard.text(colon..echo.unwrap_or(words.len()));
    let is_fact = !is_denied && fact.split_whitespace().count() > 2;
    let lead = match heard.tongue {
        Tongue::English => "remember that",
        Tongue::Portuguese => "lembra-te de que",
    };
    is_fact.then(|| format!("{lead} {fact}"))
}

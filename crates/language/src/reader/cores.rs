//! What is left of a sentence without what only says why: "my eyes hurt, so dim the screen, will you".
//!
//! Nothing is left out that could change what is wanted: no condition, no time, no other request, nobody else's words, and no
//! text in quotes. A sentence is read without it only where the whole of it is not understood, or where it ends before it.

use std::ops::Range;

use super::heard::Heard;
use super::reader::Reader;
use crate::literal::Kind;
use crate::stance::{is_infinitive, is_verb, is_verb_form, lemma};
use crate::words::{Tongue, Word};

/// A part of a sentence that may be all that it asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Core {
    /// In the words of the sentence.
    pub text: String,
    /// The files that the rest of the sentence speaks of: "it" may be one of them.
    pub files: Vec<String>,
    /// Whether what was said before it is about the speaker, or about a file that it speaks of.
    pub is_linked: bool,
    /// Whether the rest are sentences of their own.
    pub is_sentence: bool,
}

/// Sentences of more parts than this are not taken apart.
const MOST_PARTS: usize = 8;

/// Verbs that are denied of things, and say nothing of a request: "it makes no difference", "não faz falta".
const IDIOMS: [&str; 8] = ["faz", "fazem", "da", "serve", "make", "makes", "need", "precisa"];

/// What a part of a sentence tells beside the request.
struct Told {
    files: Vec<String>,
    is_linked: bool,
}

/// A part of a sentence: the words that join it to others, and its own.
struct Part {
    joint: usize,
    /// Whether those words say that a reason or a purpose follows.
    is_reason: bool,
    words: Range<usize>,
    /// Whether they say that what comes before is the reason.
    is_so: bool,
    /// The mark before it.
    mark: Option<char>,
}

impl Reader {
    /// What may be left of a sentence, the most first.
    pub fn cores(&self, heard: &Heard<'_>) -> Vec<Core> {
        let parts = parts(heard);
        if parts.len() < 2 || parts.len() > MOST_PARTS {
            return Vec::new();
        }
        // Whether what comes next begins with "so".
        let leads_on =
            |at: usize| parts.get(at + 1).is_some_and(|next| next.joint > 0 && !next.is_reason && next.is_so);
        let front: Vec<Told> =
            (0..parts.len()).map_while(|at| self.told(heard, &parts[at], true, leads_on(at))).collect();
        let back: Vec<Told> =
            parts.iter().rev().map_while(|part| self.told(heard, part, false, false)).collect();
        let mut cores = Vec::new();
        for dropped in 1..parts.len() {
            for before in 0..=dropped.min(front.len()) {
                let behind = dropped - before;
                if behind > back.len() {
                    continue;
                }
                let kept = &parts[before..parts.len() - behind];
                let [first, ..] = kept else { continue };
                // What is wanted, or by whom, may stand before such words: "I don't want you to …".
                if before > 0 && first.is_reason {
                    continue;
                }
                let Some(last) = kept.last() else { continue };
                let start = if before > 0 { first.words.start } else { first.words.start - first.joint };
                let ends = |at: usize| {
                    matches!(parts.get(at).and_then(|it| it.mark), None | Some('.' | '!' | '?' | ';' | '…'))
                };
                let said = (start..last.words.end).filter(|at| !heard.is_polite(*at)).count();
                if said < 2 {
                    continue;
                }
                let told = front[..before].iter().chain(&back[..behind]);
                cores.push(Core {
                    text: heard.text(start..last.words.end).to_string(),
                    files: told.flat_map(|it| it.files.clone()).collect(),
                    is_linked: front[..before].iter().all(|it| it.is_linked),
                    is_sentence: ends(before) && ends(parts.len() - behind),
                });
            }
        }
        cores
    }

    /// What a part tells, if it asks for nothing and changes nothing of what is asked for.
    fn told(&self, heard: &Heard<'_>, part: &Part, is_before: bool, leads_on: bool) -> Option<Told> {
        let words = heard.words.get(part.words.clone()).filter(|words| !words.is_empty())?;
        if part.words.clone().all(|at| heard.is_polite(at)) {
            return Some(Told { files: Vec::new(), is_linked: true });
        }
        let literals: Vec<_> = words.iter().filter_map(|word| heard.literal(word)).collect();
        if literals.iter().any(|found| found.quoted) {
            return None;
        }
        let is_file = |kind: Kind| matches!(kind, Kind::File | Kind::Path);
        let files: Vec<String> = literals
            .iter()
            .filter(|found| is_file(found.value.kind()))
            .map(|found| found.value.text())
            .collect();
        let text = heard.text(part.words.clone());
        let told = self.hear(text, heard.now);
        let draft = self.draft(&told);
        let is_put_off = words.iter().any(|word| matches!(word.folded.as_str(), "depois" | "then"));
        if part.is_reason && is_purpose(words, heard.tongue) && literals.is_empty() {
            return Some(Told { files, is_linked: true }).filter(|_| !is_put_off);
        }
        // What words join as a reason is one, although it denies something.
        let is_own =
            words.iter().any(|word| matches!(word.folded.as_str(), "eu" | "i" | "we" | "nao" | "not"));
        let is_told = !is_before && is_own && literals.is_empty() && !draft.is_put_off();
        let is_reason = part.is_reason && (draft.denies() || is_told);
        // "…, can't hear a thing" is what the speaker says of themselves.
        let is_inability = matches!(told.words[0].folded.as_str(), "can" | "cant" | "ca") && draft.has_cues();
        // "Time for bed, so …": so is what comes before such a word.
        let leads = is_before && leads_on && !draft.has_cues() && !self.bids(&told);
        // "A.txt should go to backup" asks for something as well.
        let is_wanted = !draft.is_of_speaker() && draft.requires(&told) || self.rephrased(&told).is_some();
        let states = draft.only_states() || is_reason || is_inability || leads;
        let states = states && !is_wanted && !self.denies_request(&told);
        states.then(|| Told { is_linked: draft.is_of_speaker() || !files.is_empty(), files })
    }

    /// Whether the words begin with one that requests begin with.
    fn bids(&self, heard: &Heard<'_>) -> bool {
        heard.meant().first().is_some_and(|(_, word)| is_verb_form(word) && self.begins(word))
    }

    /// Whether something is denied that could be asked for: "I would not delete it".
    fn denies_request(&self, heard: &Heard<'_>) -> bool {
        let is_denial = |word: &Word| {
            matches!(
                word.folded.as_str(),
                "not" | "never" | "nao" | "nunca" | "nem" | "jamais" | "without" | "sem"
            )
        };
        heard.words.iter().enumerate().filter(|(_, word)| is_denial(word)).any(|(at, _)| {
            heard.words[at + 1..].iter().take(3).any(|word| {
                let verb = lemma(&word.folded);
                let is_idiom = IDIOMS.contains(&word.folded.as_str());
                let begins = self.begins(&word.folded) || verb.is_some_and(|verb| self.begins(&verb));
                is_verb(word) && begins && !is_idiom
            })
        })
    }
}

/// The parts of a sentence: what marks part, and what words join that say why.
fn parts(heard: &Heard<'_>) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    if heard.words.is_empty() {
        return parts;
    }
    let mut start = 0;
    let (mut joint, mut is_reason) = joint_at(heard, 0, true);
    let mut mark = None;
    for at in 1..heard.words.len() {
        if at <= start + joint {
            continue;
        }
        let pause = heard.words[at].pause.filter(|pause| *pause != ':' && *pause != '/');
        let (length, gives_reason) = joint_at(heard, at, pause.is_some());
        if pause.is_some() || length > 0 {
            parts.push(Part { joint, is_reason, is_so: is_so(heard, start), words: start + joint..at, mark });
            (start, joint, is_reason, mark) = (at, length, gives_reason, pause);
        }
    }
    let words = start + joint..heard.words.len();
    if !words.is_empty() {
        parts.push(Part { joint, is_reason, is_so: is_so(heard, start), words, mark });
    }
    parts
}

fn is_so(heard: &Heard<'_>, at: usize) -> bool {
    matches!(heard.words[at].folded.as_str(), "so" | "entao")
}

/// How many words stand here that join a reason to a request or a request to a reason, and whether a reason follows.
fn joint_at(heard: &Heard<'_>, at: usize, is_parted: bool) -> (usize, bool) {
    let words = &heard.words[at..];
    let is_said = |phrase: &&&[&str]| {
        phrase.len() < words.len()
            && phrase.iter().zip(words).all(|(said, word)| *said == word.folded || *said == word.form)
    };
    let (so, because): (&[&[&str]], &[&[&str]]) = match heard.tongue {
        Tongue::English => (&[&["so"]], &[&["so", "that"], &["because"], &["cause"], &["cos"], &["since"]]),
        Tongue::Portuguese => (
            &[&["entao"]],
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
        Tongue::Portuguese => (&[&["por", "isso"], &["e"]], &[&["agora", "que"], &["como"]]),
    };
    let of = |phrases: &[&[&str]]| phrases.iter().find(is_said).map_or(0, |phrase| phrase.len());
    let parted = |phrases: &[&[&str]]| if is_parted { of(phrases) } else { 0 };
    let is_purpose = is_purpose_joint(&words[0]) && is_purpose(&words[1..], heard.tongue);
    // "Sempre que", "quero que" join otherwise.
    let is_other = words[0].folded == "que" && !is_parted && at > 0 && !ends_request(heard, at - 1);
    match () {
        () if is_other => (0, false),
        () if of(because) > 0 => (of(because), true),
        () if parted(now_that) > 0 => (parted(now_that), true),
        () if of(so) > 0 => (of(so), false),
        () if parted(and_so) > 0 => (parted(and_so), false),
        () => (usize::from(is_purpose), is_purpose),
    }
}

/// Whether a request may end with a word, so that "que" behind it gives a reason and describes nothing: a name that stands for
/// itself, a number, a courtesy.
fn ends_request(heard: &Heard<'_>, at: usize) -> bool {
    let word = &heard.words[at];
    heard.literal(word).is_some()
        || heard.is_polite(at)
        || matches!(word.folded.as_str(), "mim" | "ai" | "ca" | "la" | "som" | "ecra" | "tela")
}

fn is_purpose_joint(word: &Word) -> bool {
    matches!(word.folded.as_str(), "para" | "pra" | "to")
}

/// Whether words say what something is for: "to check the date", "para eu ver as notícias".
fn is_purpose(words: &[Word], tongue: Tongue) -> bool {
    match tongue {
        Tongue::English => {
            let [first, second, ..] = words else { return false };
            let determiners = ["the", "my", "a", "it", "them", "if", "what", "that", "how", "whether"];
            is_verb(first) && determiners.contains(&second.folded.as_str())
        }
        Tongue::Portuguese => words.iter().take(3).any(|word| is_infinitive(&word.folded)),
    }
}

//! Extracts the request from a sentence by dropping background clauses: "my eyes hurt, so dim the screen, will you".
//!
//! A clause with a condition, a time, another request, reported speech or a quotation is kept, because it may change the
//! request. The engine tries the extracted text only if it does not understand the whole sentence, or if the background is
//! a separate sentence.

use std::ops::Range;

use super::reader::Reader;
use super::tokenized::Tokenized;
use crate::literal::Kind;
use crate::stance::{Voice, is_infinitive, is_verb, is_verb_form, lemma, voice};
use crate::words::{Tongue, Word};

/// A candidate for the request of a sentence: the text without some of its background clauses.
#[derive(Debug, Clone, PartialEq)]
pub struct Core {
    /// A substring of the sentence.
    pub text: String,
    /// The files that the dropped clauses mention, as antecedents for "it".
    pub files: Vec<String>,
    /// Whether every clause dropped before the text is in the first person or mentions a file.
    pub is_linked: bool,
    /// Whether the dropped clauses are separate sentences.
    pub is_sentence: bool,
}

/// A sentence with more clauses than this is not split.
const MOST_CLAUSES: usize = 8;

/// Verbs whose negation is an idiom and not a negated request: "it makes no difference", "não faz falta".
const IDIOMS: [&str; 8] = ["faz", "fazem", "da", "serve", "make", "makes", "need", "precisa"];

/// A clause that only gives background.
struct Background {
    files: Vec<String>,
    is_linked: bool,
}

/// A clause with its conjunction.
struct Part {
    /// The number of words in the conjunction.
    joint: usize,
    /// Whether the conjunction introduces a reason or a purpose.
    is_reason: bool,
    /// The words after the conjunction.
    words: Range<usize>,
    /// Whether the conjunction makes the clause before it the reason.
    is_so: bool,
    /// The punctuation before the clause.
    mark: Option<char>,
}

impl Reader {
    /// The candidates for the request of a sentence, those that drop the fewest clauses first.
    pub fn cores(&self, heard: &Tokenized<'_>) -> Vec<Core> {
        let parts = parts(heard);
        if parts.len() < 2 || parts.len() > MOST_CLAUSES {
            return Vec::new();
        }
        let leads_on =
            |at: usize| parts.get(at + 1).is_some_and(|next| next.joint > 0 && !next.is_reason && next.is_so);
        let front: Vec<Background> =
            (0..parts.len()).map_while(|at| self.background(heard, &parts[at], true, leads_on(at))).collect();
        let back: Vec<Background> =
            parts.iter().rev().map_while(|part| self.background(heard, part, false, false)).collect();
        let mut cores = Vec::new();
        for dropped in 1..parts.len() {
            for before in 0..=dropped.min(front.len()) {
                let behind = dropped - before;
                if behind > back.len() {
                    continue;
                }
                let kept = &parts[before..parts.len() - behind];
                let [first, ..] = kept else { continue };
                // The clause before "to" or "que" may govern this one: "I don't want you to …".
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
                let dropped = front[..before].iter().chain(&back[..behind]);
                cores.push(Core {
                    text: heard.text(start..last.words.end).to_string(),
                    files: dropped.flat_map(|it| it.files.clone()).collect(),
                    is_linked: front[..before].iter().all(|it| it.is_linked),
                    is_sentence: ends(before) && ends(parts.len() - behind),
                });
            }
        }
        cores
    }

    /// Classifies a clause as background: it requests nothing and does not restrict the request.
    fn background(
        &self,
        heard: &Tokenized<'_>,
        part: &Part,
        is_before: bool,
        leads_on: bool,
    ) -> Option<Background> {
        let words = heard.words.get(part.words.clone()).filter(|words| !words.is_empty())?;
        if part.words.clone().all(|at| heard.is_polite(at)) {
            return Some(Background { files: Vec::new(), is_linked: true });
        }
        // "…, then knock on Bob's door": what goes on with the request is one more.
        let goes_on = matches!(words[0].folded.as_str(), "then" | "plus" | "afterwards" | "depois")
            && words.get(1).is_some_and(|next| next.pause.is_none() && !is_subject(next));
        // ", renaming it to b.md" is a further action, or says how the first one is done.
        let is_courtesy = words.last().is_some_and(|last| last.folded == "favor");
        let is_manner = voice(&words[0].folded) == Some(Voice::Gerund) && !is_courtesy;
        if !is_before && (goes_on || is_manner) {
            return None;
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
        let clause = self.tokenize(text, heard.now);
        let draft = self.draft(&clause);
        let is_put_off = words.iter().any(|word| matches!(word.folded.as_str(), "depois" | "then"));
        if part.is_reason && is_purpose(words, heard.tongue) && literals.is_empty() {
            return Some(Background { files, is_linked: true }).filter(|_| !is_put_off);
        }
        // After a conjunction of reason, a negation states why and does not take the request back.
        let is_own =
            words.iter().any(|word| matches!(word.folded.as_str(), "eu" | "i" | "we" | "nao" | "not"));
        let is_stated = !is_before && is_own && literals.is_empty() && !draft.is_put_off();
        let is_reason = part.is_reason && (draft.denies() || is_stated);
        // "…, can't hear a thing" has the speaker as its subject.
        let is_inability = draft.has_cues()
            && clause
                .words
                .first()
                .is_some_and(|first| matches!(first.folded.as_str(), "can" | "cant" | "ca"));
        // "Time for bed, so …": a fragment before "so" is a reason.
        let leads = is_before && leads_on && !draft.has_cues() && !self.bids(&clause);
        // "A.txt should go to backup" is a request, too.
        let is_wanted =
            !draft.is_of_speaker() && draft.requires(&clause) || self.rephrased(&clause).is_some();
        let states = draft.only_states() || is_reason || is_inability || leads;
        let states = states && !is_wanted && !self.denies_request(&clause);
        states.then(|| Background { is_linked: draft.is_of_speaker() || !files.is_empty(), files })
    }

    /// Whether a clause begins with a verb that requests begin with.
    fn bids(&self, heard: &Tokenized<'_>) -> bool {
        heard.meant().first().is_some_and(|(_, word)| is_verb_form(word) && self.begins(word))
    }

    /// Whether a clause negates a verb that requests begin with: "I would not delete it".
    fn denies_request(&self, heard: &Tokenized<'_>) -> bool {
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

/// Whether a separate clause may begin with a word: "then I can sleep".
fn is_subject(word: &Word) -> bool {
    let subjects = [
        "i", "we", "you", "he", "she", "it", "they", "the", "my", "eu", "nos", "ele", "ela", "o", "a", "os",
        "as",
    ];
    subjects.contains(&word.folded.as_str())
}

/// Splits a sentence into clauses at punctuation and at conjunctions of reason and purpose.
fn parts(heard: &Tokenized<'_>) -> Vec<Part> {
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

fn is_so(heard: &Tokenized<'_>, at: usize) -> bool {
    matches!(heard.words[at].folded.as_str(), "so" | "entao")
}

/// The length of the conjunction at a word, and whether it introduces a reason or a purpose.
fn joint_at(heard: &Tokenized<'_>, at: usize, is_parted: bool) -> (usize, bool) {
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
    // "Before I mess it up, …": what the speaker does later is why it is asked for now.
    let own_plan: (&[&[&str]], usize) = match heard.tongue {
        Tongue::English => (&[&["before", "i"], &["before", "we"]], 1),
        Tongue::Portuguese => (&[&["antes", "que", "eu"], &["antes", "de", "eu"]], 2),
    };
    let is_own_plan = is_parted && of(own_plan.0) > 0;
    let parted = |phrases: &[&[&str]]| if is_parted { of(phrases) } else { 0 };
    let is_purpose = is_purpose_joint(&words[0]) && is_purpose(&words[1..], heard.tongue);
    // "Sempre que" and "quero que" are no conjunctions of reason.
    let is_other = words[0].folded == "que" && !is_parted && at > 0 && !ends_request(heard, at - 1);
    match () {
        () if is_other => (0, false),
        () if of(because) > 0 => (of(because), true),
        () if is_own_plan => (own_plan.1, true),
        () if parted(now_that) > 0 => (parted(now_that), true),
        () if of(so) > 0 => (of(so), false),
        () if parted(and_so) > 0 => (parted(and_so), false),
        () => (usize::from(is_purpose), is_purpose),
    }
}

/// Whether a request may end at a word, so that "que" after it introduces a reason and no relative clause: a literal, a polite
/// phrase, an adverb of place.
fn ends_request(heard: &Tokenized<'_>, at: usize) -> bool {
    let word = &heard.words[at];
    heard.literal(word).is_some()
        || heard.is_polite(at)
        || matches!(word.folded.as_str(), "mim" | "ai" | "ca" | "la")
}

fn is_purpose_joint(word: &Word) -> bool {
    matches!(word.folded.as_str(), "para" | "pra" | "to")
}

/// Whether words are a purpose clause: "to check the date", "para eu ver as notícias".
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

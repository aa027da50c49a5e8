use std::fmt;

use serde::Deserialize;

use super::evidence::Evidence;
use super::prompt::Passages;
use crate::flow::tidy;
use crate::language;
use crate::summary::{WORDS, composed};
use crate::tweet;
use crate::words::count;
use crate::{Length, Sentence, Summary};

/// The maximum length of an answer; no summary is longer.
const LONGEST: usize = 64 << 10;

/// The reasons why an answer was rejected, in a form that can be sent back to the model once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Complaint {
    /// The problems, one per line.
    pub faults: Vec<String>,
}

impl fmt::Display for Complaint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "Your answer cannot be used:")?;
        for fault in &self.faults {
            writeln!(out, "- {fault}")?;
        }
        write!(out, "Answer again in the same JSON form, and say only what the passages say.")
    }
}

impl std::error::Error for Complaint {}

#[derive(Deserialize)]
struct Answer {
    sentences: Vec<Claim>,
}

#[derive(Deserialize)]
struct Claim {
    text: String,
    #[serde(default)]
    sources: Vec<usize>,
}

/// Returns the summary in an answer, if the passages that each sentence cites support it.
///
/// # Errors
///
/// If the answer cannot be parsed, is too long, is in another language, or contains a statement that its
/// sources do not support.
pub fn accept(passages: &Passages, length: Length, answer: &str) -> Result<Summary, Complaint> {
    let answer = read(answer)?;
    let mut faults = Vec::new();
    let mut sentences = Vec::new();
    for (number, claim) in (1..).zip(&answer.sentences) {
        match supported(passages, claim) {
            Ok(sentence) => sentences.push(sentence),
            Err(unsupported_claims) => {
                faults.extend(
                    unsupported_claims.into_iter().map(|objection| format!("sentence {number}: {objection}")),
                );
            }
        }
    }
    faults.extend(measured(&answer.sentences, length, passages));
    let spoken = language::of_text(answer.sentences.iter().map(|claim| claim.text.as_str()));
    if passages.language != "und" && spoken != "und" && spoken != passages.language {
        faults.push(format!("it is written in \"{spoken}\", but the document in \"{}\"", passages.language));
    }
    match faults.is_empty() {
        true => Ok(composed(sentences, length, &passages.language)),
        false => Err(Complaint { faults }),
    }
}

/// Extracts the answer from any text that the model adds around it.
fn read(answer: &str) -> Result<Answer, Complaint> {
    let complaint = |fault: String| Complaint { faults: vec![fault] };
    if answer.len() > LONGEST {
        return Err(complaint("it is far too long".into()));
    }
    let body = answer.find('{').zip(answer.rfind('}')).and_then(|(first, last)| answer.get(first..=last));
    let body = body.ok_or_else(|| complaint("it has no JSON object".into()))?;
    let answer: Answer =
        serde_json::from_str(body).map_err(|error| complaint(format!("its JSON cannot be read: {error}")))?;
    if answer.sentences.is_empty() {
        return Err(complaint("it has no sentences".into()));
    }
    Ok(answer)
}

fn supported(passages: &Passages, claim: &Claim) -> Result<Sentence, Vec<String>> {
    let text = tidy(&claim.text);
    let text = text.trim_start_matches(['-', '•', '*', ' ']).to_string();
    if count(&text) == 0 {
        return Err(vec!["it says nothing".into()]);
    }
    if claim.sources.is_empty() {
        return Err(vec!["it names no sources".into()]);
    }
    let mut sources = Vec::new();
    for id in &claim.sources {
        match passages.passages.iter().find(|passage| passage.id == *id) {
            Some(passage) => sources.push(passage),
            None => return Err(vec![format!("there is no passage {id}")]),
        }
    }
    let texts = sources.iter().map(|passage| passage.text.as_str());
    let unsupported_claims =
        Evidence::new(texts, passages.title.as_deref(), &passages.language).unsupported_claims(&text);
    if !unsupported_claims.is_empty() {
        return Err(unsupported_claims);
    }
    let mut pages: Vec<usize> = sources.iter().flat_map(|passage| passage.pages.iter().copied()).collect();
    pages.sort_unstable();
    pages.dedup();
    Ok(Sentence { text, pages })
}

/// Returns the problem with the length of the answer, if any.
fn measured(claims: &[Claim], length: Length, passages: &Passages) -> Option<String> {
    let words: usize = claims.iter().map(|claim| count(&claim.text)).sum();
    let points = claims.len();
    match length {
        // A tolerance, because models cannot count words exactly.
        Length::Short if words > WORDS * 11 / 10 => {
            Some(format!("it has {words} words; at most {WORDS} are wanted"))
        }
        Length::Bullets if points > 7 => Some(format!("it has {points} sentences; four to seven are wanted")),
        Length::Bullets if points < 4.min(passages.passages.len()) => {
            Some(format!("it has too few sentences ({points}); four to seven are wanted"))
        }
        Length::Tweet if points != 1 => Some(format!("it has {points} sentences; one is wanted")),
        Length::Tweet => {
            let letters: usize = claims.iter().map(|claim| claim.text.chars().count()).sum();
            (letters > tweet::MOST)
                .then(|| format!("it has {letters} characters; at most {} are wanted", tweet::MOST))
        }
        Length::Short | Length::Bullets => None,
    }
}

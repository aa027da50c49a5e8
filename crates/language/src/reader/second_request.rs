//! Second requests behind a request that can be done: "search for flights and book the cheapest". Only the first part is
//! understood, and the reply names both.

use lemmascope_intent::document::ErrorCode;

use super::coverage::{has_meaning, joint_before};
use super::reader::Reader;
use super::reading::{Decision, Reading};
use super::refrain::wanted;
use super::slots::Surroundings;
use super::tokenized::Tokenized;
use crate::stance::{Standing, is_request_form};
use crate::words::{Tongue, Word};

/// Words that directly follow a verb, and seldom a noun.
const OBJECTS: [&str; 26] = [
    "the", "a", "an", "my", "me", "us", "it", "them", "him", "her", "some", "two", "three", "one", "o", "os",
    "as", "um", "uma", "umas", "uns", "dois", "duas", "meu", "minha", "isso",
];

impl Reader {
    /// Returns the reading of the part before a second request, as a question whether to do only that. Returns nothing
    /// if the sentence has no second request, or if neither part is understood.
    pub(super) fn before_second_request(
        &self,
        heard: &Tokenized<'_>,
        whole: &Reading,
        around: &Surroundings<'_>,
    ) -> Option<Reading> {
        let is_open = match whole.decision {
            Decision::Ask => whole.code == Some(ErrorCode::LowConfidence) && !whole.unexplained.is_empty(),
            Decision::Unknown => whole.code == Some(ErrorCode::IntentParseFailed),
            Decision::Act | Decision::None => false,
        };
        if !is_open || whole.stance.standing() != Standing::Request {
            return None;
        }
        let words = &heard.words;
        (2..words.len().saturating_sub(1)).find_map(|verb| {
            let joint = joint_before(words, verb).filter(|joint| *joint > 1)?;
            let rest = heard.text(joint + 1..words.len());
            let is_meant = match whole.unexplained.first() {
                Some(part) => {
                    rest.starts_with(part.as_str()) || heard.text(verb..words.len()).starts_with(part)
                }
                None => self.may_bid(words, verb),
            };
            if !is_meant {
                return None;
            }
            let first = heard.sentence[..words[joint].span.start].trim_end();
            let first = first.trim_end_matches([',', ';', '.', '!', '—', '–', '-']);
            let reading = self.read_whole(&self.tokenize(first, heard.now), around);
            if reading.decision != Decision::Act {
                return None;
            }
            let mut reading = Reading {
                decision: Decision::Ask,
                code: Some(ErrorCode::LowConfidence),
                unexplained: vec![rest.to_string()],
                understood: Some(first.to_string()),
                why: whole.why.clone(),
                ..reading
            };
            reading.question = Some(partly_understood(&reading));
            Some(reading)
        })
    }

    /// Whether a word may be the verb of a request, although no request that is known begins with it.
    fn may_bid(&self, words: &[Word], verb: usize) -> bool {
        let next = words.get(verb + 1).filter(|next| next.pause.is_none());
        let has_object = next.is_some_and(|next| OBJECTS.contains(&next.folded.as_str()));
        let word = &words[verb].folded;
        let is_verb = is_request_form(word) || self.begins(word);
        has_meaning(&words[verb]) && (is_verb && next.is_some() || has_object)
    }
}

/// Returns the question whether to do only the part of a sentence that is understood.
pub(super) fn partly_understood(reading: &Reading) -> String {
    let (part, wanted) = (reading.unexplained.join("”, “"), wanted(reading));
    match reading.tongue {
        Tongue::English => format!("I understand {wanted}, but not “{part}”. Do only what I understand?"),
        Tongue::Portuguese => format!("Percebo {wanted}, mas não “{part}”. Faço só o que percebo?"),
    }
}

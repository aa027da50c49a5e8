//! Determines whether a sentence is a request for an immediate action.
//!
//! Polarity, person, tense, mood, condition and time are analyzed before the request itself is interpreted. A
//! sentence has the form of a request if it contains an imperative ("delete it", "apaga-o"), a wish of the
//! speaker ("I need a folder"), a suggestion to the addressee ("could you …"), or no finite verb ("a new
//! folder, please"). All others are statements, questions or suppositions. Words after the request may still
//! cancel or postpone it: a negation, a condition, a time. Words that turn out to be part of a value ("a file
//! called tomorrow.md") are ignored.

mod asides;
mod background;
mod beginning;
mod cues;
mod draft;
mod predicate;
mod scan;
#[expect(
    clippy::module_inception,
    reason = "the folder is the subject, the file the type that it is named for"
)]
mod stance;
mod verb;

pub(crate) use cues::CueKind;
pub(crate) use draft::{Draft, all_words};
pub use stance::{Mood, Person, Polarity, Stance, Standing, Tense};
pub(crate) use verb::{
    Voice, is_infinitive, is_request_form, is_verb, is_verb_form, is_verb_of_requests, lemma,
    request_infinitive, voice,
};

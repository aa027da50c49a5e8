//! Whether a sentence asks for something to be done, here and now.
//!
//! Polarity, person, tense, mood, condition and time are read before anybody asks what the request is. A sentence has the form
//! of a request where it bids ("delete it", "apaga-o"), where its speaker wants something ("I need a folder"), where the one
//! who is spoken to may or should do it ("could you …"), or where it has no verb that says what is ("a new folder, please").
//! Everything else states, asks or supposes. What follows the request may still take it back or put it off: a negation,
//! a condition, a time. Words that turn out to be part of a value ("a file called tomorrow.md") count for nothing.

mod asides;
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

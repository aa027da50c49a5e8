//! Literals: what stands for itself in a sentence. Quoted texts, addresses, paths, names of files, and values in digits and
//! words, in both tongues.
//!
//! They are found once. [`mask`] covers them, so that readers of intents see words alone, and their values fill parameters.

mod clock;
mod date;
mod decimal;
mod duration;
mod kind;
mod lapse;
mod likely;
mod mask;
mod moment;
mod name;
mod number;
mod opening;
mod ordinal;
mod passage;
mod percent;
mod quantity;
mod span_unit;
mod token;
mod unit;
mod value;

use std::ops::Range;

use jiff::civil::DateTime;

use crate::words::{Tongue, Word, judge_tongue};
use opening::may_begin;
use passage::Passage;

pub use kind::Kind;
pub use lapse::Lapse;
pub use likely::Likely;
pub use mask::mask;
pub(crate) use name::is_extension;
pub use name::{has_extension, is_address};
pub use ordinal::Ordinal;
pub(crate) use ordinal::ordinal_word;
pub use quantity::Quantity;
pub use unit::{Measure, Unit};
pub use value::Value;

/// A literal in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Where it stands, in bytes of the sentence, quotation marks included.
    pub span: Range<usize>,
    /// What it comes to.
    pub value: Value,
    /// Whether it stands between quotation marks. A quoted name of a file is a file; whoever wants a text takes it as one.
    pub quoted: bool,
}

/// The literals of a sentence, in order; none reaches into another. Days are reckoned from `now`.
///
/// What is told in hours or less from now on (`in 5 minutes`) is a length of time, with the preposition outside of it:
/// [`Value::moment`] makes a moment of it. In days or more (`in three days`) it is a date.
pub fn literals(sentence: &str, tongue: Tongue, now: DateTime) -> Vec<Found> {
    beside(name::names(sentence), sentence, tongue, now)
}

/// A sentence with what stands for itself in it told from its words.
pub(crate) struct Parted {
    pub(crate) literals: Vec<Found>,
    /// The tongue that it is in by all of its words that are in no name.
    pub(crate) tongue: Tongue,
    /// The words, as [`mask`] leaves them.
    pub(crate) words: Vec<Word>,
}

/// Parts a sentence that is said at a moment.
pub(crate) fn part(sentence: &str, now: DateTime) -> Parted {
    let names = name::names(sentence);
    let (words, known) = (mask(sentence, &names), names.len());
    let tongue = judge_tongue(&words).tongue;
    let literals = beside(names, sentence, tongue, now);
    // Most sentences have nothing but names in them, and need not be split again.
    let words = if literals.len() == known { words } else { mask(sentence, &literals) };
    Parted { literals, tongue, words }
}

/// The tongue of a sentence. What is quoted, and names of files, do not count.
pub(crate) fn tongue(sentence: &str) -> Tongue {
    judge_tongue(&mask(sentence, &name::names(sentence))).tongue
}

/// Names, and the values that are beside them.
fn beside(names: Vec<Found>, sentence: &str, tongue: Tongue, now: DateTime) -> Vec<Found> {
    let tokens = token::tokens(sentence, names.iter().map(|found| found.span.clone()));
    let passage = Passage { tokens, tongue, now };
    let mut found = names;
    let mut at = 0;
    while at < passage.tokens.len() {
        let begun = if may_begin(&passage, at) { longest(&passage, at) } else { None };
        let Some((end, value)) = begun else {
            at += 1;
            continue;
        };
        let span = passage.tokens[at].span.start..passage.tokens[end - 1].span.end;
        found.push(Found { span, value, quoted: false });
        at = end;
    }
    found.sort_by_key(|found| found.span.start);
    found
}

/// The literal that begins at a token and reaches furthest; of those that reach as far, the one that says most.
fn longest(passage: &Passage, at: usize) -> Option<(usize, Value)> {
    let found = [
        moment::moment(passage, at),
        duration::duration(passage, at)
            .filter(|(end, _)| !passage.runs_on(*end))
            .map(|(end, lapse)| (end, Value::Duration(lapse))),
        percent::percent(passage, at).map(|(end, number)| (end, Value::Percent(number))),
        quantity::quantity(passage, at).map(|(end, quantity)| (end, Value::Quantity(quantity))),
        ordinal::ordinal(passage, at).map(|(end, ordinal)| (end, Value::Ordinal(ordinal))),
        number::number(passage, at).and_then(|(end, value)| Some((end, Value::Number(value.number()?)))),
    ];
    let mut best: Option<(usize, Value)> = None;
    for (end, value) in found.into_iter().flatten() {
        if best.as_ref().is_none_or(|(furthest, _)| end > *furthest) {
            best = Some((end, value));
        }
    }
    best
}

impl Found {
    /// The name that it is, where it is one: of a file, a path, a quoted text, an address.
    pub fn named(&self) -> Option<String> {
        match &self.value {
            Value::Quoted(_) | Value::File(_) | Value::Path(_) | Value::Url(_) => Some(self.value.text()),
            _ => None,
        }
    }
}

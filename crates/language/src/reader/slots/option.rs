//! Values with known names, stated next to other words: "… and stay signed in".

use std::ops::Range;

use lemmascope_intent::{Parameter, Type, Value};

use super::{Filled, Filling};
use crate::reader::speakable::Speakable;
use crate::reader::tokenized::Tokenized;
use crate::reader::value_words;

impl Filling<'_> {
    /// Assigns options that are stated in several words. These words have no other meaning, wherever they
    /// occur: no password ends in "and stay signed in".
    pub(super) fn take_options(&mut self) {
        let speakable = self.speakable;
        for parameter in speakable.parameters.iter().filter(|it| it.kind == Type::Boolean) {
            if let Some((value, words)) = self.chosen(parameter)
                && words.len() > 1
            {
                self.filled.values.insert(parameter.name.clone(), value);
                for at in words {
                    self.taken[at] = true;
                    self.filled.spans.push((at..at + 1, false));
                }
            }
        }
    }

    /// Returns the value of a parameter with few values, by its known names, with the matched words.
    pub(super) fn chosen(&self, parameter: &Parameter) -> Option<(Value, Vec<usize>)> {
        let intent = &self.speakable.name;
        if !value_words::has_choices(intent, &parameter.name) {
            return None;
        }
        // A name that restricts a listing is no value of another parameter.
        let is_free = |at: usize| !(self.speakable.lists && self.taken[at]);
        let meant = self.heard.all_meant().filter(|(at, _)| is_free(*at));
        let (places, folded): (Vec<usize>, Vec<&str>) =
            meant.filter(|(_, word)| !value_words::is_definite(word)).unzip();
        let (value, words) = value_words::choose(intent, &parameter.name, &folded)?;
        Some((parameter.kind.read(value)?, places[words].to_vec()))
    }
}

/// Whether a sentence also contains the opposite of the value that a parameter with two values received, at
/// the end of another clause: "turn off the bluetooth, night light on".
pub(in crate::reader) fn is_contradicted(
    speakable: &Speakable,
    filled: &Filled,
    heard: &Tokenized<'_>,
) -> bool {
    let (places, folded): (Vec<usize>, Vec<&str>) =
        heard.all_meant().filter(|(_, word)| !value_words::is_definite(word)).unzip();
    let ends_part = |at: usize| {
        places.get(at).is_none_or(|at| {
            let next = &heard.words[*at];
            next.pause.is_some() || matches!(next.form.as_str(), "and" | "e")
        })
    };
    speakable.parameters.iter().filter(|it| it.kind == Type::Boolean).any(|parameter| {
        let Some(value) = filled.values.get(&parameter.name).map(ToString::to_string) else { return false };
        let said = value_words::places(&speakable.name, &parameter.name, &folded, |it| it == value);
        let opposite = value_words::places(&speakable.name, &parameter.name, &folded, |it| it != value);
        let overlaps =
            |one: &Range<usize>, other: &Range<usize>| one.start < other.end && other.start < one.end;
        let is_apart = |range: &Range<usize>| !said.iter().any(|it| overlaps(it, range));
        !said.is_empty() && opposite.iter().any(|range| is_apart(range) && ends_part(range.end))
    })
}

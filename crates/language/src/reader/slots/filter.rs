//! Restrictions of a listing by existing names: "the cards of ana", "everything labelled bug in Review".

use std::ops::Range;

use lemmascope_intent::{Parameter, Type, Value};

use super::Filling;
use super::noun::is_noun;
use crate::reader::coverage::has_meaning;
use crate::reader::tokenized::is_article;
use crate::reader::value_words;

/// An existing name in the sentence.
struct Candidate<'a> {
    words: Range<usize>,
    parameter: &'a Parameter,
    name: String,
    /// Whether the preceding word introduces values of the parameter.
    is_led: bool,
}

impl Filling<'_> {
    /// Assigns existing names to the parameters of a listing that takes no name by itself. Of names that overlap,
    /// the longest counts; a word that may be the value of several parameters needs a word that introduces one of
    /// them.
    pub(super) fn take_filters(&mut self) {
        let speakable = self.speakable;
        if !speakable.lists || speakable.parameters.iter().any(|it| it.required) {
            return;
        }
        let texts = speakable.parameters.iter().filter(|it| it.kind == Type::String);
        let mut candidates: Vec<Candidate<'_>> = texts.flat_map(|it| self.candidates(it)).collect();
        candidates.sort_by_key(|it| (std::cmp::Reverse(it.words.len()), !it.is_led, it.words.start));
        let is_ambiguous = |one: &Candidate<'_>| {
            candidates.iter().any(|other| {
                other.parameter.name != one.parameter.name
                    && other.words == one.words
                    && other.is_led == one.is_led
            })
        };
        let clear: Vec<&Candidate<'_>> = candidates.iter().filter(|it| !is_ambiguous(it)).collect();
        for Candidate { words, parameter, name, .. } in clear {
            let is_free = !self.taken[words.clone()].iter().any(|taken| *taken);
            if is_free && !self.is_given(parameter) {
                self.give(parameter, Value::from(name.as_str()), words.clone());
            }
        }
        for parameter in &speakable.parameters {
            if !self.is_given(parameter) {
                self.take_chosen(parameter);
            }
        }
    }

    /// Whether words would restrict a listing only because of their position: no such value exists, and no word
    /// introduces it. "The cards that marta created" have no label "created".
    pub(super) fn is_guessed(&self, range: &Range<usize>, parameter: &Parameter) -> bool {
        let speakable = self.speakable;
        let is_text = parameter.kind == Type::String && parameter.format.is_none();
        let takes_name = speakable.parameters.iter().any(|it| it.required);
        if !speakable.lists || takes_name || !is_text || self.heard.literal_at(range.clone()).is_some() {
            return false;
        }
        let said = &self.heard.words[range.clone()];
        let is_said = |own: &[String]| {
            own.len() == said.len() && own.iter().zip(said).all(|(own, it)| *own == it.folded)
        };
        let is_known = self.around.lexicon.values(parameter).any(|(_, own)| is_said(own));
        let is_choice =
            value_words::value_of(&speakable.name, &parameter.name, self.heard.text(range.clone())).is_some();
        !is_known && !is_choice && !self.is_led(range.start, parameter)
    }

    /// Whether the word before a value introduces values of a parameter, or states an attribute.
    fn is_led(&self, start: usize, parameter: &Parameter) -> bool {
        let before = (0..start).rev().map(|at| &self.heard.words[at]).find(|word| !is_article(word));
        let things = &self.heard.things;
        before.is_some_and(|word| {
            let is_lead = self.edges.leads(&parameter.name, &word.folded);
            let is_attribute = things.is_attribute(&word.folded) || things.is_attribute_form(&word.folded);
            (is_lead || is_attribute) && things.kind_of_word(&word.folded).is_none()
        })
    }

    /// Finds the existing values of a parameter: the things that it names, or the values that a verb lists under its
    /// name.
    fn candidates<'a>(&self, parameter: &'a Parameter) -> Vec<Candidate<'a>> {
        let heard = &self.heard.words;
        let mut found = Vec::new();
        for (name, own) in self.around.lexicon.values(parameter) {
            for start in 0..(heard.len() + 1).saturating_sub(own.len()) {
                let words = start..start + own.len();
                let said = &heard[words.clone()];
                if !said.iter().zip(own).all(|(said, own)| said.folded == *own) {
                    continue;
                }
                let is_led = self.is_led(start, parameter);
                if is_led || !self.is_other(said.len(), words.clone()) {
                    let (name, words) = (name.to_string(), words.clone());
                    found.push(Candidate { words, parameter, name, is_led });
                }
            }
        }
        found
    }

    /// Whether words are rather something else than a name: a function word, a noun, a known value of some parameter.
    fn is_other(&self, length: usize, words: Range<usize>) -> bool {
        let (speakable, first) = (self.speakable, &self.heard.words[words.start]);
        let is_of_kind = self.heard.things.kind_of_word(&first.folded).is_some()
            || speakable.parameters.iter().any(|it| is_noun(it.format, &first.folded, &self.heard.things));
        let text = self.heard.text(words);
        let is_choice = |it: &Parameter| value_words::is_value(&speakable.name, &it.name, text);
        (length == 1 && (!has_meaning(first) || is_of_kind)) || speakable.parameters.iter().any(is_choice)
    }
}

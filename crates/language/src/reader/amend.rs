//! Amendments of a request, in sentences that state only the change: "no, to 60", "by Region", "b.txt".

use std::ops::Range;

use lemmascope_intent::{Format, Object, Parameter, Type, Value};

use super::edges::Edges;
use super::slots::{Surroundings, fill, is_noun};
use super::speakable::Speakable;
use super::tokenized::{Tokenized, is_article};
use super::value_words;
use crate::literal::has_extension;
use crate::words::{Word, made_of};

/// Returns the changed values of a request's parameters. Returns nothing if the parameter is ambiguous.
pub(super) fn amend(
    speakable: &Speakable,
    given: &Object,
    heard: &Tokenized<'_>,
    tagged: &[(Range<usize>, usize)],
    around: &Surroundings<'_>,
    edges: &Edges,
) -> Option<Object> {
    let (first, last) = (*heard.matters.first()?, *heard.matters.last()?);
    let whole = first..last + 1;
    let amending = Amending { speakable, given, heard, around, edges };
    let led = amending.led();
    let by_noun = || speakable.parameters.iter().position(|it| amending.has_noun(it));
    let found = match () {
        () if amending.is_one_of_few() => amending.filled(&[]),
        () if !led.is_empty() => amending.filled(&led),
        () if heard.plain().len() == 1 => amending.alike(&whole),
        () => match by_noun() {
            Some(parameter) => amending.filled(&[(whole.clone(), parameter)]),
            None => amending.filled(tagged),
        },
    };
    found.or_else(|| amending.only_text(whole))
}

struct Amending<'a> {
    speakable: &'a Speakable,
    given: &'a Object,
    heard: &'a Tokenized<'a>,
    around: &'a Surroundings<'a>,
    edges: &'a Edges,
}

impl Amending<'_> {
    fn filled(&self, spans: &[(Range<usize>, usize)]) -> Option<Object> {
        let mut values = fill(self.speakable, self.heard, spans, self.around, self.edges).values;
        values.retain(|name, value| self.given.get(name) != Some(value));
        (!values.is_empty()).then_some(values)
    }

    /// Returns the words after cue words that precede the values of one parameter more than of others: "by
    /// Region".
    fn led(&self) -> Vec<(Range<usize>, usize)> {
        let matters = &self.heard.matters;
        let leads: Vec<(usize, usize)> = (0..matters.len().saturating_sub(1))
            .filter(|place| !is_article(&self.heard.words[matters[*place]]))
            .filter_map(|place| Some((place, self.led_by(&self.heard.words[matters[place]])?)))
            .collect();
        // "Para a pasta reports": of two cue words for the same parameter, the last one precedes the value.
        let is_last = |at: usize| leads.get(at + 1).is_none_or(|next| next.1 != leads[at].1);
        let leads: Vec<(usize, usize)> =
            (0..leads.len()).filter(|at| is_last(*at)).map(|at| leads[at]).collect();
        let ends = leads.iter().skip(1).map(|(place, _)| matters[*place]);
        let ends = ends.chain(matters.last().map(|last| last + 1));
        let spans =
            leads.iter().zip(ends).map(|((place, parameter), end)| (matters[*place] + 1..end, *parameter));
        spans.filter(|(range, _)| !range.is_empty()).collect()
    }

    /// Returns the parameter that a word precedes: "pro" is a contraction of "para o", and counts as "para".
    fn led_by(&self, word: &Word) -> Option<usize> {
        let own = self.speakable.led_by(&word.folded);
        let preposition = || made_of(&word.form)?.first().copied();
        own.or_else(|| self.speakable.led_by(preposition()?))
    }

    /// Whether all words are a known name for a value: "the average".
    fn is_one_of_few(&self) -> bool {
        let plain = self.heard.plain();
        let folded: Vec<&str> = plain.iter().map(|(_, word)| *word).collect();
        let of = |it: &Parameter| value_words::choose(&self.speakable.name, &it.name, &folded);
        self.speakable.parameters.iter().filter_map(of).any(|(_, range)| range.len() == folded.len())
    }

    /// Assigns a single word to the first parameter whose current value has the same form.
    fn alike(&self, whole: &Range<usize>) -> Option<Object> {
        let parameters = self.speakable.parameters.iter().enumerate();
        let mut alike =
            parameters.filter(|(_, it)| self.given.contains_key(&it.name)).filter_map(|(at, it)| {
                let mut values = self.filled(&[(whole.clone(), at)])?;
                let value = values.shift_remove(&it.name)?;
                looks_alike(self.given.get(&it.name)?, &value).then_some((it, value))
            });
        let first = alike.next()?;
        // The name of a nonexistent object is a new name, if the request has a parameter for one.
        let is_new = |(it, value): &(&Parameter, Value)| {
            let is_there = |name: &str| !self.around.lexicon.meant(name, Format::Path).is_empty();
            it.format == Some(Format::Title) && !value.as_text().is_some_and(is_there)
        };
        let (parameter, value) = alike.find(is_new).unwrap_or(first);
        Some(Object::from_iter([(parameter.name.clone(), value)]))
    }

    fn has_noun(&self, parameter: &Parameter) -> bool {
        self.heard.words.iter().any(|word| is_noun(parameter.format, &word.folded, &self.heard.things))
    }

    /// Assigns the whole sentence to the only text parameter of the request.
    fn only_text(&self, whole: Range<usize>) -> Option<Object> {
        let is_text = |it: &Parameter| {
            it.kind == Type::String
                && self.given.contains_key(&it.name)
                && !self.speakable.is_closed(&it.name)
        };
        let mut texts = self.speakable.parameters.iter().enumerate().filter(|(_, it)| is_text(it));
        let (at, parameter) = texts.next()?;
        if texts.next().is_some() {
            return None;
        }
        let mut values = self.filled(&[(whole, at)])?;
        let value = values.shift_remove(&parameter.name)?;
        Some(Object::from_iter([(parameter.name.clone(), value)]))
    }
}

/// Whether two values have the same form: both are numbers, or both are names, with or without an extension.
fn looks_alike(one: &Value, other: &Value) -> bool {
    match (one.as_text(), other.as_text()) {
        (Some(one), Some(other)) => has_extension(one) == has_extension(other),
        (None, None) => one.as_number().is_some() == other.as_number().is_some(),
        _ => false,
    }
}

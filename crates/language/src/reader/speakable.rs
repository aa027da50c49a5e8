use std::collections::BTreeSet;

use lemmascope_intent::Parameter;
use lemmascope_intent::definition::Example;

use super::value_words;
use crate::words::fold;

/// A name that has no format has so many words at most.
const LONGEST_NAME: usize = 2;

/// Something that a sentence can mean.
#[derive(Debug, Clone, PartialEq)]
pub struct Speakable {
    /// The intent, the verb or the command.
    pub name: String,
    /// What it takes.
    pub parameters: Vec<Parameter>,
    /// Sentences that mean it.
    pub examples: Vec<Example>,
    /// Whether anything carries it out. What people ask for and nothing here does is known too, so that they can be told.
    pub is_supported: bool,
    /// Whether it changes something, or reaches somebody. Who asks a question does not want that.
    pub changes: bool,
    /// Whether much may be lost by it: it removes, overwrites, sends or pays.
    pub is_grave: bool,
    /// Whether it only lists things, so that words which restrict the list must not be ignored.
    pub lists: bool,
    /// The parameters that have words for a few values and take others too.
    open: BTreeSet<String>,
}

impl Speakable {
    /// Something that these sentences mean.
    pub fn new(name: String, parameters: Vec<Parameter>, examples: Vec<Example>) -> Self {
        let slots = examples.iter().flat_map(|example| example.slots.iter().map(move |slot| (example, slot)));
        let other = slots.filter(|(example, slot)| {
            value_words::value_of(&name, &slot.parameter, &example.text[slot.range.clone()]).is_none()
        });
        let open = other.map(|(_, slot)| slot.parameter.clone()).collect();
        Self {
            name,
            parameters,
            examples,
            is_supported: true,
            changes: false,
            is_grave: false,
            lists: false,
            open,
        }
    }

    /// The same, where it changes something.
    #[must_use]
    pub fn changing(self, changes: bool) -> Self {
        Self { changes, ..self }
    }

    /// The same, where much may be lost by it.
    #[must_use]
    pub fn grave(self, is_grave: bool) -> Self {
        Self { is_grave, ..self }
    }

    /// The same, where it only lists things.
    #[must_use]
    pub fn listing(self, lists: bool) -> Self {
        Self { lists, ..self }
    }

    /// The same, where nothing here carries it out.
    #[must_use]
    pub fn unsupported(self) -> Self {
        Self { is_supported: false, parameters: Vec::new(), ..self }
    }

    /// The same with only these parameters.
    pub(super) fn with_parameters(&self, parameters: Vec<Parameter>) -> Self {
        Self { parameters, ..self.clone() }
    }

    /// Whether the values of a parameter may be any words, however many: what is written, looked for or remembered. A word or two
    /// in all examples are a name, which joins no others with "and".
    pub fn is_prose(&self, parameter: &str) -> bool {
        let is_free = self.parameter(parameter).is_some_and(|it| it.format.is_none());
        let slots = self.examples.iter().flat_map(|it| it.slots.iter().map(move |slot| (it, slot)));
        let mut values = slots.filter(|(_, slot)| slot.parameter == parameter);
        let is_long = |value: &str| value.split_whitespace().count() > LONGEST_NAME;
        is_free && values.any(|(example, slot)| is_long(&example.text[slot.range.clone()]))
    }

    pub(super) fn parameter(&self, name: &str) -> Option<&Parameter> {
        self.parameters.iter().find(|parameter| parameter.name == name)
    }

    /// Whether it makes what it is given the name of where there is none: then a name that is like another is a new one.
    pub(super) fn makes(&self) -> bool {
        self.parameter("create_if_missing").is_some()
    }

    /// The parameter whose values this word, which has no accents, stands before most often in the examples; none where it
    /// stands before none, or before two alike.
    pub(super) fn led_by(&self, word: &str) -> Option<usize> {
        let mut counts = vec![0_usize; self.parameters.len()];
        for example in &self.examples {
            for slot in &example.slots {
                let before = example.text.get(..slot.range.start).unwrap_or_default();
                let last = before.split_whitespace().next_back().unwrap_or_default();
                let at = self.parameters.iter().position(|it| it.name == slot.parameter);
                if let Some(at) = at.filter(|_| fold(&last.to_lowercase()) == word) {
                    counts[at] += 1;
                }
            }
        }
        let most = counts.iter().copied().max().filter(|most| *most > 0)?;
        let mut best = counts.iter().enumerate().filter(|(_, count)| **count == most).map(|(at, _)| at);
        best.next().filter(|_| best.next().is_none())
    }

    /// Whether a parameter takes nothing but a few values that words are known for.
    pub(super) fn is_closed(&self, parameter: &str) -> bool {
        value_words::has_choices(&self.name, parameter) && !self.open.contains(parameter)
    }
}

//! Values that a few words are known for, and that stand beside what else was said: "… and stay signed in".

use lemmascope_intent::{Parameter, Type, Value};

use super::Filling;
use crate::reader::value_words;

impl Filling<'_> {
    /// Options that are said in several words. These words are nothing else, whatever they stand behind: nobody has a password
    /// that ends in "and stay signed in".
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

    /// The value of a parameter that has few, by the words that are known for it, and these words.
    pub(super) fn chosen(&self, parameter: &Parameter) -> Option<(Value, Vec<usize>)> {
        let intent = &self.speakable.name;
        if !value_words::has_choices(intent, &parameter.name) {
            return None;
        }
        let (places, folded): (Vec<usize>, Vec<&str>) =
            self.heard.all_meant().filter(|(_, word)| !value_words::is_definite(word)).unzip();
        let (value, words) = value_words::choose(intent, &parameter.name, &folded)?;
        Some((parameter.kind.read(value)?, places[words].to_vec()))
    }
}

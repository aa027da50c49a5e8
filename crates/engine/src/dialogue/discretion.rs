//! What is secret in a sentence and in its reading, kept from those who have no business with it: a model, what is printed
//! and written down, and whoever is shown what decided. The engine itself goes on with what was said.

use lemmascope_intent::{MASK, Object, Redactor, Value, discreet};
use lemmascope_language::reader::{Reader, Reading, Tokenized};

use super::understand::now;
use crate::engine::Engine;
use crate::lock::lock;

impl Engine {
    /// The sentence without what is secret in it: what was a secret before in the session, the values of parameters that are, and
    /// what looks like one.
    pub(super) fn discreet_sentence(&self, sentence: &str, reading: &Reading, session: &str) -> String {
        let sensitive = self.sensitive();
        let known = lock(&self.conversations.of(session)).secrets.clone();
        let mut sentence = discreet(&known.mask(sentence)).into_owned();
        for (name, value) in &reading.parameters {
            if let Some(text) = value.as_text().filter(|text| sensitive.matches(name) && !text.is_empty()) {
                sentence = sentence.replace(text, MASK);
            }
        }
        sentence
    }

    /// The reading without what is secret in it.
    pub(super) fn discreet_reading(&self, reading: &Reading) -> Reading {
        let sensitive = self.sensitive();
        let mut secrets = Redactor::default();
        for (name, value) in &reading.parameters {
            secrets.learn_from(&value.clone().guarded(name, &sensitive));
        }
        // What is asked has the values in its words.
        let mask = |text: &String| discreet(&secrets.mask(text)).into_owned();
        Reading {
            parameters: self.discreet_values(&reading.parameters),
            question: reading.question.as_ref().map(mask),
            unexplained: reading.unexplained.iter().map(mask).collect(),
            ..reading.clone()
        }
    }

    /// Values without what is secret in them: by their names, and by their look.
    pub(super) fn discreet_values(&self, parameters: &Object) -> Object {
        let sensitive = self.sensitive();
        let value = |(name, value): (&String, &Value)| match value.as_text() {
            Some(text) if !sensitive.matches(name) => (name.clone(), discreet(text).as_ref().into()),
            _ => (name.clone(), value.clone().guarded(name, &sensitive)),
        };
        parameters.iter().map(value).collect()
    }

    /// Tells what in a sentence spoke for its reading, and nothing of what is secret in it.
    pub(super) fn explain_reading(
        &self,
        heard: &Tokenized<'_>,
        reader: &Reader,
        reading: &mut Reading,
        session: &str,
    ) {
        let sentence = self.discreet_sentence(heard.sentence, reading, session);
        match sentence == heard.sentence {
            true => reader.explain(heard, reading),
            false => reader.explain(&reader.tokenize(&sentence, now()), reading),
        }
    }
}

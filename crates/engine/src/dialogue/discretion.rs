//! Masking of secrets in sentences and readings before they are sent to a model, printed, recorded or
//! explained. The engine itself continues with the original values.

use lemmascope_intent::{MASK, Object, Redactor, Value, discreet};
use lemmascope_language::reader::{Reader, Reading, Tokenized};

use super::understand::now;
use crate::engine::Engine;
use crate::lock::lock;

impl Engine {
    /// Masks the secrets in a sentence: earlier secrets of the session, the values of secret parameters, and
    /// text that looks secret.
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

    /// Masks the secrets in a reading.
    pub(super) fn discreet_reading(&self, reading: &Reading) -> Reading {
        let sensitive = self.sensitive();
        let mut secrets = Redactor::default();
        for (name, value) in &reading.parameters {
            secrets.learn_from(&value.clone().guarded(name, &sensitive));
        }
        // The question and other texts quote the values.
        let mask = |text: &String| discreet(&secrets.mask(text)).into_owned();
        Reading {
            parameters: self.discreet_values(&reading.parameters),
            question: reading.question.as_ref().map(mask),
            unexplained: reading.unexplained.iter().map(mask).collect(),
            ..reading.clone()
        }
    }

    /// Masks values that are secret by their names or their pattern.
    pub(super) fn discreet_values(&self, parameters: &Object) -> Object {
        let sensitive = self.sensitive();
        let value = |(name, value): (&String, &Value)| match value.as_text() {
            Some(text) if !sensitive.matches(name) => (name.clone(), discreet(text).as_ref().into()),
            _ => (name.clone(), value.clone().guarded(name, &sensitive)),
        };
        parameters.iter().map(value).collect()
    }

    /// Adds to a reading the evidence for it in the sentence, with secrets masked.
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

//! Typing errors that are words themselves: "crate a file" for "create a file".
//!
//! Such a word is only taken for a verb if it is none, and if the rest of the sentence makes sense with a single verb that is
//! one edit away. The caller finds out whether it does.

use super::reader::Reader;
use super::tokenized::Tokenized;
use crate::stance::{is_verb_form, lemma};

/// The minimum number of letters of a verb; shorter words resemble each other too much.
const SHORTEST: usize = 4;

impl Reader {
    /// Returns the sentence with each verb that its first word may stand for; nothing if the word is a verb itself.
    pub fn with_other_verbs(&self, heard: &Tokenized<'_>) -> Vec<String> {
        let Some(first) = heard.matters.first().map(|at| &heard.words[*at]) else { return Vec::new() };
        let word = first.folded.as_str();
        let is_word = heard.literal(first).is_none() && word.chars().all(char::is_alphabetic);
        let is_verb = self.begins(word) || is_verb_form(word) || lemma(word).is_some();
        if !is_word || is_verb || word.chars().count() + 1 < SHORTEST || heard.words.len() < 2 {
            return Vec::new();
        }
        let near = self.learnt.heads.keys().filter(|verb| {
            verb.chars().count() >= SHORTEST
                && verb.chars().all(char::is_alphabetic)
                && strsim::osa_distance(verb, word) == 1
        });
        let (before, behind) = (&heard.sentence[..first.span.start], &heard.sentence[first.span.end..]);
        near.map(|verb| format!("{before}{verb}{behind}")).collect()
    }
}

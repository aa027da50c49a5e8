//! Recognizes requests for a restricted list of things by their words: "que tarefas tem a ana em review?", "the overdue ones in
//! Ready".
//!
//! The nouns come from the domains, and the restrictions are values that exist. If such words are all there is, the request is
//! certain, however unlike the examples it is.

use super::coverage::Coverage;
use super::decision::values;
use super::reader::{Evidence, Reader};
use super::slots::Surroundings;
use super::tokenized::Tokenized;
use crate::stance::Draft;
use lemmascope_intent::NameShape;

/// Words that a request for a list begins with, without accents.
const BEGINNINGS: [&str; 22] = [
    "list", "show", "display", "which", "what", "who", "find", "see", "lista", "listar", "liste", "mostra",
    "mostrar", "mostre", "que", "quais", "qual", "quem", "ver", "ve", "veja", "the",
];

/// Words that stand for the noun of the things.
const PRONOUNS: [&str; 7] = ["everything", "ones", "all", "tudo", "todos", "todas", "have"];

impl Reader {
    /// Returns the speakable whose restricted list a sentence requests.
    pub(super) fn restricted_listing(
        &self,
        evidence: &Evidence<'_>,
        draft: &Draft,
        around: &Surroundings<'_>,
    ) -> Option<usize> {
        let heard = evidence.heard;
        if evidence.is_confirmed
            || evidence.matches.iter().any(|matched| matched.is_certain)
            || !may_list(heard)
        {
            return None;
        }
        (0..self.speakables.len()).find(|class| {
            let speakable = &self.speakables[*class];
            if !speakable.lists
                || !speakable.is_supported
                || speakable.parameters.iter().any(|it| it.required)
            {
                return false;
            }
            let matched = evidence.matches.iter().find(|matched| matched.class == *class);
            let filled = values(self, evidence, *class, matched, around);
            let is_clear = !filled.values.is_empty()
                && filled.invalid.is_empty()
                && filled.unbound.is_empty()
                && filled.several.is_empty();
            is_clear && Coverage::new(self, *class, heard, &filled, matched, &[]).is_only_restricted(draft)
        })
    }
}

/// Whether a sentence begins like a request for a list, and has a noun for things that are named by words.
fn may_list(heard: &Tokenized<'_>) -> bool {
    let is_noun = |word: &str| {
        let kind = heard.things.kind_of_word(word);
        kind.is_some_and(|kind| kind.names == NameShape::Words && !kind.is_container())
    };
    let mut words = heard.matters.iter().map(|at| heard.words[*at].folded.as_str());
    let begins = words.clone().find(|word| *word != "o" && *word != "me");
    let begins = begins.is_some_and(|word| BEGINNINGS.contains(&word) || is_noun(word));
    begins && words.any(|word| is_noun(word) || PRONOUNS.contains(&word))
}

/// Whether a word only introduces a request for a list, or stands for its things.
pub(super) fn is_of_listing(word: &str) -> bool {
    BEGINNINGS.contains(&word) || PRONOUNS.contains(&word)
}

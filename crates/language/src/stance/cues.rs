//! Cues: words that cancel or postpone a request.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::scan::Scan;
use super::verb::{is_gerund, is_verb};
use crate::literal::{Kind, Value};
use crate::words::Tongue;

#[derive(Debug, Clone)]
pub(super) struct Cue {
    pub(super) kind: CueKind,
    /// The words of the cue.
    pub(super) words: Range<usize>,
    /// All words that belong to it.
    pub(super) whole: Range<usize>,
}

/// The kind of a cue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum CueKind {
    /// It cancels the request.
    Negation,
    /// It makes the request conditional.
    Condition,
    /// It postpones the request.
    Time,
    /// It is not in the form of a request.
    Mood,
}

impl Scan<'_> {
    pub(super) fn negation(&self) -> Option<usize> {
        let rest = &self.words[self.at.min(self.words.len())..];
        let plain = self.phrases.begins("negation", rest).filter(|length| {
            // "No, delete b.txt" negates something else.
            rest.get(*length).is_none_or(|next| next.pause.is_none()) || *length > 1
        });
        let ing = self.phrases.begins("negation_ing", rest);
        plain.or(ing.filter(|length| rest.get(*length).is_some_and(|next| is_gerund(&next.folded))))
    }

    /// Returns the length of a negation in the middle of a sentence.
    pub(super) fn negation_behind(&self) -> Option<usize> {
        let word = self.words[self.at].folded.as_str();
        let is_plain = match self.heard.tongue {
            Tongue::English => {
                matches!(word, "not" | "never" | "nothing" | "dont" | "without" | "except" | "none")
            }
            Tongue::Portuguese => matches!(
                word,
                "nao"
                    | "nunca"
                    | "jamais"
                    | "nem"
                    | "nada"
                    | "sem"
                    | "nenhum"
                    | "nenhuma"
                    | "exceto"
                    | "excepto"
                    | "menos"
            ),
        };
        is_plain.then_some(1)
    }

    pub(super) fn condition(&self) -> Option<Cue> {
        let length = self.role("condition")?;
        let at = self.at;
        let first = &self.words[at];
        if first.folded == "se" {
            let before = at.checked_sub(1).map(|at| self.words[at].folded.as_str());
            let is_pronoun = self.is_clitic(at)
                || before.is_some_and(|word| {
                    matches!(word, "que" | "como" | "onde" | "quem" | "nao" | "para" | "de")
                });
            if is_pronoun && first.pause.is_none() {
                return None;
            }
        }
        // "The one before this" is not a condition, but "before you go" is.
        let behind = &self.words[at + length..(at + length + 4).min(self.words.len())];
        let is_event = behind.iter().any(|word| is_verb(word) || self.phrases.has("finite", &word.folded));
        if matches!(first.folded.as_str(), "before" | "after" | "antes" | "depois" | "apos") && !is_event {
            return None;
        }
        let whole = at..self.clause_end(at);
        Some(Cue { kind: CueKind::Condition, words: at..at + length, whole })
    }

    pub(super) fn time(&self) -> Option<Cue> {
        let at = self.at;
        let cue = |end: usize| Some(Cue { kind: CueKind::Time, words: at..end, whole: at..end });
        let phrase = self.role("time");
        let before = self.role("time_before").unwrap_or_default();
        // "At nine", "in ten minutes", "next Friday"; today counts as now.
        for skipped in [before, 0] {
            let Some(found) = self.words.get(at + skipped).and_then(|word| self.heard.literal(word)) else {
                continue;
            };
            let is_time = match &found.value {
                Value::Duration(_) => skipped > 0 || self.is_from_now(at + skipped + 1),
                value => matches!(value.kind(), Kind::Date | Kind::Time),
            };
            let said = self
                .words
                .get(at + skipped)
                .map(|word| self.heard.sentence[word.span.clone()].to_lowercase());
            let is_now = said.is_some_and(|said| matches!(said.as_str(), "today" | "hoje" | "now" | "agora"));
            if is_time && !is_now && !found.quoted {
                return cue((at + skipped + 1).max(at + phrase.unwrap_or_default()));
            }
        }
        phrase.and_then(|length| cue(at + length))
    }

    /// Whether a duration that starts now follows.
    pub(super) fn is_from_now(&self, at: usize) -> bool {
        let rest = self.words.get(at..).unwrap_or_default();
        let said = |words: &[&str]| {
            rest.len() >= words.len() && rest.iter().zip(words).all(|(word, said)| word.folded == *said)
        };
        said(&["from", "now"])
            || said(&["later"])
            || said(&["hence"])
            || said(&["a", "partir", "de", "agora"])
    }
}

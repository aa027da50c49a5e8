//! Words that usually cancel or postpone a request, and are part of a value or an example instead.

use std::ops::Range;

use super::Coverage;
use crate::stance::{CueKind, is_verb};

impl Coverage<'_> {
    /// Whether words that usually cancel or postpone a request are part of it: words of an example, or of a
    /// value. A name may only start with such words: "create a folder plans tomorrow" does not name it "plans
    /// tomorrow".
    pub(in crate::reader) fn is_part(&self, words: &Range<usize>, kind: CueKind) -> bool {
        let overlaps = |range: &Range<usize>| range.start < words.end && words.start < range.end;
        // An imperative example does not cover a statement with the same words: "atribuí o cartão".
        let is_alike = || {
            self.matched.is_none_or(|matched| {
                let example = self.reader.tokenize(&matched.sentence, self.heard.now);
                self.reader.draft(&example).mood() == self.reader.draft(self.heard).mood()
            })
        };
        let is_example = (kind != CueKind::Mood || is_alike())
            && self.matched.is_some_and(|matched| {
                // Only an example with the same words has the same time.
                (kind != CueKind::Time || matched.is_certain)
                    && !matched.slots.iter().any(|(range, _)| overlaps(range))
            });
        let spans = &self.filled.spans;
        // A text extends to the next value.
        let runs_on = |range: &Range<usize>| {
            range.start <= words.start
                && !spans.iter().any(|(next, _)| range.end <= next.start && next.start <= words.start)
        };
        let holds = |(range, is_free): &(Range<usize>, bool)| {
            // "In ten minutes" contains a value for a time parameter.
            let is_name = self.filled.names.iter().any(|(name, _)| name == range);
            let is_inside = !is_name && words.start <= range.start && range.end <= words.end;
            let is_within = range.start <= words.start && words.end <= range.end;
            let is_named = is_inside || (is_within && (words.start == range.start || self.is_literal(range)));
            // A time, a condition or a negation is a name only after "called" and similar words.
            let is_bare = words.start <= range.start
                && range.end <= words.end
                && kind != CueKind::Mood
                && self.heard.found_at(range.clone()).is_none()
                && !self.is_announced(range);
            // The subject and the verb of a statement may look like values: "Ana has assigned …", "diminuí o
            // brilho".
            let is_text =
                kind != CueKind::Mood || *is_free && is_within || self.is_literal(range) && is_within;
            (is_named && !is_bare && is_text) || (*is_free && runs_on(range))
        };
        let vocabulary = &self.reader.learnt.vocabulary;
        let is_behind = (0..words.start).any(|at| self.is_own_word(at));
        let is_said = words.clone().all(|at| vocabulary.has(self.class, &self.heard.words[at].folded));
        // "Without a label" is a value itself.
        let is_chosen = kind == CueKind::Negation && words.clone().any(|at| self.filled.chosen.contains(&at));
        is_example
            || is_chosen
            || spans.iter().any(holds)
            || (is_behind && vocabulary.is_usual(self.class, kind) && is_said)
            || (kind == CueKind::Negation && self.denies_other(words))
    }

    /// Whether a word such as "called" introduces a value.
    fn is_announced(&self, range: &Range<usize>) -> bool {
        let before = range.start.checked_sub(1).map(|at| self.heard.words[at].folded.as_str());
        let names = [
            "called",
            "named",
            "titled",
            "chamado",
            "chamada",
            "chamados",
            "chamadas",
            "nome",
            "name",
            "titulo",
            "title",
            "entitled",
            "intitulado",
            "intitulada",
            "para",
            "to",
            "as",
            "como",
        ];
        before.is_some_and(|word| names.contains(&word))
    }

    /// Whether a negated action would not be executed anyway: "move the mouse there, but don't click". A
    /// negation at the start of the sentence always counts.
    fn denies_other(&self, words: &Range<usize>) -> bool {
        let behind = self.heard.words.get(words.end..).unwrap_or_default();
        let verb = behind.iter().take(2).find(|word| is_verb(word));
        let is_behind = (0..words.start).any(|at| self.is_own_word(at));
        let vocabulary = &self.reader.learnt.vocabulary;
        is_behind && verb.is_some_and(|verb| !vocabulary.has(self.class, &verb.folded))
    }
}

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::speakable::Speakable;
use super::tokenized::Tokenized;

/// Words next to the values of a parameter that are never part of one: "called" before a name, "column" after
/// a column name. They are learnt from the examples of all intents with a parameter of that name.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Edges(BTreeMap<String, Edge>);

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Edge {
    before: BTreeSet<String>,
    after: BTreeSet<String>,
}

impl Edges {
    /// Learns from tokenized examples and their values.
    pub(super) fn new(
        speakables: &[Speakable],
        heard: &[(usize, usize, Tokenized<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
    ) -> Self {
        #[derive(Default)]
        struct Beside<'a> {
            before: FxHashSet<&'a str>,
            first: FxHashSet<&'a str>,
            last: FxHashSet<&'a str>,
            after: FxHashSet<&'a str>,
        }
        let mut met: BTreeMap<&str, Beside<'_>> = BTreeMap::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            for (range, parameter) in values {
                let name = &speakables[*class].parameters[*parameter].name;
                let word = |at: usize| heard.words.get(at).map(|word| word.folded.as_str());
                let beside = met.entry(name).or_default();
                beside.before.extend(range.start.checked_sub(1).and_then(word));
                beside.first.extend(word(range.start));
                beside.last.extend(word(range.end - 1));
                beside.after.extend(word(range.end));
            }
        }
        let without = |words: &FxHashSet<&str>, own: &FxHashSet<&str>| {
            words.difference(own).map(|word| (*word).to_string()).collect()
        };
        let edge = |beside: &Beside<'_>| Edge {
            before: without(&beside.before, &beside.first),
            after: without(&beside.after, &beside.last),
        };
        Self(met.iter().map(|(name, beside)| ((*name).to_string(), edge(beside))).collect())
    }

    /// Removes such words from both ends of a value. At least one word remains.
    pub(super) fn trimmed(&self, name: &str, mut range: Range<usize>, heard: &Tokenized<'_>) -> Range<usize> {
        let Some(edge) = self.0.get(name) else { return range };
        let word = |at: usize| heard.words[at].folded.as_str();
        while range.len() > 1 && edge.before.contains(word(range.start)) {
            range.start += 1;
        }
        while range.len() > 1 && edge.after.contains(word(range.end - 1)) {
            range.end -= 1;
        }
        range
    }

    /// Whether a word precedes values of a parameter and is never part of one.
    pub(super) fn leads(&self, name: &str, word: &str) -> bool {
        self.0.get(name).is_some_and(|edge| edge.before.contains(word))
    }

    /// Whether a word only occurs next to values of a parameter.
    pub(super) fn is_beside(&self, name: &str, word: &str) -> bool {
        self.0.get(name).is_some_and(|edge| edge.before.contains(word) || edge.after.contains(word))
    }
}

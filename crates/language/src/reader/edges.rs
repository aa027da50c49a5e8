use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::heard::Heard;
use super::speakable::Speakable;

/// Words that stand beside the values of a parameter and are never a part of one: "called" before a name, "column" after a
/// column. They are learnt from the examples, for all that have a parameter of that name.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Edges(BTreeMap<String, Edge>);

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Edge {
    before: BTreeSet<String>,
    after: BTreeSet<String>,
}

impl Edges {
    /// Learns from examples as they are heard, with the values of each.
    pub(super) fn new(
        speakables: &[Speakable],
        heard: &[(usize, usize, Heard<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
    ) -> Self {
        let mut edges: BTreeMap<String, Edge> = BTreeMap::new();
        let mut first: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut last: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            for (range, parameter) in values {
                let name = &speakables[*class].parameters[*parameter].name;
                let word = |at: usize| heard.words.get(at).map(|word| word.folded.clone());
                let edge = edges.entry(name.clone()).or_default();
                edge.before.extend(range.start.checked_sub(1).and_then(word));
                edge.after.extend(word(range.end));
                first.entry(name.clone()).or_default().extend(word(range.start));
                last.entry(name.clone()).or_default().extend(word(range.end - 1));
            }
        }
        for (name, edge) in &mut edges {
            edge.before.retain(|word| !first.get(name).is_some_and(|own| own.contains(word)));
            edge.after.retain(|word| !last.get(name).is_some_and(|own| own.contains(word)));
        }
        Self(edges)
    }

    /// The words of a value without those that only stand beside it. At least one is left.
    pub(super) fn trimmed(&self, name: &str, mut range: Range<usize>, heard: &Heard<'_>) -> Range<usize> {
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

    /// Whether a word stands before values of a parameter and is never a part of one.
    pub(super) fn leads(&self, name: &str, word: &str) -> bool {
        self.0.get(name).is_some_and(|edge| edge.before.contains(word))
    }

    /// Whether a word only ever stands beside values of a parameter.
    pub(super) fn is_beside(&self, name: &str, word: &str) -> bool {
        self.0.get(name).is_some_and(|edge| edge.before.contains(word) || edge.after.contains(word))
    }
}

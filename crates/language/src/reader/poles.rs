//! Opposites: on and off, open and close, add and remove. Opposite requests differ in a word or two only, so
//! statistical similarity does not distinguish them: the words for the two sides do.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::tokenized::Tokenized;
use crate::words::{Word, words};

/// One side of a pair of opposites: the pair, and whether it is the first side.
pub(super) type Side = (u8, bool);

/// The sides of the speakables.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Poles {
    /// The sides that nearly all examples of a speakable are on.
    sides: BTreeMap<u32, BTreeSet<Side>>,
}

/// The thresholds for a side: the minimum number of examples, their minimum share of all, and the maximum
/// share of examples on the other side.
const FEWEST: usize = 2;
const MOSTLY: usize = 2;
const SELDOM: usize = 8;
/// The maximum number of words inside a split phrase: "turn the heating off".
const FURTHEST: usize = 4;

/// A phrase for one side of a pair.
struct Phrase {
    words: Vec<String>,
    side: Side,
}

static PHRASES: LazyLock<Vec<Phrase>> = LazyLock::new(|| {
    let lines = include_str!("poles.txt").lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.filter_map(|line| line.split_once(':')?.1.split_once('|'));
    let mut phrases = Vec::new();
    for (at, (first, second)) in (0_u8..).zip(pairs) {
        for (list, is_first) in [(first, true), (second, false)] {
            phrases.extend(list.split(',').map(|phrase| {
                let words = words(phrase).into_iter().map(|word| word.folded).collect();
                Phrase { words, side: (at, is_first) }
            }));
        }
    }
    phrases
});

/// The phrases by first word, because a sentence contains the first words of few phrases.
static BEGINNINGS: LazyLock<FxHashMap<&'static str, Vec<usize>>> = LazyLock::new(|| {
    let mut beginnings: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (at, phrase) in PHRASES.iter().enumerate() {
        if let Some(first) = phrase.words.first() {
            beginnings.entry(first.as_str()).or_default().push(at);
        }
    }
    beginnings
});

impl Poles {
    /// Learns from tokenized examples and their values.
    pub(super) fn new(
        heard: &[(usize, usize, Tokenized<'_>)],
        values: &[Vec<(Range<usize>, usize)>],
    ) -> Self {
        let mut counts: BTreeMap<(u32, Side), usize> = BTreeMap::new();
        let mut examples: BTreeMap<u32, usize> = BTreeMap::new();
        for ((class, _, heard), values) in heard.iter().zip(values) {
            let Ok(class) = u32::try_from(*class) else { continue };
            *examples.entry(class).or_default() += 1;
            for side in sides(&heard.words, |at| values.iter().any(|(range, _)| range.contains(&at))) {
                *counts.entry((class, side)).or_default() += 1;
            }
        }
        let mut sides: BTreeMap<u32, BTreeSet<Side>> = BTreeMap::new();
        for ((class, (pair, is_first)), count) in &counts {
            let other = counts.get(&(*class, (*pair, !is_first))).copied().unwrap_or_default();
            let is_often = *count >= FEWEST && *count * MOSTLY >= examples[class];
            if is_often && other * SELDOM <= *count {
                sides.entry(*class).or_default().insert((*pair, *is_first));
            }
        }
        Self { sides }
    }

    /// Returns the sides of a speakable.
    fn of(&self, class: usize) -> impl Iterator<Item = Side> + '_ {
        let sides = u32::try_from(class).ok().and_then(|class| self.sides.get(&class));
        sides.into_iter().flatten().copied()
    }

    /// Whether a speakable is on the opposite side of a sentence.
    pub(super) fn is_contradicted(&self, class: usize, said: &BTreeSet<Side>) -> bool {
        self.of(class)
            .any(|(pair, is_first)| said.contains(&(pair, !is_first)) && !said.contains(&(pair, is_first)))
    }

    /// Whether two speakables are opposites, and the sentence does not determine which one is meant.
    pub(super) fn is_untold(&self, class: usize, other: usize, said: &BTreeSet<Side>) -> bool {
        self.of(class).any(|(pair, is_first)| {
            let is_opposite = self.of(other).any(|side| side == (pair, !is_first));
            is_opposite && !said.contains(&(pair, is_first))
        })
    }
}

/// Returns the sides of words outside values. A phrase within a longer one of the same pair does not count:
/// "off mute" is not "mute".
pub(super) fn sides(words: &[Word], is_value: impl Fn(usize) -> bool) -> BTreeSet<Side> {
    let is_said = |at: usize, word: &str| words[at].folded == word && !is_value(at);
    let places = |phrase: &Phrase| -> Option<Vec<usize>> {
        let (first, rest) = phrase.words.split_first()?;
        (0..words.len()).filter(|at| is_said(*at, first)).find_map(|start| {
            rest.iter().try_fold(vec![start], |mut found, word| {
                let last = *found.last()?;
                let end = (last + 1 + FURTHEST).min(words.len());
                found.push((last + 1..end).find(|at| is_said(*at, word))?);
                Some(found)
            })
        })
    };
    let mut begun: Vec<usize> =
        words.iter().filter_map(|word| BEGINNINGS.get(word.folded.as_str())).flatten().copied().collect();
    begun.sort_unstable();
    begun.dedup();
    let phrases = begun.into_iter().map(|at| &PHRASES[at]);
    let found: Vec<(Side, Vec<usize>)> =
        phrases.filter_map(|phrase| Some((phrase.side, places(phrase)?))).collect();
    let is_part = |(side, places): &(Side, Vec<usize>)| {
        found.iter().any(|(other, wider)| {
            other.0 == side.0 && wider.len() > places.len() && places.iter().all(|at| wider.contains(at))
        })
    };
    found.iter().filter(|it| !is_part(it)).map(|(side, _)| *side).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> BTreeSet<Side> {
        sides(&words(text), |_| false)
    }

    fn opposed(one: &str, other: &str) -> bool {
        let other = said(other);
        said(one).iter().any(|(pair, is_first)| other.contains(&(*pair, !is_first)))
    }

    #[test]
    fn recognizes_opposite_requests() {
        for (one, other) in [
            ("turn the heating on", "turn off the heating"),
            ("liga o aquecimento", "desliga o aquecimento"),
            ("open the gate", "feche o portão"),
            ("lock the door", "destranca a porta"),
            ("make it louder", "turn it down"),
            ("add Ana to the list", "tira a Ana da lista"),
        ] {
            assert!(opposed(one, other), "{one} / {other}");
        }
        assert!(!opposed("turn the heating on", "liga o aquecimento"));
        assert!(said("what is on the page").is_empty());
    }
}

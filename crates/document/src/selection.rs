//! Selects the sentences of a summary: those with high scores and little redundancy.

use crate::centrality::Graph;
use crate::cues::{self, leans};
use crate::prose::Prose;
use crate::section::Role;

/// The criteria.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The word limit.
    pub(crate) words: usize,
    pub(crate) sentences: usize,
    /// The penalty for redundancy, from 0 to 1.
    pub(crate) variety: f64,
    /// The factor for the score of a sentence for each selected one from the same section.
    pub(crate) spread: f64,
}

/// The sentences of a document with their scores.
pub(crate) struct Worth<'a> {
    pub(crate) prose: &'a Prose,
    graph: Graph,
    pub(crate) scores: Vec<f64>,
    leaning: Vec<bool>,
}

/// The factor for a sentence that depends on one that is not selected.
const LEANING: f64 = 0.45;

/// The similarity from which two sentences with the same numbers count as duplicates.
const SAME: f64 = 0.95;

/// The minimum score, relative to the best sentence.
const LEAST: f64 = 0.12;

impl<'a> Worth<'a> {
    pub(crate) fn of(prose: &'a Prose) -> Self {
        let graph = Graph::new(prose);
        let all = prose.units.len().max(1) as f64;
        let central = graph.centrality();
        let scores = prose
            .units
            .iter()
            .enumerate()
            .zip(central)
            .map(|((at, unit), central)| central.sqrt() * cues::weight(unit, prose, at as f64 / all));
        let scores = scores.collect();
        let leaning = prose.units.iter().map(|unit| leans(&unit.text)).collect();
        Self { prose, graph, scores, leaning }
    }

    /// Returns the selected sentences, in document order.
    pub(crate) fn select(&self, wanted: Wanted) -> Vec<usize> {
        let units = &self.prose.units;
        let mut taken = vec![false; units.len()];
        let mut said = vec![false; units.len()];
        let mut closeness = vec![0.0_f64; units.len()];
        let mut from_section = vec![0; units.last().map_or(0, |unit| unit.section + 1)];
        let (mut words, mut most) = (0, 0.0);
        for _ in 0..wanted.sentences.min(units.len()) {
            let mut best: Option<(f64, usize)> = None;
            for (at, unit) in units.iter().enumerate() {
                if taken[at] || said[at] || words + unit.cost() > wanted.words {
                    continue;
                }
                // A sentence that depends on the preceding one needs it for readability.
                let behind = at.checked_sub(1).is_some_and(|before| taken[before]);
                let leaning = if self.leaning[at] && !behind { LEANING } else { 1.0 };
                let gain = self.scores[at]
                    * (1.0 - wanted.variety * closeness[at]).max(0.0)
                    * wanted.spread.powi(from_section[unit.section])
                    * leaning;
                if best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, at));
                }
            }
            let Some((gain, at)) = best else { break };
            // The remaining space is not filled with insignificant sentences.
            if gain <= most * LEAST {
                break;
            }
            most = most.max(gain);
            words += units[at].cost();
            taken[at] = true;
            from_section[units[at].section] += 1;
            for (other, close) in closeness.iter_mut().enumerate() {
                let alike = self.graph.similarity(at, other);
                *close = close.max(alike);
                said[other] |= alike > SAME && figures(&units[at].text).eq(figures(&units[other].text));
            }
        }
        (0..units.len()).filter(|at| taken[*at]).collect()
    }

    /// Returns the sentences by descending score; those that depend on others are penalized.
    pub(crate) fn ranked(&self) -> Vec<usize> {
        let worth = |at: usize| self.scores[at] * if self.leaning[at] { 0.3 } else { 1.0 };
        let mut order: Vec<usize> = (0..self.scores.len()).collect();
        order.sort_by(|one, other| worth(*other).total_cmp(&worth(*one)).then(one.cmp(other)));
        order
    }

    pub(crate) fn has(&self, role: Role) -> bool {
        self.prose.units.iter().any(|unit| unit.role == role)
    }
}

/// Returns the digits of a sentence, which are not part of its terms.
fn figures(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| it.is_numeric())
}

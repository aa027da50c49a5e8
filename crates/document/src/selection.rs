//! Which sentences go into a summary: the worthy ones, each saying something that the others do not.

use crate::centrality::Graph;
use crate::cues::{self, leans};
use crate::prose::Prose;
use crate::section::Role;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Words in all.
    pub(crate) words: usize,
    pub(crate) sentences: usize,
    /// How much it counts against a sentence that another says the same, from 0 to 1.
    pub(crate) variety: f64,
    /// The rest of a sentence's worth for each that was taken from the same section.
    pub(crate) spread: f64,
}

/// The sentences of a document with what each is worth.
pub(crate) struct Worth<'a> {
    pub(crate) prose: &'a Prose,
    graph: Graph,
    pub(crate) scores: Vec<f64>,
    leaning: Vec<bool>,
}

/// The rest of the worth of a sentence that leans on one that is not there.
const LEANING: f64 = 0.45;

/// Sentences that are as much alike, with the same figures in them, say the same, and one of them is enough.
const SAME: f64 = 0.95;

/// The share of the best sentence's worth that a sentence must have to be taken.
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

    /// The sentences that are taken, in the order of the document.
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
                // A sentence that leans on the one before reads well only behind it.
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
            // The rest over is not filled with what says nothing.
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

    /// The sentences from the best down, those that lean on others counting less.
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

/// The digits of a sentence: they carry no term.
fn figures(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|it| it.is_numeric())
}

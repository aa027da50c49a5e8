//! Sequences of steps that were taken several times.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::alignment::{Entry, History, StepId};
use crate::likeness::{ALIKE, Features, likeness};
use crate::step::{Kind, Step};

/// So many observations of a pattern are kept: the first ones, and the latest.
const MOST_OBSERVATIONS: usize = 12;
/// The shortest sequence.
pub(crate) const SHORTEST: usize = 2;

/// A sequence that was seen at least twice.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    /// The first observations and the latest, each with a step for each item.
    pub(crate) observations: VecDeque<Observation>,
    /// How often it was seen.
    pub(crate) count: usize,
    /// How many steps lay between its own, in all observations.
    skipped: usize,
    /// Whether it was proposed.
    pub(crate) is_proposed: bool,
}

/// The steps that took part once.
#[derive(Debug, Clone)]
pub(crate) struct Observation {
    pub(crate) ids: Vec<StepId>,
    pub(crate) steps: Vec<(Arc<Step>, Arc<Features>)>,
}

impl Observation {
    /// The steps of these numbers.
    pub(crate) fn of(ids: &[StepId], history: &History) -> Option<Self> {
        let pair = |entry: &Entry| (Arc::clone(&entry.step), Arc::clone(&entry.features));
        let steps = ids.iter().map(|id| history.entry(*id).map(pair)).collect::<Option<Vec<_>>>()?;
        Some(Self { ids: ids.to_vec(), steps })
    }

    /// Whether one has a step that is a step of the other.
    fn overlaps(&self, other: &Self) -> bool {
        self.ids.iter().any(|id| other.ids.contains(id))
    }

    /// Whether all its steps are steps of the other.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.ids.iter().all(|id| other.ids.contains(id))
    }
}

/// How many steps of the session lie between those of a sequence.
fn skipped(ids: &[StepId], history: &History) -> usize {
    let at = |id: &StepId| history.entry(*id).map(|entry| entry.at);
    match (ids.first().and_then(at), ids.last().and_then(at)) {
        (Some(first), Some(last)) => (last + 1).saturating_sub(first).saturating_sub(ids.len()),
        _ => 0,
    }
}

impl Pattern {
    /// A pattern that was seen twice.
    pub(crate) fn new(first: Observation, second: Observation, history: &History) -> Self {
        let skipped = skipped(&first.ids, history) + skipped(&second.ids, history);
        Self { observations: VecDeque::from([first, second]), count: 2, skipped, is_proposed: false }
    }

    /// The number of its steps.
    pub(crate) fn len(&self) -> usize {
        self.observations.front().map_or(0, |first| first.steps.len())
    }

    /// Whether a sequence of steps is this one.
    pub(crate) fn is_like(&self, other: &Observation) -> bool {
        self.len() == other.steps.len()
            && (0..self.len()).all(|at| {
                let (step, features) = &other.steps[at];
                self.observations.iter().any(|known| {
                    let (its, its_features) = &known.steps[at];
                    likeness((its, its_features), (step, features)) >= ALIKE
                })
            })
    }

    /// Adds an observation, unless it shares a step with one that is known. Says whether it did.
    pub(crate) fn observe(&mut self, observation: Observation, history: &History) -> bool {
        if self.observations.iter().any(|known| known.overlaps(&observation)) {
            return false;
        }
        self.count += 1;
        self.skipped += skipped(&observation.ids, history);
        self.observations.push_back(observation);
        if self.observations.len() > MOST_OBSERVATIONS {
            // The first ones show what varied from the beginning, and the latest is where it can be tried.
            self.observations.remove(MOST_OBSERVATIONS / 2);
        }
        true
    }

    /// Forgets the observations that have one of these steps.
    pub(crate) fn retract(&mut self, ids: &[StepId], history: &History) {
        let is_undone = |seen: &Observation| seen.ids.iter().any(|id| ids.contains(id));
        let undone: Vec<&Observation> = self.observations.iter().filter(|seen| is_undone(seen)).collect();
        let skipped: usize = undone.iter().map(|seen| skipped(&seen.ids, history)).sum();
        let count = undone.len();
        self.count = self.count.saturating_sub(count);
        self.skipped = self.skipped.saturating_sub(skipped);
        self.observations.retain(|seen| !is_undone(seen));
    }

    /// A pattern of steps that were shown once.
    pub(crate) fn shown(steps: &[Step]) -> Self {
        let pair = |step: &Step| (Arc::new(step.clone()), Arc::new(Features::of(step)));
        let observation = Observation { ids: Vec::new(), steps: steps.iter().map(pair).collect() };
        Self { observations: VecDeque::from([observation]), count: 1, skipped: 0, is_proposed: false }
    }

    /// How sure it is that this is one task: the more often it was seen, and the less was done in between.
    pub(crate) fn confidence(&self) -> f64 {
        let count = self.count as f64;
        let own = (self.count * self.len()) as f64;
        let density = own / (own + self.skipped as f64);
        (1.0 - 1.0 / (count * count)) * density
    }

    /// The latest observation.
    pub(crate) fn latest(&self) -> Option<&Observation> {
        self.observations.back()
    }

    /// The steps that took the place of one item.
    pub(crate) fn item(&self, at: usize) -> impl Iterator<Item = &Step> {
        self.observations.iter().filter_map(move |it| it.steps.get(at)).map(|(step, _)| &**step)
    }
}

/// The pairs of a chain that can be a sequence: without visits at both ends.
pub(crate) fn trimmed(pairs: &[(StepId, StepId)], history: &History) -> Vec<(StepId, StepId)> {
    let is_visit =
        |(_, id): &(StepId, StepId)| history.entry(*id).is_some_and(|entry| entry.step.kind == Kind::Visit);
    let is_failure =
        |(_, id): &(StepId, StepId)| history.entry(*id).is_some_and(|entry| entry.step.kind == Kind::Failure);
    // Of an intent that was tried again the last failure is the one that was repaired.
    let begin = pairs.iter().rposition(is_failure).unwrap_or(0);
    let pairs = &pairs[begin..];
    let skip = pairs.iter().take_while(|pair| is_visit(pair)).count();
    let keep = pairs.len() - pairs.iter().rev().take_while(|pair| is_visit(pair)).count();
    pairs.get(skip..keep).unwrap_or_default().to_vec()
}

/// The pairs of a chain that are the steps of a known observation.
pub(crate) fn covered(pairs: &[(StepId, StepId)], known: &Observation) -> Option<Vec<StepId>> {
    let of = |id: &StepId| pairs.iter().find(|(other, _)| other == id).map(|(_, own)| *own);
    known.ids.iter().map(of).collect()
}

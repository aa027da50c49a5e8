//! Sequences of steps that were observed several times.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::alignment::{Entry, History, StepId};
use crate::similarity::{ALIKE, Features, likeness};
use crate::step::{Kind, Step};

/// The maximum number of observations that a pattern stores: the first ones and the latest.
const MOST_OBSERVATIONS: usize = 12;
/// The minimum length of a sequence.
pub(crate) const SHORTEST: usize = 2;

/// A sequence that was observed at least twice.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    /// The first and the latest observations, each with a step for each item.
    pub(crate) observations: VecDeque<Observation>,
    /// The number of observations.
    pub(crate) count: usize,
    /// The number of skipped steps, over all observations.
    skipped: usize,
    /// Whether it has been proposed.
    pub(crate) is_proposed: bool,
}

/// The steps of one occurrence.
#[derive(Debug, Clone)]
pub(crate) struct Observation {
    pub(crate) ids: Vec<StepId>,
    pub(crate) steps: Vec<(Arc<Step>, Arc<Features>)>,
}

impl Observation {
    /// Creates an observation of the steps with these IDs.
    pub(crate) fn of(ids: &[StepId], history: &History) -> Option<Self> {
        let pair = |entry: &Entry| (Arc::clone(&entry.step), Arc::clone(&entry.features));
        let steps = ids.iter().map(|id| history.entry(*id).map(pair)).collect::<Option<Vec<_>>>()?;
        Some(Self { ids: ids.to_vec(), steps })
    }

    /// Whether two observations share a step.
    fn overlaps(&self, other: &Self) -> bool {
        self.ids.iter().any(|id| other.ids.contains(id))
    }

    /// Whether all its steps are steps of the other observation.
    pub(crate) fn is_within(&self, other: &Self) -> bool {
        self.ids.iter().all(|id| other.ids.contains(id))
    }
}

/// Returns the number of steps of the session that a sequence skips.
fn skipped(ids: &[StepId], history: &History) -> usize {
    let at = |id: &StepId| history.entry(*id).map(|entry| entry.at);
    match (ids.first().and_then(at), ids.last().and_then(at)) {
        (Some(first), Some(last)) => (last + 1).saturating_sub(first).saturating_sub(ids.len()),
        _ => 0,
    }
}

impl Pattern {
    /// Creates a pattern from two observations.
    pub(crate) fn new(first: Observation, second: Observation, history: &History) -> Self {
        let skipped = skipped(&first.ids, history) + skipped(&second.ids, history);
        Self { observations: VecDeque::from([first, second]), count: 2, skipped, is_proposed: false }
    }

    /// Returns the number of its steps.
    pub(crate) fn len(&self) -> usize {
        self.observations.front().map_or(0, |first| first.steps.len())
    }

    /// Whether an observation is an occurrence of this pattern.
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

    /// Adds an observation, unless it shares a step with a known one. Returns whether it was added.
    pub(crate) fn observe(&mut self, observation: Observation, history: &History) -> bool {
        if self.observations.iter().any(|known| known.overlaps(&observation)) {
            return false;
        }
        self.count += 1;
        self.skipped += skipped(&observation.ids, history);
        self.observations.push_back(observation);
        if self.observations.len() > MOST_OBSERVATIONS {
            // The first observations show the variation, and the latest shows where the pattern currently
            // applies.
            self.observations.remove(MOST_OBSERVATIONS / 2);
        }
        true
    }

    /// Removes the observations that contain one of these steps.
    pub(crate) fn retract(&mut self, ids: &[StepId], history: &History) {
        let is_undone = |seen: &Observation| seen.ids.iter().any(|id| ids.contains(id));
        let undone: Vec<&Observation> = self.observations.iter().filter(|seen| is_undone(seen)).collect();
        let skipped: usize = undone.iter().map(|seen| skipped(&seen.ids, history)).sum();
        let count = undone.len();
        self.count = self.count.saturating_sub(count);
        self.skipped = self.skipped.saturating_sub(skipped);
        self.observations.retain(|seen| !is_undone(seen));
    }

    /// Creates a pattern from a single demonstration.
    pub(crate) fn shown(steps: &[Step]) -> Self {
        let pair = |step: &Step| (Arc::new(step.clone()), Arc::new(Features::of(step)));
        let observation = Observation { ids: Vec::new(), steps: steps.iter().map(pair).collect() };
        Self { observations: VecDeque::from([observation]), count: 1, skipped: 0, is_proposed: false }
    }

    /// Returns the confidence that this is a single task: it grows with the number of observations, and falls
    /// with the number of skipped steps.
    pub(crate) fn confidence(&self) -> f64 {
        let count = self.count as f64;
        let own = (self.count * self.len()) as f64;
        let density = own / (own + self.skipped as f64);
        (1.0 - 1.0 / (count * count)) * density
    }

    /// Returns the latest observation.
    pub(crate) fn latest(&self) -> Option<&Observation> {
        self.observations.back()
    }

    /// Returns the steps at one position in all observations.
    pub(crate) fn item(&self, at: usize) -> impl Iterator<Item = &Step> {
        self.observations.iter().filter_map(move |it| it.steps.get(at)).map(|(step, _)| &**step)
    }
}

/// Returns the links of a chain that form a sequence, without navigation at both ends.
pub(crate) fn trimmed(pairs: &[(StepId, StepId)], history: &History) -> Vec<(StepId, StepId)> {
    let is_visit =
        |(_, id): &(StepId, StepId)| history.entry(*id).is_some_and(|entry| entry.step.kind == Kind::Visit);
    let is_failure =
        |(_, id): &(StepId, StepId)| history.entry(*id).is_some_and(|entry| entry.step.kind == Kind::Failure);
    // If an intent was retried, the last failure is the one that was repaired.
    let begin = pairs.iter().rposition(is_failure).unwrap_or(0);
    let pairs = &pairs[begin..];
    let skip = pairs.iter().take_while(|pair| is_visit(pair)).count();
    let keep = pairs.len() - pairs.iter().rev().take_while(|pair| is_visit(pair)).count();
    pairs.get(skip..keep).unwrap_or_default().to_vec()
}

/// Returns the steps of a chain that correspond to a known observation.
pub(crate) fn covered(pairs: &[(StepId, StepId)], known: &Observation) -> Option<Vec<StepId>> {
    let of = |id: &StepId| pairs.iter().find(|(other, _)| other == id).map(|(_, own)| *own);
    known.ids.iter().map(of).collect()
}

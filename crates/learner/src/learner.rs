use std::collections::HashMap;
use std::sync::Arc;

use crate::alignment::{History, Link, StepId, Tip};
use crate::generalization::generalize;
use crate::pattern::{Observation, Pattern, SHORTEST, covered, trimmed};
use crate::proposal::Proposal;
use crate::step::{Kind, Step};

/// The maximum number of steps in memory.
pub const MOST_STEPS: usize = 4096;
/// The maximum number of patterns in memory.
const MOST_PATTERNS: usize = 256;

/// The thresholds for a proposal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// The minimum number of observations.
    pub observations: usize,
    /// The minimum confidence, from 0 to 1.
    pub confidence: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { observations: 3, confidence: 0.75 }
    }
}

/// Observes the steps of sessions, and proposes intents.
///
/// It is deterministic: the same steps in the same order lead to the same proposals, so that a learner can be
/// rebuilt from a stored trace.
#[derive(Debug, Clone)]
pub struct Learner {
    history: History,
    patterns: Vec<Pattern>,
    /// The patterns with an observation that ends at a step.
    ends: HashMap<StepId, Vec<usize>>,
    thresholds: Thresholds,
}

impl Learner {
    /// Creates a learner without history.
    pub fn new(thresholds: Thresholds) -> Self {
        let (history, patterns, ends) = (History::new(MOST_STEPS), Vec::new(), HashMap::new());
        Self { history, patterns, ends, thresholds }
    }

    /// Sets the thresholds for future proposals.
    pub fn set_thresholds(&mut self, thresholds: Thresholds) {
        self.thresholds = thresholds;
    }

    /// Processes a step of a session. Returns the proposals that it completes.
    pub fn observe(&mut self, session: &str, step: Step) -> Vec<Proposal> {
        if step.kind == Kind::Look {
            return Vec::new();
        }
        let linked = self.history.add(session, Arc::new(step));
        let mut touched = Vec::new();
        for link in linked.links.iter().filter(|link| link.length >= SHORTEST) {
            touched.extend(self.complete(linked.id, link));
        }
        for tip in linked.closed {
            touched.extend(self.settle(tip));
        }
        self.propose(touched)
    }

    /// Retracts the observations from a run that was undone. Returns its steps.
    pub fn retract(&mut self, run: &str) -> Vec<Step> {
        let ids = self.history.retract(run);
        if ids.is_empty() {
            return Vec::new();
        }
        for pattern in &mut self.patterns {
            pattern.retract(&ids, &self.history);
        }
        self.patterns.retain(|pattern| pattern.observations.len() > 1);
        self.rebuild_end_index();
        let thresholds = self.thresholds;
        for pattern in &mut self.patterns {
            // The pattern is proposed again once it has enough observations without the retracted ones.
            pattern.is_proposed &= pattern.count >= thresholds.observations;
        }
        ids.iter().filter_map(|id| self.history.entry(*id)).map(|entry| (*entry.step).clone()).collect()
    }

    /// Ends a session, and settles its open alignments.
    pub fn end(&mut self, session: &str) -> Vec<Proposal> {
        let tips = self.history.end(session);
        let touched: Vec<usize> = tips.into_iter().flat_map(|tip| self.settle(tip)).collect();
        self.propose(touched)
    }

    /// Returns the number of steps in memory.
    pub fn steps(&self) -> usize {
        self.history.len()
    }

    /// Returns the number of repeated sequences.
    pub fn sequences(&self) -> usize {
        self.patterns.len()
    }

    /// Returns all proposals, the most frequent first.
    pub fn proposals(&self) -> Vec<Proposal> {
        let mut ready: Vec<&Pattern> =
            self.patterns.iter().filter(|pattern| self.is_ready(pattern)).collect();
        ready.sort_by_key(|pattern| std::cmp::Reverse((pattern.count, pattern.len())));
        ready.into_iter().filter_map(generalize).collect()
    }

    /// Adds the observation of known patterns that a link completes, if its earlier step is the last of an
    /// observation.
    fn complete(&mut self, id: StepId, link: &Link) -> Vec<usize> {
        let Some(known) = self.ends.get(&link.other).cloned() else { return Vec::new() };
        let pairs = self.history.chain((id, link.other));
        let mut touched = Vec::new();
        for at in known {
            let Some(pattern) = self.patterns.get(at) else { continue };
            let ended = pattern.observations.iter().find(|it| it.ids.last() == Some(&link.other));
            let ids = ended.and_then(|ended| covered(&pairs, ended));
            if let Some(seen) = ids.and_then(|ids| Observation::of(&ids, &self.history))
                && self.add(at, seen)
            {
                touched.push(at);
            }
        }
        touched
    }

    /// Turns a complete chain into a pattern, or into two observations of a known one.
    fn settle(&mut self, tip: Tip) -> Vec<usize> {
        let pairs = trimmed(&self.history.chain(tip), &self.history);
        if pairs.len() < SHORTEST || !self.is_task(&pairs) {
            return Vec::new();
        }
        let (earlier, later): (Vec<StepId>, Vec<StepId>) = pairs.into_iter().unzip();
        let of = |ids: &[StepId]| Observation::of(ids, &self.history);
        let (Some(earlier), Some(later)) = (of(&earlier), of(&later)) else { return Vec::new() };
        let known = self.patterns.iter().position(|it| it.is_like(&earlier) && it.is_like(&later));
        if let Some(at) = known {
            let first = self.add(at, earlier);
            return if self.add(at, later) || first { vec![at] } else { Vec::new() };
        }
        self.evict_least_frequent();
        let at = self.patterns.len();
        for observation in [&earlier, &later] {
            self.ends.entry(observation.ids[observation.ids.len() - 1]).or_default().push(at);
        }
        self.patterns.push(Pattern::new(earlier, later, &self.history));
        vec![at]
    }

    /// Whether any step acts: a failure alone is not a task.
    fn is_task(&self, pairs: &[(StepId, StepId)]) -> bool {
        let acts = |(_, id): &&(StepId, StepId)| {
            self.history.entry(*id).is_some_and(|entry| entry.step.kind == Kind::Act)
        };
        pairs.iter().filter(acts).count() > 0
    }

    fn add(&mut self, at: usize, seen: Observation) -> bool {
        let Some(last) = seen.ids.last().copied() else { return false };
        let Some(pattern) = self.patterns.get_mut(at) else { return false };
        let is_new = pattern.observe(seen, &self.history);
        if is_new {
            self.ends.entry(last).or_default().push(at);
        }
        is_new
    }

    /// Drops the least frequent pattern, or the oldest of these, if there are too many.
    fn evict_least_frequent(&mut self) {
        if self.patterns.len() < MOST_PATTERNS {
            return;
        }
        let least = self.patterns.iter().enumerate().min_by_key(|(at, it)| (it.is_proposed, it.count, *at));
        if let Some((at, _)) = least {
            self.patterns.remove(at);
            self.rebuild_end_index();
        }
    }

    fn rebuild_end_index(&mut self) {
        self.ends.clear();
        for (at, pattern) in self.patterns.iter().enumerate() {
            for last in pattern.observations.iter().filter_map(|it| it.ids.last()) {
                self.ends.entry(*last).or_default().push(at);
            }
        }
    }

    fn is_ready(&self, pattern: &Pattern) -> bool {
        pattern.count >= self.thresholds.observations
            && pattern.confidence() + 1e-9 >= self.thresholds.confidence
            && !self.is_part(pattern)
    }

    /// Whether the pattern is only part of a longer sequence with the same frequency.
    fn is_part(&self, pattern: &Pattern) -> bool {
        let within = |longer: &Pattern| {
            pattern.observations.iter().all(|own| longer.observations.iter().any(|it| own.is_within(it)))
        };
        self.patterns
            .iter()
            .any(|other| other.len() > pattern.len() && other.count >= pattern.count && within(other))
    }

    fn propose(&mut self, mut touched: Vec<usize>) -> Vec<Proposal> {
        touched.sort_unstable();
        touched.dedup();
        let mut proposals = Vec::new();
        for at in touched {
            let Some(pattern) = self.patterns.get(at) else { continue };
            if pattern.is_proposed || !self.is_ready(pattern) {
                continue;
            }
            if let Some(proposal) = generalize(pattern) {
                proposals.push(proposal);
                self.patterns[at].is_proposed = true;
            }
        }
        proposals
    }
}

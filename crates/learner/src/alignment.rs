//! The history of steps, and its local alignment with itself: each new step is linked to similar earlier
//! steps, and links that are consecutive in both sessions form a chain. Up to [`GAP`] steps in between may be
//! skipped.
//!
//! The work per step is bounded, whatever the length of the history: a step looks up a bounded number of
//! earlier ones by its features, and a chain is extended from the last few steps.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use crate::similarity::{ALIKE, Features, likeness};
use crate::step::Step;

/// The maximum number of steps of a session between two steps of a sequence.
pub(crate) const GAP: usize = 3;
/// The maximum number of links of a step.
const MOST_LINKS: usize = 24;
/// The maximum number of earlier steps that are looked up per feature.
const MOST_PER_KEY: usize = 48;
/// The maximum length of a chain. A longer one is closed and another one starts.
const LONGEST_CHAIN: usize = 40;

/// Identifies a step.
pub(crate) type StepId = u64;

/// A step of the history.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) step: Arc<Step>,
    pub(crate) features: Arc<Features>,
    /// The session index, and the position of the step in the session.
    pub(crate) stream: usize,
    pub(crate) at: usize,
    /// Whether the step was undone.
    is_retracted: bool,
    links: Vec<Link>,
}

/// A link to a similar earlier step, at the end of a chain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Link {
    pub(crate) other: StepId,
    /// The number of links in the chain.
    pub(crate) length: usize,
    score: f64,
    /// The position of the first link in the later session.
    first_at: usize,
    /// The preceding link.
    before: Option<(StepId, StepId)>,
}

/// The link at the end of a chain, as an earlier and a later step.
pub(crate) type Tip = (StepId, StepId);

/// The steps of all sessions.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    entries: VecDeque<Entry>,
    /// The ID of the first entry.
    base: StepId,
    by_key: HashMap<u64, VecDeque<StepId>>,
    streams: HashMap<usize, Stream>,
    numbers: HashMap<String, usize>,
    /// The index of the next session.
    next: usize,
    most: usize,
}

/// The steps of a session.
#[derive(Debug, Clone, Default)]
struct Stream {
    steps: VecDeque<StepId>,
    /// The number of its steps that were dropped.
    forgotten: usize,
    /// The ends of open chains.
    tips: Vec<Tip>,
}

impl Stream {
    /// Returns the position of its next step.
    fn next_position(&self) -> usize {
        self.forgotten + self.steps.len()
    }
}

/// The result of adding a step.
pub(crate) struct AddedStep {
    pub(crate) id: StepId,
    /// Its links to earlier steps.
    pub(crate) links: Vec<Link>,
    /// The chains of its session that are now complete.
    pub(crate) closed: Vec<Tip>,
}

impl History {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn entry(&self, id: StepId) -> Option<&Entry> {
        self.entries.get(usize::try_from(id.checked_sub(self.base)?).ok()?)
    }

    /// Adds a step of a session, and aligns it with earlier steps.
    pub(crate) fn add(&mut self, session: &str, step: Arc<Step>) -> AddedStep {
        self.evict_oldest();
        let stream = self.stream(session);
        let id = self.base + self.entries.len() as StepId;
        let at = self.streams.get(&stream).map_or(0, Stream::next_position);
        let features = Arc::new(Features::of(&step));
        let links = self.links(&step, &features, stream, at);
        for key in &features.keys {
            let known = self.by_key.entry(*key).or_default();
            known.push_back(id);
            if known.len() > MOST_PER_KEY {
                known.pop_front();
            }
        }
        self.entries.push_back(Entry {
            step,
            features,
            stream,
            at,
            is_retracted: false,
            links: links.clone(),
        });
        self.streams.entry(stream).or_default().steps.push_back(id);
        let closed = self.close(stream, at, id, &links);
        AddedStep { id, links, closed }
    }

    /// Retracts the steps of a run that was undone: later steps are not aligned with them, and no chain
    /// contains them.
    pub(crate) fn retract(&mut self, run: &str) -> Vec<StepId> {
        let of_run = |entry: &Entry| entry.step.run.as_deref() == Some(run);
        let found: Vec<usize> =
            self.entries.iter().enumerate().filter(|(_, entry)| of_run(entry)).map(|(at, _)| at).collect();
        for at in &found {
            let id = self.base + *at as StepId;
            let Some(entry) = self.entries.get_mut(*at) else { continue };
            entry.is_retracted = true;
            entry.links.clear();
            let (features, stream) = (Arc::clone(&entry.features), entry.stream);
            self.remove_from_index(id, &features);
            if let Some(stream) = self.streams.get_mut(&stream) {
                stream.tips.retain(|(own, other)| *own != id && *other != id);
            }
        }
        found.into_iter().map(|at| self.base + at as StepId).collect()
    }

    fn remove_from_index(&mut self, id: StepId, features: &Features) {
        for key in &features.keys {
            if let Some(known) = self.by_key.get_mut(key) {
                known.retain(|known| *known != id);
                if known.is_empty() {
                    self.by_key.remove(key);
                }
            }
        }
    }

    /// Ends a session and closes its chains.
    pub(crate) fn end(&mut self, session: &str) -> Vec<Tip> {
        let Some(stream) = self.numbers.remove(session) else { return Vec::new() };
        self.streams.get_mut(&stream).map(|stream| std::mem::take(&mut stream.tips)).unwrap_or_default()
    }

    fn stream(&mut self, session: &str) -> usize {
        if let Some(number) = self.numbers.get(session) {
            return *number;
        }
        let number = self.next;
        self.next += 1;
        self.numbers.insert(session.into(), number);
        number
    }

    fn evict_oldest(&mut self) {
        while self.entries.len() >= self.most {
            let Some(entry) = self.entries.pop_front() else { return };
            let id = self.base;
            self.base += 1;
            self.remove_from_index(id, &entry.features);
            let Some(stream) = self.streams.get_mut(&entry.stream) else { continue };
            stream.steps.pop_front();
            stream.forgotten += 1;
            stream.tips.retain(|(own, other)| *own > id && *other > id);
            if stream.steps.is_empty() {
                self.streams.remove(&entry.stream);
                self.numbers.retain(|_, number| *number != entry.stream);
            }
        }
    }

    /// Returns the links to similar earlier steps, each at the end of the longest possible chain.
    fn links(&self, step: &Step, features: &Features, stream: usize, at: usize) -> Vec<Link> {
        let mut candidates: Vec<StepId> =
            features.keys.iter().filter_map(|key| self.by_key.get(key)).flatten().copied().collect();
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        candidates.dedup();
        let before = self.before(stream);
        let mut links = Vec::new();
        for other in candidates {
            let Some(entry) = self.entry(other) else { continue };
            let score = likeness((step, features), (&entry.step, &entry.features));
            if score >= ALIKE {
                links.push(self.link(entry, other, score, (stream, at), &before));
                if links.len() == MOST_LINKS {
                    break;
                }
            }
        }
        links
    }

    /// Returns the last steps of a session, from which a chain can continue.
    fn before(&self, stream: usize) -> Vec<(StepId, &Entry)> {
        let steps = self.streams.get(&stream).into_iter().flat_map(|it| it.steps.iter().rev().take(GAP + 1));
        steps.filter_map(|id| Some((*id, self.entry(*id)?))).collect()
    }

    fn link(
        &self,
        entry: &Entry,
        other: StepId,
        score: f64,
        (stream, at): (usize, usize),
        before: &[(StepId, &Entry)],
    ) -> Link {
        let mut best = Link { other, length: 1, score, first_at: at, before: None };
        for (id, previous) in before {
            for link in &previous.links {
                let Some(earlier) = self.entry(link.other) else { continue };
                let follows = earlier.stream == entry.stream
                    && earlier.at < entry.at
                    && entry.at - earlier.at <= GAP + 1
                    && link.length < LONGEST_CHAIN
                    // A sequence that is repeated within a session does not overlap with itself.
                    && (entry.stream != stream || entry.at < link.first_at);
                let is_better =
                    |best: &Link| (link.length + 1, link.score + score) > (best.length, best.score);
                if follows && is_better(&best) {
                    best = Link {
                        other,
                        length: link.length + 1,
                        score: link.score + score,
                        first_at: link.first_at,
                        before: Some((*id, link.other)),
                    };
                }
            }
        }
        best
    }

    /// Records the ends of chains, and returns those that are complete: the earlier session has no next step,
    /// or the later session has diverged for too long.
    fn close(&mut self, stream: usize, at: usize, id: StepId, links: &[Link]) -> Vec<Tip> {
        let mut tips =
            self.streams.get_mut(&stream).map(|it| std::mem::take(&mut it.tips)).unwrap_or_default();
        let extended = |tip: &Tip| links.iter().any(|link| link.before == Some(*tip));
        tips.retain(|tip| !extended(tip));
        let is_over = |tip: &Tip| self.entry(tip.0).is_none_or(|entry| at - entry.at > GAP);
        let (mut closed, mut open): (Vec<Tip>, Vec<Tip>) = tips.into_iter().partition(is_over);
        for link in links {
            match self.earlier_session_ends(link, stream) {
                true => closed.push((id, link.other)),
                false => open.push((id, link.other)),
            }
        }
        if let Some(stream) = self.streams.get_mut(&stream) {
            stream.tips = open;
        }
        closed
    }

    /// Whether the earlier session has no next step, or its next step is the start of this chain.
    fn earlier_session_ends(&self, link: &Link, stream: usize) -> bool {
        let Some(entry) = self.entry(link.other) else { return true };
        let is_last =
            self.streams.get(&entry.stream).is_none_or(|earlier| entry.at + 1 >= earlier.next_position());
        is_last || (entry.stream == stream && entry.at + 1 >= link.first_at)
    }

    /// Returns the links of the chain that ends here, in order, each as an earlier and a later step.
    pub(crate) fn chain(&self, tip: Tip) -> Vec<(StepId, StepId)> {
        let mut pairs = Vec::new();
        let mut next = Some(tip);
        while let Some((id, other)) = next {
            let Some(entry) = self.entry(id) else { break };
            let Some(link) = entry.links.iter().find(|link| link.other == other) else { break };
            if self.entry(other).is_none_or(|earlier| !earlier.is_retracted) {
                pairs.push((other, id));
            }
            next = link.before;
        }
        pairs.reverse();
        pairs
    }
}

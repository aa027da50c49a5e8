//! The learner of an owner.

use std::collections::{HashMap, HashSet, VecDeque};

use lemmascope_learner::{Learner, Proposal, Step, Thresholds};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The state of a learner for an owner, or for all owners.
pub(crate) struct Student {
    learner: Learner,
    /// The names of the proposals, by their keys.
    names: HashMap<String, String>,
    /// The decisions about proposals, by their keys.
    verdicts: HashMap<String, Verdict>,
    /// The definitions that were replayed without a failure.
    replayed: HashSet<String>,
    /// The samples for replaying proposals, by their names.
    samples: HashMap<String, Sample>,
    /// The definitions that were saved for more than one session, by their names.
    definitions: HashMap<String, String>,
    /// The definitions that were read from the store and are not registered yet.
    restored: Vec<String>,
    /// Whether the stored state was loaded.
    pub(crate) is_restored: bool,
    /// The undone runs, with their sessions and steps, latest last.
    undone: VecDeque<Undone>,
    /// The incomplete trace documents of stored sessions.
    pub(crate) traces: HashMap<String, Chunk>,
}

/// A decision about a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Verdict {
    /// Saved as an intent.
    Saved,
    /// Discarded, and not shown again.
    Discarded,
}

/// The data for replaying a proposal: the start address of its latest observation, and the values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) place: Option<String>,
    pub(crate) values: Vec<(String, Json)>,
}

/// The steps of a session in one document of the store.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Chunk {
    pub(crate) session: String,
    /// The start time, in microseconds, which distinguishes sessions of the same name.
    pub(crate) began: i64,
    pub(crate) number: usize,
    pub(crate) steps: Vec<Step>,
}

/// A run that was undone.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Undone {
    run: String,
    session: String,
    steps: Vec<Step>,
}

/// The maximum number of undone runs that are remembered.
const MOST_UNDONE: usize = 256;

/// The maximum number of steps in a document.
const MOST_IN_CHUNK: usize = 64;

/// The stored form of all decisions.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Decisions {
    names: HashMap<String, String>,
    verdicts: HashMap<String, Verdict>,
    replayed: HashSet<String>,
    samples: HashMap<String, Sample>,
    definitions: HashMap<String, String>,
    undone: VecDeque<Undone>,
}

impl Default for Student {
    fn default() -> Self {
        Self {
            learner: Learner::new(Thresholds::default()),
            names: HashMap::new(),
            verdicts: HashMap::new(),
            replayed: HashSet::new(),
            samples: HashMap::new(),
            definitions: HashMap::new(),
            restored: Vec::new(),
            undone: VecDeque::new(),
            is_restored: false,
            traces: HashMap::new(),
        }
    }
}

impl Student {
    /// Observes a step of a session. Returns the proposals that it completes, with unused names.
    pub(crate) fn observe(
        &mut self,
        session: &str,
        step: Step,
        thresholds: Thresholds,
        is_taken: impl Fn(&str) -> bool,
    ) -> Vec<Proposal> {
        self.learner.set_thresholds(thresholds);
        let ready = self.learner.observe(session, step);
        let new: Vec<Proposal> =
            ready.into_iter().filter(|proposal| !self.verdicts.contains_key(&proposal.key)).collect();
        new.into_iter().map(|proposal| self.named(proposal, &is_taken)).collect()
    }

    /// Retracts the steps of an undone run, so that nothing is learned from it. Returns whether the learner
    /// had observed it.
    pub(crate) fn undo(&mut self, session: &str, run: &str) -> bool {
        let steps = self.learner.retract(run);
        if steps.is_empty() {
            return false;
        }
        self.undone.push_back(Undone { run: run.into(), session: session.into(), steps });
        if self.undone.len() > MOST_UNDONE {
            self.undone.pop_front();
        }
        true
    }

    /// Restores the steps of a run that was redone. Returns whether the learner had observed it before.
    pub(crate) fn redo(&mut self, run: &str) -> bool {
        let Some(at) = self.undone.iter().rposition(|undone| undone.run == run) else { return false };
        let Some(undone) = self.undone.remove(at) else { return false };
        for step in undone.steps {
            let _shown_later = self.learner.observe(&undone.session, step);
        }
        true
    }

    /// Ends a session.
    pub(crate) fn end(&mut self, session: &str) {
        let _shown_later = self.learner.end(session);
        self.traces.remove(session);
    }

    /// Returns the undecided proposals.
    pub(crate) fn proposals(
        &mut self,
        thresholds: Thresholds,
        is_taken: impl Fn(&str) -> bool,
    ) -> Vec<Proposal> {
        self.learner.set_thresholds(thresholds);
        let open: Vec<Proposal> =
            self.learner.proposals().into_iter().filter(|it| !self.verdicts.contains_key(&it.key)).collect();
        open.into_iter().map(|proposal| self.named(proposal, &is_taken)).collect()
    }

    /// Assigns an unused name to a proposal, which the proposal keeps.
    fn named(&mut self, proposal: Proposal, is_taken: &impl Fn(&str) -> bool) -> Proposal {
        let name = match self.names.get(&proposal.key) {
            Some(name) => name.clone(),
            None => {
                let is_used = |name: &str| is_taken(name) || self.names.values().any(|known| known == name);
                let numbered = (2..1000).map(|number| format!("{}_{number}", proposal.name));
                let mut names = std::iter::once(proposal.name.clone()).chain(numbered);
                names.find(|name| !is_used(name)).unwrap_or_else(|| proposal.name.clone())
            }
        };
        self.names.insert(proposal.key.clone(), name.clone());
        let values = proposal.parameters.iter().filter_map(|it| Some((it.name.clone(), it.latest.clone()?)));
        let sample = Sample { place: proposal.place.clone(), values: values.collect() };
        self.samples.insert(name.clone(), sample);
        Proposal { name, ..proposal }
    }

    /// Records the decision about a proposal.
    pub(crate) fn decide(&mut self, key: &str, verdict: Verdict) {
        self.verdicts.insert(key.into(), verdict);
    }

    /// Returns the data for replaying an intent.
    pub(crate) fn sample(&self, name: &str) -> Sample {
        self.samples.get(name).cloned().unwrap_or_default()
    }

    /// Records a definition that was saved for more than one session.
    pub(crate) fn keep_definition(&mut self, name: &str, source: &str) {
        self.definitions.insert(name.into(), source.into());
    }

    /// Records the data for replaying an intent.
    pub(crate) fn note_sample(&mut self, name: &str, sample: Sample) {
        self.samples.insert(name.into(), sample);
    }

    /// Takes the definitions that were read from the store.
    pub(crate) fn take_restored(&mut self) -> Vec<String> {
        std::mem::take(&mut self.restored)
    }

    /// Records that a definition was replayed without a failure.
    pub(crate) fn note_replayed(&mut self, source: &str) {
        self.replayed.insert(digest(source));
    }

    /// Whether a definition was replayed without a failure.
    pub(crate) fn was_replayed(&self, source: &str) -> bool {
        self.replayed.contains(&digest(source))
    }

    /// Returns the number of observed steps, and the number of repeated sequences.
    pub(crate) fn extent(&self) -> (usize, usize) {
        (self.learner.steps(), self.learner.sequences())
    }

    /// Returns the numbers of saved and of discarded proposals.
    pub(crate) fn decided(&self) -> (usize, usize) {
        let saved = self.verdicts.values().filter(|verdict| **verdict == Verdict::Saved).count();
        (saved, self.verdicts.len() - saved)
    }

    /// Adds a step to the current document of its session, and returns the document.
    pub(crate) fn write_down(&mut self, session: &str, step: Step) -> &Chunk {
        let chunk = self.traces.entry(session.into()).or_insert_with(|| Chunk {
            session: session.into(),
            began: jiff::Timestamp::now().as_microsecond(),
            ..Chunk::default()
        });
        if chunk.steps.len() >= MOST_IN_CHUNK {
            chunk.steps.clear();
            chunk.number += 1;
        }
        chunk.steps.push(step);
        chunk
    }

    /// Returns the decisions in their stored form.
    pub(crate) fn decisions(&self) -> Decisions {
        Decisions {
            names: self.names.clone(),
            verdicts: self.verdicts.clone(),
            replayed: self.replayed.clone(),
            samples: self.samples.clone(),
            definitions: self.definitions.clone(),
            undone: self.undone.clone(),
        }
    }

    /// Restores the stored traces, oldest first, and decisions.
    pub(crate) fn restore(&mut self, chunks: Vec<Chunk>, decisions: Decisions) {
        self.is_restored = true;
        self.names.extend(decisions.names);
        self.verdicts.extend(decisions.verdicts);
        self.replayed.extend(decisions.replayed);
        self.samples.extend(decisions.samples);
        self.restored.extend(decisions.definitions.values().cloned());
        self.definitions.extend(decisions.definitions);
        self.undone.extend(decisions.undone);
        for chunk in chunks {
            let is_undone = |step: &Step| self.undone.iter().any(|it| Some(&it.run) == step.run.as_ref());
            let steps: Vec<Step> = chunk.steps.into_iter().filter(|step| !is_undone(step)).collect();
            for step in steps {
                // Steps of another process belong to the same session by name only.
                let _proposed_before = self.learner.observe(&chunk.session, step);
            }
        }
    }
}

/// Returns a hash that identifies a definition.
fn digest(source: &str) -> String {
    use sha2::Digest;
    let digest = sha2::Sha256::digest(source.trim().as_bytes());
    digest.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

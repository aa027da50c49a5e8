//! Learned traces in the store: sealed, and separate for each owner unless the settings share them among all
//! owners.

use std::sync::Arc;

use lemmascope_intent::{Failure, Owner};
use lemmascope_learner::Step;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::engine::Engine;
use crate::learning::{Chunk, Policy, Reach, Student};
use crate::ledger::{RecordKind, SealedRecord};
use crate::vault::SEALED_RECORD;

/// The maximum number of trace documents that are read when an engine starts. Together they have about as
/// many steps as the learner remembers.
const MOST_TRACES: u64 = 512;
/// The id of the document with the decisions about proposals.
const DECISIONS: &str = "decisions";

impl Engine {
    /// Returns the learner for an owner's sessions, restored from the store on first use.
    pub(crate) async fn student(&self, policy: &Policy, owner: &Owner) -> OwnedMutexGuard<Student> {
        let student: Arc<Mutex<Student>> = self.learning.student(&policy.scope(owner));
        let mut student = student.lock_owned().await;
        if policy.reach != Reach::Session && !student.is_restored {
            let owner = policy.keeper(owner);
            let traces = self.ledger.records(RecordKind::LearnedTrace, Some(&owner), MOST_TRACES).await;
            let decisions = self.ledger.record(RecordKind::LearnedDecisions, &owner, DECISIONS).await;
            // If the store is not readable, the learner stays empty and the next command tries again.
            if let (Ok(traces), Ok(decisions)) = (traces, decisions) {
                let opened =
                    traces.iter().rev().filter_map(|record| self.opened(RecordKind::LearnedTrace, record));
                let chunks: Vec<Chunk> = opened.collect();
                let decisions = decisions.and_then(|it| self.opened(RecordKind::LearnedDecisions, &it));
                student.restore(chunks, decisions.unwrap_or_default());
            }
        }
        student
    }

    /// Stores a step of a session.
    pub(crate) async fn store_trace(
        &self,
        policy: &Policy,
        owner: &Owner,
        student: &mut Student,
        session: &str,
        step: Step,
    ) -> Result<(), Failure> {
        let chunk = student.write_down(session, step);
        let id = chunk.id();
        let document = serde_json::to_vec(chunk).unwrap_or_default();
        self.store_learned(RecordKind::LearnedTrace, &policy.keeper(owner), &id, &document).await
    }

    /// Stores the decisions about proposals.
    pub(crate) async fn store_decisions(
        &self,
        policy: &Policy,
        owner: &Owner,
        student: &Student,
    ) -> Result<(), Failure> {
        if policy.reach == Reach::Session {
            return Ok(());
        }
        let document = serde_json::to_vec(&student.decisions()).unwrap_or_default();
        let owner = policy.keeper(owner);
        self.store_learned(RecordKind::LearnedDecisions, &owner, DECISIONS, &document).await
    }

    async fn store_learned(
        &self,
        kind: RecordKind,
        owner: &Owner,
        id: &str,
        document: &[u8],
    ) -> Result<(), Failure> {
        let sealed = self.vault.seal(&[SEALED_RECORD, kind.as_str(), owner.as_str(), id], document)?;
        self.ledger.store_record(kind, owner, id, false, sealed).await
    }

    /// Returns a document, or `None` if it was sealed with another key.
    fn opened<T: serde::de::DeserializeOwned>(&self, kind: RecordKind, record: &SealedRecord) -> Option<T> {
        let of = [SEALED_RECORD, kind.as_str(), &record.owner, &record.id];
        let document = self.vault.open(&of, &record.sealed).ok()?;
        serde_json::from_slice::<T>(&document).ok()
    }
}

impl Chunk {
    /// Returns the id of the document, unique among those of its owner.
    fn id(&self) -> String {
        format!("{}/{}/{}", self.session, self.began, self.number)
    }
}

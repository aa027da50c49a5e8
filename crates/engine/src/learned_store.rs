//! What was learned, in the store: sealed, and of one owner, or of all where the settings say so.

use std::sync::Arc;

use lemmascope_intent::{Failure, Owner};
use lemmascope_learner::Step;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::engine::Engine;
use crate::learning::{Chunk, Policy, Reach, Student};
use crate::ledger::{RecordKind, SealedRecord};
use crate::vault::SEALED_RECORD;

/// The documents of traces that are read when an engine starts to learn again. Together they have about as many steps as the
/// learner remembers.
const MOST_TRACES: u64 = 512;
/// The id of the document with the decisions.
const DECISIONS: &str = "decisions";

impl Engine {
    /// The learner that observes the sessions of an owner, with what the store has of earlier ones.
    pub(crate) async fn student(&self, policy: &Policy, owner: &Owner) -> OwnedMutexGuard<Student> {
        let student: Arc<Mutex<Student>> = self.learning.student(&policy.scope(owner));
        let mut student = student.lock_owned().await;
        if policy.reach != Reach::Session && !student.is_restored {
            let owner = policy.keeper(owner);
            let traces = self.ledger.records(RecordKind::LearnedTrace, Some(&owner), MOST_TRACES).await;
            let decisions = self.ledger.record(RecordKind::LearnedDecisions, &owner, DECISIONS).await;
            // Without the store there is nothing to go on from; the next command asks again.
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

    /// Stores what was decided about proposals.
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

    /// A document; nothing where it was sealed with another key.
    fn opened<T: serde::de::DeserializeOwned>(&self, kind: RecordKind, record: &SealedRecord) -> Option<T> {
        let of = [SEALED_RECORD, kind.as_str(), &record.owner, &record.id];
        let document = self.vault.open(&of, &record.sealed).ok()?;
        serde_json::from_slice::<T>(&document).ok()
    }
}

impl Chunk {
    /// Identifies the document among those of its owner.
    fn id(&self) -> String {
        format!("{}/{}/{}", self.session, self.began, self.number)
    }
}

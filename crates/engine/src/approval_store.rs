//! Plans that wait for the agreement of a person, in the store: sealed, and shared by the processes on one database and key.

use std::path::PathBuf;

use lemmascope_intent::{Failure, Owner, Permission, Permissions, Status};
use serde::{Deserialize, Serialize};

use crate::approvals::{Approval, MOST, Noted, PATIENCE, Waiting};
use crate::engine::Engine;
use crate::ledger::{RecordKind, SealedRecord};
use crate::request::{Grant, Reply, Request};
use crate::stored_input::StoredInput;
use crate::vault::SEALED_RECORD;

impl Engine {
    /// The plans that wait for agreement, the oldest first, as far as a grant may see them: those of this process, and those of
    /// others on the same database and key.
    pub async fn approvals(&self, grant: &Grant) -> Result<Vec<Approval>, Failure> {
        let owner = (!grant.permissions.includes(Permission::Admin)).then_some(&grant.owner);
        let stored = self.stored_approvals(owner).await?;
        let is_stored = |id: &str| stored.iter().any(|it| it.approval.id == id);
        let mut all = Vec::new();
        for held in self.approvals.held() {
            // Another process has decided what the store has no longer.
            match held.is_stored && !is_stored(&held.approval.id) {
                true => drop(self.approvals.release(&held.approval.id)),
                false => all.push(held.approval),
            }
        }
        let is_known = |id: &str, all: &[Approval]| all.iter().any(|it| it.id == id);
        for waiting in stored {
            if !is_known(&waiting.approval.id, &all) {
                all.push(waiting.approval);
            }
        }
        all.retain(|it| it.is_shown_to(grant));
        all.sort_by(|a, b| (a.asked, &a.id).cmp(&(b.asked, &b.id)));
        Ok(all)
    }

    /// Takes a request out that waits, here and in the store.
    pub(crate) async fn take_approval(&self, id: &str) -> Result<Option<Waiting>, Failure> {
        let waiting = match self.approvals.release(id) {
            Some(held) if !held.is_stored => return Ok(Some(held).filter(|it| it.approval.is_open())),
            Some(held) => Some(held),
            None => self.stored_approvals(None).await?.into_iter().find(|it| it.approval.id == id),
        };
        let Some(waiting) = waiting.filter(|it| it.approval.is_open()) else { return Ok(None) };
        let is_ours = self.ledger.drop_record(RecordKind::Approval, &waiting.approval.owner, id).await?;
        Ok(Some(waiting).filter(|_| is_ours))
    }

    /// Notes the reply to a request: one that asks about a plan waits, and a plan that was executed waits no longer.
    pub(crate) async fn note_approval(&self, request: &Request, reply: &Reply) {
        match self.approvals.note(request, reply) {
            Noted::Asked(waiting) => {
                // Where the store cannot be written to, this process alone can decide.
                if self.store_approval(&waiting).await.is_ok_and(|is_stored| is_stored) {
                    self.approvals.note_stored(&waiting.approval.id);
                }
            }
            Noted::Settled(Waiting { approval, is_stored: true, .. }) => self.drop_approval(&approval).await,
            Noted::Settled(_) => {}
            // Another process may have asked.
            Noted::Nothing if request.input.confirms_any() => {
                let digest = reply.report().filter(|report| report.status != Status::Ask);
                let Some(digest) = digest.and_then(|report| report.digest.as_deref()) else { return };
                let stored = self.stored_approvals(Some(&request.owner)).await.unwrap_or_default();
                if let Some(settled) = stored.iter().find(|it| it.approval.is_about(request, digest)) {
                    self.drop_approval(&settled.approval).await;
                }
            }
            Noted::Nothing => {}
        }
    }

    async fn drop_approval(&self, approval: &Approval) {
        // One that stays behind expires, and its plan was executed: the digest agrees to it once more at most.
        let _stays = self.ledger.drop_record(RecordKind::Approval, &approval.owner, &approval.id).await;
    }

    /// Stores a request that waits. Says whether it may be stored: one with a secret is not.
    async fn store_approval(&self, waiting: &Waiting) -> Result<bool, Failure> {
        let approval = &waiting.approval;
        let Some(input) = StoredInput::of(&waiting.input, &self.sensitive()) else { return Ok(false) };
        let stored = StoredApproval {
            session: approval.session.clone(),
            intent: approval.intent.clone(),
            question: approval.question.clone(),
            digest: approval.digest.clone(),
            asked: approval.asked,
            input,
            permissions: waiting.permissions.to_string(),
            workspace: waiting.workspace.clone(),
        };
        let Ok(document) = serde_json::to_vec(&stored) else { return Ok(false) };
        let sealed = self.vault.seal(&approval_seal(approval.owner.as_str(), &approval.id), &document)?;
        let before = self.ledger.tick() - PATIENCE * MICROSECONDS;
        self.ledger.forget_records(RecordKind::Approval, before).await?;
        self.ledger.store_record(RecordKind::Approval, &approval.owner, &approval.id, false, sealed).await?;
        Ok(true)
    }

    /// The requests that wait in the store, of an owner or of all. One that was sealed with another key can be decided only where
    /// that key is.
    async fn stored_approvals(&self, owner: Option<&Owner>) -> Result<Vec<Waiting>, Failure> {
        let records = self.ledger.records(RecordKind::Approval, owner, MOST as u64).await?;
        let waiting = records.iter().filter_map(|record| self.opened_approval(record));
        Ok(waiting.filter(|it| it.approval.is_open()).collect())
    }

    fn opened_approval(&self, record: &SealedRecord) -> Option<Waiting> {
        let document = self.vault.open(&approval_seal(&record.owner, &record.id), &record.sealed).ok()?;
        let stored: StoredApproval = serde_json::from_slice(&document).ok()?;
        Some(Waiting {
            approval: Approval {
                id: record.id.clone(),
                owner: Owner::new(&record.owner).ok()?,
                session: stored.session,
                intent: stored.intent,
                question: stored.question,
                digest: stored.digest,
                asked: stored.asked,
            },
            input: stored.input.restored()?,
            permissions: Permissions::parse(&stored.permissions).ok()?,
            workspace: stored.workspace,
            is_stored: true,
        })
    }
}

/// The ledger's clock counts microseconds.
const MICROSECONDS: i64 = 1000;

/// A request that waits, as the store has it.
#[derive(Serialize, Deserialize)]
struct StoredApproval {
    session: String,
    intent: String,
    question: String,
    digest: String,
    asked: i64,
    input: StoredInput,
    permissions: String,
    workspace: PathBuf,
}

fn approval_seal<'a>(owner: &'a str, id: &'a str) -> [&'a str; 4] {
    [SEALED_RECORD, RecordKind::Approval.as_str(), owner, id]
}

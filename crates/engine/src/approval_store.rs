//! Pending approvals in the store: sealed, and shared by all processes that use the same database and key.

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
    /// Returns the pending approvals that `grant` may see, oldest first: those of this process, and those of
    /// other processes on the same database and key.
    pub async fn approvals(&self, grant: &Grant) -> Result<Vec<Approval>, Failure> {
        let owner = (!grant.permissions.includes(Permission::Admin)).then_some(&grant.owner);
        let stored = self.stored_approvals(owner).await?;
        let is_stored = |id: &str| stored.iter().any(|it| it.approval.id == id);
        let mut all = Vec::new();
        for held in self.approvals.held() {
            // A stored approval that is no longer in the store was decided by another process.
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

    /// Removes a pending approval from memory and from the store, and returns it if it has not expired and no
    /// other process has taken it.
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

    /// Updates the pending approvals after a reply: a plan that asks for confirmation becomes pending, and an
    /// executed plan stops being pending.
    pub(crate) async fn note_approval(&self, request: &Request, reply: &Reply) {
        match self.approvals.note(request, reply) {
            Noted::Asked(waiting) => {
                // If the store is not writable, only this process can decide the approval.
                if self.store_approval(&waiting).await.is_ok_and(|is_stored| is_stored) {
                    self.approvals.note_stored(&waiting.approval.id);
                }
            }
            Noted::Settled(Waiting { approval, is_stored: true, .. }) => self.drop_approval(&approval).await,
            Noted::Settled(_) => {}
            // Another process may have created the approval.
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
        // A row that cannot be deleted expires. Its plan was already executed, so its digest can confirm the
        // plan at most once more.
        let _stays = self.ledger.drop_record(RecordKind::Approval, &approval.owner, &approval.id).await;
    }

    /// Stores a pending approval. Returns `false` if the request contains a secret, because such a request is
    /// not stored.
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

    /// Returns the pending approvals in the store, of one owner or of all. Skips those that were sealed with
    /// another key: only a process with that key can decide them.
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

/// Microseconds per millisecond: the ledger's clock counts microseconds, [`PATIENCE`] milliseconds.
const MICROSECONDS: i64 = 1000;

/// The stored form of a pending approval.
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

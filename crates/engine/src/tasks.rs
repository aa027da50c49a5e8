//! Tasks in the store: the work that a message of another agent started. Their documents are sealed, and any
//! process on the same database and key can continue them.

use lemmascope_intent::{Failure, MASK, Owner, SensitiveFields, discreet};
use serde_json::Value as Json;

use crate::engine::Engine;
use crate::ledger::{RecordKind, SealedRecord};
use crate::request::Input;
use crate::stored_input::StoredInput;
use crate::vault::SEALED_RECORD;

/// The time for which a task is stored after its last change, in microseconds.
const STORED: i64 = 7 * 24 * 60 * 60 * 1_000_000;
/// The maximum number of an owner's tasks in a listing.
const MOST: u64 = 1000;

/// The stored form of a task.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredTask {
    /// The id, unique among the tasks of its owner.
    pub id: String,
    /// The door's document.
    pub document: Json,
    /// Whether a process is working on the task.
    pub is_active: bool,
    /// Whether the process that worked on the task ended before it finished.
    pub is_abandoned: bool,
    /// The version, which increases with each change.
    pub version: i64,
}

impl Engine {
    /// Stores a task of an owner. While the task is active, this process owns it.
    pub async fn store_task(
        &self,
        owner: &Owner,
        id: &str,
        is_active: bool,
        document: &Json,
    ) -> Result<(), Failure> {
        let sealed = self.vault.seal(&task_seal(owner.as_str(), id), document.to_string().as_bytes())?;
        self.ledger.store_record(RecordKind::Task, owner, id, is_active, sealed).await
    }

    /// Returns a task of an owner, or `None` if it was sealed with another key.
    pub async fn task(&self, owner: &Owner, id: &str) -> Result<Option<StoredTask>, Failure> {
        let record = self.ledger.record(RecordKind::Task, owner, id).await?;
        Ok(record.and_then(|record| self.opened_task(record)))
    }

    /// Returns the tasks of an owner, latest first.
    pub async fn tasks(&self, owner: &Owner) -> Result<Vec<StoredTask>, Failure> {
        let records = self.ledger.records(RecordKind::Task, Some(owner), MOST).await?;
        Ok(records.into_iter().filter_map(|record| self.opened_task(record)).collect())
    }

    /// Claims a task for this process. If several processes try with the same version, one succeeds.
    pub async fn claim_task(&self, owner: &Owner, task: &StoredTask) -> Result<bool, Failure> {
        self.ledger.claim_record(RecordKind::Task, owner, &task.id, task.version).await
    }

    /// Deletes the tasks that have not changed for a week.
    pub async fn forget_old_tasks(&self) -> Result<(), Failure> {
        self.ledger.forget_records(RecordKind::Task, self.ledger.tick() - STORED).await
    }

    /// Returns the form in which a task may store a request, or `None` if the request contains a secret.
    pub fn stored_input(&self, input: &Input) -> Option<Json> {
        serde_json::to_value(StoredInput::of(input, &self.sensitive())?).ok()
    }

    /// Returns the request that a task has stored.
    pub fn restored_input(&self, stored: Json) -> Option<Input> {
        serde_json::from_value::<StoredInput>(stored).ok()?.restored()
    }

    /// Masks every value in a document that is secret by its name or its pattern.
    pub fn discreet(&self, document: Json) -> Json {
        masked(document, &self.sensitive())
    }

    fn opened_task(&self, record: SealedRecord) -> Option<StoredTask> {
        let document = self.vault.open(&task_seal(&record.owner, &record.id), &record.sealed).ok()?;
        Some(StoredTask {
            document: serde_json::from_slice(&document).ok()?,
            id: record.id,
            is_active: record.is_active,
            is_abandoned: record.is_abandoned,
            version: record.version,
        })
    }
}

fn masked(document: Json, sensitive: &SensitiveFields) -> Json {
    match document {
        Json::String(text) => discreet(&text).into(),
        Json::Array(items) => items.into_iter().map(|item| masked(item, sensitive)).collect(),
        Json::Object(fields) => {
            let mask = |(name, field): (String, Json)| {
                let is_secret = sensitive.matches(&name) && !field.is_null();
                let field = if is_secret { MASK.into() } else { masked(field, sensitive) };
                (name, field)
            };
            fields.into_iter().map(mask).collect()
        }
        other => other,
    }
}

fn task_seal<'a>(owner: &'a str, id: &'a str) -> [&'a str; 4] {
    [SEALED_RECORD, RecordKind::Task.as_str(), owner, id]
}

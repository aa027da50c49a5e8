//! Sealed documents that outlive their request and their process. Each belongs to one owner.

use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Order, Query};
use lemmascope_store::{Row, StoreError};

use super::{Ledger, failure, insert};

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordKind {
    /// A plan that waits for a person's approval.
    Approval,
    /// The work that a message of another agent started.
    Task,
    /// Steps of a session, for the learner.
    LearnedTrace,
    /// Decisions about proposals of the learner.
    LearnedDecisions,
}

impl RecordKind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Approval => "approval",
            Self::Task => "agent_task",
            Self::LearnedTrace => "learned_trace",
            Self::LearnedDecisions => "learned_decisions",
        }
    }
}

/// The stored form of a document.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SealedRecord {
    /// The id, unique among the documents of its kind and owner.
    pub id: String,
    /// Its owner.
    pub owner: String,
    /// Whether a process works on it.
    pub is_active: bool,
    /// The version, which increases with each change.
    pub version: i64,
    /// The time of creation, on the ledger's clock.
    pub created: i64,
    /// The document.
    pub sealed: Vec<u8>,
    /// Whether the process that worked on it ended before it finished.
    pub is_abandoned: bool,
}

const COLUMNS: [&str; 7] = ["id", "owner", "is_active", "version", "created", "process", "sealed"];

impl Ledger {
    /// Stores a document of an owner, in place of an earlier version. If the document is active, this process
    /// works on it. A document of another owner with the same id is not affected.
    pub(crate) async fn store_record(
        &self,
        kind: RecordKind,
        owner: &Owner,
        id: &str,
        is_active: bool,
        sealed: Vec<u8>,
    ) -> Result<(), Failure> {
        let now = self.tick();
        let row = [
            ("kind", kind.as_str().into()),
            ("id", id.into()),
            ("owner", owner.as_str().into()),
            ("is_active", i64::from(is_active).into()),
            // Later than any earlier version, so that a claim with a replaced version fails.
            ("version", now.into()),
            ("created", now.into()),
            ("process", self.process.id().into()),
            ("sealed", sealed.into()),
        ];
        let mut insert = insert("sealed_record", row);
        insert.on_conflict(
            OnConflict::columns(["kind", "owner", "id"])
                .update_columns(["is_active", "version", "process", "sealed"])
                .to_owned(),
        );
        self.store.execute(insert).await.map_err(failure).map(drop)
    }

    /// Returns a document of an owner.
    pub(crate) async fn record(
        &self,
        kind: RecordKind,
        owner: &Owner,
        id: &str,
    ) -> Result<Option<SealedRecord>, Failure> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .from("sealed_record")
            .and_where(Expr::col("kind").eq(kind.as_str()))
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("id").eq(id));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        row.map(|row| self.read_record(&row)).transpose().map_err(failure)
    }

    /// Returns the documents of an owner, or of all owners, latest first.
    pub(crate) async fn records(
        &self,
        kind: RecordKind,
        owner: Option<&Owner>,
        most: u64,
    ) -> Result<Vec<SealedRecord>, Failure> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .from("sealed_record")
            .and_where(Expr::col("kind").eq(kind.as_str()))
            .order_by("created", Order::Desc)
            .limit(most);
        if let Some(owner) = owner {
            select.and_where(Expr::col("owner").eq(owner.as_str()));
        }
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(|row| self.read_record(row)).collect::<Result<_, _>>().map_err(failure)
    }

    /// Claims a version of a document for this process. If several processes try, one succeeds.
    pub(crate) async fn claim_record(
        &self,
        kind: RecordKind,
        owner: &Owner,
        id: &str,
        version: i64,
    ) -> Result<bool, Failure> {
        let mut update = Query::update();
        update
            .table("sealed_record")
            .values([
                ("is_active", 1_i64.into()),
                ("version", self.tick().into()),
                ("process", self.process.id().into()),
            ])
            .and_where(Expr::col("kind").eq(kind.as_str()))
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("version").eq(version));
        Ok(self.store.execute(update).await.map_err(failure)? > 0)
    }

    /// Deletes a document of an owner. Returns whether it existed: of several concurrent callers, one gets
    /// `true`.
    pub(crate) async fn drop_record(
        &self,
        kind: RecordKind,
        owner: &Owner,
        id: &str,
    ) -> Result<bool, Failure> {
        let mut delete = Query::delete();
        delete
            .from_table("sealed_record")
            .and_where(Expr::col("kind").eq(kind.as_str()))
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("id").eq(id));
        Ok(self.store.execute(delete).await.map_err(failure)? > 0)
    }

    /// Deletes the documents that have not changed since a time of the ledger's clock.
    pub(crate) async fn forget_records(&self, kind: RecordKind, before: i64) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete
            .from_table("sealed_record")
            .and_where(Expr::col("kind").eq(kind.as_str()))
            .and_where(Expr::col("version").lt(before));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }

    fn read_record(&self, row: &Row) -> Result<SealedRecord, StoreError> {
        let is_active = row.integer("is_active")? != 0;
        Ok(SealedRecord {
            id: row.text("id")?.to_string(),
            owner: row.text("owner")?.to_string(),
            is_active,
            version: row.integer("version")?,
            created: row.integer("created")?,
            sealed: row.bytes("sealed")?.to_vec(),
            is_abandoned: is_active && self.process.knows_dead(row.text("process")?),
        })
    }
}

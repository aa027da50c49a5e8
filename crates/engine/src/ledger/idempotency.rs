//! Idempotency of requests: a request with a known key is not executed again.

use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query};

use super::{Ledger, failure, insert};

/// The stored state of an earlier request with the same key.
pub(crate) enum Begun {
    /// No earlier request. This one is now recorded as begun.
    First,
    /// The key belongs to a different request.
    Other,
    /// The same request is being executed.
    UnderWay,
    /// The process that executed the same request ended before the request did.
    Interrupted,
    /// The same request was completed.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The sealed body.
        sealed: Vec<u8>,
    },
}

impl Ledger {
    /// Records that a request with this key begins, unless the key is already known.
    pub(crate) async fn begin_once(&self, owner: &Owner, key: &str, digest: &str) -> Result<Begun, Failure> {
        let row = [
            ("owner", owner.as_str().into()),
            ("key", key.into()),
            ("digest", digest.into()),
            ("process", self.process.id().into()),
            ("begun", self.tick().into()),
        ];
        let mut insert = insert("request", row);
        insert.on_conflict(OnConflict::columns(["owner", "key"]).do_nothing().to_owned());
        if self.store.execute(insert).await.map_err(failure)? > 0 {
            return Ok(Begun::First);
        }
        let mut select = Query::select();
        select
            .columns(["digest", "process", "status", "answer"])
            .from("request")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("key").eq(key));
        // The row may have been deleted between the two statements.
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else {
            return Ok(Begun::UnderWay);
        };
        if row.text("digest").map_err(failure)? != digest {
            return Ok(Begun::Other);
        }
        let status = row.optional_integer("status").map_err(failure)?;
        let answer = row.optional_bytes("answer").map_err(failure)?;
        Ok(match (status.and_then(|status| u16::try_from(status).ok()), answer) {
            (Some(status), Some(sealed)) => Begun::Answered { status, sealed: sealed.to_vec() },
            _ if self.process.knows_dead(row.text("process").map_err(failure)?) => Begun::Interrupted,
            _ => Begun::UnderWay,
        })
    }

    /// Records the sealed response to a request that has begun.
    pub(crate) async fn answer_once(
        &self,
        owner: &Owner,
        key: &str,
        status: u16,
        sealed: Vec<u8>,
    ) -> Result<(), Failure> {
        let mut update = Query::update();
        update
            .table("request")
            .values([("status", i64::from(status).into()), ("answer", sealed.into())])
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("key").eq(key));
        self.store.execute(update).await.map_err(failure).map(drop)
    }

    /// Forgets a request that had no effect, so that it can be sent again.
    pub(crate) async fn forget_once(&self, owner: &Owner, key: &str) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete
            .from_table("request")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("key").eq(key));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }

    /// Deletes the requests that began before this time of the ledger's clock.
    pub(crate) async fn forget_requests(&self, before: i64) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete.from_table("request").and_where(Expr::col("begun").lt(before));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }
}

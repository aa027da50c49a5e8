//! Requests that are answered once, however often they are sent.

use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Query};

use super::{Ledger, failure, insert};

/// An earlier request with the same key, as the store has it.
pub(crate) enum Begun {
    /// Nothing: this one is the first, and is recorded as begun.
    First,
    /// The same key came with another request.
    Other,
    /// The same request is being executed.
    UnderWay,
    /// The same request was begun by a process that ended before it did.
    Interrupted,
    /// The same request was answered.
    Answered {
        /// The HTTP status.
        status: u16,
        /// The sealed body.
        sealed: Vec<u8>,
    },
}

impl Ledger {
    /// Records that a request with this key begins, unless it is known already.
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
        // It may have been forgotten in this moment.
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

    /// Records the sealed answer to a request that has begun.
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

    /// Forgets a request that led to nothing, so that it can be sent again.
    pub(crate) async fn forget_once(&self, owner: &Owner, key: &str) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete
            .from_table("request")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("key").eq(key));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }

    /// Forgets the requests that began before that moment of the ledger's clock.
    pub(crate) async fn forget_requests(&self, before: i64) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete.from_table("request").and_where(Expr::col("begun").lt(before));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }
}

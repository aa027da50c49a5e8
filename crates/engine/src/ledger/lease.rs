//! Leases: the exclusive right of a process to work in a session. Of several processes that share a database,
//! only the one with the lease repairs, undoes or resumes runs of the session.

use std::time::Duration;

use lemmascope_intent::Failure;
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Order, Query, SimpleExpr};
use lemmascope_store::{Statement, Writer};

use super::{Ledger, failure, insert};

/// The time after which a lease that was not renewed expires.
pub(crate) const LIFETIME: Duration = Duration::from_secs(15);

/// The result of an attempt to take a lease.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Held by this process.
    Ours {
        /// The term, which distinguishes this lease from earlier and later ones of the same process.
        term: i64,
    },
    /// Held by another process.
    Elsewhere,
}

impl Ledger {
    /// Takes the lease of a session for this process, unless another live process holds it.
    pub(crate) async fn take_lease(&self, session: &str) -> Result<Taken, Failure> {
        let term = self.tick();
        let mut dead = None;
        loop {
            if self.try_lease(session, term, dead.as_deref()).await? {
                self.catch_up(session).await?;
                return Ok(Taken::Ours { term });
            }
            // The lease may have been released in between.
            let Some(holder) = self.lease_holder(session).await? else { continue };
            if !self.process.knows_dead(&holder) {
                return Ok(Taken::Elsewhere);
            }
            dead = Some(holder);
        }
    }

    /// Takes the lease if it is free, expired, held by this process, or held by a process that is known to be
    /// dead.
    async fn try_lease(&self, session: &str, term: i64, dead: Option<&str>) -> Result<bool, Failure> {
        let row = [
            ("session", session.into()),
            ("process", self.process.id().into()),
            ("term", term.into()),
            ("renewed", self.store.clock()),
        ];
        let mut insert = insert("lease", row);
        let mut is_free = Expr::col(("lease", "process"))
            .eq(self.process.id())
            .or(Expr::col(("lease", "renewed")).lt(self.expiry()));
        if let Some(dead) = dead {
            is_free = is_free.or(Expr::col(("lease", "process")).eq(dead));
        }
        insert.on_conflict(
            OnConflict::column("session")
                .update_columns(["process", "term", "renewed"])
                .action_and_where(is_free)
                .to_owned(),
        );
        Ok(self.store.execute(insert).await.map_err(failure)? > 0)
    }

    /// Returns the time before which an unrenewed lease has expired.
    fn expiry(&self) -> SimpleExpr {
        self.store.clock().sub(i64::try_from(LIFETIME.as_micros()).unwrap_or(i64::MAX))
    }

    async fn lease_holder(&self, session: &str) -> Result<Option<String>, Failure> {
        let mut select = Query::select();
        select.column("process").from("lease").and_where(Expr::col("session").eq(session));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        row.map(|row| row.text("process").map(str::to_string)).transpose().map_err(failure)
    }

    /// Returns the other live process that holds the lease of a session, if there is one.
    pub(super) async fn leased_elsewhere(&self, session: &str) -> Result<Option<String>, Failure> {
        let mut select = Query::select();
        select
            .column("process")
            .from("lease")
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("renewed").gte(self.expiry()));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        let holder = row.map(|row| row.text("process").map(str::to_string)).transpose().map_err(failure)?;
        Ok(holder.filter(|holder| holder != self.process.id() && !self.process.knows_dead(holder)))
    }

    /// Renews the lease of a session. Returns whether this process still holds it.
    pub(crate) async fn renew_lease(&self, session: &str, term: i64) -> Result<bool, Failure> {
        let mut update = Query::update();
        update
            .table("lease")
            .value("renewed", self.store.clock())
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("term").eq(term))
            .and_where(Expr::col("process").eq(self.process.id()));
        Ok(self.store.execute(update).await.map_err(failure)? > 0)
    }

    /// Returns the statement that releases the lease of a session. It names the term, because it is queued
    /// and must not release a later lease.
    pub(crate) fn lease_end(&self, session: &str, term: i64) -> Statement {
        let mut delete = Query::delete();
        delete
            .from_table("lease")
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("term").eq(term))
            .and_where(Expr::col("process").eq(self.process.id()));
        delete.into()
    }

    /// Returns a queue for statements without waiting for them.
    pub(crate) fn writer(&self) -> Writer {
        self.store.writer()
    }

    /// Advances the counter past the last number in the session, whatever the clock of its process was.
    async fn catch_up(&self, session: &str) -> Result<(), Failure> {
        let mut select = Query::select();
        select
            .column("number")
            .from("step")
            .and_where(Expr::col("session").eq(session))
            .order_by("number", Order::Desc)
            .limit(1);
        if let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? {
            self.advance(row.integer("number").map_err(failure)?);
        }
        Ok(())
    }
}

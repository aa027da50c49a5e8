use std::sync::atomic::Ordering;

use lemmascope_intent::Failure;
use lemmascope_store::Statement;
use lemmascope_store::query::{Expr, ExprTrait, Order, Query, SelectStatement};

use super::{Ledger, failure};

/// The number of runs that are stored, and with them the undoable steps. Resumable and interrupted runs are
/// stored beyond this number. The same number of read-only runs is stored separately, so that they do not
/// displace runs with changes.
pub(crate) const REMEMBERED: u64 = 2000;

/// The number of runs between two prunings.
const BETWEEN: u64 = 250;

impl Ledger {
    /// Deletes the oldest runs at regular intervals.
    pub(crate) async fn prune_at_times(&self) -> Result<(), Failure> {
        let ended = self.ended.fetch_add(1, Ordering::Relaxed) + 1;
        if ended.is_multiple_of(BETWEEN) { self.prune(REMEMBERED).await } else { Ok(()) }
    }

    /// Deletes all but the latest runs, with their steps, and all but the latest read-only runs.
    pub(crate) async fn prune(&self, remembered: u64) -> Result<(), Failure> {
        self.prune_looks(remembered).await?;
        let mut select = Query::select();
        select
            .column("started")
            .from("run")
            .and_where(Expr::col("events").is_null())
            .order_by("started", Order::Desc)
            .offset(remembered)
            .limit(1);
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(()) };
        let last = row.integer("started").map_err(failure)?;
        let mut steps = Query::delete();
        steps.from_table("step").and_where(Expr::col("run").in_subquery(forgotten(last)));
        let mut events = Query::delete();
        events.from_table("event").and_where(Expr::col("run").in_subquery(forgotten(last)));
        let mut runs = Query::delete();
        runs.from_table("run").and_where(Expr::col("id").in_subquery(forgotten(last)));
        // The steps are deleted first, because the subquery selects them by their runs.
        self.store
            .transaction(vec![Statement::from(steps), events.into(), runs.into()])
            .await
            .map_err(failure)
    }

    async fn prune_looks(&self, remembered: u64) -> Result<(), Failure> {
        let mut select = Query::select();
        select
            .column("started")
            .from("run")
            .and_where(Expr::col("events").is_not_null())
            .order_by("started", Order::Desc)
            .offset(remembered)
            .limit(1);
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(()) };
        let last = row.integer("started").map_err(failure)?;
        let mut delete = Query::delete();
        delete
            .from_table("run")
            .and_where(Expr::col("events").is_not_null())
            .and_where(Expr::col("started").lte(last));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }
}

/// Returns a query for the runs up to a time that are neither resumable nor interrupted.
fn forgotten(last: i64) -> SelectStatement {
    let mut resumable = Query::select();
    resumable.column("run").from("checkpoint");
    let mut broken = Query::select();
    broken
        .column("run")
        .from("step")
        .and_where(Expr::col("state").eq("started").or(Expr::col("pending").is_not_null()));
    let mut runs = Query::select();
    runs.column("id")
        .from("run")
        .and_where(Expr::col("started").lte(last))
        .and_where(Expr::col("events").is_null())
        .and_where(Expr::col("status").ne("running"))
        .and_where(Expr::col("id").not_in_subquery(resumable))
        .and_where(Expr::col("id").not_in_subquery(broken));
    runs
}

//! Retention: ended threads and notices are stored for a configured time, and then deleted.

use std::time::Duration;

use lemmascope_intent::{Submit, parse_duration};
use lemmascope_store::query::{Expr, ExprTrait, Query, SelectStatement};
use lemmascope_store::{Row, Store as Database, StoreError};

use super::Gateway;
use super::schema::{APPROVAL, CALLBACK, CHANGE, EVENT, INTENT, NOTICE, RECEIVED, TASK, WORKFLOW};
use super::status::Status;
use crate::settings::{KEEP_NOTICES, KEEP_THREADS};
use crate::store::now;

/// The maximum number of threads or notices that are deleted in a transaction.
const BATCH: u64 = 200;
/// The status of a call that was not made yet.
const PENDING: &str = "pending";

/// Deletes expired data. Returns the numbers of threads and of notices.
pub(super) async fn purge(gateway: &Gateway, engine: &dyn Submit) -> Result<(u64, u64), StoreError> {
    let (database, keys) = (&gateway.database, gateway.pace.keys);
    let mut removed = (0, 0);
    if let Some(before) = limit(engine, KEEP_THREADS, keys) {
        removed.0 = all(database, &ended(before), THREADS).await?;
    }
    if let Some(before) = limit(engine, KEEP_NOTICES, Duration::ZERO) {
        removed.1 = all(database, &told(before), NOTICES).await?;
    }
    Ok(removed)
}

/// Returns the time before which ended data has expired. The retention is at least the lifetime of an
/// idempotency key, because a repeated submission must find its intent.
fn limit(engine: &dyn Submit, setting: &str, shortest: Duration) -> Option<i64> {
    let kept = engine.setting(setting)?;
    let kept = kept.as_text().and_then(parse_duration).filter(|kept| !kept.is_zero())?;
    Some(now().saturating_sub(super::task::milliseconds(kept.max(shortest))))
}

/// Selects the threads that ended before a time and have no pending tasks.
fn ended(before: i64) -> SelectStatement {
    let terminal = Status::TERMINAL.map(Status::as_str);
    let busy =
        Query::select().column("intent").from(TASK).and_where(Expr::col("due_at").is_not_null()).take();
    Query::select()
        .column("id")
        .from(INTENT)
        .and_where(Expr::col("status").is_in(terminal))
        .and_where(Expr::col("updated_at").lt(before))
        .and_where(Expr::col("id").not_in_subquery(busy))
        .limit(BATCH)
        .take()
}

/// Selects the notices from before a time, all calls of which were made or given up.
fn told(before: i64) -> SelectStatement {
    let open =
        Query::select().column("notice").from(CALLBACK).and_where(Expr::col("status").eq(PENDING)).take();
    Query::select()
        .column("id")
        .from(NOTICE)
        .and_where(Expr::col("created_at").lt(before))
        .and_where(Expr::col("id").not_in_subquery(open))
        .limit(BATCH)
        .take()
}

/// The tables with rows to delete, and the columns that reference the deleted id.
type Tables = &'static [(&'static str, &'static str)];

const THREADS: Tables = &[
    (EVENT, "intent"),
    (CHANGE, "intent"),
    (RECEIVED, "intent"),
    (APPROVAL, "intent"),
    (WORKFLOW, "intent"),
    // Dead letters that were not redriven.
    (TASK, "intent"),
    (INTENT, "id"),
];
const NOTICES: Tables = &[(CALLBACK, "notice"), (NOTICE, "id")];

async fn all(database: &Database, select: &SelectStatement, tables: Tables) -> Result<u64, StoreError> {
    let mut removed = 0;
    loop {
        let mut transaction = database.begin().await?;
        let rows = transaction.fetch_all(select.clone()).await?;
        let ids: Vec<String> =
            rows.iter().map(|row: &Row| row.text("id").map(str::to_string)).collect::<Result<_, _>>()?;
        if ids.is_empty() {
            transaction.rollback().await?;
            return Ok(removed);
        }
        for (table, column) in tables {
            let delete = Query::delete()
                .from_table(*table)
                .and_where(Expr::col(*column).is_in(ids.iter().map(String::as_str)))
                .take();
            transaction.execute(delete).await?;
        }
        transaction.commit().await?;
        removed += u64::try_from(ids.len()).unwrap_or(0);
    }
}

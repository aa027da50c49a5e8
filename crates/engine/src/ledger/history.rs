use lemmascope_intent::{Deed, Failure};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, StoreError};

use super::{Ledger, StepState, failure};

/// The maximum number of actions that are returned at once.
const MOST: u64 = 1000;

impl Ledger {
    /// Returns the actions in a session since a time, newest first.
    pub(crate) async fn deeds(&self, session: &str, since: i64) -> Result<Vec<Deed>, Failure> {
        let mut select = Query::select();
        select
            .columns(["number", "capability", "line", "undone"])
            .from("step")
            .and_where(Expr::col("session").eq(session))
            .and_where(Expr::col("state").eq(StepState::Done.as_str()))
            .and_where(Expr::col("number").gte(since))
            .order_by("number", Order::Desc)
            .limit(MOST);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(read).collect::<Result<_, _>>().map_err(failure)
    }
}

fn read(row: &Row) -> Result<Deed, StoreError> {
    Ok(Deed {
        at: row.integer("number")?,
        verb: row.text("capability")?.to_string(),
        line: row.text("line")?.to_string(),
        undone: row.optional_integer("undone")?.is_some(),
    })
}

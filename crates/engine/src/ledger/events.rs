use lemmascope_intent::{Event, Failure, Owner, RunEvent};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, Statement, StoreError};

use serde_json::Value as Json;

use super::{Ledger, failure, insert, to_json};

/// The maximum number of events that are read at once.
const MOST: u64 = 1000;

impl Ledger {
    /// Returns the statement that records an event.
    pub(crate) fn event_record(&self, event: &RunEvent) -> Statement {
        let row = [
            ("run", event.run.as_str().into()),
            ("number", event.number.into()),
            ("at", event.at.into()),
            ("event", to_json(&event.event).into()),
        ];
        insert("event", row).into()
    }

    /// Returns the next events of a run, after this number.
    pub(crate) async fn events(&self, run: &str, after: u64) -> Result<Vec<RunEvent>, Failure> {
        let mut select = Query::select();
        select
            .columns(["run", "number", "at", "event"])
            .from("event")
            .and_where(Expr::col("run").eq(run))
            .and_where(Expr::col("number").gt(after))
            .order_by("number", Order::Asc)
            .limit(MOST);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        if rows.is_empty() {
            return self.events_of_look(run, after).await;
        }
        let read: Vec<Option<RunEvent>> = rows.iter().map(read).collect::<Result<_, _>>().map_err(failure)?;
        Ok(read.into_iter().flatten().collect())
    }

    /// Returns the events of a read-only run.
    async fn events_of_look(&self, run: &str, after: u64) -> Result<Vec<RunEvent>, Failure> {
        let mut select = Query::select();
        select
            .columns(["events"])
            .from("run")
            .and_where(Expr::col("id").eq(run))
            .and_where(Expr::col("events").is_not_null());
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else {
            return Ok(Vec::new());
        };
        let Json::Array(events) = row.json("events").map_err(failure)? else { return Ok(Vec::new()) };
        let events = events.into_iter().filter_map(|event| serde_json::from_value::<RunEvent>(event).ok());
        Ok(events.filter(|event| event.number > after).collect())
    }

    /// Whether a live process is executing a run. Returns `None` if the owner has no such run.
    pub(crate) async fn is_under_way(&self, run: &str, owner: &Owner) -> Result<Option<bool>, Failure> {
        let mut select = Query::select();
        select
            .columns(["session", "status"])
            .from("run")
            .and_where(Expr::col("id").eq(run))
            .and_where(Expr::col("owner").eq(owner.as_str()));
        let Some(row) = self.store.fetch_optional(select).await.map_err(failure)? else { return Ok(None) };
        if row.text("status").map_err(failure)? != "running" {
            return Ok(Some(false));
        }
        let session = row.text("session").map_err(failure)?.to_string();
        Ok(Some(self.under_way().contains(run) || self.leased_elsewhere(&session).await?.is_some()))
    }
}

/// Skips an event of a kind that only a newer version knows.
fn read(row: &Row) -> Result<Option<RunEvent>, StoreError> {
    let event: Option<Event> = serde_json::from_value(row.json("event")?).ok();
    let (run, number, at) = (row.text("run")?.to_string(), row.integer("number")?, row.integer("at")?);
    Ok(event.map(|event| RunEvent { run, number: number.unsigned_abs(), at, event }))
}

//! The inbox of an agent: its threads, and the changes in them.

use std::collections::HashMap;

use lemmascope_store::Store as Database;
use lemmascope_store::query::{Cond, Expr, ExprTrait, OnConflict, Order, Query};
use serde_json::{Value as Json, json};

use super::failure::GatewayFailure;
use super::journal::{self, Intent};
use super::schema::{APPROVAL, CHANGE, CURSOR};
use super::status::{Status, WaitingReason};

/// The maximum number of changes that are read at once.
pub(super) const MOST_CHANGES: u64 = 200;

/// Returns the threads of an agent, latest first.
pub(super) async fn threads(
    database: &Database,
    agent: &str,
    limit: u64,
) -> Result<Vec<Json>, GatewayFailure> {
    let answered = Cond::all().add(Expr::col("from_agent").eq(agent)).add(Expr::col("answered").eq(true));
    let decided =
        Query::select().column("intent").from(APPROVAL).and_where(Expr::col("agent").eq(agent)).take();
    let is_own = Cond::any()
        .add(Expr::col("owner_agent").eq(agent))
        .add(answered)
        .add(Expr::col("id").in_subquery(decided));
    let select = journal::select().cond_where(is_own).order_by("created_at", Order::Desc).limit(limit).take();
    let mut threads = Vec::new();
    for row in database.fetch_all(select).await? {
        threads.push(thread(database, &journal::read(&row)?, agent).await?);
    }
    Ok(threads)
}

/// Returns a thread in the format of the protocol, as a viewer may see it.
pub(super) async fn thread(
    database: &Database,
    intent: &Intent,
    viewer: &str,
) -> Result<Json, GatewayFailure> {
    let events = journal::events(database, &intent.id, 0, viewer).await?;
    let mut thread = journal::shown(intent);
    thread["thread_id"] = json!(intent.id);
    if intent.status == Status::Waiting(WaitingReason::Human) {
        let asked = events.iter().rev().filter_map(|event| event.data.as_ref());
        let asked =
            asked.into_iter().find(|data| data["question"].is_string() && data["approval_id"].is_string());
        if let Some(asked) = asked {
            thread["approval"] = asked.clone();
        }
    }
    thread["timeline"] = events.iter().map(journal::Event::to_json).collect();
    Ok(thread)
}

/// Returns the changes after a cursor, and whether there are more.
pub(super) async fn changes(
    database: &Database,
    agent: &str,
    after: i64,
    limit: u64,
) -> Result<Json, GatewayFailure> {
    number(database, agent).await?;
    let select = Query::select()
        .columns(["number", "intent"])
        .from(CHANGE)
        .and_where(Expr::col("agent").eq(agent))
        .and_where(Expr::col("number").gt(after))
        .order_by("number", Order::Asc)
        .limit(limit + 1)
        .take();
    let mut rows = database.fetch_all(select).await?;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let mut last = after;
    // Only the last of several changes of a thread is returned, because it shows the current state.
    let mut latest: HashMap<String, i64> = HashMap::new();
    for row in &rows {
        last = row.integer("number")?;
        latest.insert(row.text("intent")?.into(), last);
    }
    let mut ordered: Vec<_> = latest.into_iter().collect();
    ordered.sort_by_key(|(_, number)| *number);
    let mut changes = Vec::with_capacity(ordered.len());
    for (intent, number) in ordered {
        let intent = journal::find(database, &intent).await?;
        changes
            .push(json!({"cursor": number.to_string(), "thread": thread(database, &intent, agent).await?}));
    }
    Ok(json!({"ok": true, "changes": changes, "has_more": has_more, "next_cursor": last.to_string()}))
}

/// Numbers the new changes of an agent. Readers do this, serialized per agent, so that a change that is
/// committed later always gets a higher number.
async fn number(database: &Database, agent: &str) -> Result<(), GatewayFailure> {
    let unnumbered = Query::select()
        .column("id")
        .from(CHANGE)
        .and_where(Expr::col("agent").eq(agent))
        .and_where(Expr::col("number").is_null())
        .order_by("id", Order::Asc)
        .limit(MOST_CHANGES * 2)
        .take();
    if database.fetch_optional(unnumbered.clone().limit(1).take()).await?.is_none() {
        return Ok(());
    }
    let mut transaction = database.begin().await?;
    let cursor = Query::insert()
        .into_table(CURSOR)
        .columns(["agent", "number"])
        .values_panic([agent.into(), 0_i64.into()])
        .on_conflict(OnConflict::column("agent").do_nothing().to_owned())
        .take();
    transaction.execute(cursor).await?;
    let held = Query::select()
        .column("number")
        .from(CURSOR)
        .and_where(Expr::col("agent").eq(agent))
        .lock_exclusive()
        .take();
    let mut last = transaction.fetch_optional(held).await?.map_or(Ok(0), |row| row.integer("number"))?;
    for row in transaction.fetch_all(unnumbered).await? {
        last += 1;
        let update = Query::update()
            .table(CHANGE)
            .value("number", last)
            .and_where(Expr::col("id").eq(row.integer("id")?))
            .take();
        transaction.execute(update).await?;
    }
    let update =
        Query::update().table(CURSOR).value("number", last).and_where(Expr::col("agent").eq(agent)).take();
    transaction.execute(update).await?;
    transaction.commit().await?;
    Ok(())
}

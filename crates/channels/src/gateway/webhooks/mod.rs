//! Webhooks: subscriptions of agents, their notices, and the calls that send them.

mod calls;
mod guard;
mod signature;
mod subscriptions;

use std::collections::BTreeSet;

use lemmascope_store::Transaction;
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use serde_json::{Value as Json, json};
use uuid::Uuid;

use super::failure::GatewayFailure;
use super::journal::Event;
use super::schema::{CALLBACK, NOTICE, SUBSCRIPTION};
use super::task::{self, Kind};
use crate::store::{now, written};

pub(super) use calls::{Caller, call};
pub(super) use guard::Callbacks;
pub(super) use subscriptions::{create, list, revoke};

/// An event of an intent, for subscribers among its participants.
pub(super) struct Notice<'a> {
    pub(super) intent: &'a str,
    pub(super) intent_type: &'a str,
    pub(super) correlation_id: &'a str,
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) participants: &'a [String],
    pub(super) event: &'a Event,
}

impl Notice<'_> {
    fn document(&self) -> Json {
        json!({
            "type": self.event.event_type,
            "timestamp": written(now()),
            "data": {
                "intent_id": self.intent,
                "intent_type": self.intent_type,
                "correlation_id": self.correlation_id,
                "from_agent": self.from,
                "to_agent": self.to,
                "event": self.event.to_json(),
            },
        })
    }
}

/// Notifies the subscribers of events, in the transaction of these events.
pub(super) async fn notify(
    transaction: &mut Transaction,
    notices: &[Notice<'_>],
) -> Result<(), GatewayFailure> {
    let participants: BTreeSet<&str> =
        notices.iter().flat_map(|notice| notice.participants).map(String::as_str).collect();
    let select = Query::select()
        .columns(["id", "owner", "event_types"])
        .from(SUBSCRIPTION)
        .and_where(Expr::col("owner").is_in(participants))
        .and_where(Expr::col("active").eq(true))
        .take();
    for row in transaction.fetch_all(select).await? {
        let (owner, types) = (row.text("owner")?, row.json("event_types")?);
        for notice in notices {
            let event_type = &notice.event.event_type;
            if wants(&types, event_type) && notice.participants.iter().any(|it| it == owner) {
                let id = note(transaction, owner, event_type, &notice.document()).await?;
                enqueue(transaction, &id, row.text("id")?, owner, notice.intent).await?;
            }
        }
    }
    Ok(())
}

/// Publishes an event of an agent to its own subscriptions. Returns the notice and the number of calls.
pub(super) async fn publish(
    transaction: &mut Transaction,
    owner: &str,
    event_type: &str,
    data: &Json,
) -> Result<(String, usize), GatewayFailure> {
    let document = json!({"type": event_type, "timestamp": written(now()), "data": data});
    let notice = note(transaction, owner, event_type, &document).await?;
    let select = Query::select()
        .columns(["id", "event_types"])
        .from(SUBSCRIPTION)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("active").eq(true))
        .take();
    let mut calls = 0;
    for row in transaction.fetch_all(select).await? {
        if wants(&row.json("event_types")?, event_type) {
            enqueue(transaction, &notice, row.text("id")?, owner, "").await?;
            calls += 1;
        }
    }
    Ok((notice, calls))
}

/// Repeats the calls of a notice to the active subscriptions. Returns their number.
pub(super) async fn replay(
    transaction: &mut Transaction,
    owner: &str,
    notice: &str,
) -> Result<usize, GatewayFailure> {
    let select = Query::select().column("owner").from(NOTICE).and_where(Expr::col("id").eq(notice)).take();
    let row = transaction.fetch_optional(select).await?;
    let row = row.ok_or_else(|| GatewayFailure::not_found(format!("there is no event {notice}")))?;
    if row.text("owner")? != owner {
        return Err(GatewayFailure::forbidden("the event belongs to another agent"));
    }
    let active =
        Query::select().column("id").from(SUBSCRIPTION).and_where(Expr::col("active").eq(true)).take();
    let select = Query::select()
        .column("id")
        .from(CALLBACK)
        .and_where(Expr::col("notice").eq(notice))
        .and_where(Expr::col("status").ne("pending"))
        .and_where(Expr::col("subscription").in_subquery(active))
        .order_by("updated_at", Order::Asc)
        .take();
    let rows = transaction.fetch_all(select).await?;
    for row in &rows {
        let id = row.text("id")?;
        let update = Query::update()
            .table(CALLBACK)
            .value("status", "pending")
            .value("updated_at", now())
            .and_where(Expr::col("id").eq(id))
            .take();
        transaction.execute(update).await?;
        task::add(transaction, Kind::Callback, "", owner, now(), Some(&json!({"callback": id}))).await?;
    }
    Ok(rows.len())
}

/// Returns the numbers of a notice's calls by status.
pub(super) async fn counters(
    database: &lemmascope_store::Store,
    owner: &str,
    notice: &str,
) -> Result<Json, GatewayFailure> {
    let select = Query::select()
        .columns(["owner", "event_type", "created_at"])
        .from(NOTICE)
        .and_where(Expr::col("id").eq(notice))
        .take();
    let row = database.fetch_optional(select).await?;
    let row = row.ok_or_else(|| GatewayFailure::not_found(format!("there is no event {notice}")))?;
    if row.text("owner")? != owner {
        return Err(GatewayFailure::forbidden("the event belongs to another agent"));
    }
    let select =
        Query::select().column("status").from(CALLBACK).and_where(Expr::col("notice").eq(notice)).take();
    let calls = database.fetch_all(select).await?;
    let count =
        |status: &str| calls.iter().filter(|call| call.text("status").is_ok_and(|it| it == status)).count();
    let (delivered, pending, dead) = (count("delivered"), count("pending"), count("dead"));
    Ok(json!({
        "ok": true,
        "event_id": notice,
        "event_type": row.text("event_type")?,
        "owner_agent": owner,
        "accepted_at": written(row.integer("created_at")?),
        "queued_deliveries": calls.len(),
        "processed_deliveries": delivered + dead,
        "delivered": delivered,
        "pending": pending,
        "dead_lettered": dead,
    }))
}

async fn note(
    transaction: &mut Transaction,
    owner: &str,
    event_type: &str,
    document: &Json,
) -> Result<String, GatewayFailure> {
    let id = Uuid::now_v7().to_string();
    let insert = Query::insert()
        .into_table(NOTICE)
        .columns(["id", "owner", "event_type", "document", "created_at"])
        .values_panic([
            id.as_str().into(),
            owner.into(),
            event_type.into(),
            document.to_string().into(),
            now().into(),
        ])
        .take();
    transaction.execute(insert).await?;
    Ok(id)
}

async fn enqueue(
    transaction: &mut Transaction,
    notice: &str,
    subscription: &str,
    owner: &str,
    intent: &str,
) -> Result<(), GatewayFailure> {
    let id = Uuid::now_v7().to_string();
    let insert = Query::insert()
        .into_table(CALLBACK)
        .columns(["id", "notice", "subscription", "status", "attempts", "updated_at"])
        .values_panic([
            id.as_str().into(),
            notice.into(),
            subscription.into(),
            "pending".into(),
            0_i64.into(),
            now().into(),
        ])
        .take();
    transaction.execute(insert).await?;
    Ok(task::add(transaction, Kind::Callback, intent, owner, now(), Some(&json!({"callback": id}))).await?)
}

/// Whether a list of types, each of which may end in `*`, includes a type.
fn wants(event_types: &Json, event_type: &str) -> bool {
    let wanted = event_types.as_array().into_iter().flatten().filter_map(Json::as_str);
    wanted.into_iter().any(|wanted| match wanted.strip_suffix('*') {
        Some(beginning) => event_type.starts_with(beginning),
        None => wanted == event_type,
    })
}

//! Dead letters: tasks that have failed too often. They are stored until a person redrives them.

use lemmascope_store::Store as Database;
use lemmascope_store::query::{Expr, ExprTrait, Order, Query, Value as Bound};
use serde_json::{Value as Json, json};

use super::failure::GatewayFailure;
use super::schema::{CALLBACK, TASK};
use crate::store::{now, written};

/// The maximum number in a listing.
const MOST: u64 = 200;

/// Returns the dead letters of an owner, oldest first.
pub(super) async fn list(database: &Database, owner: &str) -> Result<Vec<Json>, GatewayFailure> {
    let select = Query::select()
        .columns(["id", "kind", "intent", "attempts", "error", "created_at"])
        .from(TASK)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("due_at").is_null())
        .order_by("id", Order::Asc)
        .limit(MOST)
        .take();
    let rows = database.fetch_all(select).await?;
    rows.iter()
        .map(|row| {
            let intent = Some(row.text("intent")?).filter(|id| !id.is_empty());
            Ok(json!({
                "dead_letter_id": row.integer("id")?.to_string(),
                "kind": row.text("kind")?,
                "intent_id": intent,
                "attempts": row.integer("attempts")?,
                "error": row.optional_text("error")?,
                "created_at": written(row.integer("created_at")?),
            }))
        })
        .collect()
}

/// Retries a dead letter, starting from its first attempt.
pub(super) async fn redrive(database: &Database, owner: &str, id: &str) -> Result<(), GatewayFailure> {
    let unknown = || GatewayFailure::not_found(format!("there is no dead letter {id}"));
    let number: i64 = id.parse().map_err(|_| unknown())?;
    let mut transaction = database.begin().await?;
    let select = Query::select()
        .columns(["owner", "data"])
        .from(TASK)
        .and_where(Expr::col("id").eq(number))
        .and_where(Expr::col("due_at").is_null())
        .lock_exclusive()
        .take();
    let row = transaction.fetch_optional(select).await?.ok_or_else(unknown)?;
    if row.text("owner")? != owner {
        return Err(GatewayFailure::forbidden("the dead letter belongs to another agent"));
    }
    let update = Query::update()
        .table(TASK)
        .value("due_at", now())
        .value("attempts", 0_i64)
        .value("lease", Bound::String(None))
        .and_where(Expr::col("id").eq(number))
        .take();
    transaction.execute(update).await?;
    if let Some(callback) = row.optional_json("data")?.unwrap_or_default()["callback"].as_str() {
        let update = Query::update()
            .table(CALLBACK)
            .value("status", "pending")
            .value("updated_at", now())
            .and_where(Expr::col("id").eq(callback))
            .take();
        transaction.execute(update).await?;
    }
    Ok(transaction.commit().await?)
}

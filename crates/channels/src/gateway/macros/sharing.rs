//! Sharing of macros: an owner lets other agents read and use them. A user acts with its own permissions, and
//! gets the versions that the owner stores.

use lemmascope_store::Store as Database;
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Order, Query};
use serde_json::{Value as Json, json};

use crate::gateway::failure::GatewayFailure;
use crate::gateway::schema::MACRO_SHARE;
use crate::gateway::validation::address;
use crate::store::{now, written};

/// The maximum number of agents that a macro is shared with.
const MOST: usize = 1000;

/// Shares a macro with an agent. Idempotent.
pub(in crate::gateway) async fn share(
    database: &Database,
    owner: &str,
    name: &str,
    agent: &str,
) -> Result<Json, GatewayFailure> {
    super::find(database, owner, name, None).await?;
    let agent = address("agent", agent)?;
    if agent.as_str() == owner {
        return Err(GatewayFailure::invalid("agent", "is the owner of the macro"));
    }
    if shares(database, owner, name).await?.len() >= MOST {
        let reason = format!("a macro is shared with at most {MOST} agents");
        return Err(GatewayFailure::conflict("TOO_MANY", reason).about("agent"));
    }
    let insert = Query::insert()
        .into_table(MACRO_SHARE)
        .columns(["owner", "name", "agent", "created_at"])
        .values_panic([owner.into(), name.into(), agent.as_str().into(), now().into()])
        .on_conflict(OnConflict::columns(["owner", "name", "agent"]).do_nothing().to_owned())
        .take();
    database.execute(insert).await?;
    let shares = shares(database, owner, name).await?;
    shares
        .into_iter()
        .find(|it| it["agent"] == json!(agent.as_str()))
        .ok_or_else(|| GatewayFailure::conflict("CONFLICT", "the share was revoked at the same time"))
}

/// Returns the agents that a macro is shared with.
pub(in crate::gateway) async fn shares(
    database: &Database,
    owner: &str,
    name: &str,
) -> Result<Vec<Json>, GatewayFailure> {
    let select = Query::select()
        .columns(["agent", "created_at"])
        .from(MACRO_SHARE)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("name").eq(name))
        .order_by("created_at", Order::Asc)
        .take();
    let rows = database.fetch_all(select).await?;
    rows.iter()
        .map(|row| {
            Ok(json!({
                "macro_id": name,
                "owner_agent": owner,
                "agent": row.text("agent")?,
                "created_at": written(row.integer("created_at")?),
            }))
        })
        .collect()
}

/// Stops sharing a macro with an agent. Intents that the agent has sent with it continue.
pub(in crate::gateway) async fn revoke(
    database: &Database,
    owner: &str,
    name: &str,
    agent: &str,
) -> Result<(), GatewayFailure> {
    let agent = address("agent", agent)?;
    let delete = Query::delete()
        .from_table(MACRO_SHARE)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("name").eq(name))
        .and_where(Expr::col("agent").eq(agent.as_str()))
        .take();
    match database.execute(delete).await? {
        0 => Err(GatewayFailure::not_found(format!("the macro {name} is not shared with {agent}"))),
        _ => Ok(()),
    }
}

/// Returns the macros of other owners that an agent may use, as owners and names.
pub(super) async fn shared_with(
    database: &Database,
    agent: &str,
) -> Result<Vec<(String, String)>, GatewayFailure> {
    let select = Query::select()
        .columns(["owner", "name"])
        .from(MACRO_SHARE)
        .and_where(Expr::col("agent").eq(agent))
        .order_by("created_at", Order::Desc)
        .limit(1000)
        .take();
    let rows = database.fetch_all(select).await?;
    rows.iter().map(|row| Ok((row.text("owner")?.to_string(), row.text("name")?.to_string()))).collect()
}

/// Whether an agent may read and use a macro of an owner.
pub(super) async fn may_use(
    database: &Database,
    owner: &str,
    name: &str,
    agent: &str,
) -> Result<bool, GatewayFailure> {
    if owner == agent {
        return Ok(true);
    }
    let select = Query::select()
        .column("agent")
        .from(MACRO_SHARE)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("name").eq(name))
        .and_where(Expr::col("agent").eq(agent))
        .take();
    Ok(database.fetch_optional(select).await?.is_some())
}

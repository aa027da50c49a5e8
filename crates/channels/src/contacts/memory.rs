//! The recipients that an owner has confirmed.

use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, Store as Database, StoreError};
use serde_json::{Value as Json, json};

use super::name::Name;
use super::schema::CONFIRMATION;
use crate::store::{now, written};

/// A confirmed recipient.
#[derive(Debug, Clone, PartialEq)]
pub struct Remembered {
    /// The id.
    pub id: i64,
    /// The name, verbatim.
    pub query: String,
    /// The confirmed address.
    pub agent: String,
    /// The alias by which the contact was found.
    pub alias: String,
    /// The candidates at the time of the confirmation, including this one.
    pub considered: Vec<String>,
    /// The time of the confirmation, in milliseconds since 1970.
    pub confirmed_at: i64,
    /// The time of expiry, in milliseconds since 1970.
    pub expires_at: i64,
}

/// The maximum number of confirmations of an owner.
const MOST: u64 = 10_000;

const COLUMNS: [&str; 7] = ["id", "query", "agent", "alias", "considered", "confirmed_at", "expires_at"];

impl Remembered {
    fn read(row: &Row) -> Result<Self, StoreError> {
        let considered = row.json("considered")?;
        Ok(Self {
            id: row.integer("id")?,
            query: row.text("query")?.into(),
            agent: row.text("agent")?.into(),
            alias: row.text("alias")?.into(),
            considered: considered
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str)
                .map(str::to_string)
                .collect(),
            confirmed_at: row.integer("confirmed_at")?,
            expires_at: row.integer("expires_at")?,
        })
    }

    /// Returns the confirmation as JSON.
    pub fn to_json(&self) -> Json {
        json!({
            "confirmation_id": self.id,
            "query": self.query,
            "agent": self.agent,
            "alias": self.alias,
            "confirmed_at": written(self.confirmed_at),
            "expires_at": written(self.expires_at),
        })
    }
}

/// Returns the valid confirmation for a name.
pub(super) async fn recall(
    database: &Database,
    owner: &str,
    name: &Name,
) -> Result<Option<Remembered>, StoreError> {
    let select = Query::select()
        .columns(COLUMNS)
        .from(CONFIRMATION)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("folded").eq(name.exact.as_str()))
        .and_where(Expr::col("expires_at").gt(now()))
        .take();
    database.fetch_optional(select).await?.as_ref().map(Remembered::read).transpose()
}

/// Returns all valid confirmations, latest first.
pub(super) async fn all(database: &Database, owner: &str) -> Result<Vec<Remembered>, StoreError> {
    let select = Query::select()
        .columns(COLUMNS)
        .from(CONFIRMATION)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("expires_at").gt(now()))
        .order_by("id", Order::Desc)
        .limit(MOST)
        .take();
    database.fetch_all(select).await?.iter().map(Remembered::read).collect()
}

/// Stores a confirmation for a number of days, in place of an earlier one for the same name.
pub(super) async fn remember(
    database: &Database,
    owner: &str,
    name: &Name,
    chosen: (&str, &str),
    considered: &[String],
    days: i64,
) -> Result<Remembered, StoreError> {
    let (agent, alias) = chosen;
    let confirmed_at = now();
    let expires_at = confirmed_at.saturating_add(days.saturating_mul(24 * 60 * 60 * 1000));
    let mut transaction = database.begin().await?;
    let stale = Query::delete()
        .from_table(CONFIRMATION)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("folded").eq(name.exact.as_str()).or(Expr::col("expires_at").lte(confirmed_at)))
        .take();
    transaction.execute(stale).await?;
    let insert = Query::insert()
        .into_table(CONFIRMATION)
        .columns(["owner", "folded", "query", "agent", "alias", "considered", "confirmed_at", "expires_at"])
        .values_panic([
            owner.into(),
            name.exact.as_str().into(),
            name.shown.as_str().into(),
            agent.into(),
            alias.into(),
            json!(considered).to_string().into(),
            confirmed_at.into(),
            expires_at.into(),
        ])
        .take();
    let id = transaction.insert_returning_id(insert).await?;
    transaction.commit().await?;
    Ok(Remembered {
        id,
        query: name.shown.clone(),
        agent: agent.into(),
        alias: alias.into(),
        considered: considered.to_vec(),
        confirmed_at,
        expires_at,
    })
}

/// Deletes a confirmation, and returns it if it existed.
pub(super) async fn forget(
    database: &Database,
    owner: &str,
    id: i64,
) -> Result<Option<Remembered>, StoreError> {
    let delete = Query::delete()
        .from_table(CONFIRMATION)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("id").eq(id))
        .returning(Query::returning().columns(COLUMNS))
        .take();
    database.fetch_optional(delete).await?.as_ref().map(Remembered::read).transpose()
}

//! The envelopes by idempotency key. A repeated request sends the same envelope again, so that the gateway
//! recognizes it.

use lemmascope_store::query::{ColumnDef, Expr, ExprTrait, OnConflict, Query};
use lemmascope_store::{Migration, Store as Database, StoreError};
use serde_json::Value as Json;

use crate::store::{index, now, table};

/// All migrations, oldest first. A released migration must never change.
pub(crate) const MIGRATIONS: &[Migration] = &[ADAPTED];

const ADAPTED: Migration = Migration {
    name: "channels/adapters/1 envelopes by key",
    statements: || {
        vec![
            table(TABLE, &["owner", "key", "digest", "envelope", "resolution"], &["created_at"])
                .col(ColumnDef::new("id").big_integer().primary_key().auto_increment())
                .to_owned()
                .into(),
            index(TABLE, &["owner", "key"]).unique().to_owned().into(),
            index(TABLE, &["created_at"]).into(),
        ]
    },
};

const TABLE: &str = "adapted_envelope";
/// The time for which a key is stored, in milliseconds: a week.
const KEPT: i64 = 7 * 24 * 60 * 60 * 1000;

/// An envelope that was created for a key.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kept {
    /// The digest of the request.
    pub(super) digest: String,
    /// The envelope.
    pub(super) envelope: Json,
    /// The resolution of the recipient.
    pub(super) resolution: Json,
}

/// Returns the envelope of a key, if there is one.
pub(super) async fn find(database: &Database, owner: &str, key: &str) -> Result<Option<Kept>, StoreError> {
    let select = Query::select()
        .columns(["digest", "envelope", "resolution"])
        .from(TABLE)
        .and_where(Expr::col("owner").eq(owner))
        .and_where(Expr::col("key").eq(key))
        .and_where(Expr::col("created_at").gt(now() - KEPT))
        .take();
    let row = database.fetch_optional(select).await?;
    row.map(|row| {
        Ok(Kept {
            digest: row.text("digest")?.into(),
            envelope: row.json("envelope")?,
            resolution: row.json("resolution")?,
        })
    })
    .transpose()
}

/// Stores an envelope for a key, and returns the stored one: a concurrent request may have been faster.
pub(super) async fn keep(
    database: &Database,
    owner: &str,
    key: &str,
    made: Kept,
) -> Result<Kept, StoreError> {
    let old = Query::delete().from_table(TABLE).and_where(Expr::col("created_at").lte(now() - KEPT)).take();
    database.execute(old).await?;
    let insert = Query::insert()
        .into_table(TABLE)
        .columns(["owner", "key", "digest", "envelope", "resolution", "created_at"])
        .values_panic([
            owner.into(),
            key.into(),
            made.digest.as_str().into(),
            made.envelope.to_string().into(),
            made.resolution.to_string().into(),
            now().into(),
        ])
        .on_conflict(OnConflict::columns(["owner", "key"]).do_nothing().to_owned())
        .take();
    database.execute(insert).await?;
    Ok(find(database, owner, key).await?.unwrap_or(made))
}

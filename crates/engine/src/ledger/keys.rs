use lemmascope_intent::{Failure, Owner, Permissions};
use lemmascope_store::query::{Expr, ExprTrait, Order, Query};
use lemmascope_store::{Row, StoreError};

use super::{Ledger, failure, insert};

/// The stored form of an API key, with the hash of its secret.
#[derive(Debug, Clone)]
pub(crate) struct StoredKey {
    /// The id, which is part of the key itself.
    pub id: String,
    /// The owner that it authenticates.
    pub agent: String,
    /// The SHA-256 hash of the secret, in base 64.
    pub hash: String,
    /// The permissions, as a list of names.
    pub scopes: String,
    /// The time of creation, in seconds since 1970.
    pub created: i64,
    /// The time of expiry.
    pub expires: Option<i64>,
    /// The time of revocation.
    pub revoked: Option<i64>,
}

impl StoredKey {
    /// Whether the key is valid at a time.
    pub(crate) fn is_valid(&self, now: i64) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|expires| now < expires)
    }

    /// Returns the owner and the permissions, or `None` if a newer version stored values that this one cannot
    /// parse.
    pub(crate) fn grant(&self) -> Option<(Owner, Permissions)> {
        Some((Owner::new(&self.agent).ok()?, Permissions::parse(&self.scopes).ok()?))
    }
}

const COLUMNS: [&str; 7] = ["id", "agent", "hash", "scopes", "created", "expires", "revoked"];

impl Ledger {
    /// Stores a new key.
    pub(crate) async fn store_key(&self, key: &StoredKey) -> Result<(), Failure> {
        let row = [
            ("id", key.id.as_str().into()),
            ("agent", key.agent.as_str().into()),
            ("hash", key.hash.as_str().into()),
            ("scopes", key.scopes.as_str().into()),
            ("created", key.created.into()),
            ("expires", key.expires.into()),
        ];
        self.store.execute(insert("api_key", row)).await.map_err(failure).map(drop)
    }

    /// Returns the key with this id.
    pub(crate) async fn key(&self, id: &str) -> Result<Option<StoredKey>, Failure> {
        let mut select = Query::select();
        select.columns(COLUMNS).from("api_key").and_where(Expr::col("id").eq(id));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        row.map(|row| read(&row)).transpose().map_err(failure)
    }

    /// Returns all keys, oldest first.
    pub(crate) async fn keys(&self) -> Result<Vec<StoredKey>, Failure> {
        let mut select = Query::select();
        select.columns(COLUMNS).from("api_key").order_by("created", Order::Asc).order_by("id", Order::Asc);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        rows.iter().map(read).collect::<Result<_, _>>().map_err(failure)
    }

    /// Revokes a key. Returns whether it was valid.
    pub(crate) async fn revoke_key(&self, id: &str, now: i64) -> Result<bool, Failure> {
        let mut update = Query::update();
        update
            .table("api_key")
            .value("revoked", now)
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("revoked").is_null());
        Ok(self.store.execute(update).await.map_err(failure)? > 0)
    }

    /// Lets a key expire at a time, unless it expires earlier.
    pub(crate) async fn expire_key(&self, id: &str, at: i64) -> Result<(), Failure> {
        let mut update = Query::update();
        update
            .table("api_key")
            .value("expires", at)
            .and_where(Expr::col("id").eq(id))
            .and_where(Expr::col("expires").is_null().or(Expr::col("expires").gt(at)));
        self.store.execute(update).await.map_err(failure).map(drop)
    }
}

fn read(row: &Row) -> Result<StoredKey, StoreError> {
    Ok(StoredKey {
        id: row.text("id")?.to_string(),
        agent: row.text("agent")?.to_string(),
        hash: row.text("hash")?.to_string(),
        scopes: row.text("scopes")?.to_string(),
        created: row.integer("created")?,
        expires: row.optional_integer("expires")?,
        revoked: row.optional_integer("revoked")?,
    })
}

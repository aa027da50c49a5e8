use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Order, Query};
use lemmascope_store::{Row, StoreError};

use super::{Ledger, failure, insert};

/// A stored credential: its name and origin are readable, its secrets are sealed.
#[derive(Debug, Clone)]
pub(crate) struct SealedCredential {
    /// The owner.
    pub owner: Owner,
    /// The name.
    pub name: String,
    /// The origin to which it may be sent.
    pub origin: String,
    /// The sealed username and secrets.
    pub sealed: Vec<u8>,
    /// The time at which it was added, in microseconds.
    pub added: i64,
    /// The time of its last replacement, in microseconds.
    pub changed: i64,
}

const COLUMNS: [&str; 5] = ["name", "origin", "sealed", "added", "changed"];

impl Ledger {
    /// Stores a credential. Returns whether it did: without `replace`, it does not overwrite an existing one
    /// of the same name.
    pub(crate) async fn keep_credential(
        &self,
        owner: &Owner,
        name: &str,
        origin: &str,
        sealed: Vec<u8>,
        replace: bool,
    ) -> Result<bool, Failure> {
        let now = self.tick();
        let mut insert = insert(
            "credential",
            [
                ("owner", owner.as_str().into()),
                ("name", name.into()),
                ("origin", origin.into()),
                ("sealed", sealed.into()),
                ("added", now.into()),
                ("changed", now.into()),
            ],
        );
        let mut conflict = OnConflict::columns(["owner", "name"]);
        match replace {
            true => conflict.update_columns(["origin", "sealed", "changed"]),
            false => conflict.do_nothing(),
        };
        insert.on_conflict(conflict);
        Ok(self.store.execute(insert).await.map_err(failure)? > 0)
    }

    /// Returns the credential of an owner with this name.
    pub(crate) async fn credential(
        &self,
        owner: &Owner,
        name: &str,
    ) -> Result<Option<SealedCredential>, Failure> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .from("credential")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("name").eq(name));
        let row = self.store.fetch_optional(select).await.map_err(failure)?;
        row.map(|row| read(&row, owner)).transpose().map_err(failure)
    }

    /// Returns all credentials of an owner, sorted by name.
    pub(crate) async fn credentials(&self, owner: &Owner) -> Result<Vec<SealedCredential>, Failure> {
        let mut select = Query::select();
        select
            .columns(COLUMNS)
            .from("credential")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .order_by("name", Order::Asc);
        let rows = self.store.fetch_all(select).await.map_err(failure)?;
        let mut found: Vec<SealedCredential> =
            rows.iter().map(|row| read(row, owner)).collect::<Result<_, _>>().map_err(failure)?;
        // Sorted here, because the order of a database depends on its locale.
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// Deletes a credential.
    pub(crate) async fn drop_credential(&self, owner: &Owner, name: &str) -> Result<(), Failure> {
        let mut delete = Query::delete();
        delete
            .from_table("credential")
            .and_where(Expr::col("owner").eq(owner.as_str()))
            .and_where(Expr::col("name").eq(name));
        self.store.execute(delete).await.map_err(failure).map(drop)
    }
}

fn read(row: &Row, owner: &Owner) -> Result<SealedCredential, StoreError> {
    Ok(SealedCredential {
        owner: owner.clone(),
        name: row.text("name")?.to_string(),
        origin: row.text("origin")?.to_string(),
        sealed: row.bytes("sealed")?.to_vec(),
        added: row.integer("added")?,
        changed: row.integer("changed")?,
    })
}

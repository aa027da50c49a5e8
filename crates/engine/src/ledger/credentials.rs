use lemmascope_intent::{Failure, Owner};
use lemmascope_store::query::{Expr, ExprTrait, OnConflict, Order, Query};
use lemmascope_store::{Row, StoreError};

use super::{Ledger, failure, insert};

/// A credential as it is kept: what it is for can be read, what it is cannot.
#[derive(Debug, Clone)]
pub(crate) struct SealedCredential {
    /// The owner.
    pub owner: Owner,
    /// The name that it is asked for by.
    pub name: String,
    /// The origin that it may be given to.
    pub origin: String,
    /// Who signs in, and with what.
    pub sealed: Vec<u8>,
    /// When it was first kept, in microseconds.
    pub added: i64,
    /// When it was last replaced.
    pub changed: i64,
}

const COLUMNS: [&str; 5] = ["name", "origin", "sealed", "added", "changed"];

impl Ledger {
    /// Keeps a credential; says whether it could. One of the same name stays, unless it is to be replaced.
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

    /// The credential of that name of an owner.
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

    /// All of an owner, by name.
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
        // Databases sort by the customs of their language; here it is the same everywhere.
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }

    /// Forgets a credential.
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

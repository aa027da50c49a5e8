//! An interactive transaction.

use sea_query::InsertStatement;
use sqlx::{Postgres, Sqlite};

use crate::address::Site;
use crate::connection::Connection;
use crate::migration::SchemaStatement;
use crate::{Row, Statement, Store, StoreError, error_conversion, store};

/// A transaction that takes effect on [`Transaction::commit`], and is rolled back on drop.
///
/// In SQLite a transaction holds the only write lock from its start, so it should be short. In PostgreSQL
/// others can write in parallel: a row that is read in order to change it must be selected with
/// `.lock_exclusive()`, which SQLite does not need and ignores.
#[must_use = "a transaction that is not committed changes nothing"]
pub struct Transaction {
    open: Open,
    /// Keeps the pool alive and provides the location for errors.
    store: Store,
}

pub(crate) enum Open {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Transaction {
    pub(crate) fn new(open: Open, store: Store) -> Self {
        Transaction { open, store }
    }

    /// Executes a statement and returns the number of affected rows.
    pub async fn execute(&mut self, statement: impl Into<Statement>) -> Result<u64, StoreError> {
        self.execute_ref(&statement.into()).await
    }

    /// Executes a statement and returns all rows.
    pub async fn fetch_all(&mut self, statement: impl Into<Statement>) -> Result<Vec<Row>, StoreError> {
        let statement = statement.into();
        self.connection().fetch_all(&statement).await
    }

    /// Executes a statement and returns its first row, if any.
    pub async fn fetch_optional(
        &mut self,
        statement: impl Into<Statement>,
    ) -> Result<Option<Row>, StoreError> {
        Ok(self.fetch_all(statement).await?.into_iter().next())
    }

    /// Inserts a row into a table with a bigint key `id`, and returns the key.
    pub async fn insert_returning_id(&mut self, insert: InsertStatement) -> Result<i64, StoreError> {
        let rows = self.fetch_all(store::returning_id(insert)).await?;
        store::returned_id(&rows)
    }

    /// Commits all changes.
    pub async fn commit(self) -> Result<(), StoreError> {
        let done = match self.open {
            Open::Sqlite(transaction) => transaction.commit().await,
            Open::Postgres(transaction) => transaction.commit().await,
        };
        done.map_err(|error| error_conversion::from_sqlx_error(error, self.store.site(), "COMMIT"))
    }

    /// Rolls back all changes, and waits for completion.
    pub async fn rollback(self) -> Result<(), StoreError> {
        let done = match self.open {
            Open::Sqlite(transaction) => transaction.rollback().await,
            Open::Postgres(transaction) => transaction.rollback().await,
        };
        done.map_err(|error| error_conversion::from_sqlx_error(error, self.store.site(), "ROLLBACK"))
    }

    pub(crate) async fn execute_ref(&mut self, statement: &Statement) -> Result<u64, StoreError> {
        self.connection().execute(statement).await
    }

    pub(crate) async fn define(&mut self, statement: &SchemaStatement) -> Result<(), StoreError> {
        self.connection().define(statement).await
    }

    pub(crate) async fn lock_migrations(&mut self) -> Result<(), StoreError> {
        self.connection().lock_migrations().await
    }

    fn connection(&mut self) -> Connection<'_> {
        let site: &Site = self.store.site();
        match &mut self.open {
            Open::Sqlite(transaction) => Connection::Sqlite(transaction, site),
            Open::Postgres(transaction) => Connection::Postgres(transaction, site),
        }
    }
}

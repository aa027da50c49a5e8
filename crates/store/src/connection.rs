//! A borrowed connection to either database, which renders statements in its dialect.

use sea_query::{PostgresQueryBuilder, SqliteQueryBuilder};
use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, PgConnection, Postgres, Sqlite, SqliteConnection};

use crate::address::Site;
use crate::migration::SchemaStatement;
use crate::{Row, Statement, StoreError, error_conversion, quoting, row};

/// A connection borrowed from a pool or from a transaction.
pub(crate) enum Connection<'c> {
    Sqlite(&'c mut SqliteConnection, &'c Site),
    Postgres(&'c mut PgConnection, &'c Site),
}

/// A connection from a pool, which returns to the pool on drop.
pub(crate) enum PooledConnection {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
}

impl PooledConnection {
    pub(crate) fn connection<'c>(&'c mut self, site: &'c Site) -> Connection<'c> {
        match self {
            PooledConnection::Sqlite(connection) => Connection::Sqlite(connection, site),
            PooledConnection::Postgres(connection) => Connection::Postgres(connection, site),
        }
    }
}

impl Connection<'_> {
    /// Executes a statement and returns the number of affected rows.
    pub(crate) async fn execute(&mut self, statement: &Statement) -> Result<u64, StoreError> {
        match self {
            Connection::Sqlite(connection, site) => {
                let (sql, arguments) = statement.for_sqlite()?;
                let query = sqlx::query_with(AssertSqlSafe(sql.as_str()), arguments);
                let done = query.execute(&mut **connection).await;
                Ok(done
                    .map_err(|error| error_conversion::from_sqlx_error(error, site, &sql))?
                    .rows_affected())
            }
            Connection::Postgres(connection, site) => {
                let (sql, arguments) = statement.for_postgres()?;
                let query = sqlx::query_with(AssertSqlSafe(sql.as_str()), arguments);
                let done = query.execute(&mut **connection).await;
                Ok(done
                    .map_err(|error| error_conversion::from_sqlx_error(error, site, &sql))?
                    .rows_affected())
            }
        }
    }

    /// Executes a statement and returns all rows.
    pub(crate) async fn fetch_all(&mut self, statement: &Statement) -> Result<Vec<Row>, StoreError> {
        match self {
            Connection::Sqlite(connection, site) => {
                let (sql, arguments) = statement.for_sqlite()?;
                let query = sqlx::query_with(AssertSqlSafe(sql.as_str()), arguments);
                let rows = query.fetch_all(&mut **connection).await;
                row::from_sqlite(&rows.map_err(|error| error_conversion::from_sqlx_error(error, site, &sql))?)
            }
            Connection::Postgres(connection, site) => {
                let (sql, arguments) = statement.for_postgres()?;
                let query = sqlx::query_with(AssertSqlSafe(sql.as_str()), arguments);
                let rows = query.fetch_all(&mut **connection).await;
                row::from_postgres(
                    &rows.map_err(|error| error_conversion::from_sqlx_error(error, site, &sql))?,
                )
            }
        }
    }

    /// Executes a statement of a migration.
    pub(crate) async fn define(&mut self, statement: &SchemaStatement) -> Result<(), StoreError> {
        if let SchemaStatement::Rows(statement) = statement {
            return self.execute(statement).await.map(drop);
        }
        let sql = match self {
            Connection::Sqlite(..) => quoting::quote_with_backticks(statement.build(SqliteQueryBuilder)),
            Connection::Postgres(..) => statement.build(PostgresQueryBuilder),
        };
        self.run(&sql).await
    }

    /// Keeps other processes from migrating until this transaction ends. SQLite transactions begin with the
    /// write lock, so they need no further lock.
    pub(crate) async fn lock_migrations(&mut self) -> Result<(), StoreError> {
        match self {
            Connection::Sqlite(..) => Ok(()),
            // The key only has to be the same in every build; it spells "lemmasco".
            Connection::Postgres(..) => self.run("SELECT pg_advisory_xact_lock(7810769445297808239)").await,
        }
    }

    async fn run(&mut self, sql: &str) -> Result<(), StoreError> {
        let query = sqlx::raw_sql(AssertSqlSafe(sql));
        match self {
            Connection::Sqlite(connection, site) => {
                let done = query.execute(&mut **connection).await;
                done.map(drop).map_err(|error| error_conversion::from_sqlx_error(error, site, sql))
            }
            Connection::Postgres(connection, site) => {
                let done = query.execute(&mut **connection).await;
                done.map(drop).map_err(|error| error_conversion::from_sqlx_error(error, site, sql))
            }
        }
    }
}

//! The store itself.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use sea_query::{Expr, InsertStatement, Query, SimpleExpr};
use sqlx::{PgPool, SqlitePool};
use tokio::sync::watch;

use crate::address::{Address, Site};
use crate::connection::PooledConnection;
use crate::transaction::Open;
use crate::{
    Migration, Row, Statement, StoreError, Transaction, Writer, error_conversion, migration, postgres,
    sqlite, writer,
};

/// An open database. Clones are cheap and share the connections.
#[derive(Clone)]
pub struct Store {
    inner: Arc<Inner>,
}

/// The result of [`Store::open`].
#[derive(Debug)]
pub struct Opened {
    /// The store, with all migrations applied.
    pub store: Store,
    /// A notice for the user: a corrupt file was set aside, with its new path.
    pub notice: Option<String>,
}

/// The state of a database, as [`Store::inspect`] reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inspection {
    /// It does not exist yet.
    Absent,
    /// It can be opened.
    Present {
        /// The number of migrations that the next [`Store::open`] applies.
        pending: usize,
        /// Whether a newer program has written to it.
        newer: bool,
    },
}

struct Inner {
    site: Site,
    pools: Pools,
    /// The number of running writer tasks, which [`Store::close`] waits for.
    writers: watch::Sender<usize>,
}

pub(crate) enum Pools {
    /// SQLite has a single write lock. With a single connection for all writers, they queue in order instead
    /// of polling for the lock, and readers run in parallel.
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
    },
    Postgres(PgPool),
}

impl Store {
    /// Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…` and applies missing migrations.
    ///
    /// A missing SQLite file is created with its folders, accessible to its owner only. A corrupt one is
    /// renamed to `PATH.corrupt-TIME` and replaced by a new one; [`Opened::notice`] reports this.
    pub async fn open(url: &str, migrations: &[Migration]) -> Result<Opened, StoreError> {
        match Address::parse(url)? {
            Address::SqliteFile(path) => sqlite::open_file(path, migrations).await,
            Address::SqliteMemory => sqlite::open_in_memory(migrations).await,
            address @ Address::Postgres(_) => postgres::open(address, migrations).await,
        }
    }

    /// Inspects a database without creating, migrating or repairing it.
    pub async fn inspect(url: &str, migrations: &[Migration]) -> Result<Inspection, StoreError> {
        let store = match Address::parse(url)? {
            Address::SqliteMemory => return Ok(Inspection::Absent),
            Address::SqliteFile(path) if !path.exists() => return Ok(Inspection::Absent),
            Address::SqliteFile(path) => sqlite::open_existing(&path).await?,
            address @ Address::Postgres(_) => postgres::open(address, &[]).await?.store,
        };
        let applied = migration::applied(&store).await;
        store.close().await;
        let applied = applied?;
        let pending = migrations.iter().filter(|migration| !applied.contains(migration.name)).count();
        Ok(Inspection::Present { pending, newer: applied.len() + pending > migrations.len() })
    }

    /// Executes a statement and returns the number of affected rows.
    pub async fn execute(&self, statement: impl Into<Statement>) -> Result<u64, StoreError> {
        self.execute_ref(&statement.into()).await
    }

    /// Executes a statement and returns all rows.
    pub async fn fetch_all(&self, statement: impl Into<Statement>) -> Result<Vec<Row>, StoreError> {
        let statement = statement.into();
        let mut pooled = self.acquire(&statement).await?;
        pooled.connection(self.site()).fetch_all(&statement).await
    }

    /// Executes a statement and returns its first row, if any.
    pub async fn fetch_optional(&self, statement: impl Into<Statement>) -> Result<Option<Row>, StoreError> {
        Ok(self.fetch_all(statement).await?.into_iter().next())
    }

    /// Inserts a row into a table with a bigint key `id`, and returns the key.
    pub async fn insert_returning_id(&self, insert: InsertStatement) -> Result<i64, StoreError> {
        returned_id(&self.fetch_all(returning_id(insert)).await?)
    }

    /// Executes statements atomically.
    pub async fn transaction(&self, statements: Vec<Statement>) -> Result<(), StoreError> {
        self.transaction_ref(&statements).await
    }

    /// Executes statements atomically, and retries while the database is locked or unreachable.
    ///
    /// The statements run again if the connection was lost before the server responded, although they may
    /// have been committed by then.
    pub async fn persist(&self, statements: &[Statement]) -> Result<(), StoreError> {
        writer::commit_with_retries(self, statements).await
    }

    /// Begins a transaction whose statements may depend on earlier results.
    ///
    /// While it is open, the same task must use the transaction and not the store: in SQLite another write
    /// would wait for the lock that the task itself holds, and for a database in memory so would a read.
    pub async fn begin(&self) -> Result<Transaction, StoreError> {
        let open = match &self.inner.pools {
            // The lock is taken immediately: a transaction that reads first and requests it later fails
            // without waiting if another process has written in between.
            Pools::Sqlite { writer, .. } => writer.begin_with("BEGIN IMMEDIATE").await.map(Open::Sqlite),
            Pools::Postgres(pool) => pool.begin().await.map(Open::Postgres),
        };
        let open = open.map_err(|error| error_conversion::from_sqlx_error(error, self.site(), "BEGIN"))?;
        Ok(Transaction::new(open, self.clone()))
    }

    /// Returns an expression for the current time of the database, in microseconds since the Unix epoch. It
    /// is consistent across machines.
    pub fn clock(&self) -> SimpleExpr {
        match &self.inner.pools {
            Pools::Sqlite { .. } => Expr::cust("CAST(unixepoch('subsec') * 1000000 AS INTEGER)"),
            Pools::Postgres(_) => {
                Expr::cust("CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000000 AS BIGINT)")
            }
        }
    }

    /// Starts a queue for statements whose results are not awaited; see [`Writer`].
    ///
    /// Must be called within a Tokio runtime.
    pub fn writer(&self) -> Writer {
        writer::start(self.clone())
    }

    /// Waits for dropped writers to finish, then closes the connections.
    ///
    /// The wait for a writer that is not dropped has a timeout; its next flush then fails with
    /// [`StoreError::Closed`].
    pub async fn close(&self) {
        let mut writers = self.inner.writers.subscribe();
        if tokio::time::timeout(CLOSE_WAIT, writers.wait_for(|running| *running == 0)).await.is_err() {
            tracing::warn!(site = %self.site(), "closing the store while a writer is still in use");
        }
        match &self.inner.pools {
            Pools::Sqlite { writer, readers } => {
                // The last connection to close truncates the write-ahead log, and only one with write access
                // can.
                readers.close().await;
                writer.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }

    pub(crate) fn new(site: Site, pools: Pools) -> Self {
        Store { inner: Arc::new(Inner { site, pools, writers: watch::Sender::new(0) }) }
    }

    pub(crate) fn site(&self) -> &Site {
        &self.inner.site
    }

    pub(crate) fn writers(&self) -> &watch::Sender<usize> {
        &self.inner.writers
    }

    pub(crate) async fn execute_ref(&self, statement: &Statement) -> Result<u64, StoreError> {
        let mut pooled = self.acquire(statement).await?;
        pooled.connection(self.site()).execute(statement).await
    }

    pub(crate) async fn transaction_ref(&self, statements: &[Statement]) -> Result<(), StoreError> {
        let mut transaction = self.begin().await?;
        for statement in statements {
            transaction.execute_ref(statement).await?;
        }
        transaction.commit().await
    }

    async fn acquire(&self, statement: &Statement) -> Result<PooledConnection, StoreError> {
        let taken = match &self.inner.pools {
            Pools::Sqlite { readers, .. } if statement.is_read_only() => {
                readers.acquire().await.map(PooledConnection::Sqlite)
            }
            Pools::Sqlite { writer, .. } => writer.acquire().await.map(PooledConnection::Sqlite),
            Pools::Postgres(pool) => pool.acquire().await.map(PooledConnection::Postgres),
        };
        taken.map_err(|error| error_conversion::from_sqlx_error(error, self.site(), "connect"))
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Store({})", self.site())
    }
}

/// The timeout, sufficient for a full queue on a slow disk.
const CLOSE_WAIT: Duration = Duration::from_secs(30);

const ID: &str = "id";

pub(crate) fn returning_id(mut insert: InsertStatement) -> InsertStatement {
    insert.returning(Query::returning().column(ID));
    insert
}

pub(crate) fn returned_id(rows: &[Row]) -> Result<i64, StoreError> {
    match rows {
        [row] => row.integer(ID),
        _ => Err(StoreError::Column {
            name: ID.to_owned(),
            problem: format!("was asked of one row, and {} were inserted", rows.len()),
        }),
    }
}

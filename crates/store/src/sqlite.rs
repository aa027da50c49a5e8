//! Opens a SQLite database, in a file or in memory.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use sea_query::{Expr, Query};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};

use crate::address::Site;
use crate::store::Pools;
use crate::{Migration, Opened, Store, StoreError, error_conversion, migration, set_aside};

/// The busy timeout of SQLite for locks of other processes.
const BUSY: Duration = Duration::from_secs(5);

/// The timeout of a task for the write connection of this process.
const TURN: Duration = Duration::from_secs(30);

/// The maximum number of read connections. Each costs a thread and a page cache, so idle ones are closed.
const READERS: u32 = 3;
const READER_IDLES: Duration = Duration::from_secs(30);

pub(crate) async fn open_file(path: PathBuf, migrations: &[Migration]) -> Result<Opened, StoreError> {
    match ready(&path, migrations).await {
        Ok(store) => Ok(Opened { store, notice: None }),
        Err(StoreError::Corrupt { .. }) => replace_corrupt_file(path, migrations).await,
        Err(error) => Err(error),
    }
}

/// Opens an existing file, and leaves a corrupt one in place.
pub(crate) async fn open_existing(path: &Path) -> Result<Store, StoreError> {
    ready(path, &[]).await
}

pub(crate) async fn open_in_memory(migrations: &[Migration]) -> Result<Opened, StoreError> {
    // A database in memory exists only in its connection: a second connection would have another database,
    // and closing it loses the rows.
    let pool = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(TURN)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_lazy_with(SqliteConnectOptions::new().in_memory(true).foreign_keys(true));
    let store = Store::new(Site::Memory, Pools::Sqlite { writer: pool.clone(), readers: pool });
    migration::apply(&store, migrations).await?;
    Ok(Opened { store, notice: None })
}

/// Sets the corrupt file aside and opens a new one.
async fn replace_corrupt_file(path: PathBuf, migrations: &[Migration]) -> Result<Opened, StoreError> {
    let site = path.display().to_string();
    let folder = path.parent().unwrap_or(&path).to_owned();
    // Two processes may detect the damage at once. The slower one must not set aside the new file of the
    // faster one, so the folder is locked (in a blocking task) and the file is checked again.
    let locked = tokio::task::spawn_blocking(move || {
        let folder = fs::File::open(folder)?;
        folder.lock()?;
        io::Result::Ok(folder)
    });
    let lock = match locked.await {
        Ok(Ok(lock)) => lock,
        Ok(Err(error)) => return Err(error_conversion::from_io_error(&error, site)),
        Err(_) => return Err(StoreError::Closed),
    };
    let opened = match ready(&path, migrations).await {
        Ok(store) => Ok(Opened { store, notice: None }),
        Err(StoreError::Corrupt { reason, .. }) => {
            let aside = set_aside::set_aside(&path)
                .map_err(|error| error_conversion::from_io_error(&error, site.clone()))?;
            let notice = format!(
                "{site} was damaged ({reason}). It is kept as {}, and a new, empty one was made.",
                aside.display()
            );
            ready(&path, migrations).await.map(|store| Opened { store, notice: Some(notice) })
        }
        Err(error) => Err(error),
    };
    drop(lock);
    opened
}

/// Opens a file, reads it once and migrates it. On failure it closes all connections, because the file may be
/// renamed next.
async fn ready(path: &Path, migrations: &[Migration]) -> Result<Store, StoreError> {
    create(path).map_err(|error| error_conversion::from_io_error(&error, path.display().to_string()))?;
    if let Some(obstacle) = error_conversion::obstacle(path) {
        return Err(obstacle);
    }
    let store = pools(path);
    let prepared = match touch(&store).await {
        Ok(()) => migration::apply(&store, migrations).await,
        Err(error) => Err(error),
    };
    match prepared {
        Ok(()) => Ok(store),
        Err(error) => {
            store.close().await;
            Err(error)
        }
    }
}

/// Reads the header and the schema. Switching a new file to write-ahead logging needs a lock that SQLite does
/// not wait for if two processes request it at once, so this function retries.
async fn touch(store: &Store) -> Result<(), StoreError> {
    let deadline = Instant::now() + BUSY;
    let count = Query::select().expr(Expr::cust("count(*)")).from("sqlite_schema").take();
    loop {
        match store.execute(count.clone()).await {
            Err(StoreError::Locked { .. }) if Instant::now() < deadline => {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            done => return done.map(drop),
        }
    }
}

fn pools(path: &Path) -> Store {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .foreign_keys(true)
        .busy_timeout(BUSY)
        // The size in bytes to which the log is truncated after a large transaction.
        .pragma("journal_size_limit", "8388608");
    let writer = SqlitePoolOptions::new()
        .max_connections(1)
        .acquire_timeout(TURN)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_lazy_with(options.clone());
    let readers = SqlitePoolOptions::new()
        .max_connections(READERS)
        .acquire_timeout(TURN)
        .idle_timeout(READER_IDLES)
        .max_lifetime(None)
        .test_before_acquire(false)
        .connect_lazy_with(options);
    Store::new(Site::File(path.to_owned()), Pools::Sqlite { writer, readers })
}

/// Creates the file and its folders, accessible to the owner only. SQLite gives the write-ahead log the mode
/// of the file.
fn create(path: &Path) -> io::Result<()> {
    // Closing a descriptor releases all locks of the process on that file. No connection of this process can
    // have a nonexistent file open, as long as no two threads create it at once.
    static CREATING: Mutex<()> = Mutex::new(());
    let _alone = CREATING.lock();
    if path.try_exists()? {
        return Ok(());
    }
    let mut folders = fs::DirBuilder::new();
    let mut file = OpenOptions::new();
    file.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        folders.mode(0o700);
        file.mode(0o600);
    }
    if let Some(folder) = path.parent() {
        folders.recursive(true).create(folder)?;
    }
    match file.open(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        // This or another process has just created it.
        _ => Ok(()),
    }
}

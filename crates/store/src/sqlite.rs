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
use crate::{Migration, Opened, Store, StoreError, fault, migration, set_aside};

/// How long SQLite itself waits for another process's lock.
const BUSY: Duration = Duration::from_secs(5);

/// How long a task waits for its turn among this process's writers.
const TURN: Duration = Duration::from_secs(30);

/// Each open connection costs a thread and a page cache, so readers are few and leave when they idle.
const READERS: u32 = 3;
const READER_IDLES: Duration = Duration::from_secs(30);

pub(crate) async fn open_file(path: PathBuf, migrations: &[Migration]) -> Result<Opened, StoreError> {
    match ready(&path, migrations).await {
        Ok(store) => Ok(Opened { store, notice: None }),
        Err(StoreError::Corrupt { .. }) => start_over(path, migrations).await,
        Err(error) => Err(error),
    }
}

/// Opens a file that exists, and leaves a damaged one where it is.
pub(crate) async fn open_as_it_is(path: &Path) -> Result<Store, StoreError> {
    ready(path, &[]).await
}

pub(crate) async fn open_memory(migrations: &[Migration]) -> Result<Opened, StoreError> {
    // The database is the connection: a second one would see another database, and closing it loses the rows.
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

/// Sets the damaged file aside and opens a fresh one.
async fn start_over(path: PathBuf, migrations: &[Migration]) -> Result<Opened, StoreError> {
    let site = path.display().to_string();
    let folder = path.parent().unwrap_or(&path).to_owned();
    // Two processes may find the damage at once. The slower one must not set the faster one's fresh file aside,
    // so the folder is locked (off the runtime, for it may block) and the file looked at again.
    let locked = tokio::task::spawn_blocking(move || {
        let folder = fs::File::open(folder)?;
        folder.lock()?;
        io::Result::Ok(folder)
    });
    let lock = match locked.await {
        Ok(Ok(lock)) => lock,
        Ok(Err(error)) => return Err(fault::from_io(&error, site)),
        Err(_) => return Err(StoreError::Closed),
    };
    let opened = match ready(&path, migrations).await {
        Ok(store) => Ok(Opened { store, notice: None }),
        Err(StoreError::Corrupt { reason, .. }) => {
            let aside = set_aside::set_aside(&path).map_err(|error| fault::from_io(&error, site.clone()))?;
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

/// A store on the file, read once and migrated. Its connections are closed again when that fails, so that
/// nobody holds a file that is about to be renamed.
async fn ready(path: &Path, migrations: &[Migration]) -> Result<Store, StoreError> {
    create(path).map_err(|error| fault::from_io(&error, path.display().to_string()))?;
    if let Some(obstacle) = fault::obstacle(path) {
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

/// Reads the header and the schema. Changing a new file to write-ahead logging needs a lock that SQLite does
/// not wait for when two processes ask at once, so that is tried again here.
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
        // After a large transaction the log shrinks back to this many bytes.
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

/// Makes the file, and the folders it needs, for the owner's eyes only. SQLite gives the write-ahead log the
/// mode of the file.
fn create(path: &Path) -> io::Result<()> {
    // Closing a descriptor drops every lock of the process on that file. Nobody in this process can have
    // opened a file that did not exist, as long as no two of us create it at once.
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
        // Created just now, by this process or by another.
        _ => Ok(()),
    }
}

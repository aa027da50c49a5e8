//! What can go wrong, named for what the caller can do next.

use thiserror::Error;

/// A failure of the store. [`StoreError::hint`] says what to do about it where that is known.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The URL begins with something that no store answers to.
    #[error("`{scheme}:` is not a store this program knows")]
    UnknownScheme {
        /// What preceded the first colon; never the rest, which may hold a password.
        scheme: String,
    },
    /// The URL has a known scheme and cannot be read.
    #[error("the store's URL cannot be read; it should look like {expected}")]
    InvalidUrl {
        /// The form such a URL has.
        expected: &'static str,
    },
    /// The server does not answer, or the connection was lost. Worth another try later.
    #[error("{site} cannot be reached: {reason}")]
    Unreachable {
        /// The host and database.
        site: String,
        /// What the system said.
        reason: String,
    },
    /// The server answers and has no database of this name.
    #[error("{site} does not exist: {reason}")]
    NoDatabase {
        /// The host and database.
        site: String,
        /// What the server said.
        reason: String,
    },
    /// The file system, the file or the server takes no writes.
    #[error("{site} is read-only")]
    ReadOnly {
        /// The file or the server.
        site: String,
    },
    /// There is no room left.
    #[error("there is no room left to write {site}")]
    DiskFull {
        /// The file or the server.
        site: String,
    },
    /// This user may not use the file, or the server refused the credentials.
    #[error("{site} may not be used: {reason}")]
    PermissionDenied {
        /// The file or the server.
        site: String,
        /// What the system said.
        reason: String,
    },
    /// Someone else held the lock for longer than the store waits. Worth another try.
    #[error("{site} is locked by another process or transaction")]
    Locked {
        /// The file or the server.
        site: String,
    },
    /// The file is damaged. On opening, such a file is set aside instead of reported.
    #[error("{site} is damaged: {reason}")]
    Corrupt {
        /// The file.
        site: String,
        /// What SQLite said.
        reason: String,
    },
    /// The path cannot hold a database, or the device fails.
    #[error("{site} cannot be used: {reason}")]
    Unusable {
        /// The file or the server.
        site: String,
        /// What the system said.
        reason: String,
    },
    /// A migration was refused by the database; nothing of it was kept.
    #[error("the migration `{name}` failed")]
    Migration {
        /// The migration's name.
        name: String,
        /// Why.
        #[source]
        source: Box<StoreError>,
    },
    /// A row with the same key is there already.
    #[error("the row is there already: {reason}")]
    Duplicate {
        /// The database's words, naming the constraint.
        reason: String,
    },
    /// A foreign key, a check or a `not null` was violated.
    #[error("the row breaks a rule of its table: {reason}")]
    Constraint {
        /// The database's words, naming the constraint.
        reason: String,
    },
    /// A value that not both databases can keep.
    #[error("the value cannot be stored: {reason}")]
    Value {
        /// What is the matter with it.
        reason: String,
    },
    /// The database refused the statement.
    #[error("the statement failed: {reason} (in `{sql}`)")]
    Query {
        /// The database's words.
        reason: String,
        /// The statement with its placeholders, so without any value.
        sql: String,
    },
    /// The row has no such column, or it holds something else.
    #[error("the column `{name}` {problem}")]
    Column {
        /// The column asked for.
        name: String,
        /// What was found instead.
        problem: String,
    },
    /// The store or its writer has been closed.
    #[error("the store has been closed")]
    Closed,
}

impl StoreError {
    /// What the user can do about it, where that is known.
    pub fn hint(&self) -> Option<&str> {
        Some(match self {
            StoreError::UnknownScheme { .. } => {
                "use `sqlite:PATH`, `sqlite::memory:` or `postgres://user@host/database`"
            }
            StoreError::InvalidUrl { .. } => {
                "check the URL; special characters in a password are percent-encoded"
            }
            StoreError::Unreachable { .. } => {
                "check that the server runs and that the host and port are right"
            }
            StoreError::NoDatabase { .. } => {
                "create it with `createdb NAME`, or name an existing one in the URL"
            }
            StoreError::ReadOnly { .. } => {
                "choose a place that can be written, or `sqlite::memory:` to keep nothing"
            }
            StoreError::DiskFull { .. } => "free some space, then try again; committed data is safe",
            StoreError::PermissionDenied { .. } => {
                "check the owner and mode of the file and its folder, or the user and password in the URL"
            }
            StoreError::Locked { .. } => "let the other program finish, or stop it, then try again",
            StoreError::Corrupt { .. } => {
                "stop the program, move the file and its -wal aside, and salvage it with `sqlite3 FILE .recover`"
            }
            StoreError::Unusable { .. } => "check the path, quotas (`ulimit -f`) and the health of the disk",
            StoreError::Migration { source, .. } => return source.hint(),
            StoreError::Duplicate { .. }
            | StoreError::Constraint { .. }
            | StoreError::Value { .. }
            | StoreError::Query { .. }
            | StoreError::Column { .. }
            | StoreError::Closed => return None,
        })
    }

    /// Whether the same statement may well succeed a moment later.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::Locked { .. } | StoreError::Unreachable { .. })
    }
}

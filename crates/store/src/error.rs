//! Errors, named for the possible reactions of the caller.

use thiserror::Error;

/// An error of the store. [`StoreError::hint`] returns the remedy, if known.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The scheme of the URL is unknown.
    #[error("`{scheme}:` is not a store this program knows")]
    UnknownScheme {
        /// The text before the first colon; never the rest, which may contain a password.
        scheme: String,
    },
    /// The URL has a known scheme but is invalid.
    #[error("the store's URL cannot be read; it should look like {expected}")]
    InvalidUrl {
        /// The expected form.
        expected: &'static str,
    },
    /// The server does not respond, or the connection was lost. A later retry may succeed.
    #[error("{site} cannot be reached: {reason}")]
    Unreachable {
        /// The host and database.
        site: String,
        /// The error of the operating system.
        reason: String,
    },
    /// The server has no database with this name.
    #[error("{site} does not exist: {reason}")]
    NoDatabase {
        /// The host and database.
        site: String,
        /// The error of the server.
        reason: String,
    },
    /// The file system, the file or the server is read-only.
    #[error("{site} is read-only")]
    ReadOnly {
        /// The file or the server.
        site: String,
    },
    /// The disk is full.
    #[error("there is no room left to write {site}")]
    DiskFull {
        /// The file or the server.
        site: String,
    },
    /// The user may not access the file, or the server rejected the credentials.
    #[error("{site} may not be used: {reason}")]
    PermissionDenied {
        /// The file or the server.
        site: String,
        /// The error of the operating system.
        reason: String,
    },
    /// Another process held the lock longer than the timeout. A retry may succeed.
    #[error("{site} is locked by another process or transaction")]
    Locked {
        /// The file or the server.
        site: String,
    },
    /// The file is corrupt. [`Store::open`](crate::Store::open) sets such a file aside instead of returning
    /// this error.
    #[error("{site} is damaged: {reason}")]
    Corrupt {
        /// The file.
        site: String,
        /// The error of SQLite.
        reason: String,
    },
    /// The path cannot contain a database, or the device fails.
    #[error("{site} cannot be used: {reason}")]
    Unusable {
        /// The file or the server.
        site: String,
        /// The error of the operating system.
        reason: String,
    },
    /// The database rejected a migration, which was rolled back.
    #[error("the migration `{name}` failed")]
    Migration {
        /// The name of the migration.
        name: String,
        /// The error of the database.
        #[source]
        source: Box<StoreError>,
    },
    /// A row with the same key exists.
    #[error("the row is there already: {reason}")]
    Duplicate {
        /// The error of the database, which names the constraint.
        reason: String,
    },
    /// The statement violates a foreign key, a check or a `not null` constraint.
    #[error("the row breaks a rule of its table: {reason}")]
    Constraint {
        /// The error of the database, which names the constraint.
        reason: String,
    },
    /// One of the databases cannot store this value.
    #[error("the value cannot be stored: {reason}")]
    Value {
        /// The reason.
        reason: String,
    },
    /// The database rejected the statement.
    #[error("the statement failed: {reason} (in `{sql}`)")]
    Query {
        /// The error of the database.
        reason: String,
        /// The statement with placeholders, without any values.
        sql: String,
    },
    /// The row has no such column, or the column has another type.
    #[error("the column `{name}` {problem}")]
    Column {
        /// The requested column.
        name: String,
        /// The actual content.
        problem: String,
    },
    /// The store or its writer has been closed.
    #[error("the store has been closed")]
    Closed,
}

impl StoreError {
    /// Returns the remedy for the user, if known.
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

    /// Whether a retry of the same statement may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, StoreError::Locked { .. } | StoreError::Unreachable { .. })
    }
}

//! Converts errors of the drivers and of the file system into [`StoreError`].

use std::io;
use std::path::Path;

use sqlx::error::{DatabaseError, ErrorKind};

use crate::StoreError;
use crate::address::Site;

/// Converts an error of a driver for the statement `sql` at `site`.
pub(crate) fn from_sqlx_error(error: sqlx::Error, site: &Site, sql: &str) -> StoreError {
    let here = site.to_string();
    match error {
        sqlx::Error::Database(error) => match error.kind() {
            ErrorKind::UniqueViolation => StoreError::Duplicate { reason: error.message().to_owned() },
            ErrorKind::ForeignKeyViolation | ErrorKind::NotNullViolation | ErrorKind::CheckViolation => {
                StoreError::Constraint { reason: error.message().to_owned() }
            }
            _ => match site {
                Site::Server(_) => from_postgres(&*error, here, sql),
                Site::File(_) | Site::Memory => from_sqlite(&*error, site, sql),
            },
        },
        sqlx::Error::Io(error) => match site {
            Site::Server(_) => StoreError::Unreachable { site: here, reason: error.to_string() },
            Site::File(_) | Site::Memory => from_io_error(&error, here),
        },
        sqlx::Error::Tls(error) => StoreError::Unreachable { site: here, reason: error.to_string() },
        sqlx::Error::PoolTimedOut => match site {
            Site::Server(_) => {
                StoreError::Unreachable { site: here, reason: "no connection became free in time".to_owned() }
            }
            Site::File(_) | Site::Memory => StoreError::Locked { site: here },
        },
        sqlx::Error::PoolClosed => StoreError::Closed,
        // The thread of a SQLite connection has died; the pool replaces the connection on the next use.
        sqlx::Error::WorkerCrashed => {
            StoreError::Unreachable { site: here, reason: "its connection was lost".to_owned() }
        }
        other => StoreError::Query { reason: other.to_string(), sql: sql.to_owned() },
    }
}

/// Converts an error of a file operation at `site`.
pub(crate) fn from_io_error(error: &io::Error, site: String) -> StoreError {
    match error.kind() {
        io::ErrorKind::PermissionDenied => StoreError::PermissionDenied { site, reason: error.to_string() },
        io::ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly { site },
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::DiskFull { site },
        _ => StoreError::Unusable { site, reason: error.to_string() },
    }
}

/// Returns the reason why SQLite cannot use a file at `path`, without opening it: closing a separate
/// descriptor would release the locks that other connections of this process hold on the file.
pub(crate) fn obstacle(path: &Path) -> Option<StoreError> {
    let folder = path.parent().unwrap_or(path);
    match path.metadata() {
        Ok(found) if found.is_dir() => Some(StoreError::Unusable {
            site: path.display().to_string(),
            reason: "it is a folder".to_owned(),
        }),
        // The write-ahead log is next to the file, so the folder has to be writable as well.
        Ok(_) => refused(path).or_else(|| refused(folder)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => refused(folder),
        Err(error) => Some(from_io_error(&error, path.display().to_string())),
    }
}

#[cfg(unix)]
fn refused(path: &Path) -> Option<StoreError> {
    use rustix::fs::{Access, AtFlags, CWD, accessat};
    let error = accessat(CWD, path, Access::READ_OK | Access::WRITE_OK, AtFlags::EACCESS).err()?;
    Some(from_io_error(&error.into(), path.display().to_string()))
}

#[cfg(not(unix))]
fn refused(_: &Path) -> Option<StoreError> {
    None
}

fn from_sqlite(error: &dyn DatabaseError, site: &Site, sql: &str) -> StoreError {
    let here = site.to_string();
    let reason = error.message().to_owned();
    let code = error.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or_default();
    let obstacle = || match site {
        Site::File(path) => obstacle(path),
        Site::Memory | Site::Server(_) => None,
    };
    // The low byte is the primary result code; the other bytes of an extended code only refine it.
    match code & 0xff {
        3 | 23 => StoreError::PermissionDenied { site: here, reason },
        5 | 6 => StoreError::Locked { site: here },
        8 => obstacle().unwrap_or(StoreError::ReadOnly { site: here }),
        10 => StoreError::Unusable { site: here, reason },
        11 | 26 => StoreError::Corrupt { site: here, reason },
        13 => StoreError::DiskFull { site: here },
        14 => obstacle().unwrap_or(StoreError::Unusable { site: here, reason }),
        19 => StoreError::Constraint { reason },
        _ => StoreError::Query { reason, sql: sql.to_owned() },
    }
}

fn from_postgres(error: &dyn DatabaseError, site: String, sql: &str) -> StoreError {
    let reason = error.message().to_owned();
    let code = error.code().unwrap_or_default();
    match &*code {
        "3D000" => StoreError::NoDatabase { site, reason },
        "25006" => StoreError::ReadOnly { site },
        "53100" => StoreError::DiskFull { site },
        "42501" => StoreError::PermissionDenied { site, reason },
        // The victim of a deadlock or a serialization failure was rolled back and can be retried.
        "40001" | "40P01" | "55P03" => StoreError::Locked { site },
        // Too many connections, or the server is starting, stopping or has dropped this session.
        "53300" | "57P01" | "57P02" | "57P03" | "57P05" => StoreError::Unreachable { site, reason },
        _ if code.starts_with("28") => StoreError::PermissionDenied { site, reason },
        _ if code.starts_with("08") => StoreError::Unreachable { site, reason },
        _ if code.starts_with("23") => StoreError::Constraint { reason },
        "XX001" | "XX002" => StoreError::Corrupt { site, reason },
        _ => StoreError::Query { reason, sql: sql.to_owned() },
    }
}

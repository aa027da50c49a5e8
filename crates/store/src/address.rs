//! Parses the URL of a store, and names its location in messages.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use crate::StoreError;

/// The location of a database, parsed from a URL.
pub(crate) enum Address {
    SqliteFile(PathBuf),
    SqliteMemory,
    Postgres(Box<PgConnectOptions>),
}

/// The location for messages, which never includes a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Site {
    File(PathBuf),
    Memory,
    Server(String),
}

impl Address {
    pub(crate) fn parse(url: &str) -> Result<Self, StoreError> {
        let (scheme, rest) = url.split_once(':').unwrap_or(("", url));
        match scheme {
            "sqlite" => sqlite(rest),
            "postgres" | "postgresql" => PgConnectOptions::from_str(url)
                .map(|options| Address::Postgres(Box::new(options)))
                // The error of the parser may quote parts of the URL, which may contain a password.
                .map_err(|_| StoreError::InvalidUrl {
                    expected: "postgres://user:password@host:5432/database",
                }),
            _ => Err(StoreError::UnknownScheme { scheme: scheme.to_owned() }),
        }
    }

    pub(crate) fn site(&self) -> Site {
        match self {
            Address::SqliteFile(path) => Site::File(path.clone()),
            Address::SqliteMemory => Site::Memory,
            Address::Postgres(options) => Site::Server(server_name(options)),
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Site::File(path) => write!(f, "{}", path.display()),
            Site::Memory => f.write_str("the database in memory"),
            Site::Server(name) => f.write_str(name),
        }
    }
}

fn sqlite(rest: &str) -> Result<Address, StoreError> {
    let path = rest.strip_prefix("//").unwrap_or(rest);
    if path == ":memory:" {
        return Ok(Address::SqliteMemory);
    }
    // Connections are opened lazily, so a relative path must not depend on a later change of the working
    // directory. An absolute path also cannot start with `file:`, which SQLite would interpret as a URI.
    match std::path::absolute(path) {
        Ok(path) => Ok(Address::SqliteFile(path)),
        Err(_) => Err(StoreError::InvalidUrl { expected: "sqlite:PATH or sqlite::memory:" }),
    }
}

fn server_name(options: &PgConnectOptions) -> String {
    let host = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    let database = options.get_database().unwrap_or(options.get_username());
    format!("PostgreSQL at {host}, database {database}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(url: &str) -> Result<String, String> {
        Address::parse(url).map(|a| a.site().to_string()).map_err(|e| e.to_string())
    }

    #[test]
    fn parses_file_memory_and_server_urls() {
        assert_eq!(site("sqlite:/var/lib/a b?#.db").unwrap(), "/var/lib/a b?#.db");
        assert_eq!(site("sqlite:///var/lib/a.db").unwrap(), "/var/lib/a.db");
        assert!(site("sqlite:a.db").unwrap().starts_with('/'), "a relative path is made absolute");
        assert_eq!(site("sqlite::memory:").unwrap(), "the database in memory");
        for scheme in ["postgres", "postgresql"] {
            let shown = site(&format!("{scheme}://ann:s3cret@db.example:6543/lemma")).unwrap();
            assert_eq!(shown, "PostgreSQL at db.example:6543, database lemma");
        }
    }

    #[test]
    fn invalid_url_error_omits_the_password() {
        for url in ["mysql://ann:s3cret@host/db", "ann:s3cret@host", "postgres://ann:s3cret@host:port/db"] {
            let error = Address::parse(url).err().unwrap();
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
            assert!(error.hint().is_some());
        }
        assert!(
            matches!(Address::parse("mysql://h/d"), Err(StoreError::UnknownScheme { scheme }) if scheme == "mysql")
        );
        assert!(matches!(Address::parse("sqlite:"), Err(StoreError::InvalidUrl { .. })));
    }
}

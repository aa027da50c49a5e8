//! A store in SQLite or PostgreSQL, opened by URL.
//!
//! Statements and migrations are written once with [`sea_query`] and rendered for the actual database; no other
//! crate depends on which one it is. The common subset is deliberately small. A column has one of six types:
//! text, bigint, boolean, double, blob, and JSON stored as text; a time is a bigint of milliseconds since the
//! Unix epoch.
//!
//! The caller has to avoid the remaining differences: `LIKE` is case-sensitive only in PostgreSQL (compare
//! `lower(…)`), and texts are sorted by the collation of the database (order by a number if the order matters).
//!
//! ```
//! use lemmascope_store::{Migration, Store};
//! use lemmascope_store::query::{ColumnDef, Query, Table};
//!
//! const NOTES: Migration = Migration {
//!     name: "example/1 notes",
//!     statements: || {
//!         let mut table = Table::create();
//!         table.table("note").col(ColumnDef::new("id").big_integer().primary_key().auto_increment());
//!         table.col(ColumnDef::new("body").text().not_null());
//!         vec![table.into()]
//!     },
//! };
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let store = Store::open("sqlite::memory:", &[NOTES]).await?.store;
//! let mut insert = Query::insert();
//! insert.into_table("note").columns(["body"]).values(["milk".into()])?;
//! assert_eq!(store.insert_returning_id(insert).await?, 1);
//!
//! let mut select = Query::select();
//! select.column("body").from("note");
//! assert_eq!(store.fetch_all(select).await?[0].text("body")?, "milk");
//! # Ok(())
//! # }
//! ```

mod address;
mod error;
mod migration;
mod row;
mod statement;
mod store;
mod transaction;
mod writer;

mod connection;
mod error_conversion;
mod postgres;
mod quoting;
mod set_aside;
mod sqlite;

/// The query builder that statements and migrations are written with.
pub use sea_query as query;

pub use error::StoreError;
pub use migration::{Migration, SchemaStatement};
pub use row::Row;
pub use statement::Statement;
pub use store::{Inspection, Opened, Store};
pub use transaction::Transaction;
pub use writer::Writer;

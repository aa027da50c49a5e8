//! The store: SQLite or PostgreSQL, opened by URL.
//!
//! Statements and migrations are written once with [`sea_query`] and rendered for the database at hand; no
//! other crate knows which one it is. What works on both is kept small on purpose. A column is of one of six
//! kinds: text, bigint, boolean, double, blob, and JSON kept as text; a moment is a bigint of milliseconds
//! since 1970.
//!
//! What still differs is the caller's to avoid: `LIKE` minds the case only in PostgreSQL (compare `lower(…)`),
//! and texts sort by the database's own collation (order by a number where the order matters).
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
mod fault;
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

//! The database of the domain. Each module defines its own tables.

mod table;

use lemmascope_store::Migration;

pub(crate) use table::{index, table};

/// Returns the migrations of all modules, oldest first within each. A released migration must never change.
pub(crate) fn migrations() -> Vec<Migration> {
    [crate::gateway::MIGRATIONS, crate::contacts::MIGRATIONS, crate::adapters::MIGRATIONS].concat()
}

/// Returns the current time in milliseconds since 1970.
pub fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// Formats a time for the protocol.
pub fn written(milliseconds: i64) -> String {
    jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}

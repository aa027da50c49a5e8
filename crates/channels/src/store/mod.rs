//! The database of the domain. Each part brings its own tables.

mod table;

use lemmascope_store::Migration;

pub(crate) use table::{index, table};

/// The migrations of all parts, oldest first within each. A migration that has been released is never changed.
pub(crate) fn migrations() -> Vec<Migration> {
    [crate::gateway::MIGRATIONS, crate::contacts::MIGRATIONS, crate::adapters::MIGRATIONS].concat()
}

/// The present moment, in milliseconds since 1970.
pub fn now() -> i64 {
    jiff::Timestamp::now().as_millisecond()
}

/// A moment as the protocol writes it.
pub fn written(milliseconds: i64) -> String {
    jiff::Timestamp::from_millisecond(milliseconds).unwrap_or_default().to_string()
}

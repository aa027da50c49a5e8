//! A request for figures from a spreadsheet.

use serde::{Deserialize, Serialize};

use crate::number::Convention;
use crate::operation::{Operation, Rank};

/// A request for figures from a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The operations on each column.
    pub operations: Vec<Operation>,
    /// The columns, by name, letter or number.
    pub columns: Vec<String>,
    /// The sheet; defaults to the first visible one with a table.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The conditions in natural language, all of which a row must satisfy. They are parsed once the columns
    /// are known.
    #[serde(default)]
    pub conditions: Vec<String>,
    /// Columns to group by.
    #[serde(default)]
    pub by: Vec<String>,
    /// The ranking of groups, if not all are requested.
    #[serde(default)]
    pub rank: Option<Rank>,
    /// The decimal separator, for files in which it is ambiguous.
    #[serde(default)]
    pub decimal: Option<Convention>,
}

impl Request {
    /// Whether the request depends on the values in the first rows.
    pub(crate) fn needs_sample(&self) -> bool {
        let counts =
            |it: &Operation| matches!(it, Operation::Things | Operation::ThingsWith | Operation::TotalNumber);
        !self.conditions.is_empty() || self.operations.iter().any(counts)
    }

    /// Creates a request for one column, without conditions.
    pub fn new(operation: Operation, column: impl Into<String>) -> Request {
        Request {
            operations: vec![operation],
            columns: vec![column.into()],
            sheet: None,
            conditions: Vec::new(),
            by: Vec::new(),
            rank: None,
            decimal: None,
        }
    }
}

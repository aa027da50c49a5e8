//! What is asked of a spreadsheet.

use serde::{Deserialize, Serialize};

use crate::number::Convention;
use crate::operation::{Operation, Rank};

/// What is asked of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is to be found out about each column.
    pub operations: Vec<Operation>,
    /// The columns, by name, letter or number.
    pub columns: Vec<String>,
    /// The sheet; the first visible one that holds a table when none is named.
    #[serde(default)]
    pub sheet: Option<String>,
    /// Conditions that a row must meet, all of them, as people write them. They are read once the columns are known.
    #[serde(default)]
    pub conditions: Vec<String>,
    /// Columns; one figure for each of their values.
    #[serde(default)]
    pub by: Vec<String>,
    /// Which groups are wanted, where not all are.
    #[serde(default)]
    pub rank: Option<Rank>,
    /// The decimal sign, where the file leaves it open and a person knows.
    #[serde(default)]
    pub decimal: Option<Convention>,
}

impl Request {
    /// Whether it depends on what the first rows hold.
    pub(crate) fn needs_sample(&self) -> bool {
        let counts = |it: &Operation| matches!(it, Operation::Things | Operation::TotalNumber);
        !self.conditions.is_empty() || self.operations.iter().any(counts)
    }

    /// A request for one column, without conditions.
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

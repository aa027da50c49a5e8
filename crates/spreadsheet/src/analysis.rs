//! What was found out.

use serde::{Deserialize, Serialize};

use crate::request::Operation;
use crate::unit::Unit;

/// What was found out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// What was asked.
    pub operation: Operation,
    /// The sheet that was read.
    pub sheet: String,
    /// The row that names the columns, counted from 1; none when the sheet has no such row.
    pub header_row: Option<u64>,
    /// One for each column that was asked for.
    pub figures: Vec<Figure>,
    /// The column that the groups are of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Column>,
    /// What the reader decided, and what one should know about the file.
    pub notes: Vec<String>,
}

/// What follows from one column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The column.
    pub column: Column,
    /// The answer.
    pub value: Answer,
    /// How many cells went into it.
    pub rows: u64,
    /// What did not.
    pub skipped: Skipped,
    /// What the numbers are amounts of, where all say the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The answer for each value of the column that was grouped by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
}

/// A column, as it is named in the file and how that name was arrived at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// What was asked for.
    pub asked: String,
    /// The name in the file; the letter where it has none.
    pub name: String,
    /// The letter.
    pub letter: String,
    /// How the one led to the other.
    pub matched: Match,
}

/// How a column was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// The very name.
    Exact,
    /// The name in other capitals.
    Case,
    /// The name without its accents.
    Accents,
    /// The name with other spaces or punctuation.
    Spelling,
    /// A part of the name that no other column has.
    Part,
    /// A close misspelling.
    Misspelling,
    /// The column's letter.
    Letter,
    /// The column's number.
    Index,
}

/// A number or a date that was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// In figures, with a point before the decimals and no grouping; a date as `2024-12-31`.
    pub text: String,
    /// The nearest binary number; none for a date.
    pub number: Option<f64>,
    /// Whether the text is exact, and not rounded.
    pub exact: bool,
}

/// Cells that went into no figure, by what they hold.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Nothing.
    pub empty: u64,
    /// Text that is no number.
    pub text: u64,
    /// Errors, as `#DIV/0!`.
    pub error: u64,
    /// Dates among numbers.
    pub date: u64,
    /// True or false.
    pub boolean: u64,
    /// Formulas whose result is not in the file.
    pub uncomputed: u64,
    /// Sums that the file itself holds below what they are sums of.
    pub total: u64,
    /// A few of them, with where they stand.
    pub examples: Vec<Example>,
}

impl Skipped {
    /// How many cells that hold something went into no figure.
    #[must_use]
    pub fn filled(&self) -> u64 {
        self.text + self.error + self.date + self.boolean + self.uncomputed + self.total
    }
}

/// A cell that went into no figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Where it stands: `C17`.
    pub cell: String,
    /// What it holds.
    pub holds: String,
}

/// The answer for one value of the column that was grouped by.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// The value.
    pub key: String,
    /// The answer; none where the group has no numbers.
    pub value: Option<Answer>,
    /// How many cells went into it.
    pub rows: u64,
}

/// How far a long reading has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Bytes that were read.
    pub done: u64,
    /// Bytes that there are; within a workbook, those of the sheet.
    pub whole: u64,
}

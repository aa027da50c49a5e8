//! The result of an analysis.

use serde::{Deserialize, Serialize};

use crate::operation::Operation;
use crate::unit::Unit;

/// The result of an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The sheet.
    pub sheet: String,
    /// The cell range of the table: `A6:C20`.
    pub table: String,
    /// Other cell ranges of the sheet that contain numbers and were not used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
    /// The 1-based header row; none if the sheet has no header.
    pub header_row: Option<u64>,
    /// The figures, one for each requested operation and column.
    pub figures: Vec<Figure>,
    /// The columns that the figures are grouped by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Column>,
    /// Decisions of the reader, and facts about the file that affect the figures.
    pub notes: Vec<String>,
}

impl Analysis {
    /// Describes the requested operations.
    #[must_use]
    pub fn operations(&self) -> String {
        let mut names: Vec<String> = Vec::new();
        for figure in &self.figures {
            let name = figure.operation.to_string();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// Describes the grouping.
    #[must_use]
    pub fn grouped_by(&self) -> Option<String> {
        let names: Vec<&str> = self.by.iter().map(|it| it.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(" / "))
    }
}

/// A cell range outside the table that contains numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// Its range: `A2:B4`.
    pub range: String,
    /// Its column names, or its first rows.
    pub holds: String,
}

/// The result of an operation on a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// The operation.
    pub operation: Operation,
    /// The column.
    pub column: Column,
    /// The second column, for a correlation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Column>,
    /// The result.
    pub value: Answer,
    /// The number of cells that it was calculated from.
    pub rows: u64,
    /// The cells that were skipped.
    pub skipped: Skipped,
    /// The unit of the numbers, if all have the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Unit>,
    /// The result for each group.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// The rows of a ranking, the best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Found>,
    /// The listed values, with their frequencies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Occurrence>,
}

/// A row of a ranking.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Its 1-based number.
    pub row: u64,
    /// The value of the identifying column; nothing if the table has no such column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The value that it was ranked by.
    pub value: Answer,
    /// Its cells, by column name.
    pub cells: Vec<(String, String)>,
}

/// A value and its frequency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// The value.
    pub value: String,
    /// The number of cells that contain it.
    pub rows: u64,
}

/// A column, and how its name was matched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// The requested name.
    pub asked: String,
    /// The name in the file, or the column letter if it has none.
    pub name: String,
    /// The column letter.
    pub letter: String,
    /// How the requested name was matched.
    pub matched: Match,
}

/// How a column name was matched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Match {
    /// Exactly.
    Exact,
    /// Ignoring case.
    Case,
    /// Ignoring case and accents.
    Accents,
    /// Ignoring spaces and punctuation.
    Spelling,
    /// As a part of the name that no other column has.
    Part,
    /// Within a small edit distance.
    Misspelling,
    /// By column letter.
    Letter,
    /// By column number.
    Index,
}

/// A number or a date as a result.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The decimal notation, with a decimal point and no digit grouping; a date as `2024-12-31`.
    pub text: String,
    /// The nearest float; none for a date.
    pub number: Option<f64>,
    /// Whether the text is exact and not rounded.
    pub exact: bool,
}

/// The numbers of cells that were skipped, by content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Empty.
    pub empty: u64,
    /// Text that is not a number.
    pub text: u64,
    /// Errors, such as `#DIV/0!`.
    pub error: u64,
    /// Placeholders for missing values, such as `n/a`.
    #[serde(default)]
    pub missing: u64,
    /// Numbers in rows without a number in the second column.
    #[serde(default)]
    pub unpaired: u64,
    /// Dates in a column of numbers.
    pub date: u64,
    /// Booleans.
    pub boolean: u64,
    /// Formulas without a cached result in the file.
    pub uncomputed: u64,
    /// Totals of the rows above them.
    pub total: u64,
    /// Some of the cells, with their addresses.
    pub examples: Vec<Example>,
}

impl Skipped {
    /// Returns the number of non-empty cells that were skipped.
    #[must_use]
    pub fn filled(&self) -> u64 {
        self.text
            + self.error
            + self.missing
            + self.unpaired
            + self.date
            + self.boolean
            + self.uncomputed
            + self.total
    }
}

/// A skipped cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// Its address: `C17`.
    pub cell: String,
    /// Its content.
    pub holds: String,
}

/// The result for a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Group {
    /// The value of the column that the figures are grouped by.
    pub key: String,
    /// The result; none if the group has no numbers.
    pub value: Option<Answer>,
    /// The number of cells that it was calculated from.
    pub rows: u64,
    /// The name of the row with the result, for a ranking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The progress of a long read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The number of bytes read.
    pub done: u64,
    /// The total number of bytes; for a workbook, of the sheet.
    pub whole: u64,
}

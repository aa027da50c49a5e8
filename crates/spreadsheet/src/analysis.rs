//! What was found out.

use serde::{Deserialize, Serialize};

use crate::operation::Operation;
use crate::unit::Unit;

/// What was found out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The sheet that was read.
    pub sheet: String,
    /// The cells of the table that was used, as `A6:C20`.
    pub table: String,
    /// Other cells of the sheet that hold figures and were not used.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<Other>,
    /// The row that names the columns, counted from 1; none when the sheet has no such row.
    pub header_row: Option<u64>,
    /// One for each operation and column that were asked for.
    pub figures: Vec<Figure>,
    /// The columns that the groups are of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Column>,
    /// What the reader decided, and what one should know about the file.
    pub notes: Vec<String>,
}

impl Analysis {
    /// What was asked, in words.
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

    /// What the groups are called, in words.
    #[must_use]
    pub fn grouped_by(&self) -> Option<String> {
        let names: Vec<&str> = self.by.iter().map(|it| it.name.as_str()).collect();
        (!names.is_empty()).then(|| names.join(" / "))
    }
}

/// Cells of a sheet that hold figures and do not belong to the table that was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    /// Where they stand: `A2:B4`.
    pub range: String,
    /// What they are called, or begin with.
    pub holds: String,
}

/// What follows from one column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    /// What was asked.
    pub operation: Operation,
    /// The column.
    pub column: Column,
    /// The column that it is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<Column>,
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
    /// The rows that were asked for, the best one first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub found: Vec<Found>,
    /// The values that were asked for, with how often each occurs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Occurrence>,
}

/// A row that was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// Its number, counted from 1.
    pub row: u64,
    /// What is in the column that tells rows apart; nothing where there is no such column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The value that it was chosen by.
    pub value: Answer,
    /// Its cells, by the names of their columns.
    pub cells: Vec<(String, String)>,
}

/// A value and how often it occurs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occurrence {
    /// The value.
    pub value: String,
    /// How many cells hold it.
    pub rows: u64,
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
    /// Words and signs for no value, as `n/a`.
    #[serde(default)]
    pub missing: u64,
    /// Numbers whose row has none in the other column.
    #[serde(default)]
    pub unpaired: u64,
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
    /// The name of the row that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// How far a long reading has come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Bytes that were read.
    pub done: u64,
    /// Bytes that there are; within a workbook, those of the sheet.
    pub whole: u64,
}

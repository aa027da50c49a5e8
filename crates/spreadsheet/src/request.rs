//! What is asked of a spreadsheet.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::filter::Filter;
use crate::number::Convention;

/// What is asked of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// What is to be found out.
    pub operation: Operation,
    /// The columns, by name, letter or number.
    pub columns: Vec<String>,
    /// The sheet; the first visible one that holds a table when none is named.
    #[serde(default)]
    pub sheet: Option<String>,
    /// Conditions that a row must meet, all of them.
    #[serde(default)]
    pub filters: Vec<Filter>,
    /// A column; one figure for each of its values.
    #[serde(default)]
    pub by: Option<String>,
    /// The decimal sign, where the file leaves it open and somebody knows.
    #[serde(default)]
    pub decimal: Option<Convention>,
}

impl Request {
    /// A request for one column, without conditions.
    pub fn new(operation: Operation, column: impl Into<String>) -> Request {
        Request {
            operation,
            columns: vec![column.into()],
            sheet: None,
            filters: Vec::new(),
            by: None,
            decimal: None,
        }
    }
}

/// What is to be found out about a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// All numbers together; also called `total`.
    Sum,
    /// The arithmetic mean.
    Average,
    /// How many values there are: numbers in a column of numbers, anything in others.
    Count,
    /// The smallest number, or the earliest date.
    Minimum,
    /// The largest number, or the latest date.
    Maximum,
    /// The number in the middle.
    Median,
}

/// The words for each operation, in the languages that are spoken here; the first one is its name.
const WORDS: &[(Operation, &[&str])] = &[
    (Operation::Sum, &["sum", "total", "soma", "add", "somar"]),
    (Operation::Average, &["average", "avg", "mean", "média", "media"]),
    (Operation::Count, &["count", "contagem", "contar", "number"]),
    (Operation::Minimum, &["minimum", "min", "smallest", "lowest", "mínimo", "minimo", "menor"]),
    (Operation::Maximum, &["maximum", "max", "largest", "highest", "máximo", "maximo", "maior"]),
    (Operation::Median, &["median", "mediana"]),
];

impl FromStr for Operation {
    type Err = Fault;

    fn from_str(word: &str) -> Result<Self, Fault> {
        let asked = word.trim().to_lowercase();
        let known = WORDS.iter().find(|(_, words)| words.contains(&asked.as_str()));
        known
            .map(|(operation, _)| *operation)
            .ok_or_else(|| Fault::NoSuchOperation { asked: word.to_owned() })
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = WORDS.iter().find(|(operation, _)| operation == self);
        f.write_str(known.and_then(|(_, words)| words.first()).unwrap_or(&""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_have_many_words() {
        assert_eq!("total".parse::<Operation>().unwrap(), Operation::Sum);
        assert_eq!(" AVG ".parse::<Operation>().unwrap(), Operation::Average);
        assert_eq!(Operation::Median.to_string(), "median");
        assert!("sun".parse::<Operation>().is_err());
    }
}

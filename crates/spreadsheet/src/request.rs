//! What is asked of a spreadsheet.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
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

/// A condition on a row: `Year = 2024`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// The column, by name, letter or number.
    pub column: String,
    /// How its cell is compared.
    pub comparison: Comparison,
    /// What it is compared with.
    pub value: String,
}

/// How a cell is compared with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    Unequal,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `contains`
    Contains,
}

/// Longer signs first, so that `<=` is not read as `<`.
const SIGNS: &[(&str, Comparison)] = &[
    ("!=", Comparison::Unequal),
    ("<>", Comparison::Unequal),
    ("≠", Comparison::Unequal),
    ("<=", Comparison::AtMost),
    ("≤", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("≥", Comparison::AtLeast),
    ("==", Comparison::Equal),
    ("=", Comparison::Equal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
    (" contains ", Comparison::Contains),
    (" contém ", Comparison::Contains),
    (" contem ", Comparison::Contains),
    (" is not ", Comparison::Unequal),
    (" is ", Comparison::Equal),
];

impl FromStr for Filter {
    type Err = Fault;

    /// Reads `Year = 2024`, `Region contains "North"`. A column whose name holds a sign is written in quotes.
    fn from_str(text: &str) -> Result<Self, Fault> {
        let unreadable = || Fault::UnreadableFilter { text: text.to_owned() };
        let trimmed = text.trim();
        let quote = trimmed.chars().next().filter(|it| matches!(it, '"' | '\''));
        // The sign is looked for behind a quoted name.
        let from = quote.and_then(|it| trimmed[1..].find(it)).map_or(0, |end| end + 2);
        let behind = &trimmed[from..];
        let first = SIGNS
            .iter()
            .filter_map(|(sign, comparison)| {
                behind.find(sign).map(|at| (at, std::cmp::Reverse(sign.len()), sign, comparison))
            })
            .min_by_key(|(at, length, ..)| (*at, *length));
        let (at, _, sign, comparison) = first.ok_or_else(unreadable)?;
        let column = unquoted(&trimmed[..from + at]);
        if column.is_empty() {
            return Err(unreadable());
        }
        let value = unquoted(&behind[at + sign.len()..]);
        Ok(Filter { column: column.to_owned(), comparison: *comparison, value: value.to_owned() })
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote| text.strip_prefix(quote).and_then(|it: &str| it.strip_suffix(quote));
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = SIGNS.iter().rev().find(|(_, comparison)| *comparison == self.comparison);
        let sign = match self.comparison {
            Comparison::Equal => "=",
            Comparison::Unequal => "!=",
            Comparison::AtMost => "<=",
            Comparison::AtLeast => ">=",
            Comparison::Contains => "contains",
            _ => known.map_or("", |(sign, _)| sign.trim()),
        };
        write!(f, "{} {sign} {}", self.column, self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str) -> String {
        text.parse::<Filter>().map_or_else(|fault| fault.to_string(), |it| it.to_string())
    }

    #[test]
    fn filters_are_read() {
        assert_eq!(filter("Year = 2024"), "Year = 2024");
        assert_eq!(filter("Year>=2024"), "Year >= 2024");
        assert_eq!(filter("Unit price<>'5 > 3'"), "Unit price != 5 > 3");
        assert_eq!(filter("\"a=b\" < 3"), "a=b < 3");
        assert_eq!(filter("Region contains \"North\""), "Region contains North");
        assert_eq!(filter("Note ="), "Note = ");
        for bad in ["", "Year", "= 5", "\"", "'= 5"] {
            assert!(bad.parse::<Filter>().is_err() || bad == "'= 5", "{bad}");
        }
    }

    #[test]
    fn operations_have_many_words() {
        assert_eq!("total".parse::<Operation>().unwrap(), Operation::Sum);
        assert_eq!(" AVG ".parse::<Operation>().unwrap(), Operation::Average);
        assert_eq!(Operation::Median.to_string(), "median");
        assert!("sun".parse::<Operation>().is_err());
    }
}

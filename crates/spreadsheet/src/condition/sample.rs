//! The values in the first rows of a table, for conditions that name a value without its column.

use std::collections::HashSet;

use crate::field::Field;
use crate::folding::folded;
use crate::layout::Row;
use crate::value::{self, Reading, Value};

/// The maximum number of columns in a sample.
const MOST_COLUMNS: usize = 200;

/// Values of boolean columns that mean true.
const TRUE: &[&str] = &["yes", "y", "true", "1", "sim", "s", "verdadeiro", "x"];
const FALSE: &[&str] = &["no", "n", "false", "0", "nao", "falso"];

/// The values in the first rows of a table.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    columns: Vec<Held>,
}

#[derive(Debug, Default)]
struct Held {
    /// The distinct values, folded.
    values: HashSet<String>,
    filled: usize,
    gaps: usize,
    numbers: usize,
    dates: usize,
}

impl Sample {
    pub(crate) fn new(rows: &[&Row], width: usize) -> Sample {
        let mut columns: Vec<Held> = Vec::new();
        columns.resize_with(width.min(MOST_COLUMNS), Held::default);
        for row in rows {
            for (cell, held) in row.cells.iter().zip(&mut columns) {
                let field = Field::Cell(cell);
                let shown = field.shown();
                // A placeholder for a missing value is not a value.
                if field.is_empty() || value::is_absence(&shown) {
                    held.gaps += 1;
                    continue;
                }
                held.filled += 1;
                match field.value(Reading::default()) {
                    Value::Number { .. } => held.numbers += 1,
                    Value::Date(_) | Value::Day(..) => held.dates += 1,
                    _ => {}
                }
                held.values.insert(folded(&shown));
            }
        }
        Sample { columns }
    }

    /// Whether a column contains a text.
    pub(crate) fn holds(&self, column: usize, text: &str) -> bool {
        self.columns.get(column).is_some_and(|it| it.values.contains(&folded(text)))
    }

    /// Whether a value of a column contains a text.
    pub(crate) fn has_part(&self, column: usize, text: &str) -> bool {
        let text = folded(text);
        self.columns.get(column).is_some_and(|it| it.values.iter().any(|own| own.contains(&text)))
    }

    /// Whether these are all values of a column that has several.
    pub(crate) fn are_all_values(&self, column: usize, values: &[String]) -> bool {
        let named: HashSet<String> = values.iter().map(|it| folded(it)).collect();
        self.columns.get(column).is_some_and(|it| it.values.len() > 1 && it.values.is_subset(&named))
    }

    /// Returns the columns that contain a text.
    pub(crate) fn holders(&self, text: &str) -> Vec<usize> {
        let text = folded(text);
        (0..self.columns.len()).filter(|it| self.columns[*it].values.contains(&text)).collect()
    }

    /// Returns all columns in the sample.
    pub(crate) fn columns(&self) -> std::ops::Range<usize> {
        0..self.columns.len()
    }

    /// Returns the values of a boolean column that mean true; nothing for any other column.
    pub(crate) fn truths(&self, column: usize) -> Option<Vec<String>> {
        let held = self.columns.get(column)?;
        let is_known = |it: &String| TRUE.contains(&it.as_str()) || FALSE.contains(&it.as_str());
        let truths: Vec<String> =
            held.values.iter().filter(|it| TRUE.contains(&it.as_str())).cloned().collect();
        (held.values.len() <= 2 && !truths.is_empty() && held.values.iter().all(is_known)).then_some(truths)
    }

    /// Whether a text is a boolean.
    pub(crate) fn is_truth(text: &str) -> bool {
        let text = folded(text);
        TRUE.contains(&text.as_str()) || FALSE.contains(&text.as_str())
    }

    /// Returns the numeric columns.
    pub(crate) fn numeric(&self) -> Vec<usize> {
        self.columns().filter(|it| self.is_numeric(*it)).collect()
    }

    /// Whether the cells of a column are names of their rows: texts that are nearly unique.
    pub(crate) fn names_rows(&self, column: usize) -> bool {
        // A value that starts with a digit may be a number in a notation that the whole column determines.
        let is_word = |it: &&String| it.starts_with(char::is_alphabetic);
        let is_text = |it: &Held| {
            let words = it.values.iter().filter(is_word).count();
            it.numbers == 0 && it.dates == 0 && words * 10 >= it.values.len() * 9
        };
        self.is_unique(column) && self.columns.get(column).is_some_and(is_text)
    }

    /// Whether most cells of a column are numbers.
    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|it| it.numbers * 2 > it.filled)
    }

    /// Whether a numeric column contains four-digit years.
    pub(crate) fn has_years(&self, column: usize) -> bool {
        let is_year =
            |it: &String| it.len() == 4 && it.parse().is_ok_and(|it: u32| (1800..2200).contains(&it));
        self.is_numeric(column) && self.columns.get(column).is_some_and(|it| it.values.iter().any(is_year))
    }

    /// Whether a column has empty cells.
    pub(crate) fn has_gaps(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|it| it.gaps > 0)
    }

    /// Whether the cells of a column are nearly unique: two people may have the same name.
    pub(crate) fn is_unique(&self, column: usize) -> bool {
        self.columns.get(column).is_some_and(|it| it.filled > 1 && it.values.len() * 20 >= it.filled * 19)
    }

    /// Returns the columns of dates.
    pub(crate) fn dated(&self) -> Vec<usize> {
        let is_dates = |it: &usize| self.columns[*it].dates * 2 > self.columns[*it].filled;
        (0..self.columns.len()).filter(is_dates).collect()
    }

    #[cfg(test)]
    pub(crate) fn of(columns: &[&[&str]]) -> Sample {
        let held = |values: &&[&str]| {
            let is_number = |it: &&&str| it.parse::<f64>().is_ok();
            let is_date = |it: &&&str| it.len() == 10 && it.matches('-').count() == 2;
            Held {
                filled: values.len(),
                gaps: 0,
                numbers: values.iter().filter(is_number).count(),
                dates: values.iter().filter(is_date).count(),
                values: values.iter().map(|it| folded(it)).collect(),
            }
        };
        Sample { columns: columns.iter().map(held).collect() }
    }
}

//! Kinds of cells, for distinguishing names from values.

use crate::cell::Cell;
use crate::day;
use crate::decimal::Decimal;
use crate::number;
use crate::value::{is_absence, is_error};

/// The number of rows below a name that determine the kind of its column.
pub(super) const BELOW: usize = 60;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Empty,
    Text,
    Number,
    /// An integer that may be a year, which can also be a column name.
    Year,
    Date,
    Other,
}

pub(super) fn kind(cell: &Cell<'_>) -> Kind {
    match cell {
        Cell::Empty => Kind::Empty,
        Cell::Number(number, _) if is_year(*number) => Kind::Year,
        Cell::Number(..) | Cell::Duration(_) => Kind::Number,
        Cell::Text(text) => kind_of_text(text.trim()),
        Cell::Boolean(_) | Cell::Error(_) => Kind::Other,
        // Formulas are calculations.
        Cell::Uncomputed => Kind::Number,
        Cell::Date(_) => Kind::Date,
    }
}

pub(super) fn kind_of_text(text: &str) -> Kind {
    if text.is_empty() {
        return Kind::Empty;
    }
    if let Some(written) = number::read(text) {
        let year = matches!(written.mark, number::Mark::None) && text.len() == 4;
        return match written.point {
            Some(it @ Decimal::Exact { scale: 0, .. }) if year && is_year(it.nearest()) => Kind::Year,
            _ => Kind::Number,
        };
    }
    if day::read(text).is_some() {
        return Kind::Date;
    }
    let word = text.to_lowercase();
    // In a table, `#` means a missing value; above it, `#` means "number".
    if is_error(text)
        || (is_absence(text) && text != "#")
        || matches!(word.as_str(), "true" | "false" | "verdadeiro" | "falso")
    {
        return Kind::Other;
    }
    Kind::Text
}

pub(super) fn is_year(number: f64) -> bool {
    number.fract() == 0.0 && (1900.0..=2100.0).contains(&number)
}

pub(super) fn filled(row: &[Kind]) -> usize {
    row.iter().filter(|it| **it != Kind::Empty).count()
}

pub(super) fn filled_width(row: &[Kind]) -> usize {
    row.iter().rposition(|it| *it != Kind::Empty).map_or(0, |at| at + 1)
}

/// Returns the non-empty columns. A stray cell far to the right widens the sheet, but not the table.
pub(super) fn occupied(grid: &[Vec<Kind>], width: usize) -> Vec<usize> {
    let mut held = vec![false; width];
    for row in grid {
        row.iter().zip(&mut held).for_each(|(kind, held)| *held |= *kind != Kind::Empty);
    }
    (0..width).filter(|column| held[*column]).collect()
}

/// The content of a column below a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    Nothing,
    Texts,
    /// Numbers, dates, booleans, which are not names.
    Values,
    /// Years only.
    Years,
}

pub(super) fn below(grid: &[Vec<Kind>], at: usize, column: usize) -> Below {
    classify_below(grid, at, column).0
}

/// Returns the content of a column below a row, and its share of non-text cells.
pub(super) fn classify_below(grid: &[Vec<Kind>], at: usize, column: usize) -> (Below, f64) {
    let cells =
        grid[at + 1..].iter().take(BELOW).filter_map(|row| row.get(column)).filter(|it| **it != Kind::Empty);
    let (mut all, mut texts, mut years) = (0, 0, 0);
    for cell in cells {
        all += 1;
        texts += usize::from(*cell == Kind::Text);
        years += usize::from(*cell == Kind::Year);
    }
    let kind = if all == 0 {
        Below::Nothing
    } else if texts * 10 > all * 4 {
        Below::Texts
    } else if years == all {
        Below::Years
    } else {
        Below::Values
    };
    (kind, (all - texts) as f64 / all.max(1) as f64)
}

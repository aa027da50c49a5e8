//! Scores rows as headers.

use crate::cell::Cell;

use super::kinds::{BELOW, Below, Kind, below, classify_below, filled, kind};
use super::{LONGEST_NAME, Row};

/// Scores a row as the header of the rows below.
pub(super) fn score(rows: &[Row], grid: &[Vec<Kind>], at: usize, columns: &[usize]) -> f64 {
    let row = &grid[at];
    let mut score = 0.0;
    let mut covered = 0;
    for &column in columns {
        let (below, share) = classify_below(grid, at, column);
        let kind = row.get(column).copied().unwrap_or(Kind::Empty);
        covered += usize::from(kind != Kind::Empty && below != Below::Nothing);
        score += match (kind, below) {
            (Kind::Empty, Below::Nothing) => 0.0,
            (Kind::Empty, _) => -0.5,
            // A text counts more the fewer texts are below it. The weight is gradual, because in a short
            // table of mixed values each skipped row leaves fewer texts below.
            (Kind::Text, Below::Values | Below::Years | Below::Texts) => {
                1.0 + 2.0 * ((share - 0.2) / 0.6).clamp(0.0, 1.0)
            }
            (Kind::Text, Below::Nothing) => 0.1,
            (Kind::Year, Below::Values) => 0.5,
            (Kind::Year, Below::Texts) => 0.2,
            // Column names may be dates, but then other columns have words.
            (Kind::Date, Below::Values) => -0.2,
            (_, Below::Nothing) => -0.5,
            (Kind::Other, _) => -1.0,
            (Kind::Year | Kind::Number | Kind::Date, _) => -3.0,
        };
    }
    // A name for a single column is weak evidence if there are many columns.
    if columns.len() > 2 && covered * 3 < columns.len() && covered < 3 {
        score -= 3.0;
    }
    for (column, cell) in rows[at].cells.iter().enumerate().filter(|(_, cell)| kind(cell) != Kind::Empty) {
        if matches!(cell, Cell::Text(text) if text.chars().count() > LONGEST_NAME) {
            score -= 1.5;
        }
        let again = rows[at + 1..].iter().take(BELOW).filter_map(|row| row.cells.get(column));
        let again = again.filter(|below| *below == cell).count();
        // A value recurs below, but a name does not, unless the header is repeated on each page.
        score -= (again.min(4) as f64) * 0.5;
    }
    // The rows above would be lost. One or two may be parent names; of more, the loss grows with their width.
    let above = grid[..at].iter().map(|above| filled(above)).filter(|above| above * 2 > filled(row));
    let width = |(row, above): (usize, usize)| if row < 2 { 1.0 } else { (above as f64 / 4.0).max(1.0) };
    let lost: f64 = above.enumerate().map(width).sum::<f64>() * 0.7;
    score - lost - count_value_rows_above(grid, at) as f64 * 3.0
}

/// Returns the number of rows above that contain only values, in columns that continue with values: a text
/// among numbers is not the name of those below it.
fn count_value_rows_above(grid: &[Vec<Kind>], at: usize) -> usize {
    let is_value = |(column, kind): (usize, &Kind)| match kind {
        Kind::Empty => true,
        Kind::Number | Kind::Date => below(grid, at, column) == Below::Values,
        _ => false,
    };
    let rows = grid[..at].iter().filter(|row| filled(row) > 0);
    // A few rows are sufficient, because all of their columns are examined.
    rows.take(8).filter(|row| row.iter().enumerate().all(is_value)).count()
}

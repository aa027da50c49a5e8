//! How well a row would name the columns below it.

use crate::cell::Cell;

use super::kinds::{BELOW, Below, Kind, below, below_with_share, filled, kind};
use super::{LONGEST_NAME, Row};

/// How well a row would name the columns.
pub(super) fn score(rows: &[Row], grid: &[Vec<Kind>], at: usize, columns: &[usize]) -> f64 {
    let row = &grid[at];
    let mut score = 0.0;
    let mut covered = 0;
    for &column in columns {
        let (below, share) = below_with_share(grid, at, column);
        let kind = row.get(column).copied().unwrap_or(Kind::Empty);
        covered += usize::from(kind != Kind::Empty && below != Below::Nothing);
        score += match (kind, below) {
            (Kind::Empty, Below::Nothing) => 0.0,
            (Kind::Empty, _) => -0.5,
            // A text says more the less there is of texts below it. By degrees: in a short table of mixed values, each row
            // that is passed over leaves fewer texts below.
            (Kind::Text, Below::Values | Below::Years | Below::Texts) => {
                1.0 + 2.0 * ((share - 0.2) / 0.6).clamp(0.0, 1.0)
            }
            (Kind::Text, Below::Nothing) => 0.1,
            (Kind::Year, Below::Values) => 0.5,
            (Kind::Year, Below::Texts) => 0.2,
            // Columns may be called by their dates, but then others are called by words.
            (Kind::Date, Below::Values) => -0.2,
            (_, Below::Nothing) => -0.5,
            (Kind::Other, _) => -1.0,
            (Kind::Year | Kind::Number | Kind::Date, _) => -3.0,
        };
    }
    // A name of one column says little when there are many.
    if columns.len() > 2 && covered * 3 < columns.len() && covered < 3 {
        score -= 3.0;
    }
    for (column, cell) in rows[at].cells.iter().enumerate().filter(|(_, cell)| kind(cell) != Kind::Empty) {
        if matches!(cell, Cell::Text(text) if text.chars().count() > LONGEST_NAME) {
            score -= 1.5;
        }
        let again = rows[at + 1..].iter().take(BELOW).filter_map(|row| row.cells.get(column));
        let again = again.filter(|below| *below == cell).count();
        // A value comes again below, a name does not, unless the names are printed on each page.
        score -= (again.min(4) as f64) * 0.5;
    }
    // What stands above would be lost. One or two rows may be names of names; of more, the wider they are the more is lost.
    let above = grid[..at].iter().map(|above| filled(above)).filter(|above| above * 2 > filled(row));
    let width = |(row, above): (usize, usize)| if row < 2 { 1.0 } else { (above as f64 / 4.0).max(1.0) };
    let lost: f64 = above.enumerate().map(width).sum::<f64>() * 0.7;
    score - lost - values_above(grid, at) as f64 * 3.0
}

/// How many rows above hold nothing but values, in columns that go on with values: a text among numbers is no name of
/// those below it.
fn values_above(grid: &[Vec<Kind>], at: usize) -> usize {
    let is_value = |(column, kind): (usize, &Kind)| match kind {
        Kind::Empty => true,
        Kind::Number | Kind::Date => below(grid, at, column) == Below::Values,
        _ => false,
    };
    let rows = grid[..at].iter().filter(|row| filled(row) > 0);
    // A few are enough; each of them is looked at in all its columns.
    rows.take(8).filter(|row| row.iter().enumerate().all(is_value)).count()
}

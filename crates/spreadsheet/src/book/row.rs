//! The row that is being read.

use std::ops::ControlFlow;

use crate::cell::Cell;

use super::damage::Damage;

/// Sees the rows of a sheet with their numbers, counted from 1, and says whether to go on.
pub(crate) type Visit<'v> = dyn FnMut(u64, &mut Vec<Cell<'_>>) -> ControlFlow<()> + 'v;

/// The most rows and columns that the programs know.
pub(super) const ROWS: u64 = 1 << 20;
pub(super) const COLUMNS: usize = 1 << 14;

/// The most empty cells before filled ones. A few bytes of a file can claim a whole row of them.
const MOST_GAPS: u64 = 1 << 30;

/// The row that is being read.
#[derive(Default)]
pub(super) struct Row<'a> {
    /// Its number, counted from 1.
    pub(super) number: u64,
    cells: Vec<Cell<'a>>,
    /// How many empty cells there were before filled ones, in all rows.
    gaps: u64,
}

impl<'a> Row<'a> {
    /// Begins another row.
    pub(super) fn begin(&mut self, number: u64) -> Result<(), Damage> {
        if !(1..=ROWS).contains(&number) {
            return Err(Damage::Broken(format!("it has a row {number}, and there are {ROWS}")));
        }
        self.number = number;
        self.cells.clear();
        Ok(())
    }

    /// Puts a cell into a column; what lies between it and those before is empty.
    #[inline]
    pub(super) fn put(&mut self, column: usize, cell: Cell<'a>) -> Result<(), Damage> {
        if matches!(cell, Cell::Empty) {
            return Ok(());
        }
        if column >= COLUMNS {
            return Err(Damage::Broken(format!(
                "row {} has a column {}, and there are {COLUMNS}",
                self.number,
                column + 1
            )));
        }
        if column == self.cells.len() {
            self.cells.push(cell);
            return Ok(());
        }
        if column > self.cells.len() {
            self.gaps += (column - self.cells.len()) as u64;
            if self.gaps > MOST_GAPS {
                return Err(Damage::TooLarge(format!(
                    "its rows have more than {MOST_GAPS} empty cells before filled ones"
                )));
            }
            self.cells.resize(column + 1, Cell::Empty);
        }
        self.cells[column] = cell;
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Shows the row, unless nothing is in it.
    #[inline]
    pub(super) fn show(&mut self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if self.cells.is_empty() { ControlFlow::Continue(()) } else { visit(self.number, &mut self.cells) }
    }

    /// The cells, for one that shows them several times.
    pub(super) fn cells(&self) -> &[Cell<'a>] {
        &self.cells
    }
}

//! The current row of a sheet.

use std::ops::ControlFlow;

use crate::cell::Cell;

use super::error::WorkbookError;

/// A callback that receives the rows of a sheet with their 1-based numbers, and decides whether to continue.
pub(crate) type Visit<'v> = dyn FnMut(u64, &mut Vec<Cell<'_>>) -> ControlFlow<()> + 'v;

/// The maximum number of rows and columns in spreadsheet programs.
pub(super) const ROWS: u64 = 1 << 20;
pub(super) const COLUMNS: usize = 1 << 14;

/// The maximum number of empty cells before non-empty ones. A few bytes of a file can claim a whole row of
/// them.
const MOST_GAPS: u64 = 1 << 30;

/// The current row of a sheet.
#[derive(Default)]
pub(super) struct Row<'a> {
    /// Its 1-based number.
    pub(super) number: u64,
    cells: Vec<Cell<'a>>,
    /// The number of empty cells before non-empty ones, in all rows.
    gaps: u64,
}

impl<'a> Row<'a> {
    /// Starts another row.
    pub(super) fn begin(&mut self, number: u64) -> Result<(), WorkbookError> {
        if !(1..=ROWS).contains(&number) {
            return Err(WorkbookError::Broken(format!("it has a row {number}, and there are {ROWS}")));
        }
        self.number = number;
        self.cells.clear();
        Ok(())
    }

    /// Sets the cell of a column, after any empty cells.
    #[inline]
    pub(super) fn put(&mut self, column: usize, cell: Cell<'a>) -> Result<(), WorkbookError> {
        if matches!(cell, Cell::Empty) {
            return Ok(());
        }
        if column >= COLUMNS {
            return Err(WorkbookError::Broken(format!(
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
                return Err(WorkbookError::TooLarge(format!(
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

    /// Passes the row to the callback, unless it is empty.
    #[inline]
    pub(super) fn show(&mut self, visit: &mut Visit<'_>) -> ControlFlow<()> {
        if self.cells.is_empty() { ControlFlow::Continue(()) } else { visit(self.number, &mut self.cells) }
    }

    /// Returns the cells, for a row that repeats.
    pub(super) fn cells(&self) -> &[Cell<'a>] {
        &self.cells
    }
}

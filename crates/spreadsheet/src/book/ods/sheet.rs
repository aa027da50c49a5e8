//! The rows of a sheet.

use std::borrow::Cow;
use std::io::Read;
use std::ops::ControlFlow;

use lemmascope_package::xml::{Event, Scanner, Tag, unescaped};

use crate::book::error::WorkbookError;
use crate::book::row::{COLUMNS, Row, Visit};
use crate::cell::Cell;

use super::cell::{Draft, times};

/// The maximum number of cells that result from repetition. A line of XML can claim 17 billion.
const MOST_REPEATED: u64 = 64 << 20;

/// Visits the rows of the table whose opening tag was read last.
pub(super) fn read(scanner: &mut Scanner<impl Read>, visit: &mut Visit<'_>) -> Result<(), WorkbookError> {
    let mut reader = Reader::default();
    loop {
        let flow = match scanner.next_event()? {
            Event::Open(tag) => reader.open(&tag, visit)?,
            Event::Close(b"table") if reader.passing == 0 => return Ok(()),
            Event::Close(name) => reader.close(name, visit)?,
            Event::Text(text) => reader.text(|| unescaped(text)),
            Event::Literal(text) => reader.text(|| String::from_utf8_lossy(text)),
            Event::End => return Err(WorkbookError::broken("a sheet ends in the middle")),
        };
        if flow == ControlFlow::Break(()) {
            return Ok(());
        }
    }
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Place {
    #[default]
    Table,
    Cell,
    Paragraph,
}

#[derive(Default)]
struct Reader {
    place: Place,
    /// The nesting depth inside elements to skip: notes, drawings, subtables.
    passing: usize,
    row: Row<'static>,
    /// The number of rows before the current one, and its number of repetitions.
    before: u64,
    rows: u64,
    column: u64,
    cell: Draft,
    repeated: u64,
}

impl Reader {
    fn open(&mut self, tag: &Tag<'_>, visit: &mut Visit<'_>) -> Result<ControlFlow<()>, WorkbookError> {
        if self.passing > 0 {
            self.passing += usize::from(!tag.empty);
            return Ok(ControlFlow::Continue(()));
        }
        match (self.place, tag.name) {
            (Place::Table, b"table-row") => {
                let repeat = tag.attributes().find(|(name, _)| name.ends_with(b":number-rows-repeated"));
                self.rows = repeat.map_or(1, |(_, value)| times(value));
                self.column = 0;
                self.row.begin(self.before.saturating_add(1))?;
                if tag.empty {
                    return self.end_row(visit);
                }
            }
            (Place::Table, b"table-cell" | b"covered-table-cell") => {
                self.cell.begin(tag);
                if tag.empty {
                    self.end_cell()?;
                } else {
                    self.place = Place::Cell;
                }
            }
            // Row groups and header rows contain ordinary rows.
            (Place::Table, b"table-row-group" | b"table-header-rows" | b"table-rows") => {}
            (Place::Cell, b"p" | b"h") => {
                self.cell.paragraph();
                if !tag.empty {
                    self.place = Place::Paragraph;
                }
            }
            (Place::Paragraph, b"s") => {
                let count = tag.get("c").map_or(1, |it| times(it.as_bytes()));
                self.cell.push(&" ".repeat(count.min(1024) as usize));
            }
            (Place::Paragraph, b"tab") => self.cell.push("\t"),
            (Place::Paragraph, b"line-break") => self.cell.push("\n"),
            (
                Place::Paragraph,
                b"span" | b"a" | b"ruby" | b"ruby-base" | b"sheet-name" | b"date" | b"time" | b"title",
            ) => {}
            _ => self.passing = usize::from(!tag.empty),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn close(&mut self, name: &[u8], visit: &mut Visit<'_>) -> Result<ControlFlow<()>, WorkbookError> {
        if self.passing > 0 {
            self.passing -= 1;
            return Ok(ControlFlow::Continue(()));
        }
        match (self.place, name) {
            (Place::Paragraph, b"p" | b"h") => self.place = Place::Cell,
            (Place::Cell | Place::Paragraph, b"table-cell" | b"covered-table-cell") => {
                self.place = Place::Table;
                self.end_cell()?;
            }
            (Place::Table, b"table-row") => return self.end_row(visit),
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }

    fn text<'t>(&mut self, text: impl FnOnce() -> Cow<'t, str>) -> ControlFlow<()> {
        if self.place == Place::Paragraph && self.passing == 0 {
            self.cell.push(&text());
        }
        ControlFlow::Continue(())
    }

    fn end_cell(&mut self) -> Result<(), WorkbookError> {
        let times = self.cell.times;
        let cell = self.cell.finish();
        if !matches!(cell, Cell::Empty) {
            if times > COLUMNS as u64 {
                return Err(WorkbookError::Broken(format!(
                    "a cell stands in {times} columns, and there are {COLUMNS}"
                )));
            }
            for column in self.column..self.column + times {
                self.row.put(column as usize, cell.clone())?;
            }
        }
        self.column = self.column.saturating_add(times);
        if self.column > 1 << 32 {
            return Err(WorkbookError::broken("a row has more columns than there are"));
        }
        Ok(())
    }

    fn end_row(&mut self, visit: &mut Visit<'_>) -> Result<ControlFlow<()>, WorkbookError> {
        let first = self.before + 1;
        self.before = self.before.saturating_add(self.rows);
        if self.row.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        if self.rows == 1 {
            return Ok(self.row.show(visit));
        }
        self.repeated = self.repeated.saturating_add(self.rows.saturating_mul(self.row.cells().len() as u64));
        if self.repeated > MOST_REPEATED {
            return Err(WorkbookError::TooLarge(format!(
                "it repeats rows to more than {MOST_REPEATED} cells"
            )));
        }
        for number in first..first + self.rows {
            let mut cells = self.row.cells().to_vec();
            if visit(number, &mut cells) == ControlFlow::Break(()) {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

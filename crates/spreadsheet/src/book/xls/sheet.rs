//! The rows of a sheet.

use std::ops::ControlFlow;

use crate::book::bytes::{error_name, f64_at, packed, u16_at, u32_at};
use crate::book::error::WorkbookError;
use crate::book::format::Format;
use crate::book::progress::Meter;
use crate::book::row::{Row, Visit};
use crate::cell::Cell;

use super::Workbook;
use super::records::{Record, Records, kind, short};

/// Visits the rows of the sheet at an offset.
pub(super) fn read(
    book: &Workbook,
    at: usize,
    meter: &Meter,
    visit: &mut Visit<'_>,
) -> Result<(), WorkbookError> {
    let outline = Outline::of(book, at)?;
    let mut reader = Reader { book, computed: outline.computed, row: Row::default(), meter };
    match outline.unordered {
        None => {
            let mut sheet = Sheet::from(book, at);
            while let Some(record) = sheet.next()? {
                if is_cell(record.kind) && reader.take(record, visit)? == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
        }
        Some(places) => {
            for (_, at) in places {
                let record = Records::from(&book.stream, at).next()?;
                if reader.take(record, visit)? == ControlFlow::Break(()) {
                    return Ok(());
                }
            }
        }
    }
    let _last = reader.row.show(visit);
    Ok(())
}

/// Facts about a sheet that are needed before its cells.
struct Outline {
    /// The offsets of the cells sorted by row, if the file is not sorted.
    unordered: Option<Vec<(u16, usize)>>,
    /// Whether the formulas have results. Programs that do not calculate store an empty text for each.
    computed: bool,
}

impl Outline {
    fn of(book: &Workbook, at: usize) -> Result<Self, WorkbookError> {
        let (mut ordered, mut last) = (true, 0);
        let (mut formulas, mut results) = (0, 0);
        let mut sheet = Sheet::from(book, at);
        while let Some(record) = sheet.next()? {
            if !is_cell(record.kind) {
                continue;
            }
            let row = u16_at(record.data, 0).ok_or_else(short)?;
            ordered &= row >= last;
            last = row;
            if is_formula(record.kind) {
                formulas += 1;
                results += usize::from(!is_blank(record.data));
            }
        }
        let computed = formulas == 0 || results > 0;
        if ordered {
            return Ok(Self { unordered: None, computed });
        }
        let mut places = Vec::new();
        let mut sheet = Sheet::from(book, at);
        while let Some(record) = sheet.next()? {
            if is_cell(record.kind) {
                places.push((u16_at(record.data, 0).ok_or_else(short)?, record.at));
            }
        }
        places.sort_by_key(|(row, _)| *row);
        Ok(Self { unordered: Some(places), computed })
    }
}

/// The records of a sheet, without those of embedded charts.
struct Sheet<'a> {
    records: Records<'a>,
    depth: usize,
}

impl<'a> Sheet<'a> {
    fn from(book: &'a Workbook, at: usize) -> Self {
        Self { records: Records::from(&book.stream, at), depth: 0 }
    }

    fn next(&mut self) -> Result<Option<Record<'a>>, WorkbookError> {
        loop {
            let record = self.records.next()?;
            match record.kind {
                kind::BEGIN => self.depth += 1,
                kind::END if self.depth <= 1 => return Ok(None),
                kind::END => self.depth -= 1,
                kind::PASSWORD => return Err(WorkbookError::Encrypted),
                _ if self.depth == 1 => return Ok(Some(record)),
                _ if self.depth == 0 => {
                    return Err(WorkbookError::broken("a sheet is not where it should be"));
                }
                _ => {}
            }
        }
    }
}

struct Reader<'a> {
    book: &'a Workbook,
    computed: bool,
    row: Row<'a>,
    meter: &'a Meter,
}

impl<'a> Reader<'a> {
    /// Reads the cells of a record, and emits the previous row when it is complete.
    fn take(&mut self, record: Record<'a>, visit: &mut Visit<'_>) -> Result<ControlFlow<()>, WorkbookError> {
        let data = record.data;
        let (Some(row), Some(column)) = (u16_at(data, 0), u16_at(data, 2)) else { return Err(short()) };
        let number = u64::from(row) + 1;
        if number != self.row.number {
            if self.row.show(visit) == ControlFlow::Break(()) {
                return Ok(ControlFlow::Break(()));
            }
            self.meter.show(record.at as u64, self.book.stream.len() as u64);
            self.row.begin(number)?;
        }
        let column = usize::from(column);
        if record.kind == kind::PACKED_SEVERAL {
            // Each cell starts with its style; the last column follows the last cell.
            let several = data.get(4..data.len().saturating_sub(2)).ok_or_else(short)?;
            for (index, one) in several.chunks_exact(6).enumerate() {
                let number = u32_at(one, 2).map(packed).ok_or_else(short)?;
                self.row.put(column + index, self.number(one, 0, number))?;
            }
        } else {
            let cell = self.cell(record)?;
            self.row.put(column, cell)?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn cell(&self, record: Record<'a>) -> Result<Cell<'a>, WorkbookError> {
        let data = record.data;
        Ok(match record.kind {
            kind::NUMBER => self.number(data, 4, f64_at(data, 6).ok_or_else(short)?),
            kind::PACKED => self.number(data, 4, packed(u32_at(data, 6).ok_or_else(short)?)),
            kind::SHARED => {
                let index = u32_at(data, 6).ok_or_else(short)? as usize;
                let missing = || WorkbookError::broken("a cell refers to a text that is not in the file");
                Cell::Text(self.book.strings.get(index).ok_or_else(missing)?.into())
            }
            kind::TEXT | kind::RICH_TEXT => self.text(data.get(6..).ok_or_else(short)?, record.at)?,
            kind::BOOLEAN_OR_ERROR => {
                let [value, is_error] = *data.get(6..8).ok_or_else(short)? else { return Err(short()) };
                if is_error == 0 { Cell::Boolean(value != 0) } else { Cell::Error(error_name(value).into()) }
            }
            _ => self.result(record)?,
        })
    }

    fn number(&self, data: &[u8], style_at: usize, number: f64) -> Cell<'static> {
        let style = u16_at(data, style_at).map_or(0, usize::from);
        self.book.formats.get(style).unwrap_or(&Format::Plain).cell(number, self.book.epoch)
    }

    /// Returns the result of a formula.
    fn result(&self, record: Record<'a>) -> Result<Cell<'a>, WorkbookError> {
        let data = record.data;
        let result = data.get(6..14).ok_or_else(short)?;
        // A float whose last two bytes are 0xFF marks a result that is not a number.
        if !result.ends_with(&[0xff, 0xff]) {
            return Ok(self.number(data, 4, f64_at(result, 0).ok_or_else(short)?));
        }
        Ok(match result[0] {
            1 => Cell::Boolean(result[2] != 0),
            2 => Cell::Error(error_name(result[2]).into()),
            3 if !self.computed => Cell::Uncomputed,
            3 => Cell::Text("".into()),
            _ => {
                // The text is in a later record, after the shared formula if there is any.
                let mut records = Records::from(&self.book.stream, record.at);
                records.next()?;
                for _ in 0..4 {
                    let next = records.next()?;
                    if next.kind == kind::RESULT_TEXT {
                        return self.text(next.data, next.at);
                    }
                    if is_cell(next.kind) {
                        break;
                    }
                }
                Cell::Text("".into())
            }
        })
    }

    /// Reads a text that starts at an offset in the record and may continue in the next ones.
    fn text(&self, first: &'a [u8], at: usize) -> Result<Cell<'a>, WorkbookError> {
        let mut records = Records::from(&self.book.stream, at);
        records.next()?;
        let pieces = records.continued(first);
        Ok(Cell::Text(self.book.writing.read(&pieces, true)?.into()))
    }
}

fn is_cell(kind: u16) -> bool {
    matches!(
        kind,
        kind::NUMBER
            | kind::PACKED
            | kind::PACKED_SEVERAL
            | kind::SHARED
            | kind::TEXT
            | kind::RICH_TEXT
            | kind::BOOLEAN_OR_ERROR
    ) || is_formula(kind)
}

fn is_formula(kind: u16) -> bool {
    matches!(kind, kind::FORMULA | kind::FORMULA_3 | kind::FORMULA_4)
}

/// Whether the result of a formula is an empty text.
fn is_blank(data: &[u8]) -> bool {
    data.get(6) == Some(&3) && data.get(12..14) == Some(&[0xff, 0xff])
}

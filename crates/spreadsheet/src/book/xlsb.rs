//! Workbooks with binary parts: XLSB.

use std::collections::HashMap;
use std::io::Read;
use std::ops::ControlFlow;

use crate::cell::Cell;

use super::SheetName;
use super::bytes::{error_name, f64_at, packed, u16_at, u32_at, wide};
use super::calendar::Epoch;
use super::error::WorkbookError;
use super::format::Format;
use super::package::Package;
use super::relationships::{Relations, Target, no_sheet_found, relations};
use super::row::{Row, Visit};
use super::string_table::StringTable;

/// The maximum length of a record; the longest text of a cell takes 64 kB.
const LONGEST: usize = 16 << 20;

/// The record types in use.
mod kind {
    pub(super) const ROW: u16 = 0;
    pub(super) const PACKED: u16 = 2;
    pub(super) const ERROR: u16 = 3;
    pub(super) const BOOLEAN: u16 = 4;
    pub(super) const NUMBER: u16 = 5;
    pub(super) const TEXT: u16 = 6;
    pub(super) const SHARED: u16 = 7;
    pub(super) const FORMULA_TEXT: u16 = 8;
    pub(super) const FORMULA_NUMBER: u16 = 9;
    pub(super) const FORMULA_BOOLEAN: u16 = 10;
    pub(super) const FORMULA_ERROR: u16 = 11;
    pub(super) const STRING: u16 = 19;
    pub(super) const FORMAT: u16 = 44;
    pub(super) const STYLE: u16 = 47;
    pub(super) const RICH_TEXT: u16 = 62;
    pub(super) const ROWS_END: u16 = 146;
    pub(super) const PROPERTIES: u16 = 153;
    pub(super) const SHEET: u16 = 156;
    pub(super) const STYLES_BEGIN: u16 = 617;
    pub(super) const STYLES_END: u16 = 618;
}

/// An open workbook.
pub(super) struct Workbook {
    package: Package,
    epoch: Epoch,
    /// The parts of the sheets.
    sheets: Vec<String>,
    relations: Relations,
    /// The shared data of all sheets, loaded with the first one.
    shared: Option<(StringTable, Vec<Format>)>,
}

impl Workbook {
    pub(super) fn open(mut package: Package, main: &str) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        let relations = relations(&mut package, main)?;
        let mut epoch = Epoch::Year1900;
        let (mut names, mut sheets, mut lost) = (Vec::new(), Vec::new(), false);
        let mut records = Records::new(package.needed(main)?);
        while let Some((kind, data)) = records.next()? {
            match kind {
                kind::PROPERTIES if data.first().is_some_and(|it| it & 1 == 1) => epoch = Epoch::Year1904,
                kind::SHEET => {
                    let hidden = u32_at(data, 0).ok_or_else(short)?;
                    let (id, next) = text(data, 8).ok_or_else(short)?;
                    let (name, _) = text(data, next).ok_or_else(short)?;
                    match relations.sheet(&id) {
                        Target::Cells(part) => {
                            names.push(SheetName { name, visible: hidden == 0 });
                            sheets.push(part.to_owned());
                        }
                        Target::Other => {}
                        Target::Nowhere => lost = true,
                    }
                }
                _ => {}
            }
        }
        drop(records);
        if sheets.is_empty() && lost {
            return Err(no_sheet_found());
        }
        Ok((names, Self { package, epoch, sheets, relations, shared: None }))
    }

    pub(super) fn rows(&mut self, index: usize, visit: &mut Visit<'_>) -> Result<(), WorkbookError> {
        if self.shared.is_none() {
            let strings = strings(&mut self.package, self.relations.of_kind("sharedStrings"))?;
            let formats = formats(&mut self.package, self.relations.of_kind("styles"))?;
            self.shared = Some((strings, formats));
        }
        let (Some((strings, formats)), Some(part)) = (&self.shared, self.sheets.get(index)) else {
            return Ok(());
        };
        let mut records = Records::new(self.package.needed(part)?);
        let mut row = Row::default();
        while let Some((kind, data)) = records.next()? {
            match kind {
                kind::ROW => {
                    if row.show(visit) == ControlFlow::Break(()) {
                        return Ok(());
                    }
                    row.begin(u64::from(u32_at(data, 0).ok_or_else(short)?) + 1)?;
                }
                kind::ROWS_END => {
                    let _last = row.show(visit);
                    return Ok(());
                }
                _ => {
                    if let Some(cell) = cell(kind, data, strings, formats, self.epoch).ok_or_else(short)? {
                        row.put(u32_at(data, 0).ok_or_else(short)? as usize, cell)?;
                    }
                }
            }
        }
        Err(WorkbookError::broken("a sheet ends in the middle"))
    }
}

/// Decodes the cell of a record, if it is a non-empty cell. Returns nothing for a truncated record.
fn cell<'a>(
    kind: u16,
    data: &[u8],
    strings: &'a StringTable,
    formats: &[Format],
    epoch: Epoch,
) -> Option<Option<Cell<'a>>> {
    // The style follows the column, in three bytes.
    let format = || {
        let style = u32_at(data, 4).map_or(0, |it| it & 0x00ff_ffff) as usize;
        formats.get(style).unwrap_or(&Format::Plain)
    };
    Some(Some(match kind {
        kind::PACKED => format().cell(packed(u32_at(data, 8)?), epoch),
        kind::NUMBER | kind::FORMULA_NUMBER => format().cell(f64_at(data, 8)?, epoch),
        kind::ERROR | kind::FORMULA_ERROR => Cell::Error(error_name(*data.get(8)?).into()),
        kind::BOOLEAN | kind::FORMULA_BOOLEAN => Cell::Boolean(*data.get(8)? != 0),
        kind::TEXT | kind::FORMULA_TEXT => Cell::Text(text(data, 8)?.0.into()),
        kind::RICH_TEXT => Cell::Text(text(data, 9)?.0.into()),
        kind::SHARED => Cell::Text(strings.get(u32_at(data, 8)? as usize)?.into()),
        _ => return Some(None),
    }))
}

fn strings(package: &mut Package, part: Option<&str>) -> Result<StringTable, WorkbookError> {
    let mut strings = StringTable::default();
    let Some(part) = part else { return Ok(strings) };
    let Some(content) = package.part(part)? else { return Ok(strings) };
    let mut records = Records::new(content);
    while let Some((kind, data)) = records.next()? {
        if kind == kind::STRING {
            strings.push(&text(data, 1).ok_or_else(short)?.0)?;
            strings.end()?;
        }
    }
    Ok(strings)
}

fn formats(package: &mut Package, part: Option<&str>) -> Result<Vec<Format>, WorkbookError> {
    let mut formats = Vec::new();
    let Some(part) = part else { return Ok(formats) };
    let Some(content) = package.part(part)? else { return Ok(formats) };
    let mut records = Records::new(content);
    let mut defined = HashMap::new();
    let mut in_cells = false;
    while let Some((kind, data)) = records.next()? {
        match kind {
            kind::FORMAT => {
                let (code, _) = text(data, 2).ok_or_else(short)?;
                defined.insert(u16_at(data, 0).ok_or_else(short)?, Format::of(&code));
            }
            kind::STYLES_BEGIN => in_cells = true,
            kind::STYLES_END => break,
            kind::STYLE if in_cells => {
                let number = u16_at(data, 2).ok_or_else(short)?;
                let format = defined.get(&number).cloned();
                formats.push(format.unwrap_or_else(|| Format::built_in(number.into())));
            }
            _ => {}
        }
    }
    Ok(formats)
}

/// Reads a text with a length prefix, and returns its end. A length of 0xFFFFFFFF means no text.
fn text(data: &[u8], at: usize) -> Option<(String, usize)> {
    let length = u32_at(data, at)?;
    let start = at + 4;
    if length == u32::MAX {
        return Some((String::new(), start));
    }
    let end = start.checked_add(usize::try_from(length).ok()?.checked_mul(2)?)?;
    Some((wide(data.get(start..end)?), end))
}

fn short() -> WorkbookError {
    WorkbookError::broken("a record is shorter than it must be, or refers to a text that is not in the file")
}

/// An iterator over the records of a part.
struct Records<R> {
    source: std::io::BufReader<R>,
    data: Vec<u8>,
}

impl<R: Read> Records<R> {
    fn new(source: R) -> Self {
        Self { source: std::io::BufReader::with_capacity(64 << 10, source), data: Vec::new() }
    }

    fn next(&mut self) -> Result<Option<(u16, &[u8])>, WorkbookError> {
        let Some(first) = self.byte()? else { return Ok(None) };
        let mut kind = u16::from(first);
        if first & 0x80 != 0 {
            kind = u16::from(first & 0x7f) | (u16::from(self.sure()? & 0x7f) << 7);
        }
        let mut length = 0;
        for group in 0..4 {
            let byte = self.sure()?;
            length |= usize::from(byte & 0x7f) << (7 * group);
            if byte & 0x80 == 0 {
                break;
            }
        }
        if length > LONGEST {
            return Err(WorkbookError::TooLarge(format!(
                "it has a record of more than {} MB",
                LONGEST >> 20
            )));
        }
        self.data.resize(length, 0);
        self.source.read_exact(&mut self.data)?;
        Ok(Some((kind, &self.data)))
    }

    fn byte(&mut self) -> Result<Option<u8>, WorkbookError> {
        let mut byte = [0];
        Ok((self.source.read(&mut byte)? == 1).then_some(byte[0]))
    }

    fn sure(&mut self) -> Result<u8, WorkbookError> {
        self.byte()?.ok_or_else(|| WorkbookError::broken("a part ends in the middle of a record"))
    }
}

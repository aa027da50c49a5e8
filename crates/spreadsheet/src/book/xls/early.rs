//! Converts worksheets of Excel 2, 3 and 4 into the records of Excel 5.
//!
//! The older records contain the same data in fewer bytes. After the conversion, the same reader handles all
//! versions.

use crate::book::bytes::u16_at;
use crate::book::error::WorkbookError;

use super::records::{Record, Records, kind, short};

/// The record types that only these files have.
mod old {
    pub(super) const INTEGER_2: u16 = 0x0002;
    pub(super) const NUMBER_2: u16 = 0x0003;
    pub(super) const TEXT_2: u16 = 0x0004;
    pub(super) const BOOLEAN_OR_ERROR_2: u16 = 0x0005;
    pub(super) const FORMULA_2: u16 = 0x0006;
    pub(super) const RESULT_TEXT_2: u16 = 0x0007;
    pub(super) const BEGIN_2: u16 = 0x0009;
    pub(super) const FORMAT_2: u16 = 0x001e;
    pub(super) const SHEET_4: u16 = 0x008f;
    pub(super) const BEGIN_3: u16 = 0x0209;
    pub(super) const STYLE_3: u16 = 0x0243;
    pub(super) const BEGIN_4: u16 = 0x0409;
    pub(super) const STYLE_4: u16 = 0x0443;
}

/// The types of substreams.
const SHEET: u16 = 0x0010;

/// Whether a file has one of these formats.
pub(super) fn is_before_excel_5(stream: &[u8]) -> bool {
    u16_at(stream, 0).is_some_and(is_begin)
}

/// Converts the workbook to the format of Excel 5.
pub(super) fn convert_to_excel_5(stream: &[u8]) -> Result<Vec<u8>, WorkbookError> {
    let mut draft = Draft::default();
    let mut records = Records::from(stream, 0);
    let mut depth = 0_usize;
    loop {
        let record = records.next()?;
        if is_begin(record.kind) {
            depth += 1;
            let content = u16_at(record.data, 2).ok_or_else(short)?;
            draft.first = record.kind == old::BEGIN_2;
            draft.begin(content == SHEET);
        } else if record.kind == kind::END {
            draft.within = false;
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return Ok(draft.whole());
            }
        } else {
            draft.take(record)?;
        }
    }
}

/// A partially converted workbook.
#[derive(Default)]
struct Draft {
    /// Whether it is from Excel 2.
    first: bool,
    /// The records before the sheets.
    globals: Vec<u8>,
    formats: u16,
    sheets: Vec<Sheet>,
    /// Whether following records belong to the last sheet.
    within: bool,
    /// The name of the next sheet.
    name: Vec<u8>,
}

struct Sheet {
    name: Vec<u8>,
    records: Vec<u8>,
}

impl Draft {
    fn begin(&mut self, is_sheet: bool) {
        self.within = is_sheet;
        if is_sheet {
            let name = std::mem::take(&mut self.name);
            let name = if name.is_empty() { b"Sheet1".to_vec() } else { name };
            let mut records = Vec::new();
            put(&mut records, kind::BEGIN, &[&[0, 5], &SHEET.to_le_bytes()]);
            self.sheets.push(Sheet { name, records });
        }
    }

    fn take(&mut self, record: Record<'_>) -> Result<(), WorkbookError> {
        let data = record.data;
        // If several sheets define styles, those of the first apply.
        let defines = self.sheets.len() <= 1;
        match record.kind {
            kind::PASSWORD | kind::DATE_MODE | kind::CODE_PAGE => {
                put(&mut self.globals, record.kind, &[data])
            }
            old::FORMAT_2 if defines => self.format(data),
            kind::FORMAT if defines => self.format(data.get(2..).ok_or_else(short)?),
            old::STYLE_3 | old::STYLE_4 if defines => {
                let format = *data.get(1).ok_or_else(short)?;
                put(&mut self.globals, kind::STYLE, &[&[0, 0, format, 0]]);
            }
            old::SHEET_4 => {
                let length = usize::from(*data.get(4).ok_or_else(short)?);
                self.name = data.get(5..5 + length).ok_or_else(short)?.to_vec();
            }
            _ if self.within => self.cell(record)?,
            _ => {}
        }
        Ok(())
    }

    /// Adds a number format, which cells and styles refer to by index.
    fn format(&mut self, text: &[u8]) {
        put(&mut self.globals, kind::FORMAT, &[&self.formats.to_le_bytes(), text]);
        if self.first {
            // In Excel 2, cells refer to formats directly.
            put(&mut self.globals, kind::STYLE, &[&[0, 0], &self.formats.to_le_bytes()]);
        }
        self.formats = self.formats.saturating_add(1);
    }

    fn cell(&mut self, record: Record<'_>) -> Result<(), WorkbookError> {
        let Some(sheet) = self.sheets.last_mut() else { return Ok(()) };
        let (out, data) = (&mut sheet.records, record.data);
        if !self.first {
            put(out, record.kind, &[data]);
            return Ok(());
        }
        if record.kind == old::RESULT_TEXT_2 {
            let (length, text) = data.split_first().ok_or_else(short)?;
            put(out, kind::RESULT_TEXT, &[&[*length, 0], text]);
            return Ok(());
        }
        if !(old::INTEGER_2..=old::FORMULA_2).contains(&record.kind) {
            return Ok(());
        }
        let (place, rest) = data.split_at_checked(7).ok_or_else(short)?;
        let place: &[u8] = &[place[0], place[1], place[2], place[3], place[5] & 0x3f, 0];
        match record.kind {
            old::INTEGER_2 => {
                let number = f64::from(u16_at(rest, 0).ok_or_else(short)?);
                put(out, kind::NUMBER, &[place, &number.to_le_bytes()]);
            }
            old::NUMBER_2 => put(out, kind::NUMBER, &[place, rest]),
            old::TEXT_2 => {
                let (length, text) = rest.split_first().ok_or_else(short)?;
                put(out, kind::TEXT, &[place, &[*length, 0], text]);
            }
            old::BOOLEAN_OR_ERROR_2 => put(out, kind::BOOLEAN_OR_ERROR, &[place, rest]),
            _ => put(out, kind::FORMULA, &[place, rest]),
        }
        Ok(())
    }

    fn whole(self) -> Vec<u8> {
        let mut whole = Vec::new();
        put(&mut whole, kind::BEGIN, &[&[0, 5, 5, 0]]);
        whole.extend_from_slice(&self.globals);
        // A sheet entry consists of offset, visibility, type and name, with a 1-byte length of the name.
        let list: usize = self.sheets.iter().map(|it| 4 + 6 + 1 + it.name.len()).sum();
        let mut at = whole.len() + list + 4;
        for sheet in &self.sheets {
            let start = u32::try_from(at).unwrap_or(u32::MAX).to_le_bytes();
            put(&mut whole, kind::SHEET, &[&start, &[0, 0, sheet.name.len() as u8], &sheet.name]);
            at += sheet.records.len() + 4;
        }
        put(&mut whole, kind::END, &[]);
        for sheet in &self.sheets {
            whole.extend_from_slice(&sheet.records);
            put(&mut whole, kind::END, &[]);
        }
        whole
    }
}

fn is_begin(kind: u16) -> bool {
    matches!(kind, old::BEGIN_2 | old::BEGIN_3 | old::BEGIN_4)
}

/// Appends a record. Its length fits in 16 bits, because it is that of an older record plus a byte or two for
/// longer length prefixes of texts.
fn put(out: &mut Vec<u8>, kind: u16, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|it| it.len()).sum();
    let Ok(length) = u16::try_from(length) else { return };
    out.extend_from_slice(&kind.to_le_bytes());
    out.extend_from_slice(&length.to_le_bytes());
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

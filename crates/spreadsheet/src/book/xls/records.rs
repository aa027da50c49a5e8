//! The BIFF records of an old workbook.

use crate::book::bytes::u16_at;
use crate::book::error::WorkbookError;

/// The record types in use.
pub(super) mod kind {
    pub(in crate::book::xls) const FORMULA: u16 = 0x0006;
    pub(in crate::book::xls) const END: u16 = 0x000a;
    pub(in crate::book::xls) const DATE_MODE: u16 = 0x0022;
    pub(in crate::book::xls) const PASSWORD: u16 = 0x002f;
    pub(in crate::book::xls) const CONTINUE: u16 = 0x003c;
    pub(in crate::book::xls) const CODE_PAGE: u16 = 0x0042;
    pub(in crate::book::xls) const SHEET: u16 = 0x0085;
    pub(in crate::book::xls) const PACKED_SEVERAL: u16 = 0x00bd;
    pub(in crate::book::xls) const RICH_TEXT: u16 = 0x00d6;
    pub(in crate::book::xls) const STYLE: u16 = 0x00e0;
    pub(in crate::book::xls) const STRINGS: u16 = 0x00fc;
    pub(in crate::book::xls) const SHARED: u16 = 0x00fd;
    pub(in crate::book::xls) const NUMBER: u16 = 0x0203;
    pub(in crate::book::xls) const TEXT: u16 = 0x0204;
    pub(in crate::book::xls) const BOOLEAN_OR_ERROR: u16 = 0x0205;
    pub(in crate::book::xls) const RESULT_TEXT: u16 = 0x0207;
    pub(in crate::book::xls) const PACKED: u16 = 0x027e;
    pub(in crate::book::xls) const FORMULA_3: u16 = 0x0206;
    pub(in crate::book::xls) const FORMULA_4: u16 = 0x0406;
    pub(in crate::book::xls) const FORMAT: u16 = 0x041e;
    pub(in crate::book::xls) const BEGIN: u16 = 0x0809;
}

/// A record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Record<'a> {
    pub(super) kind: u16,
    pub(super) data: &'a [u8],
    /// Its offset.
    pub(super) at: usize,
}

/// An iterator over records.
#[derive(Clone)]
pub(super) struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Records<'a> {
    /// Starts at an offset.
    pub(super) fn from(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// Returns the next record. A missing record is an error, because every list ends with an end record.
    pub(super) fn next(&mut self) -> Result<Record<'a>, WorkbookError> {
        let (Some(kind), Some(length)) = (u16_at(self.bytes, self.at), u16_at(self.bytes, self.at + 2))
        else {
            return Err(WorkbookError::broken("it ends before its last record"));
        };
        let start = self.at + 4;
        let end = start + usize::from(length);
        let data = self
            .bytes
            .get(start..end)
            .ok_or_else(|| WorkbookError::broken("it ends in the middle of a record"))?;
        let record = Record { kind, data, at: self.at };
        self.at = end;
        Ok(record)
    }

    /// Returns the data of the CONTINUE records that follow, after the data of the first record.
    pub(super) fn continued(&mut self, first: &'a [u8]) -> Vec<&'a [u8]> {
        let mut pieces = vec![first];
        loop {
            let mut ahead = self.clone();
            match ahead.next() {
                Ok(record) if record.kind == kind::CONTINUE => pieces.push(record.data),
                _ => return pieces,
            }
            *self = ahead;
        }
    }
}

pub(super) fn short() -> WorkbookError {
    WorkbookError::broken("a record is shorter than it must be")
}

//! Text encodings of old workbooks.

use encoding_rs::Encoding;

use crate::book::error::WorkbookError;
use crate::book::string_table::StringTable;

use super::records::short;

/// The text encoding of a workbook.
#[derive(Clone, Copy)]
pub(super) enum Writing {
    /// A code page, up to Excel 95.
    Letters(&'static Encoding),
    /// UTF-16, or Latin-1 if that is sufficient.
    Unicode,
}

/// Returns the encoding of a code page; Windows-1252 if it is unknown.
pub(super) fn letters(code_page: u16) -> &'static Encoding {
    match code_page {
        874 => encoding_rs::WINDOWS_874,
        932 => encoding_rs::SHIFT_JIS,
        936 => encoding_rs::GBK,
        949 => encoding_rs::EUC_KR,
        950 => encoding_rs::BIG5,
        1250 => encoding_rs::WINDOWS_1250,
        1251 => encoding_rs::WINDOWS_1251,
        1253 => encoding_rs::WINDOWS_1253,
        1254 => encoding_rs::WINDOWS_1254,
        1255 => encoding_rs::WINDOWS_1255,
        1256 => encoding_rs::WINDOWS_1256,
        1257 => encoding_rs::WINDOWS_1257,
        1258 => encoding_rs::WINDOWS_1258,
        866 => encoding_rs::IBM866,
        10_000 | 32_768 => encoding_rs::MACINTOSH,
        65_001 => encoding_rs::UTF_8,
        _ => encoding_rs::WINDOWS_1252,
    }
}

impl Writing {
    /// Reads a text with a length prefix of one or two bytes; truncates text that exceeds the data.
    pub(super) fn read(self, pieces: &[&[u8]], wide_length: bool) -> Result<String, WorkbookError> {
        let mut cursor = Cursor::new(pieces);
        let length = if wide_length {
            cursor.u16().ok_or_else(short)?
        } else {
            cursor.byte().ok_or_else(short)?.into()
        };
        match self {
            Self::Letters(encoding) => {
                let bytes = cursor.take(usize::from(length)).ok_or_else(short)?;
                Ok(encoding.decode_without_bom_handling(&bytes).0.into_owned())
            }
            Self::Unicode => {
                let mut out = String::new();
                let flags = cursor.byte().ok_or_else(short)?;
                if flags & 8 != 0 {
                    cursor.u16();
                }
                if flags & 4 != 0 {
                    cursor.u32();
                }
                cursor.characters(length, flags, &mut out).ok_or_else(short)?;
                Ok(out)
            }
        }
    }
}

/// Reads the shared strings.
pub(super) fn shared(pieces: &[&[u8]]) -> Result<StringTable, WorkbookError> {
    let mut strings = StringTable::default();
    let mut cursor = Cursor::new(pieces);
    let (Some(_all), Some(count)) = (cursor.u32(), cursor.u32()) else { return Err(short()) };
    let mut text = String::new();
    // A wrong count is common and harmless: a cell that refers to a missing text is reported, and strings
    // after the announced count are read as far as they are valid.
    for place in 0_u32.. {
        let Some(length) = cursor.u16() else { break };
        text.clear();
        match cursor.shared(length, &mut text) {
            Some(()) => {
                strings.push(&text)?;
                strings.end()?;
            }
            None if place < count => return Err(short()),
            None => break,
        }
    }
    Ok(strings)
}

/// A cursor over a record and its CONTINUE records.
struct Cursor<'a> {
    rest: &'a [u8],
    pieces: std::slice::Iter<'a, &'a [u8]>,
}

impl<'a> Cursor<'a> {
    fn new(pieces: &'a [&'a [u8]]) -> Self {
        Self { rest: &[], pieces: pieces.iter() }
    }

    fn refill(&mut self) -> Option<()> {
        while self.rest.is_empty() {
            self.rest = self.pieces.next()?;
        }
        Some(())
    }

    /// Reads a shared string after its length.
    fn shared(&mut self, length: u16, out: &mut String) -> Option<()> {
        let flags = self.byte()?;
        let runs = if flags & 8 != 0 { self.u16()? } else { 0 };
        let extra = if flags & 4 != 0 { self.u32()? } else { 0 };
        self.characters(length, flags, out)?;
        self.skip(usize::from(runs) * 4 + extra as usize);
        Some(())
    }

    fn byte(&mut self) -> Option<u8> {
        self.refill()?;
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn u16(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes([self.byte()?, self.byte()?, self.byte()?, self.byte()?]))
    }

    fn take(&mut self, length: usize) -> Option<Vec<u8>> {
        (0..length).map(|_| self.byte()).collect()
    }

    fn skip(&mut self, mut length: usize) {
        while length > 0 && self.refill().is_some() {
            let step = length.min(self.rest.len());
            self.rest = &self.rest[step..];
            length -= step;
        }
    }

    /// Reads characters of one or two bytes, according to the flags; a text that continues in the next record
    /// starts there with new flags.
    fn characters(&mut self, length: u16, flags: u8, out: &mut String) -> Option<()> {
        let mut wide = flags & 1 != 0;
        let mut left = usize::from(length);
        let mut high = None;
        while left > 0 {
            if self.rest.is_empty() {
                self.refill()?;
                wide = self.byte()? & 1 != 0;
                continue;
            }
            if wide {
                // A character must not be split, but may be in a corrupt file.
                let unit = if self.rest.len() >= 2 { self.u16()? } else { u16::from(self.byte()?) };
                high = push_unit(unit, high, out);
            } else {
                out.push(char::from(self.byte()?));
            }
            left -= 1;
        }
        Some(())
    }
}

/// Appends a UTF-16 code unit; returns a high surrogate that waits for its second half.
fn push_unit(unit: u16, high: Option<u16>, out: &mut String) -> Option<u16> {
    if (0xd800..0xdc00).contains(&unit) {
        return Some(unit);
    }
    let units = high.into_iter().chain([unit]);
    out.extend(char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_strings_across_continue_records() {
        // Two texts; the first starts with one byte per character and continues with two.
        let first: &[u8] = &[2, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, b'a', b'b'];
        let second: &[u8] = &[1, 0xe9, 0, 0x3d, 0x20, 1, 0, 0, b'z'];
        let strings = shared(&[first, second]).unwrap();
        assert_eq!((strings.get(0), strings.get(1), strings.get(2)), (Some("abé\u{203d}"), Some("z"), None));
    }

    #[test]
    fn ignores_too_low_string_count() {
        let strings =
            shared(&[&[0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, b'a', 1, 0, 0, b'b', 9, 0, 0, b'c']]).unwrap();
        assert_eq!((strings.get(0), strings.get(1), strings.get(2)), (Some("a"), Some("b"), None));
    }

    #[test]
    fn truncated_strings_are_errors() {
        assert!(shared(&[&[1, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, b'a']]).is_err());
        assert!(shared(&[&[1, 0]]).is_err());
        assert!(Writing::Unicode.read(&[&[5, 0, 0]], true).is_err());
        assert_eq!(Writing::Letters(letters(1251)).read(&[&[2, 0xc4, 0xe0]], false).unwrap(), "Да");
    }
}

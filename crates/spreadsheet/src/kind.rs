//! Detects the kind of a file by its first bytes.

use crate::fault::Fault;

/// The number of bytes that are examined.
pub(crate) const HEAD: u64 = 64 << 10;

/// The reader for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A workbook of a spreadsheet program.
    Workbook,
    /// Delimited text.
    Text,
}

/// Returns the reader for a file, or an error if it is not a spreadsheet.
pub(crate) fn of(head: &[u8], name: &str) -> Result<Kind, Fault> {
    if head.is_empty() {
        return Err(Fault::Empty { what: format!("\"{name}\"") });
    }
    // A file with the signature of a workbook is one, or the workbook reader reports its actual format.
    const WORKBOOKS: &[&[u8]] =
        &[b"PK\x03\x04", b"PK\x05\x06", &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]];
    let records =
        matches!(head, [0x09, 0x00 | 0x02 | 0x04 | 0x08, _, 0x00, ..] if head.len() > 8 && head.contains(&0));
    if records || WORKBOOKS.iter().any(|mark| head.starts_with(mark)) {
        return Ok(Kind::Workbook);
    }
    match unsupported_format(head) {
        Some(XML) => Ok(Kind::Workbook),
        Some(what) => Err(Fault::NotASpreadsheet { name: name.to_owned(), looks_like: what.to_owned() }),
        None => Ok(Kind::Text),
    }
}

/// A spreadsheet in a single XML document, which is a workbook too.
const XML: &str = "a spreadsheet in XML";

/// Returns the format of a file that is neither a workbook nor text.
fn unsupported_format(head: &[u8]) -> Option<&'static str> {
    const MARKS: &[(&[u8], &str)] = &[
        (b"%PDF", "a PDF document"),
        (b"{\\rtf", "a text in the RTF format"),
        (b"\x89PNG", "an image"),
        (b"\xff\xd8\xff", "an image"),
        (b"GIF8", "an image"),
        (b"II*\0", "an image"),
        (b"MM\0*", "an image"),
        (b"RIFF", "a sound, a film or an image"),
        (b"\x1f\x8b", "a gzip archive; unpack it"),
        (b"BZh", "a bzip2 archive; unpack it"),
        (b"\xfd7zXZ", "an xz archive; unpack it"),
        (b"\x28\xb5\x2f\xfd", "a zstd archive; unpack it"),
        (b"7z\xbc\xaf", "a 7z archive; unpack it"),
        (b"Rar!", "a rar archive; unpack it"),
        (b"\x7fELF", "a program"),
        (b"MZ\x90", "a program"),
        (b"SQLite format 3", "a database"),
        (b"PAR1", "a Parquet file"),
        (b"ARROW1", "an Arrow file"),
        (b"Obj\x01", "an Avro file"),
    ];
    if let Some((_, what)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return Some(what);
    }
    if is_utf32(head) {
        return Some("a text in UTF-32; save it as UTF-8");
    }
    markup(head).or_else(|| is_binary(head).then_some("binary data"))
}

/// Returns the format of HTML and other markup, which programs also save with the extension of a spreadsheet.
fn markup(head: &[u8]) -> Option<&'static str> {
    let start: String =
        String::from_utf8_lossy(&head[..head.len().min(4096)]).replace('\0', "").to_lowercase();
    let start =
        start.trim_start_matches(|it: char| it == '\u{feff}' || it == '\u{fffd}' || it.is_whitespace());
    if !start.starts_with('<') {
        return (start.starts_with("{\"") || start.starts_with("[{")).then_some("a JSON document");
    }
    if start.contains("urn:schemas-microsoft-com:office:spreadsheet")
        || start.contains("opendocument.spreadsheet")
    {
        Some(XML)
    } else if start.starts_with("<!doctype html") || start.contains("<html") || start.contains("<table") {
        Some("a web page; open it in a spreadsheet program and save it as XLSX")
    } else if start.starts_with("<?xml") || start.starts_with("<!doctype") {
        Some("an XML document")
    } else {
        None
    }
}

/// Whether a file is in UTF-32: three of four bytes are zero, always at the same positions, or it has a byte
/// order mark.
fn is_utf32(head: &[u8]) -> bool {
    let marked = head.starts_with(&[0xff, 0xfe, 0, 0]) || head.starts_with(&[0, 0, 0xfe, 0xff]);
    let signs = || head[..head.len().min(4096)].chunks_exact(4);
    let plain =
        |zeros: [usize; 3]| signs().len() > 1 && signs().all(|it| zeros.iter().all(|at| it[*at] == 0));
    let filled = signs().all(|it| it != [0; 4]);
    marked || (filled && (plain([1, 2, 3]) || plain([0, 1, 2])))
}

/// Whether a file is binary. Text has few control characters; in UTF-16, every other byte may be zero.
fn is_binary(head: &[u8]) -> bool {
    if crate::delimited::is_wide(head) {
        return false;
    }
    let odd = head.iter().filter(|it| {
        **it < 0x20 && !matches!(**it, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a | 0x1b | 0x1e | 0x1f)
    });
    let odd = odd.count();
    odd > 8 && odd * 20 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(head: &[u8]) -> String {
        of(head, "x").map_or_else(|fault| fault.to_string(), |kind| format!("{kind:?}"))
    }

    #[test]
    fn detects_file_kind_by_content() {
        assert_eq!(check(b"a,b\n1,2"), "Text");
        assert_eq!(check(b"PK\x03\x04rest"), "Workbook");
        assert_eq!(check(b"%PDF-1.7"), "\"x\" is not a spreadsheet but a PDF document");
        assert_eq!(check(b""), "\"x\" is empty");
        assert_eq!(check(b"\xff\xfea\0,\0b\0\n\0"), "Text");
        assert!(check(b" <html><table>").contains("a web page"));
        assert!(check(&[0, 1, 2, 3, 4, 0, 0, 5, 6, 7, 8, 1]).contains("binary"));
        assert_eq!(check(b"<5,3\n1,2"), "Text");
        assert!(check(b"a\0\0\0,\0\0\0b\0\0\0").contains("UTF-32"));
        assert!(check(b"\xff\xfe\0\0a\0\0\0").contains("UTF-32"));
    }
}

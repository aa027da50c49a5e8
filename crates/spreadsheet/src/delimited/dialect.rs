//! The dialect of a delimited text file.

use crate::day;
use crate::field::decoded;
use crate::number::{self, Convention};
use crate::value::{is_absence, is_error};

use super::record::Records;

/// The dialect of a delimited text file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    /// The separator of cells.
    pub(crate) delimiter: u8,
    /// The row terminator: a line feed, or a carriage return in files of classic Mac OS.
    pub(crate) end: u8,
    /// Whether a backslash escapes a quote.
    pub(crate) backslash: bool,
    /// The number of bytes before the table: a byte order mark, a line that states the delimiter.
    pub(crate) skip: usize,
}

/// A byte that no file uses as a delimiter, for files with a single column.
const NO_DELIMITER: u8 = 0x1f;

/// The number of rows that are tried.
const TRIED: usize = 100;

impl Dialect {
    /// Detects the dialect from the beginning of a file.
    pub(crate) fn of(head: &[u8]) -> Dialect {
        let mark = if head.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let text = &head[mark..];
        let end = if has_line_feed(text) { b'\n' } else { b'\r' };
        if let Some((delimiter, length)) = told(text, end) {
            return Dialect { delimiter, end, backslash: false, skip: mark + length };
        }
        let mut best: Option<(f64, Dialect)> = None;
        for backslash in [false, true] {
            if backslash && !text.windows(3).any(is_escape) {
                continue;
            }
            for delimiter in *b",;\t|" {
                let dialect = Dialect { delimiter, end, backslash, skip: mark };
                let score = score(text, dialect);
                // The first of equally good dialects wins.
                if best.is_none_or(|(most, _)| score > most + 1e-9) {
                    best = Some((score, dialect));
                }
            }
        }
        let none = Dialect { delimiter: NO_DELIMITER, end, backslash: false, skip: mark };
        match best {
            Some((score, dialect)) if score > 0.0 && !has_one_column(text, dialect) => dialect,
            _ => none,
        }
    }

    /// Returns the decimal separator that the delimiter suggests: semicolons are used because of decimal
    /// commas.
    pub(crate) fn hint(&self) -> Option<Convention> {
        (self.delimiter == b';').then_some(Convention::Comma)
    }
}

/// Whether a backslash escapes the following quote. If the cell ends there, the backslash is the end of a
/// path.
fn is_escape(signs: &[u8]) -> bool {
    matches!(signs, [b'\\', b'"', next] if !matches!(next, b',' | b';' | b'\t' | b'|' | b'\r' | b'\n'))
}

fn has_line_feed(text: &[u8]) -> bool {
    memchr::memchr(b'\n', text).is_some() || memchr::memchr(b'\r', text).is_none()
}

/// Parses `sep=;`, which spreadsheet programs write and read.
fn told(text: &[u8], end: u8) -> Option<(u8, usize)> {
    let line = memchr::memchr(end, text)?;
    let told = text[..line].trim_ascii_end();
    let (word, delimiter) = told.split_at_checked(4)?;
    match delimiter {
        [it] if word.eq_ignore_ascii_case(b"sep=") && it.is_ascii_punctuation() && *it != b'"' => {
            Some((*it, line + 1))
        }
        // Trimming removed the tab.
        [] if word.eq_ignore_ascii_case(b"sep=") => Some((b'\t', line + 1)),
        _ => None,
    }
}

/// Scores a delimiter: rows should have equal numbers of cells, and cells should be meaningful.
fn score(text: &[u8], dialect: Dialect) -> f64 {
    let mut widths = Vec::new();
    let (mut cells, mut known) = (0_u32, 0_u32);
    let mut records = Records::new(text, dialect);
    records.pass_blank();
    while let Some(fields) = records.next_all().filter(|_| widths.len() < TRIED) {
        records.pass_blank();
        if fields.iter().all(|it| it.is_empty()) && fields.len() < 2 {
            continue;
        }
        widths.push(fields.len());
        for field in &fields {
            cells += 1;
            known += u32::from(is_known(&decoded(field.bytes())));
        }
    }
    let mut sorted = widths.clone();
    sorted.sort_unstable();
    let runs = sorted.chunk_by(|a, b| a == b).filter(|run| run[0] > 1);
    let Some(most) = runs.max_by_key(|run| (run.len(), run[0])) else { return 0.0 };
    let regular = most.len() as f64 / widths.len() as f64;
    regular * 10.0 + f64::from(known) / f64::from(cells.max(1)) * 4.0 + most[0].min(20) as f64 * 0.05
}

/// Whether a cell is a number, a date or empty.
fn is_known(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || number::read(text).is_some()
        || day::read(text).is_some()
        || is_absence(text)
        || is_error(text)
}

/// Whether the text is a single column of numbers with decimal commas, which resembles two columns except for
/// its name.
fn has_one_column(text: &[u8], dialect: Dialect) -> bool {
    if dialect.delimiter != b',' {
        return false;
    }
    let mut records = Records::new(text, Dialect { delimiter: NO_DELIMITER, ..dialect });
    let mut rows = 0;
    records.pass_blank();
    while let Some(fields) = records.next_all().filter(|_| rows < TRIED) {
        records.pass_blank();
        let Some(cell) = fields.first().map(|it| decoded(it.bytes()).trim().to_owned()) else { continue };
        if cell.is_empty() {
            continue;
        }
        let fits = if rows == 0 {
            !cell.contains(',')
        } else {
            number::read(&cell).is_some() || is_absence(&cell) || is_error(&cell)
        };
        if !fits {
            return false;
        }
        rows += 1;
    }
    rows > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> char {
        char::from(Dialect::of(text.as_bytes()).delimiter)
    }

    #[test]
    fn detects_delimiters_of_text_files() {
        assert_eq!(check("a,b\n1,2\n3,4\n"), ',');
        assert_eq!(check("a;b;c\nx;1,5;2,5\ny;1,5;2,5\n"), ';');
        assert_eq!(check("a\tb\n1,5\t2\n"), '\t');
        assert_eq!(check("a|b\n1|2\n"), '|');
        assert_eq!(check("name,remark\n\"x; y\",\"a; b\"\n\"x; y\",\"a; b\"\n"), ',');
        assert_eq!(check("Report, printed; today\n\na;b\n1;2\n3;4\n"), ';');
        assert_eq!(check("Amount\n1,5\n2,75\n"), '\u{1f}');
        assert_eq!(check("Amount\n1\n2\n"), '\u{1f}');
        assert_eq!(check("sep=|\na;b\n"), '|');
        assert_eq!(check(""), '\u{1f}');
    }

    #[test]
    fn detects_carriage_return_line_endings() {
        assert_eq!(Dialect::of(b"a,b\r1,2\r").end, b'\r');
        assert_eq!(Dialect::of(b"a,b\r\n1,2\r\n").end, b'\n');
    }
}

//! The column names of a spreadsheet, from its first rows only.

use std::fs::File;
use std::io::{Read as _, Seek as _};

use serde::{Deserialize, Serialize};

use crate::delimited;
use crate::fault::Fault;
use crate::folding::shortened;
use crate::kind::{self, Kind};
use crate::layout::Layout;
use crate::lookup::letter;
use crate::workbook;

/// The maximum number of columns returned. Sheets may have thousands, and nobody refers to those by name.
const MOST: usize = 500;

/// The maximum length of a name; longer ones are truncated.
const LONGEST: usize = 200;

/// The columns of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The name of the sheet.
    pub sheet: String,
    /// The 1-based header row; none if the sheet has no header.
    pub header_row: Option<u64>,
    /// The columns, from left to right.
    pub columns: Vec<Named>,
}

/// A column with its name and letter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// Its name; empty if it has none.
    pub name: String,
    /// Its column letter.
    pub letter: String,
}

/// Returns the column names of the named sheet, or of the first one with a table.
///
/// # Errors Returns a [`Fault`] if the file is invalid or has no such sheet.
pub fn columns(mut file: File, name: &str, sheet: Option<&str>) -> Result<Columns, Fault> {
    let unreadable =
        |error: std::io::Error| Fault::Unreadable { name: name.to_owned(), why: error.to_string() };
    let mut head = Vec::new();
    (&file).take(kind::HEAD).read_to_end(&mut head).map_err(unreadable)?;
    file.rewind().map_err(unreadable)?;
    let (sheet, layout) = match kind::of(&head, name)? {
        Kind::Workbook => workbook::layout(file, name, sheet)?,
        Kind::Text => delimited::layout(&file, name, sheet)?,
    };
    Ok(told(sheet, &layout))
}

fn told(sheet: String, layout: &Layout) -> Columns {
    let headings = layout.headings.iter().enumerate().take(MOST);
    let named = |(column, heading): (usize, &crate::layout::Heading)| Named {
        name: shortened(&heading.name, LONGEST),
        letter: letter(column),
    };
    Columns { sheet, header_row: layout.header_row, columns: headings.map(named).collect() }
}

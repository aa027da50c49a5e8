//! What the columns of a spreadsheet are called, without reading more of it than its first rows.

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

/// More columns than this are not told. Sheets may have thousands, and nobody speaks of those by name.
const MOST: usize = 500;

/// Longer names are cut.
const LONGEST: usize = 200;

/// The columns of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Columns {
    /// The sheet.
    pub sheet: String,
    /// The row that names them, counted from 1; none when the sheet has no such row.
    pub header_row: Option<u64>,
    /// The columns, from the left.
    pub columns: Vec<Named>,
}

/// A column by its name and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named {
    /// The name in the file; empty where it has none.
    pub name: String,
    /// The letter.
    pub letter: String,
}

/// Finds out what the columns of a sheet are called: of the one that is named, or of the first one with a table.
///
/// # Errors
/// Says what is wrong with the file, or that it has no such sheet.
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

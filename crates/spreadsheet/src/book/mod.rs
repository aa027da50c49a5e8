//! Workbooks of all formats, read as rows of cells.
//!
//! The readers are written here because they preserve facts that general-purpose readers drop: that a number
//! is money or a percentage, according to its format; that a formula has no cached result, which differs from
//! an empty cell; and that a file is malicious, which they detect in bounded time and memory.
//!
//! Merged cells are ignored. Three of the four formats list them after the rows, too late for a single pass,
//! and a heading that spans columns is recognized just as well by the empty cells to its right.

mod bytes;
mod calendar;
mod error;
mod format;
mod kind;
mod ods;
mod package;
mod progress;
mod relationships;
mod row;
mod string_table;
mod xls;
mod xlsb;
mod xlsx;
mod xml2003;

use std::fs::File;
use std::io::Seek as _;

use crate::fault::Fault;

use error::WorkbookError;
use kind::Kind;
use package::Package;
pub(crate) use progress::Meter;
pub(crate) use row::Visit;

/// An open workbook.
pub(crate) struct Book {
    name: String,
    sheets: Vec<SheetName>,
    content: Content,
    meter: Meter,
}

/// A sheet with cells. Chart sheets are omitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SheetName {
    /// Its name.
    pub(crate) name: String,
    /// Whether it is visible.
    pub(crate) visible: bool,
}

enum Content {
    Xlsx(xlsx::Workbook),
    Xlsb(xlsb::Workbook),
    Xls(xls::Workbook),
    Ods(ods::Workbook),
    Xml2003(xml2003::Workbook),
}

/// Opens a workbook. The format is detected by content, not by name.
pub(crate) fn open(file: File, name: &str) -> Result<Book, Fault> {
    opened(file, name).map_err(|damage| damage.of(name))
}

fn opened(mut file: File, name: &str) -> Result<Book, WorkbookError> {
    let kind = Kind::of(&mut file)?;
    file.rewind()?;
    let meter = Meter::default();
    let (sheets, content) = match kind {
        Kind::Zip => open_package(Package::open(file, &meter)?)?,
        Kind::Compound => {
            let (sheets, book) = xls::Workbook::open(file)?;
            (sheets, Content::Xls(book))
        }
        Kind::Flat => {
            let (sheets, book) = ods::Workbook::flat(file, &meter)?;
            (sheets, Content::Ods(book))
        }
        Kind::Xml2003 => {
            let (sheets, book) = xml2003::Workbook::open(file, &meter)?;
            (sheets, Content::Xml2003(book))
        }
        Kind::Records => {
            let (sheets, book) = xls::Workbook::bare(file)?;
            (sheets, Content::Xls(book))
        }
    };
    if sheets.is_empty() {
        return Err(WorkbookError::Empty);
    }
    Ok(Book { name: name.to_owned(), sheets, content, meter })
}

fn open_package(mut package: Package) -> Result<(Vec<SheetName>, Content), WorkbookError> {
    match kind::package_format(&mut package)? {
        kind::PackageFormat::Xlsx(workbook) => {
            let (sheets, book) = xlsx::Workbook::open(package, &workbook)?;
            Ok((sheets, Content::Xlsx(book)))
        }
        kind::PackageFormat::Xlsb(workbook) => {
            let (sheets, book) = xlsb::Workbook::open(package, &workbook)?;
            Ok((sheets, Content::Xlsb(book)))
        }
        kind::PackageFormat::Ods => {
            let (sheets, book) = ods::Workbook::open(package)?;
            Ok((sheets, Content::Ods(book)))
        }
    }
}

impl Book {
    /// Returns the sheets, in tab order.
    pub(crate) fn sheets(&self) -> &[SheetName] {
        &self.sheets
    }

    /// Returns the progress of [`Book::rows`].
    pub(crate) fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Visits the rows of a sheet in one pass, each with its 1-based number and its cells from column A.
    /// Trailing empty cells and empty rows are omitted.
    pub(crate) fn rows(&mut self, index: usize, visit: &mut Visit<'_>) -> Result<(), Fault> {
        let done = match &mut self.content {
            Content::Xlsx(book) => book.rows(index, visit),
            Content::Xlsb(book) => book.rows(index, visit),
            Content::Xls(book) => book.rows(index, &self.meter, visit),
            Content::Ods(book) => book.rows(index, visit),
            Content::Xml2003(book) => book.rows(index, visit),
        };
        done.map_err(|damage| damage.of(&self.name))
    }
}

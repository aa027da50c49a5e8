//! OpenDocument spreadsheets: ODS.

mod cell;
mod sheet;

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Seek as _};

use lemmascope_package::xml::{Event, Scanner, Tag};

use super::SheetName;
use super::error::WorkbookError;
use super::package::Package;
use super::progress::Meter;
use super::row::Visit;

const CONTENT: &str = "content.xml";

/// The maximum number of sheets, and of styles that hide one.
const MOST: usize = 100_000;

/// An open workbook.
pub(super) struct Workbook {
    source: Source,
    /// The indices of the sheets among all tables of the file.
    sheets: Vec<usize>,
}

/// The source of the content.
enum Source {
    Package(Package),
    Flat(File, Meter),
}

impl Source {
    fn content(&mut self) -> Result<Box<dyn Read + '_>, WorkbookError> {
        Ok(match self {
            Self::Package(package) => Box::new(package.needed(CONTENT)?),
            Self::Flat(file, meter) => {
                file.rewind()?;
                let whole = file.metadata()?.len();
                Box::new(meter.over(file, whole))
            }
        })
    }
}

impl Workbook {
    /// Opens a document in a package.
    pub(super) fn open(mut package: Package) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        if is_encrypted(&mut package)? {
            return Err(WorkbookError::Encrypted);
        }
        Self::of(Source::Package(package))
    }

    /// Opens a flat document.
    pub(super) fn flat(file: File, meter: &Meter) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        Self::of(Source::Flat(file, meter.clone()))
    }

    /// Scans the whole content for the names of the sheets, which are stored with them.
    fn of(mut source: Source) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        let (mut names, mut sheets) = (Vec::new(), Vec::new());
        let mut hidden = HashSet::new();
        let mut style = None;
        let mut tables = Tables::default();
        let mut scanner = Scanner::new(source.content()?);
        loop {
            match scanner.next_event()? {
                Event::Open(tag) => match tag.name {
                    b"style" if tag.get("family").is_some_and(|it| it == "table") => {
                        style = tag.get("name").map(|it| it.into_owned());
                    }
                    b"table-properties" if tag.get("display").is_some_and(|it| it == "false") => {
                        hidden.extend(style.take().filter(|_| hidden.len() < MOST));
                    }
                    _ => {
                        if let Some(index) = tables.open(&tag) {
                            let name = tag.get("name").unwrap_or_default().into_owned();
                            let visible = tag.get("style-name").is_none_or(|it| !hidden.contains(&*it));
                            // Caches of external links are tables too.
                            if !name.starts_with("'file:") {
                                names.push(SheetName { name, visible });
                                sheets.push(index);
                            }
                            if sheets.len() > MOST {
                                return Err(WorkbookError::TooLarge(format!(
                                    "it has more than {MOST} sheets"
                                )));
                            }
                        }
                    }
                },
                Event::Close(b"document-content" | b"document") => break,
                Event::Close(name) => tables.close(name),
                Event::End => return Err(WorkbookError::broken("its content ends in the middle")),
                _ => {}
            }
        }
        drop(scanner);
        Ok((names, Self { source, sheets }))
    }

    pub(super) fn rows(&mut self, index: usize, visit: &mut Visit<'_>) -> Result<(), WorkbookError> {
        let Some(&wanted) = self.sheets.get(index) else { return Ok(()) };
        let mut scanner = Scanner::new(self.source.content()?);
        let mut tables = Tables::default();
        loop {
            match scanner.next_event()? {
                Event::Open(tag) if tables.open(&tag) == Some(wanted) => {
                    return if tag.empty { Ok(()) } else { sheet::read(&mut scanner, visit) };
                }
                Event::Close(name) => tables.close(name),
                Event::End => return Err(WorkbookError::broken("its content ends in the middle")),
                _ => {}
            }
        }
    }
}

/// Counts top-level tables.
#[derive(Default)]
struct Tables {
    within: bool,
    depth: usize,
    count: usize,
}

impl Tables {
    /// Returns the index of the table that a tag opens, if it opens one.
    fn open(&mut self, tag: &Tag<'_>) -> Option<usize> {
        if tag.name == b"spreadsheet" {
            self.within = true;
        }
        if tag.name != b"table" || !self.within {
            return None;
        }
        let index = (self.depth == 0).then_some(self.count);
        self.count += usize::from(self.depth == 0);
        self.depth += usize::from(!tag.empty);
        index
    }

    fn close(&mut self, name: &[u8]) {
        if name == b"table" {
            self.depth = self.depth.saturating_sub(1);
        }
    }
}

fn is_encrypted(package: &mut Package) -> Result<bool, WorkbookError> {
    // A file that is encrypted as a whole has a part with this name.
    if package.has("encrypted-package") {
        return Ok(true);
    }
    let Some(manifest) = package.part("META-INF/manifest.xml")? else { return Ok(false) };
    let mut scanner = Scanner::new(manifest);
    loop {
        match scanner.next_event()? {
            Event::Open(tag) if tag.name == b"encryption-data" => return Ok(true),
            Event::End => return Ok(false),
            _ => {}
        }
    }
}

//! Workbooks with XML parts: XLSX, XLSM, XLTX.

mod sheet;
mod string_table;
mod styles;

use lemmascope_package::xml::{Event, Scanner};

use super::SheetName;
use super::calendar::Epoch;
use super::error::WorkbookError;
use super::format::Format;
use super::package::Package;
use super::relationships::{Relations, Target, no_sheet_found, relations};
use super::row::Visit;
use super::string_table::StringTable;

/// An open workbook.
pub(in crate::book) struct Workbook {
    package: Package,
    epoch: Epoch,
    /// The parts of the sheets.
    sheets: Vec<String>,
    relations: Relations,
    /// The shared data of all sheets, loaded with the first one.
    shared: Option<Shared>,
}

struct Shared {
    strings: StringTable,
    formats: Vec<Format>,
}

impl Workbook {
    pub(in crate::book) fn open(
        mut package: Package,
        main: &str,
    ) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        let relations = relations(&mut package, main)?;
        let mut epoch = Epoch::Year1900;
        let (mut names, mut sheets, mut lost) = (Vec::new(), Vec::new(), false);
        let mut scanner = Scanner::new(package.needed(main)?);
        loop {
            match scanner.next_event()? {
                Event::Open(tag)
                    if tag.name == b"workbookPr"
                        && tag.get("date1904").is_some_and(|it| matches!(&*it, "1" | "true" | "on")) =>
                {
                    epoch = Epoch::Year1904;
                }
                Event::Open(tag) if tag.name == b"sheet" => {
                    let (Some(name), Some(id)) = (tag.get("name"), tag.get("id")) else { continue };
                    match relations.sheet(&id) {
                        Target::Cells(part) => {
                            let visible = tag.get("state").is_none_or(|it| it == "visible");
                            names.push(SheetName { name: name.into_owned(), visible });
                            sheets.push(part.to_owned());
                        }
                        Target::Other => {}
                        Target::Nowhere => lost = true,
                    }
                }
                Event::Close(b"workbook") => break,
                Event::End => return Err(WorkbookError::broken("its list of sheets ends in the middle")),
                _ => {}
            }
        }
        drop(scanner);
        if sheets.is_empty() && lost {
            return Err(no_sheet_found());
        }
        Ok((names, Self { package, epoch, sheets, relations, shared: None }))
    }

    pub(in crate::book) fn rows(&mut self, index: usize, visit: &mut Visit<'_>) -> Result<(), WorkbookError> {
        if self.shared.is_none() {
            let strings = match self.relations.of_kind("sharedStrings") {
                Some(part) => string_table::read(&mut self.package, part)?,
                None => StringTable::default(),
            };
            let formats = match self.relations.of_kind("styles") {
                Some(part) => styles::read(&mut self.package, part)?,
                None => Vec::new(),
            };
            self.shared = Some(Shared { strings, formats });
        }
        let (Some(shared), Some(part)) = (&self.shared, self.sheets.get(index)) else { return Ok(()) };
        let known = sheet::Known { strings: &shared.strings, formats: &shared.formats, epoch: self.epoch };
        sheet::read(self.package.needed(part)?, known, visit)
    }
}

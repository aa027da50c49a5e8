//! Workbooks of programs up to 2003: XLS of Excel 2 to 4, Excel 5 and 95, and Excel 97 and later.

mod container;
mod early;
mod records;
mod sheet;
mod text;

use std::collections::HashMap;
use std::fs::File;
use std::io::Read as _;

use super::SheetName;
use super::bytes::{u16_at, u32_at};
use super::calendar::Epoch;
use super::error::WorkbookError;
use super::format::Format;
use super::progress::Meter;
use super::row::Visit;
use super::string_table::StringTable;

use container::Container;
use records::{Records, kind, short};
use text::Writing;

/// The maximum size of a file. A sheet in these formats has 65,536 rows and 256 columns.
const LARGEST: u64 = 256 << 20;

/// An open workbook, with all shared data of its sheets.
pub(super) struct Workbook {
    stream: Vec<u8>,
    writing: Writing,
    epoch: Epoch,
    formats: Vec<Format>,
    strings: StringTable,
    /// The offsets of the sheets.
    sheets: Vec<usize>,
}

impl Workbook {
    /// Opens a workbook in a compound file.
    pub(super) fn open(file: File) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        let bytes = whole(file)?;
        let container = Container::open(&bytes)?;
        if container.has("EncryptedPackage") {
            return Err(WorkbookError::Encrypted);
        }
        let begun = |it: &Vec<u8>| it.starts_with(&[0x09, 0x08]);
        let mut found = None;
        for in_folders in [false, true] {
            for name in ["Workbook", "Book"] {
                if found.is_none() {
                    found = container.stream(name, in_folders)?.filter(|it| begun(it) || name == "Book");
                }
            }
        }
        let stream = found.ok_or_else(|| other(&container))?;
        drop(container);
        drop(bytes);
        Self::of(stream)
    }

    /// Opens a workbook without container.
    pub(super) fn bare(file: File) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        Self::of(whole(file)?)
    }

    fn of(stream: Vec<u8>) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        let stream =
            if early::is_before_excel_5(&stream) { early::convert_to_excel_5(&stream)? } else { stream };
        let mut records = Records::from(&stream, 0);
        let begin = records.next()?;
        let (version, content) = (u16_at(begin.data, 0), u16_at(begin.data, 2));
        let mut writing = match (begin.kind, version) {
            (kind::BEGIN, Some(0x0600)) => Writing::Unicode,
            (kind::BEGIN, Some(0x0500)) => Writing::Letters(text::letters(1252)),
            _ => return Err(WorkbookError::broken("it does not begin as a workbook does")),
        };
        let (mut names, mut sheets) = (Vec::new(), Vec::new());
        let (mut epoch, mut strings) = (Epoch::Year1900, StringTable::default());
        let (mut defined, mut styles) = (HashMap::new(), Vec::new());
        // A file may consist of a single sheet.
        if content == Some(0x0010) {
            names.push(SheetName { name: "Sheet1".to_owned(), visible: true });
            sheets.push(0);
        }
        loop {
            let record = records.next()?;
            let data = record.data;
            match record.kind {
                kind::END => break,
                kind::PASSWORD => return Err(WorkbookError::Encrypted),
                kind::DATE_MODE if data.first() == Some(&1) => epoch = Epoch::Year1904,
                kind::CODE_PAGE => {
                    if let (Writing::Letters(_), Some(page)) = (writing, u16_at(data, 0)) {
                        writing = Writing::Letters(text::letters(page));
                    }
                }
                kind::FORMAT => {
                    let code = writing
                        .read(&[data.get(2..).ok_or_else(short)?], matches!(writing, Writing::Unicode))?;
                    defined.insert(u16_at(data, 0).ok_or_else(short)?, Format::of(&code));
                }
                kind::STYLE => styles.push(u16_at(data, 2).ok_or_else(short)?),
                kind::SHEET => {
                    let (Some(at), Some([hidden, kind])) = (u32_at(data, 0), data.get(4..6)) else {
                        return Err(short());
                    };
                    // Charts and macro modules are sheets too.
                    if *kind == 0 {
                        let name = writing.read(&[&data[6..]], false)?;
                        names.push(SheetName { name, visible: hidden & 3 == 0 });
                        sheets.push(at as usize);
                    }
                }
                kind::STRINGS => strings = text::shared(&records.continued(data))?,
                _ => {}
            }
        }
        let format =
            |number: u16| defined.get(&number).cloned().unwrap_or_else(|| Format::built_in(number.into()));
        let formats = styles.into_iter().map(format).collect();
        Ok((names, Self { stream, writing, epoch, formats, strings, sheets }))
    }

    pub(super) fn rows(
        &mut self,
        index: usize,
        meter: &Meter,
        visit: &mut Visit<'_>,
    ) -> Result<(), WorkbookError> {
        match self.sheets.get(index) {
            Some(&at) => sheet::read(self, at, meter, visit),
            None => Ok(()),
        }
    }
}

fn whole(file: File) -> Result<Vec<u8>, WorkbookError> {
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(WorkbookError::TooLarge(format!(
            "workbooks of this old format are read up to {} MB",
            LARGEST >> 20
        )));
    }
    Ok(bytes)
}

fn other(container: &Container<'_>) -> WorkbookError {
    let known = [
        ("WordDocument", "a Word document"),
        ("PowerPoint Document", "a PowerPoint presentation"),
        ("VisioDocument", "a Visio drawing"),
        ("__properties_version1.0", "an Outlook message"),
    ];
    let found = known.iter().find(|(stream, _)| container.has(stream));
    WorkbookError::NotAWorkbook(found.map_or("a file of another old program", |(_, what)| what).to_owned())
}

//! Workbooks in the XML format of Excel 2003, which many business programs still export with the extension
//! `.xls`.

use std::collections::HashMap;
use std::fs::File;
use std::io::Seek as _;
use std::ops::ControlFlow;

use lemmascope_package::xml::{Event, Scanner, Tag, unescaped};

use crate::cell::Cell;
use crate::unit::Unit;

use super::SheetName;
use super::calendar::{self, Epoch};
use super::error::WorkbookError;
use super::format::Format;
use super::progress::Meter;
use super::row::{Row, Visit};

/// The maximum number of sheets and styles.
const MOST: usize = 100_000;

/// An open workbook.
pub(super) struct Workbook {
    file: File,
    epoch: Epoch,
    formats: HashMap<String, Format>,
    meter: Meter,
}

impl Workbook {
    pub(super) fn open(file: File, meter: &Meter) -> Result<(Vec<SheetName>, Self), WorkbookError> {
        let mut names: Vec<SheetName> = Vec::new();
        let mut formats = HashMap::new();
        let mut epoch = Epoch::Year1900;
        let mut style = None;
        let (mut ended, mut visibility) = (false, false);
        let mut scanner = Scanner::new(&file);
        loop {
            match scanner.next_event()? {
                Event::Open(tag) => match tag.name {
                    b"Style" => style = tag.get("ID").map(|it| it.into_owned()),
                    b"NumberFormat" => {
                        if let (Some(style), Some(code)) = (style.take(), tag.get("Format")) {
                            formats.insert(style, format(&code));
                        }
                    }
                    b"Date1904" => epoch = Epoch::Year1904,
                    b"Worksheet" => {
                        let name = tag.get("Name").unwrap_or_default().into_owned();
                        names.push(SheetName { name, visible: true });
                    }
                    b"Visible" => visibility = !tag.empty,
                    _ => {}
                },
                Event::Text(text) if visibility && text.trim_ascii().ends_with(b"Hidden") => {
                    if let Some(last) = names.last_mut() {
                        last.visible = false;
                    }
                }
                Event::Close(b"Visible") => visibility = false,
                Event::Close(b"Workbook") => ended = true,
                Event::End if ended => break,
                Event::End => return Err(WorkbookError::broken("it ends in the middle")),
                _ => {}
            }
            if names.len() > MOST || formats.len() > MOST {
                return Err(WorkbookError::TooLarge(format!("it has more than {MOST} sheets or styles")));
            }
        }
        drop(scanner);
        Ok((names, Self { file, epoch, formats, meter: meter.clone() }))
    }

    pub(super) fn rows(&mut self, index: usize, visit: &mut Visit<'_>) -> Result<(), WorkbookError> {
        self.file.rewind()?;
        let whole = self.file.metadata()?.len();
        let mut scanner = Scanner::new(self.meter.over(&self.file, whole));
        let mut before = 0;
        loop {
            match scanner.next_event()? {
                Event::Open(tag) if tag.name == b"Worksheet" => {
                    if before == index {
                        break;
                    }
                    before += 1;
                }
                Event::End => return Ok(()),
                _ => {}
            }
        }
        let mut row = Row::default();
        let mut cell = Draft::default();
        loop {
            match scanner.next_event()? {
                Event::Open(tag) => match tag.name {
                    b"Row" => {
                        row.begin(place(&tag).unwrap_or(row.number + 1))?;
                        cell = Draft::default();
                    }
                    b"Cell" => {
                        cell.begin(&tag, &self.formats);
                        if tag.empty {
                            row.put(cell.column, cell.finish(self.epoch))?;
                        }
                    }
                    b"Data" => cell.data(&tag),
                    _ => {}
                },
                Event::Text(text) if cell.taking => cell.text.push_str(&unescaped(text)),
                Event::Literal(text) if cell.taking => cell.text.push_str(&String::from_utf8_lossy(text)),
                Event::Close(b"Data") => cell.taking = false,
                Event::Close(b"Cell") => row.put(cell.column, cell.finish(self.epoch))?,
                Event::Close(b"Row") if row.show(visit) == ControlFlow::Break(()) => return Ok(()),
                Event::Close(b"Table" | b"Worksheet") => return Ok(()),
                Event::End => return Err(WorkbookError::broken("a sheet ends in the middle")),
                _ => {}
            }
        }
    }
}

/// A cell that is being parsed.
#[derive(Default)]
struct Draft {
    column: usize,
    /// The column of the next cell without an index.
    next: usize,
    format: Format,
    formula: bool,
    kind: String,
    taking: bool,
    text: String,
}

impl Draft {
    fn begin(&mut self, tag: &Tag<'_>, formats: &HashMap<String, Format>) {
        self.column = place(tag).map_or(self.next, |it| usize::try_from(it - 1).unwrap_or(usize::MAX));
        let merged: usize = tag.get("MergeAcross").and_then(|it| it.trim().parse().ok()).unwrap_or(0);
        self.next = self.column.saturating_add(1).saturating_add(merged);
        let style = tag.get("StyleID");
        self.format = style.and_then(|it| formats.get(&*it).cloned()).unwrap_or_default();
        self.formula = tag.get("Formula").is_some();
        self.kind.clear();
        self.text.clear();
        self.taking = false;
    }

    fn data(&mut self, tag: &Tag<'_>) {
        self.kind = tag.get("Type").unwrap_or_default().into_owned();
        self.text.clear();
        self.taking = !tag.empty;
    }

    fn finish(&mut self, epoch: Epoch) -> Cell<'static> {
        let text = std::mem::take(&mut self.text);
        let told = text.trim();
        match (&*self.kind, told.is_empty()) {
            ("String", _) if !text.is_empty() || self.formula => Cell::Text(text.into()),
            (_, true) if self.formula => Cell::Uncomputed,
            (_, true) => Cell::Empty,
            ("Number", _) => match told.parse::<f64>() {
                Ok(number) => self.format.cell(number, epoch),
                Err(_) => Cell::Text(text.into()),
            },
            ("DateTime", _) => {
                calendar::iso(told).map_or_else(|| Cell::Text(told.to_owned().into()), Cell::Date)
            }
            ("Boolean", _) => Cell::Boolean(told == "1"),
            ("Error", _) => Cell::Error(told.to_owned().into()),
            _ => Cell::Text(text.into()),
        }
    }
}

/// Returns the explicit 1-based index of a row or a cell.
fn place(tag: &Tag<'_>) -> Option<u64> {
    tag.get("Index").and_then(|it| it.trim().parse().ok()).filter(|it| *it > 0)
}

/// Parses a format code, or one of the named formats.
fn format(code: &str) -> Format {
    match code {
        "Percent" => Format::Amount(Unit::Percent),
        "Euro Currency" => Format::Amount(Unit::Currency("€".to_owned())),
        // The currency depends on the locale of the reading program.
        "Currency" | "Fixed" | "Standard" | "Scientific" | "General Number" | "Yes/No" | "True/False"
        | "On/Off" => Format::Plain,
        _ if code.ends_with(" Date") || code.ends_with(" Time") => Format::Date,
        _ => Format::of(code),
    }
}

//! The number formats of cell styles.

use std::collections::HashMap;

use lemmascope_package::xml::{Event, Scanner};

use crate::book::error::WorkbookError;
use crate::book::format::Format;
use crate::book::package::Package;

/// The maximum number of styles; spreadsheet programs allow 65,490.
const MOST: usize = 1 << 20;

/// Reads the number format of each style, by style index.
pub(super) fn read(package: &mut Package, part: &str) -> Result<Vec<Format>, WorkbookError> {
    let mut styles = Vec::new();
    let Some(content) = package.part(part)? else { return Ok(styles) };
    let mut scanner = Scanner::new(content);
    let mut defined = HashMap::new();
    let mut in_cells = false;
    loop {
        match scanner.next_event()? {
            Event::Open(tag) => match tag.name {
                b"numFmt" => {
                    let number = tag.get("numFmtId").and_then(|it| it.trim().parse::<u32>().ok());
                    if let (Some(number), Some(code)) = (number, tag.get("formatCode"))
                        && defined.len() < MOST
                    {
                        defined.insert(number, Format::of(&code));
                    }
                }
                b"cellXfs" => in_cells = !tag.empty,
                b"xf" if in_cells => {
                    let number = tag.get("numFmtId").and_then(|it| it.trim().parse().ok()).unwrap_or(0);
                    let format = defined.get(&number).cloned().unwrap_or_else(|| Format::built_in(number));
                    styles.push(format);
                    if styles.len() > MOST {
                        return Err(WorkbookError::TooLarge(format!("it has more than {MOST} styles")));
                    }
                }
                _ => {}
            },
            Event::Close(b"cellXfs") => return Ok(styles),
            // A workbook without cell styles is unusual but valid.
            Event::End => return Ok(styles),
            _ => {}
        }
    }
}

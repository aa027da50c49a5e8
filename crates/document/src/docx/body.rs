//! The paragraphs and tables of a document part.

use super::styles::Styles;
use crate::flow::{BREAK, Flow};
use crate::xml::{Element, Node, XmlReader};
use crate::{Fault, Kind};

/// Elements outside the current text of the document: deleted and moved text, fallbacks for newer drawings,
/// field codes, comments, and properties.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "del", "moveFrom", "delText", "Fallback", "instrText", "delInstrText", "sectPr", "rubyPr", "rt",
    "annotation", "docPartObj", "bidiVisual", "sdtPr", "sdtEndPr",
];

/// A parser that appends paragraphs to the flow.
pub(super) struct Body<'a> {
    styles: &'a Styles,
    flow: &'a mut Flow,
    /// The kind of all paragraphs, if their styles do not determine it.
    all: Option<Kind>,
    /// The open paragraphs; a text box contains paragraphs inside a paragraph.
    open: Vec<Paragraph>,
    /// The open tables, with the cells of the current row.
    tables: Vec<Table>,
}

#[derive(Default)]
struct Paragraph {
    text: String,
    style: Option<String>,
    level: Option<u8>,
    listed: bool,
}

#[derive(Default)]
struct Table {
    cells: Vec<String>,
    cell: String,
}

impl<'a> Body<'a> {
    pub(super) fn new(styles: &'a Styles, flow: &'a mut Flow, all: Option<Kind>) -> Self {
        Self { styles, flow, all, open: Vec::new(), tables: Vec::new() }
    }

    pub(super) fn read(&mut self, text: &str) -> Result<(), Fault> {
        let mut xml = XmlReader::new(text);
        // A field may span paragraphs, such as a table of contents.
        let mut fields: Vec<bool> = Vec::new();
        let mut in_text = false;
        while let Some(node) = xml.next()? {
            match node {
                Node::Open(element) => {
                    if LEFT_OUT.contains(&element.name()) {
                        xml.skip()?;
                        continue;
                    }
                    in_text |= element.name() == "t";
                    self.open(&element, &mut fields);
                }
                Node::Text(text) => {
                    let said = in_text && !fields.contains(&true);
                    if let Some(paragraph) = self.open.last_mut().filter(|_| said) {
                        paragraph.text.push_str(&text);
                    }
                }
                Node::Close(name) => {
                    in_text &= name != "t";
                    self.close(&name)?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, element: &Element, fields: &mut Vec<bool>) {
        match element.name() {
            "tbl" => self.tables.push(Table::default()),
            "p" => self.open.push(Paragraph::default()),
            "fldChar" => match element.attribute("fldCharType").as_deref() {
                Some("begin") if fields.len() < 1000 => fields.push(true),
                Some("separate") => {
                    if let Some(command) = fields.last_mut() {
                        *command = false;
                    }
                }
                Some("end") => {
                    fields.pop();
                }
                _ => {}
            },
            name => {
                let Some(paragraph) = self.open.last_mut() else { return };
                match name {
                    "pStyle" => paragraph.style = element.attribute("val"),
                    "numPr" => paragraph.listed = true,
                    "outlineLvl" => {
                        let level = element.number("val").filter(|level| *level < 9);
                        paragraph.level = level.and_then(|level| u8::try_from(level + 1).ok());
                    }
                    "tab" | "br" | "cr" | "ptab" => paragraph.text.push(' '),
                    "noBreakHyphen" => paragraph.text.push('-'),
                    _ => {}
                }
            }
        }
    }

    fn close(&mut self, name: &str) -> Result<(), Fault> {
        match name {
            "p" => {
                let Some(paragraph) = self.open.pop() else { return Ok(()) };
                // A text box in a cell is part of its text.
                match self.tables.last_mut() {
                    Some(table) => {
                        if !table.cell.is_empty() {
                            table.cell.push(BREAK);
                        }
                        table.cell.push_str(&paragraph.text);
                        Ok(())
                    }
                    None => {
                        let kind = self.kind(&paragraph);
                        self.flow.put(kind, &paragraph.text)
                    }
                }
            }
            "tc" => {
                if let Some(table) = self.tables.last_mut() {
                    let cell = std::mem::take(&mut table.cell);
                    table.cells.push(cell);
                }
                Ok(())
            }
            "tr" => match self.tables.last_mut() {
                Some(table) => {
                    let cells = std::mem::take(&mut table.cells);
                    self.flow.append_row(&cells)
                }
                None => Ok(()),
            },
            "tbl" => {
                self.tables.pop();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn kind(&self, paragraph: &Paragraph) -> Kind {
        let styled = paragraph.style.as_deref().and_then(|style| self.styles.kind(style));
        match (self.all, styled) {
            (Some(kind), _) => kind,
            (None, Some(kind)) if kind != Kind::Item => kind,
            (None, styled) => match paragraph.level {
                Some(level) => Kind::Heading(level),
                None if paragraph.listed => Kind::Item,
                None => styled.unwrap_or(Kind::Paragraph),
            },
        }
    }
}

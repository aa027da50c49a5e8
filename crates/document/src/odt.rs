//! OpenDocument text: `.odt`, and the same in a single XML file.

use std::collections::HashMap;

use crate::archive::Archive;
use crate::encoding::decode;
use crate::flow::{BREAK, Flow};
use crate::style::named;
use crate::xml::{Element, Node, XmlReader, titled};
use crate::{Document, Fault, Kind, Limits};

/// Elements outside the text of the document: deleted text, comments, generated lists, scripts.
#[rustfmt::skip]
const LEFT_OUT: &[&str] = &[
    "tracked-changes", "annotation", "annotation-end", "table-of-content", "illustration-index",
    "table-index", "object-index", "alphabetical-index", "note-citation", "sequence-decls", "script",
    "event-listeners", "title", "desc", "ruby-text", "forms", "master-styles", "settings",
];

/// Reads the document in an archive.
pub(crate) fn read(archive: &mut Archive, limits: &Limits) -> Result<Document, Fault> {
    if let Some(manifest) = archive.part("META-INF/manifest.xml")?
        && decode(&manifest, None).contains("encryption-data")
    {
        return Err(Fault::Encrypted);
    }
    let content = archive.part("content.xml")?.ok_or_else(|| Fault::damaged("it has no text part"))?;
    let meta = archive.part("meta.xml")?;
    let title = meta.and_then(|meta| titled(&decode(&meta, None)));
    let mut document = flat(&decode(&content, None), limits)?;
    document.title = title.or(document.title);
    Ok(document)
}

/// Reads the document in an XML text.
pub(crate) fn flat(text: &str, limits: &Limits) -> Result<Document, Fault> {
    let mut flow = Flow::new(limits);
    Content {
        flow: &mut flow,
        styles: HashMap::new(),
        open: Vec::new(),
        tables: Vec::new(),
        lists: 0,
        notes: 0,
        waiting: Vec::new(),
    }
    .read(text)?;
    Ok(flow.into_document(None))
}

struct Content<'a> {
    flow: &'a mut Flow,
    /// The parent of each style, by name.
    styles: HashMap<String, String>,
    /// The open paragraphs; notes and text boxes contain paragraphs inside a paragraph.
    open: Vec<(Kind, String)>,
    tables: Vec<(Vec<String>, String)>,
    lists: usize,
    notes: usize,
    /// The notes of the open paragraph.
    waiting: Vec<String>,
}

impl Content<'_> {
    fn read(&mut self, text: &str) -> Result<(), Fault> {
        let mut xml = XmlReader::new(text);
        while let Some(node) = xml.next()? {
            match node {
                Node::Open(element) => {
                    if LEFT_OUT.contains(&element.name()) {
                        xml.skip()?;
                    } else {
                        self.open(&element);
                    }
                }
                Node::Text(text) => {
                    if let Some((_, said)) = self.open.last_mut() {
                        said.push_str(&text);
                    }
                }
                Node::Close(name) => self.close(&name)?,
            }
        }
        Ok(())
    }

    fn open(&mut self, element: &Element) {
        match element.name() {
            "style" => {
                let parent = element.attribute("parent-style-name");
                if let (Some(name), Some(parent)) = (element.attribute("name"), parent) {
                    self.styles.insert(name, parent);
                }
            }
            "list" => self.lists += 1,
            "note-body" => self.notes += 1,
            "table" => self.tables.push(Default::default()),
            "h" => {
                let level = element.number("outline-level").unwrap_or(1).clamp(1, 9);
                self.open.push((Kind::Heading(u8::try_from(level).unwrap_or(9)), String::new()));
            }
            "p" => {
                let styled = element.attribute("style-name").and_then(|style| self.styled(&style));
                let kind = match styled {
                    _ if self.notes > 0 => Kind::Note,
                    Some(kind) if kind != Kind::Item => kind,
                    _ if self.lists > 0 => Kind::Item,
                    _ => Kind::Paragraph,
                };
                self.open.push((kind, String::new()));
            }
            "s" | "tab" | "line-break" => {
                if let Some((_, said)) = self.open.last_mut() {
                    said.push(' ');
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) -> Result<(), Fault> {
        match name {
            "list" => self.lists = self.lists.saturating_sub(1),
            "note-body" => self.notes = self.notes.saturating_sub(1),
            "p" | "h" => {
                let Some((kind, text)) = self.open.pop() else { return Ok(()) };
                match self.tables.last_mut() {
                    Some((_, cell)) if kind != Kind::Note => {
                        cell.push(BREAK);
                        cell.push_str(&text);
                    }
                    // A note is inside its paragraph, and is appended after it.
                    _ if kind == Kind::Note && !self.open.is_empty() => self.waiting.push(text),
                    _ => self.flow.put(kind, &text)?,
                }
                if self.open.is_empty() {
                    for note in std::mem::take(&mut self.waiting) {
                        self.flow.put(Kind::Note, &note)?;
                    }
                }
            }
            "table-cell" => {
                if let Some((cells, cell)) = self.tables.last_mut() {
                    cells.push(std::mem::take(cell));
                }
            }
            "table-row" => {
                if let Some((cells, _)) = self.tables.last_mut() {
                    let cells = std::mem::take(cells);
                    self.flow.append_row(&cells)?;
                }
            }
            "table" => {
                self.tables.pop();
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the kind that a style implies, by its name or those of its ancestors.
    fn styled(&self, style: &str) -> Option<Kind> {
        let mut style = style;
        for _ in 0..12 {
            if let Some(kind) = named(style) {
                return Some(kind);
            }
            style = self.styles.get(style)?;
        }
        None
    }
}

//! A parsed document: its text in reading order.

use serde::{Deserialize, Serialize};

/// A parsed document.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Document {
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Its language code, such as `en`, `pt` or `ja`, or `und` if unknown.
    pub language: String,
    /// Its pages, in order; a document without pages has a single one.
    pub pages: Vec<Page>,
    /// Notes about problems while reading.
    pub notes: Vec<String>,
}

/// A page.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Page {
    /// Its blocks, in reading order.
    pub blocks: Vec<Block>,
    /// Whether it is a scan without a text layer.
    pub scanned: bool,
}

/// A block of text.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Block {
    /// Its kind.
    pub kind: Kind,
    /// Its text on a single line, with hyphenated words rejoined.
    pub text: String,
    /// Whether it continues in the next block of prose, in another column or on another page.
    #[serde(default)]
    pub continues: bool,
}

/// The kind of a block.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The title of the document.
    Title,
    /// A section heading with its level, 1 being the highest.
    Heading(u8),
    /// Prose.
    Paragraph,
    /// An item of a list.
    Item,
    /// A row of a table, with tabs between its cells; not prose.
    Row,
    /// The caption of a figure or a table.
    Caption,
    /// A footnote.
    Note,
    /// An entry of a list of references.
    Reference,
    /// Code, formulas and other text that is not prose.
    Verbatim,
    /// The authors and their affiliations.
    Author,
}

impl Document {
    /// Returns the 1-based numbers of the scanned pages.
    #[must_use]
    pub fn scanned_pages(&self) -> Vec<usize> {
        (1..).zip(&self.pages).filter(|(_, page)| page.scanned).map(|(number, _)| number).collect()
    }

    /// Whether the document contains no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.blocks).all(|block| block.text.trim().is_empty())
    }
}

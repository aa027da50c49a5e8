//! A document that has been read: what it says, in the order in which a person reads it.

use serde::{Deserialize, Serialize};

/// A document that has been read.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Document {
    /// Its title, where it has one.
    pub title: Option<String>,
    /// The code of its language, as `en`, `pt` or `ja`; `und` where it cannot be told.
    pub language: String,
    /// Its pages, in order; a document without pages has one.
    pub pages: Vec<Page>,
    /// What one should know about the reading.
    pub notes: Vec<String>,
}

/// A page.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Page {
    /// What is on it, in reading order.
    pub blocks: Vec<Block>,
    /// Whether it is a picture of text and has no text of its own.
    pub scanned: bool,
}

/// A piece of text that belongs together.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Block {
    /// What it is.
    pub kind: Kind,
    /// What it says, in one line, words that were divided at a line's end put together again.
    pub text: String,
    /// Whether it goes on in the next block of prose, which is in another column or on another page.
    #[serde(default)]
    pub continues: bool,
}

/// What a piece of text is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The title of the document.
    Title,
    /// A heading of a section, 1 being the highest.
    Heading(u8),
    /// Prose.
    Paragraph,
    /// An item of a list.
    Item,
    /// A row of a table, its cells parted by tabs; not prose.
    Row,
    /// What stands below a figure or above a table.
    Caption,
    /// A footnote.
    Note,
    /// An entry of a list of references.
    Reference,
    /// Code, formulas and other things that are no prose.
    Verbatim,
    /// Who wrote it, and where they are from.
    Author,
}

impl Document {
    /// The pages, from 1, that are pictures of text.
    #[must_use]
    pub fn scanned_pages(&self) -> Vec<usize> {
        (1..).zip(&self.pages).filter(|(_, page)| page.scanned).map(|(number, _)| number).collect()
    }

    /// Whether nothing was found that says anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.blocks).all(|block| block.text.trim().is_empty())
    }
}

//! The output of the readers: a sequence of blocks.

use unicode_normalization::UnicodeNormalization as _;

use crate::limits::too_large;
use crate::words::count;
use crate::{Block, Document, Fault, Kind, Limits, Page};

/// The separator that readers put between the lines or paragraphs of a cell or a block, if these must remain
/// distinguishable. In the resulting text it is a space.
pub(crate) const BREAK: char = '\u{1}';

/// The blocks of a document so far, with a limit on the total text.
pub(crate) struct Flow {
    pages: Vec<Page>,
    text: usize,
    most: usize,
    most_pages: usize,
}

impl Flow {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { pages: vec![Page::default()], text: 0, most: limits.text, most_pages: limits.pages }
    }

    /// Appends a block, unless it contains no words.
    pub(crate) fn put(&mut self, kind: Kind, text: &str) -> Result<(), Fault> {
        let text = tidy(text);
        self.text = self.text.saturating_add(text.len());
        if self.text > self.most {
            return Err(too_large("its text", self.most as u64));
        }
        if let Some(page) = self.pages.last_mut()
            && !text.is_empty()
        {
            page.blocks.push(Block { kind, text, continues: false });
        }
        Ok(())
    }

    /// Appends a row of a table, unless it contains no words. A row of a layout table, which contains prose,
    /// becomes paragraphs.
    pub(crate) fn append_row(&mut self, cells: &[String]) -> Result<(), Fault> {
        let said = cells.iter().filter(|cell| !cell.trim().is_empty());
        let longest = cells.iter().map(|cell| count(cell)).max().unwrap_or(0);
        if longest >= if said.count() == 1 { 12 } else { 40 } {
            return cells
                .iter()
                .flat_map(|cell| cell.split(BREAK))
                .try_for_each(|part| self.put(Kind::Paragraph, part));
        }
        let cells: Vec<String> = cells.iter().map(|cell| tidy(cell)).collect();
        let text = cells.join("\t");
        self.text = self.text.saturating_add(text.len());
        if self.text > self.most {
            return Err(too_large("its text", self.most as u64));
        }
        if let Some(page) = self.pages.last_mut()
            && cells.iter().any(|cell| !cell.is_empty())
        {
            page.blocks.push(Block { kind: Kind::Row, text, continues: false });
        }
        Ok(())
    }

    /// Starts the next page.
    pub(crate) fn turn(&mut self) -> Result<(), Fault> {
        if self.pages.len() >= self.most_pages {
            return Err(Fault::TooLarge {
                what: "the number of its pages".into(),
                limit: self.most_pages.to_string(),
            });
        }
        self.pages.push(Page::default());
        Ok(())
    }

    /// Returns the document. The title defaults to the first title or the highest heading.
    pub(crate) fn into_document(self, title: Option<String>) -> Document {
        let mut pages = self.pages;
        while pages.len() > 1 && pages.last().is_some_and(|page| page.blocks.is_empty()) {
            pages.pop();
        }
        let mut document = Document { title: None, language: "und".into(), pages, notes: Vec::new() };
        document.title =
            title.map(|title| tidy(&title)).filter(|title| !title.is_empty()).or_else(|| headline(&document));
        document
    }
}

/// Normalizes the text to a single line: collapses whitespace, removes invisible characters, and composes
/// accents.
pub(crate) fn tidy(text: &str) -> String {
    let mut tidied = String::with_capacity(text.len());
    let mut blank = false;
    for letter in text.nfc() {
        match letter {
            '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => {}
            letter if letter.is_whitespace() || letter.is_control() => blank = true,
            letter => {
                if blank && !tidied.is_empty() {
                    tidied.push(' ');
                }
                blank = false;
                tidied.push(letter);
            }
        }
    }
    tidied
}

/// Returns the title among the first blocks, or the first heading without a higher one before it.
fn headline(document: &Document) -> Option<String> {
    let blocks = || document.pages.iter().flat_map(|page| &page.blocks);
    let title = blocks().find(|block| block.kind == Kind::Title);
    let heading = || blocks().take(20).find(|block| block.kind == Kind::Heading(1));
    title.or_else(heading).map(|block| block.text.clone())
}

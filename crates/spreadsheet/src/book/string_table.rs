//! The shared strings of a workbook.

use super::error::WorkbookError;

/// The maximum size of all texts, in bytes.
const MOST_TEXT: usize = 384 << 20;
/// The maximum number of texts.
const MOST_TEXTS: usize = 32 << 20;

/// A string table: all texts concatenated, with their end offsets.
#[derive(Default)]
pub(super) struct StringTable {
    text: String,
    ends: Vec<u32>,
}

impl StringTable {
    pub(super) fn get(&self, index: usize) -> Option<&str> {
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start as usize..end as usize)
    }

    /// Appends to the current text.
    pub(super) fn push(&mut self, piece: &str) -> Result<(), WorkbookError> {
        if self.text.len() + piece.len() > MOST_TEXT {
            return Err(WorkbookError::TooLarge(format!(
                "its cells share more than {} MB of text",
                MOST_TEXT >> 20
            )));
        }
        self.text.push_str(piece);
        Ok(())
    }

    /// Ends the current text.
    pub(super) fn end(&mut self) -> Result<(), WorkbookError> {
        if self.ends.len() >= MOST_TEXTS {
            return Err(WorkbookError::TooLarge(format!("its cells share more than {MOST_TEXTS} texts")));
        }
        self.ends.push(self.text.len() as u32);
        Ok(())
    }
}

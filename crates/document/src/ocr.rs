//! Text that was read off the picture of a page.

use crate::{Document, Limits, language, plain};

impl Document {
    /// Puts in what was read off a page, counted from one. A page that the document does not have is left alone.
    pub fn put_ocr(&mut self, page: usize, text: &str) {
        let Some(place) = page.checked_sub(1).and_then(|at| self.pages.get_mut(at)) else { return };
        // Beyond the bound on text there is no page that a camera saw.
        let Ok(blocks) = plain::blocks(text, &Limits::default()) else { return };
        place.blocks = blocks;
        place.scanned = false;
        if self.language == "und" {
            self.language = language::of_document(self);
        }
    }
}

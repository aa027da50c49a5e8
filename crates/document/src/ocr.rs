//! Text that was read off the picture of a page.

use crate::noise::legibility;
use crate::{Document, Limits, language, plain};

impl Document {
    /// Puts in what was read off a page, counted from one, and says whether it is language. What a machine makes of a
    /// picture that has no words, or words of a script that it does not know, is left out; so is a page that the document
    /// does not have.
    pub fn put_ocr(&mut self, page: usize, text: &str) -> bool {
        let Some(place) = page.checked_sub(1).and_then(|at| self.pages.get_mut(at)) else { return false };
        // Beyond the bound on text there is no page that a camera saw.
        let Ok(blocks) = plain::blocks(text, &Limits::default()) else { return false };
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        if letters < 3 || legibility(text) < LEAST_LEGIBLE {
            return false;
        }
        place.blocks = blocks;
        place.scanned = false;
        if self.language == "und" {
            self.language = language::of_document(self);
        }
        true
    }
}

/// The share of a page's words that must be spelt as words are.
const LEAST_LEGIBLE: f64 = 0.6;

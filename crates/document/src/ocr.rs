//! Inserts the results of OCR into a document.

use crate::noise::legibility;
use crate::{Document, Limits, language, plain};

impl Document {
    /// Adds the OCR text of a 1-based page, and returns whether it is language. The result is ignored if it
    /// is noise, which OCR produces for pictures without words or in an unsupported script, or if the
    /// document does not have the page.
    pub fn put_ocr(&mut self, page: usize, text: &str) -> bool {
        let Some(place) = page.checked_sub(1).and_then(|at| self.pages.get_mut(at)) else { return false };
        // No scanned page exceeds the text limit.
        let Ok(blocks) = plain::blocks(text, &Limits::default()) else { return false };
        let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
        if letters < 3 || legibility(text) < LEAST_LEGIBLE {
            return false;
        }
        place.blocks = blocks;
        place.scanned = false;
        if self.language == "und" {
            self.language = language::detect_language(self);
        }
        true
    }
}

/// The minimum share of well-formed words on a page.
const LEAST_LEGIBLE: f64 = 0.6;

//! Extracts text from documents, and summarizes it.
//!
//! [`read`] takes an open file, detects its format, and returns a [`Document`]: pages of classified blocks in
//! reading order. [`summarize`] selects the most significant sentences, and [`abstractive`] prepares the same
//! for a language model and validates its answer. The crate opens no paths, starts no processes and prints
//! nothing.

mod document;
mod fault;
mod limits;

mod reading;

mod encoding;
mod format;

mod flow;
mod style;

mod plain;

mod markdown;

mod html;

mod archive;
mod xml;

mod docx;
mod epub;
mod odt;

mod rtf;

mod pdf;

mod compound_file;
mod ocr;

mod language;
mod script;
mod words;

mod sentences;

mod citations;
mod noise;
mod prose;
mod section;

mod centrality;
mod cues;

mod selection;

mod tweet;

mod summary;

pub mod abstractive;

pub use document::{Block, Document, Kind, Page};
pub use fault::Fault;
pub use limits::{Limits, Progress};
pub use reading::read;
pub use summary::{Length, Sentence, Summary, summarize};

/// Renders a 1-based page of a PDF as a PNG with a resolution in dots per inch, for OCR.
///
/// # Errors
///
/// If the file is not a valid PDF or does not have the page.
pub fn render(bytes: Vec<u8>, page: usize, dpi: f32) -> Result<Vec<u8>, Fault> {
    pdf::render(bytes, page, dpi)
}

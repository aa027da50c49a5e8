//! Documents into text, and text into summaries.
//!
//! [`read`] takes an open file, finds out what it is, and makes a [`Document`] of it: pages of blocks in reading order,
//! each known for what it is. [`summarize`] picks the sentences that say most of it, and [`abstractive`] prepares the same
//! for a model and checks what the model answers. Nothing here knows a path, starts a process or prints.

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

mod compound;
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

/// Draws a page of a PDF, counted from one, as a PNG picture of so many dots an inch, so that it can be read by its looks.
///
/// # Errors
///
/// When the file is no PDF that can be opened, or has no such page.
pub fn render(bytes: Vec<u8>, page: usize, dpi: f32) -> Result<Vec<u8>, Fault> {
    pdf::render(bytes, page, dpi)
}

//! Errors of documents, with remedies.

use serde::{Deserialize, Serialize};

/// The reason why a document cannot be read or summarized. The message describes the problem,
/// [`Fault::remedy`] the solution.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// The file is protected by a password.
    #[error("the document is encrypted and opens only with a password")]
    Encrypted,
    /// The encryption of the file is not supported.
    #[error("the document is encrypted in a way that is not supported: {what}")]
    UnknownEncryption {
        /// The encryption method.
        what: String,
    },
    /// The file has a known format but is truncated or corrupt.
    #[error("the document is damaged: {what}")]
    Damaged {
        /// The corrupt part.
        what: String,
    },
    /// The pages are scans without a text layer.
    #[error("the document has no text layer: {} are pictures without text", format_page_count(*.pages))]
    NoTextLayer {
        /// The number of pages.
        pages: usize,
    },
    /// The pages are scans in which OCR has found no words.
    #[error("no words can be made out on the pictures that the document consists of")]
    Illegible,
    /// The file is not a document.
    #[error("this is not a document but {looks_like}")]
    NotADocument {
        /// The apparent format.
        looks_like: String,
    },
    /// The file has a PDF name but other content.
    #[error("the file is called .pdf, but it is {looks_like} and not a PDF")]
    NotAPdf {
        /// The actual format.
        looks_like: String,
    },
    /// The file is empty or contains no readable text.
    #[error("the document is empty")]
    Empty,
    /// The file contains text, but no sentences for a summary.
    #[error("the document has no sentences to summarize, only {found}")]
    NoSentences {
        /// The actual content.
        found: String,
    },
    /// The file exceeds a limit.
    #[error("the document is too large: {what} is over the limit of {limit}")]
    TooLarge {
        /// The quantity.
        what: String,
        /// The limit, as text.
        limit: String,
    },
    /// The document does not have this page.
    #[error("the document has no page {page}: it has {}", format_page_count(*.pages))]
    NoSuchPage {
        /// The 1-based page number.
        page: usize,
        /// The number of pages.
        pages: usize,
    },
    /// The file could not be read.
    #[error("the file could not be read: {reason}")]
    Unreadable {
        /// The error of the operating system.
        reason: String,
    },
}

impl Fault {
    /// Returns the remedy for the user.
    #[must_use]
    pub fn remedy(&self) -> &'static str {
        match self {
            Self::Encrypted => "open it with its password, save a copy without one, and summarize the copy",
            Self::UnknownEncryption { .. } => {
                "open it in the program that made it and save a copy without encryption"
            }
            Self::Damaged { .. } => "get the file again, or open it in another program and save a new copy",
            Self::NoTextLayer { .. } => {
                "install tesseract to have the pages read, or use a copy with a text layer"
            }
            Self::Illegible => "use a copy with a text layer, or one that is scanned more clearly",
            Self::NotADocument { .. } => {
                "give a PDF, .docx, .odt, .rtf, .epub, Markdown, HTML or plain text file"
            }
            Self::NotAPdf { .. } => "get the PDF again, or give the file the extension of its type",
            Self::Empty => "check that this is the file that was meant",
            Self::NoSentences { .. } => "read it as it is: there is nothing to shorten",
            Self::TooLarge { .. } => "split the document, or raise the limit",
            Self::NoSuchPage { .. } => "ask for a page that it has",
            Self::Unreadable { .. } => "check that the file is still there and may be read",
        }
    }

    pub(crate) fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged { what: what.into() }
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::OutOfMemory => Self::TooLarge {
                what: "what it takes to read it".into(),
                limit: "the memory that there is for it".into(),
            },
            _ => Self::Unreadable { reason: error.to_string() },
        }
    }
}

fn format_page_count(pages: usize) -> String {
    match pages {
        1 => "1 page".into(),
        more => format!("{more} pages"),
    }
}

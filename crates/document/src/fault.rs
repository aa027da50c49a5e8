//! Why a document cannot be read, and what to do about it.

use serde::{Deserialize, Serialize};

/// Why a document cannot be read or summarized. The message says what is wrong, [`Fault::remedy`] what to do.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize, thiserror::Error)]
#[serde(tag = "fault", rename_all = "snake_case")]
pub enum Fault {
    /// The file opens only with a password.
    #[error("the document is encrypted and opens only with a password")]
    Encrypted,
    /// The file is encrypted in a way that nobody here can undo.
    #[error("the document is encrypted in a way that is not supported: {what}")]
    UnknownEncryption {
        /// What the file asks for.
        what: String,
    },
    /// The file says what it is, but is not whole or not sound.
    #[error("the document is damaged: {what}")]
    Damaged {
        /// What was found to be broken.
        what: String,
    },
    /// The pages are pictures without text.
    #[error("the document has no text layer: {} are pictures without text", pages_in_words(*.pages))]
    NoTextLayer {
        /// How many pages it has.
        pages: usize,
    },
    /// The pages are pictures, and whoever looked at them has found no words.
    #[error("no words can be made out on the pictures that the document consists of")]
    Illegible,
    /// The bytes are something else altogether.
    #[error("this is not a document but {looks_like}")]
    NotADocument {
        /// What the bytes look like.
        looks_like: String,
    },
    /// The name says PDF, and the content is something else.
    #[error("the file is called .pdf, but it is {looks_like} and not a PDF")]
    NotAPdf {
        /// What the content is.
        looks_like: String,
    },
    /// There is nothing in the file, or nothing that can be read as text.
    #[error("the document is empty")]
    Empty,
    /// There is text, but no sentence to take into a summary.
    #[error("the document has no sentences to summarize, only {found}")]
    NoSentences {
        /// What was found instead.
        found: String,
    },
    /// A bound was passed.
    #[error("the document is too large: {what} is over the limit of {limit}")]
    TooLarge {
        /// What was counted.
        what: String,
        /// The bound, in words.
        limit: String,
    },
    /// A page that the document does not have.
    #[error("the document has no page {page}: it has {}", pages_in_words(*.pages))]
    NoSuchPage {
        /// The page asked for, counted from one.
        page: usize,
        /// How many there are.
        pages: usize,
    },
    /// The file could not be read from its device.
    #[error("the file could not be read: {reason}")]
    Unreadable {
        /// What the system said.
        reason: String,
    },
}

impl Fault {
    /// What the person can do about it.
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

fn pages_in_words(pages: usize) -> String {
    match pages {
        1 => "1 page".into(),
        more => format!("{more} pages"),
    }
}

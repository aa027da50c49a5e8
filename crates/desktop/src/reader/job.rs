use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};

/// What a child is to do with its file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    /// Calculate with a column of a spreadsheet.
    Analyze {
        /// What the file is called.
        name: String,
        /// What is to be calculated.
        request: lemmascope_spreadsheet::Request,
    },
    /// Find out what the columns of a spreadsheet are called.
    Columns {
        /// What the file is called.
        name: String,
        /// The sheet, where one is named.
        sheet: Option<String>,
    },
    /// Read a document.
    Read {
        /// What the file is called.
        name: String,
        /// How long it may take; pages that are not read by then are left out.
        milliseconds: u64,
    },
    /// Draw a page of a document, for who reads it by its looks.
    Render {
        /// The page, from 1.
        page: usize,
    },
}

/// A page that was drawn.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Drawn {
    /// A PNG, in letters.
    png: String,
}

impl Drawn {
    pub(super) fn new(picture: &[u8]) -> Self {
        Self { png: BASE64.encode(picture) }
    }

    /// The PNG itself.
    pub(crate) fn picture(&self) -> Result<Vec<u8>, Failure> {
        let picture = BASE64.decode(&self.png);
        picture.map_err(|_| Failure::new(Cause::Failed, "the drawn page arrived damaged"))
    }
}

/// How much a child may use.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Allowance {
    /// Of memory, in bytes.
    pub(crate) memory: u64,
    /// Of the processor, in seconds.
    pub(crate) seconds: u64,
}

/// A job as it is handed over.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Handed {
    pub(super) allowance: Allowance,
    pub(super) job: Job,
}

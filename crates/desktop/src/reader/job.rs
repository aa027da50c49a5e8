use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};

/// A job for a child process.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Job {
    /// Calculates with columns of a spreadsheet.
    Analyze {
        /// The file name.
        name: String,
        /// The calculation.
        request: lemmascope_spreadsheet::Request,
    },
    /// Lists the column names of a spreadsheet.
    Columns {
        /// The file name.
        name: String,
        /// The sheet, if one is given.
        sheet: Option<String>,
    },
    /// Reads a document.
    Read {
        /// The file name.
        name: String,
        /// The time limit; pages that are not read by then are left out.
        milliseconds: u64,
    },
    /// Renders a page of a document, for optical character recognition.
    Render {
        /// The page number, counted from 1.
        page: usize,
    },
}

/// A rendered page.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Drawn {
    /// A PNG in base64.
    png: String,
}

impl Drawn {
    pub(super) fn new(picture: &[u8]) -> Self {
        Self { png: BASE64.encode(picture) }
    }

    /// Decodes the PNG.
    pub(crate) fn picture(&self) -> Result<Vec<u8>, Failure> {
        let picture = BASE64.decode(&self.png);
        picture.map_err(|_| Failure::new(Cause::Failed, "the drawn page arrived damaged"))
    }
}

/// The resource limits of a child process.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Allowance {
    /// The memory limit in bytes.
    pub(crate) memory: u64,
    /// The processor time limit in seconds.
    pub(crate) seconds: u64,
}

/// The message that carries a job to the child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Handed {
    pub(super) allowance: Allowance,
    pub(super) job: Job,
}

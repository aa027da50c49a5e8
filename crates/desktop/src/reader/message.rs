use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};

/// A message from a child, one per line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    /// The progress so far.
    Progress { what: String, done: u64, total: Option<u64> },
    /// The result.
    Found(serde_json::Value),
    /// The reason why the job failed.
    Refused(Refusal),
}

/// The reason why a file could not be read as requested.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    /// The message, a sentence without a full stop.
    pub(crate) message: String,
    /// The remedy.
    pub(crate) hint: String,
    /// The invalid parameter; `None` if the file is at fault.
    #[serde(default)]
    pub(crate) field: Option<String>,
    /// Suggested values for it.
    #[serde(default)]
    pub(crate) instead: Vec<String>,
}

impl Refusal {
    /// Converts it to the failure of a verb.
    pub(crate) fn failure(self) -> Failure {
        Failure::new(Cause::InvalidParameter, self.message)
            .hint(self.hint)
            .about(self.field.unwrap_or_else(|| "path".into()))
            .instead(self.instead)
    }
}

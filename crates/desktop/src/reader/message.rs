use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};

/// What a child says, a line each.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    /// It has come so far.
    Progress { what: String, done: u64, total: Option<u64> },
    /// It is done, and this is what it found.
    Found(serde_json::Value),
    /// It cannot, for this reason.
    Refused(Refusal),
}

/// Why a file could not be read, or not be read like that.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    /// One sentence without a full stop.
    pub(crate) message: String,
    /// The remedy.
    pub(crate) hint: String,
    /// The parameter that is at fault; without it, the file.
    #[serde(default)]
    pub(crate) field: Option<String>,
    /// What could be given in its place.
    #[serde(default)]
    pub(crate) instead: Vec<String>,
}

impl Refusal {
    /// As a verb tells it.
    pub(crate) fn failure(self) -> Failure {
        Failure::new(Cause::InvalidParameter, self.message)
            .hint(self.hint)
            .about(self.field.unwrap_or_else(|| "path".into()))
            .instead(self.instead)
    }
}

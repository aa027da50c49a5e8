use serde::Deserialize;

use super::scanner_response::Brief;

/// The report of a frame about an action.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Report {
    pub(super) effect: bool,
    pub(super) doubtful: bool,
    pub(super) counts: Counts,
    pub(super) uncounted: u64,
    pub(super) touched: Vec<Brief>,
    pub(super) values: Vec<ValueChange>,
    pub(super) focus: Option<Brief>,
    pub(super) caret: bool,
    pub(super) scrolled: bool,
    pub(super) page: Scroll,
    pub(super) invalid: Vec<Invalid>,
    pub(super) events: Vec<PageEvent>,
    pub(super) hit: Option<Brief>,
    pub(super) on_target: Option<bool>,
    /// Whether the scanner suppressed the press because it would have hit another element than the target.
    pub(super) swallowed: bool,
    /// Whether the frame has become idle since.
    pub(super) settled: bool,
    /// The state version and scan of the frame when it became idle, which saves a separate call.
    pub(super) look: Option<(String, String)>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Counts {
    pub(super) added: u64,
    pub(super) removed: u64,
    pub(super) attributes: u64,
    pub(super) text: u64,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct ValueChange {
    pub(super) key: u32,
    pub(super) before: String,
    pub(super) after: String,
    pub(super) secret: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Scroll {
    pub(super) before: [f64; 2],
    pub(super) after: [f64; 2],
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct Invalid {
    pub(super) key: u32,
    pub(super) message: String,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct PageEvent {
    pub(super) name: String,
    pub(super) on: Option<Brief>,
}

use std::collections::BTreeMap;
use std::path::Path;

use lemmascope_browser::driver::{Cookie, StorageItems};
use lemmascope_browser::files::Files;
use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};

/// The maximum size of a state file.
const LARGEST: u64 = 64 << 20;

/// Cookies and storage in a file. The format is compatible with Playwright's storage state in both
/// directions.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) cookies: Vec<Cookie>,
    pub(super) origins: Vec<Origin>,
    /// The partitioned storage of sites in frames of other sites' pages, which Playwright does not support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) frames: Vec<FrameStorage>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct FrameStorage {
    /// The origins of the ancestor pages, the outermost first.
    pub(super) within: Vec<String>,
    #[serde(flatten)]
    pub(super) stored: Origin,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Origin {
    pub(super) origin: String,
    #[serde(default)]
    pub(super) local_storage: Vec<Item>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) session_storage: Vec<Item>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Item {
    pub(super) name: String,
    pub(super) value: String,
}

impl State {
    /// Reads a state file.
    pub(super) async fn read(files: &Files, path: &Path) -> Result<Self, Failure> {
        let bytes = files.read(path, LARGEST).await.map_err(|failure| match failure.cause {
            Cause::TargetNotFound => failure.hint("`state save <path>` writes one."),
            _ => failure,
        })?;
        Self::parse(&bytes, &path.display().to_string())
    }

    fn parse(bytes: &[u8], shown: &str) -> Result<Self, Failure> {
        serde_json::from_slice(bytes).map_err(|error| {
            // The error states the position but quotes no content, which contains secrets.
            let place = format!("line {}, column {}", error.line(), error.column());
            Failure::new(Cause::InvalidParameter, format!("{shown} does not hold a saved state ({place})"))
                .hint("Give a file that `state save` or Playwright's storageState has written.")
        })
    }
}

pub(super) fn items(stored: StorageItems) -> Vec<Item> {
    stored.into_iter().map(|(name, value)| Item { name, value }).collect()
}

pub(super) fn stored(items: Vec<Item>) -> StorageItems {
    items.into_iter().map(|item| (item.name, item.value)).collect::<BTreeMap<_, _>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<State, Failure> {
        State::parse(text.as_bytes(), "state.json")
    }

    #[test]
    fn reads_playwright_storage_state() {
        let state = read(
            r#"{"cookies": [{"name": "a", "value": "b", "domain": ".x.test", "path": "/", "expires": -1,
                 "httpOnly": true, "secure": false, "sameSite": "Lax"}],
                "origins": [{"origin": "https://x.test", "localStorage": [{"name": "k", "value": "v"}]}]}"#,
        )
        .unwrap();
        assert!(state.cookies[0].http_only);
        assert_eq!(state.origins[0].local_storage[0].value, "v");
    }

    #[test]
    fn rejects_invalid_state_without_quoting_it() {
        for text in ["", "null", "[]", "hunter2", r#"{"cookies": "hunter2"}"#, r#"{"cookies": [1]}"#] {
            let failure = read(text).unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{text}");
            assert!(!failure.message.contains("hunter2"), "{failure}");
        }
    }
}

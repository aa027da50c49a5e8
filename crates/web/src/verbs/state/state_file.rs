use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use lemmascope_intent::{Cause, Failure};
use serde::{Deserialize, Serialize};

use crate::driver::{Cookie, Stored};

/// No state that somebody saved comes near this.
const LARGEST: u64 = 64 << 20;

/// Cookies and storage, as they are kept in a file. The shape is the one that Playwright writes, so that either can
/// read what the other has saved.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    pub(super) cookies: Vec<Cookie>,
    pub(super) origins: Vec<Origin>,
    /// What sites store as guests in frames of others' pages, which is apart from what they store at home. Playwright
    /// does not know of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) frames: Vec<Guest>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Guest {
    /// The origins of the pages around it, the outermost first.
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
    /// Reads a file that somebody saved, or wrote.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let shown = path.display();
        let unreadable = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::NotFound => {
                Failure::new(Cause::TargetNotFound, format!("there is no file {shown}"))
                    .hint("`state save <path>` writes one.")
            }
            std::io::ErrorKind::PermissionDenied => {
                Failure::new(Cause::PermissionDenied, format!("{shown} may not be read"))
            }
            _ => Failure::new(Cause::Failed, format!("{shown} cannot be read: {error}")),
        };
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let is_file = file.metadata().map_err(unreadable)?.is_file();
        if !is_file {
            return Err(Failure::new(Cause::InvalidParameter, format!("{shown} is not a file")));
        }
        let mut text = String::new();
        file.take(LARGEST + 1).read_to_string(&mut text).map_err(unreadable)?;
        if text.len() as u64 > LARGEST {
            return Err(Failure::new(
                Cause::InvalidParameter,
                format!("{shown} is larger than {} MB", LARGEST >> 20),
            ));
        }
        serde_json::from_str(&text).map_err(|error| {
            // The position, but nothing of the text: it is full of secrets.
            let place = format!("line {}, column {}", error.line(), error.column());
            Failure::new(Cause::InvalidParameter, format!("{shown} does not hold a saved state ({place})"))
                .hint("Give a file that `state save` or Playwright's storageState has written.")
        })
    }

    /// Whether a file is one of these, so that saving again may replace it.
    pub(super) fn is_at(path: &Path) -> bool {
        Self::read(path).is_ok()
    }
}

pub(super) fn items(stored: Stored) -> Vec<Item> {
    stored.into_iter().map(|(name, value)| Item { name, value }).collect()
}

pub(super) fn stored(items: Vec<Item>) -> Stored {
    items.into_iter().map(|item| (item.name, item.value)).collect::<BTreeMap<_, _>>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<State, Failure> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), text).unwrap();
        State::read(file.path())
    }

    #[test]
    fn reads_what_playwright_writes() {
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
    fn what_is_not_a_state_is_refused_without_telling_what_it_says() {
        for text in ["", "null", "[]", "hunter2", r#"{"cookies": "hunter2"}"#, r#"{"cookies": [1]}"#] {
            let failure = read(text).unwrap_err();
            assert_eq!(failure.cause, Cause::InvalidParameter, "{text}");
            assert!(!failure.message.contains("hunter2"), "{failure}");
        }
        assert_eq!(State::read(Path::new("/nowhere/at/all")).unwrap_err().cause, Cause::TargetNotFound);
        assert!(State::read(Path::new("/")).is_err());
    }
}

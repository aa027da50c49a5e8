use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::system::Settings;

use super::catalog::read;

/// The maximum number of remembered items; the oldest are removed first.
const MOST: usize = 500;

/// The history of opened items, with times.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Memory {
    opened: BTreeMap<String, i64>,
}

impl Memory {
    /// Reads the history; an unreadable file counts as empty.
    pub(crate) fn read(settings: &Settings) -> Self {
        read(&place(settings)).and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }

    /// The time of the last opening, in seconds since 1970.
    pub(crate) fn last(&self, key: &str) -> Option<i64> {
        self.opened.get(key).copied()
    }

    /// Records that an item was opened. A failure to save is ignored, because the item was opened all the
    /// same.
    pub(crate) fn remember(mut self, settings: &Settings, key: &str, now: i64) {
        self.opened.insert(key.to_string(), now);
        while self.opened.len() > MOST {
            let oldest = self.opened.iter().min_by_key(|(_, at)| **at).map(|(key, _)| key.clone());
            let Some(oldest) = oldest else { break };
            self.opened.remove(&oldest);
        }
        let path = place(settings);
        let temporary = path.with_extension(format!("{}.new", std::process::id()));
        let written = serde_json::to_vec(&self).map_err(std::io::Error::from).and_then(|bytes| {
            fs::create_dir_all(&settings.state)?;
            fs::write(&temporary, bytes)?;
            fs::rename(&temporary, &path)
        });
        if written.is_err() {
            let _gone = fs::remove_file(&temporary);
        }
    }
}

fn place(settings: &Settings) -> PathBuf {
    settings.state.join("opened.json")
}

//! Resource limits and progress of reading.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Fault;

/// Resource limits for a file. The defaults allow any book, and stop every decompression bomb that this crate
/// can detect; decompression inside a dependency is subject to the limits of the process.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct Limits {
    /// The size of the file, in bytes.
    pub file: u64,
    /// The number of pages.
    pub pages: usize,
    /// The size of the extracted text, in bytes.
    pub text: usize,
    /// The decompressed size of a part, in bytes.
    pub part: u64,
    /// The decompressed size of all parts, in bytes.
    pub unfolded: u64,
    /// The time limit; pages that are not read by then are omitted.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 512 << 20,
            pages: 20_000,
            text: 64 << 20,
            part: 128 << 20,
            unfolded: 2 << 30,
            time: Duration::from_secs(60),
        }
    }
}

/// The progress of reading.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Progress {
    /// The number of pages that have been read.
    pub done: usize,
    /// The number of pages.
    pub of: usize,
}

/// The remaining decompression budget, in bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    part: u64,
    left: u64,
    whole: u64,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self { part: limits.part, left: limits.unfolded, whole: limits.unfolded }
    }

    /// Returns the maximum decompressed size of the next part.
    pub(crate) fn next_part_limit(&self) -> u64 {
        self.part.min(self.left)
    }

    /// Deducts the decompressed size of a part.
    pub(crate) fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        if bytes > self.part {
            return Err(too_large("a compressed part of it, unfolded,", self.part));
        }
        self.left =
            self.left.checked_sub(bytes).ok_or_else(|| too_large("what it unfolds to", self.whole))?;
        Ok(())
    }
}

/// Returns the error for an exceeded size limit.
pub(crate) fn too_large(what: &str, limit: u64) -> Fault {
    let limit = match limit {
        small if small < 1 << 20 => format!("{small} bytes"),
        large => format!("{} MB", large >> 20),
    };
    Fault::TooLarge { what: what.into(), limit }
}

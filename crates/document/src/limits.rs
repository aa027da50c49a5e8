//! How much of a file is worked on before it is refused, and how far the work is.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Fault;

/// Bounds on what one file may cost. The defaults let through any book and stop any bomb that this reader sees
/// coming; what a library below decompresses on its own is left to the limits of the process.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(default)]
pub struct Limits {
    /// Bytes of the file itself.
    pub file: u64,
    /// Pages.
    pub pages: usize,
    /// Bytes of text that come out of it.
    pub text: usize,
    /// Bytes that one compressed part may unfold to.
    pub part: u64,
    /// Bytes that all compressed parts together may unfold to.
    pub unfolded: u64,
    /// How long reading may take; pages that are not read by then are left out.
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

/// How far the reading is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Progress {
    /// Pages that have been read.
    pub done: usize,
    /// Pages that there are.
    pub of: usize,
}

/// The rest of the bytes that compressed parts may unfold to.
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

    /// The most that the next part may unfold to.
    pub(crate) fn next_part(&self) -> u64 {
        self.part.min(self.left)
    }

    /// Takes off what a part unfolded to.
    pub(crate) fn spend(&mut self, bytes: u64) -> Result<(), Fault> {
        if bytes > self.part {
            return Err(too_large("a compressed part of it, unfolded,", self.part));
        }
        self.left =
            self.left.checked_sub(bytes).ok_or_else(|| too_large("what it unfolds to", self.whole))?;
        Ok(())
    }
}

/// A bound on bytes that was passed.
pub(crate) fn too_large(what: &str, limit: u64) -> Fault {
    let limit = match limit {
        small if small < 1 << 20 => format!("{small} bytes"),
        large => format!("{} MB", large >> 20),
    };
    Fault::TooLarge { what: what.into(), limit }
}

use std::fmt;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// The SHA-256 hash of a content, which is its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// Returns the hash of the bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Parses 64 lower-case hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        let bytes = HEXLOWER.decode(text.as_bytes()).ok()?;
        bytes.try_into().ok().map(Self)
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

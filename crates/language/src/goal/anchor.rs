use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A known location that sentences refer to without a path. Only the user's own words select an anchor: a
/// generated path never changes the destination of an action.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Anchor {
    /// The working directory of the session.
    Workspace,
    /// A place with a name that a domain defines.
    Named(Arc<str>),
    /// A drive, by its letter in upper case.
    Drive(char),
}

/// The name of the working directory.
const WORKSPACE: &str = "WORKSPACE";

impl Anchor {
    /// Returns the anchor with that name; drives are excluded.
    pub fn named(name: &str) -> Self {
        if name == WORKSPACE { Self::Workspace } else { Self::Named(name.into()) }
    }

    /// Returns the drive with a letter.
    pub(super) fn drive(letter: &str) -> Option<Self> {
        let mut letters = letter.trim_end_matches(['\\', '/', ':']).chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => {
                Some(Self::Drive(letter.to_ascii_uppercase()))
            }
            _ => None,
        }
    }

    /// Returns its name in goals.
    pub fn name(&self) -> String {
        match self {
            Self::Workspace => WORKSPACE.into(),
            Self::Named(name) => name.to_string(),
            Self::Drive(letter) => format!("DRIVE_{letter}"),
        }
    }
}

impl Serialize for Anchor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.name())
    }
}

impl<'de> Deserialize<'de> for Anchor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let drive = name.strip_prefix("DRIVE_").and_then(Self::drive);
        Ok(drive.unwrap_or_else(|| Self::named(&name)))
    }
}

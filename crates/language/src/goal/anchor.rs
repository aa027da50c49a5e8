use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place that sentences speak of without a path. Only words of the person's own lead to one: a path that a person or
/// something else has made up never changes where things go.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Anchor {
    /// Where the session works.
    Workspace,
    /// A place by the name that a domain has for it.
    Named(Arc<str>),
    /// A drive by its letter, in capitals.
    Drive(char),
}

/// The name of the place where the session works.
const WORKSPACE: &str = "WORKSPACE";

impl Anchor {
    /// The anchor of that name, without the drives.
    pub fn named(name: &str) -> Self {
        if name == WORKSPACE { Self::Workspace } else { Self::Named(name.into()) }
    }

    /// The drive of a letter.
    pub(super) fn drive(letter: &str) -> Option<Self> {
        let mut letters = letter.trim_end_matches(['\\', '/', ':']).chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => {
                Some(Self::Drive(letter.to_ascii_uppercase()))
            }
            _ => None,
        }
    }

    /// Its name, as goals have it.
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

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A place that sentences speak of without a path. Only words of the person's own lead to one: a path that somebody or
/// something else has made up never changes where things go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Anchor {
    /// Where the session works.
    Workspace,
    /// The folder behind the windows.
    Desktop,
    /// The folder for documents.
    Documents,
    /// The folder that downloads go to.
    Downloads,
    /// A drive by its letter, in capitals.
    Drive(char),
}

impl Anchor {
    /// The anchor of that name, without the drives.
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::Workspace, Self::Desktop, Self::Documents, Self::Downloads]
            .into_iter()
            .find(|anchor| anchor.name() == name)
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
    pub fn name(self) -> String {
        match self {
            Self::Workspace => "WORKSPACE".into(),
            Self::Desktop => "DESKTOP".into(),
            Self::Documents => "DOCUMENTS".into(),
            Self::Downloads => "DOWNLOADS".into(),
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
        drive.or_else(|| Self::named(&name)).ok_or_else(|| serde::de::Error::custom("unknown anchor"))
    }
}

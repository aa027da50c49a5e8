/// One line of the change notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// `+ what`: it is there now.
    Added(String),
    /// `+ what`: a message that is there now, and says that something was refused.
    Refused {
        /// The message, with its kind.
        what: String,
        /// The words of the message.
        says: String,
    },
    /// `- what`: it is gone.
    Removed(String),
    /// `~ what: before → after`.
    Altered {
        /// What changed.
        what: String,
        /// What it was.
        before: String,
        /// What it is.
        after: String,
    },
}

impl Change {
    /// The message that something was refused, if this is one.
    pub fn complaint(&self) -> Option<String> {
        match self {
            Self::Refused { says, .. } => Some(format!("it was refused: {says}")),
            Self::Added(_) | Self::Removed(_) | Self::Altered { .. } => None,
        }
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Added(what) | Self::Refused { what, .. } => write!(f, "+ {what}"),
            Self::Removed(what) => write!(f, "- {what}"),
            Self::Altered { what, before, after } => write!(f, "~ {what}: {before} → {after}"),
        }
    }
}

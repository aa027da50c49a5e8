/// One line of the change notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// `+ what`: an object was added.
    Added(String),
    /// `+ what`: a message appeared that reports a refusal.
    Refused {
        /// The message with its kind.
        what: String,
        /// The text of the message.
        says: String,
    },
    /// `- what`: an object was removed.
    Removed(String),
    /// `~ what: before → after`.
    Altered {
        /// The changed property.
        what: String,
        /// The old value.
        before: String,
        /// The new value.
        after: String,
    },
}

impl Change {
    /// Returns the text of the message if the change is a refusal.
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

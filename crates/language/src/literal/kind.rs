//! The kinds of literals, and their placeholders.

use serde::{Deserialize, Serialize};

/// A kind of literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A quoted text.
    Quoted,
    /// A web URL.
    Url,
    /// An email address.
    Email,
    /// A path.
    Path,
    /// A file name.
    File,
    /// A number.
    Number,
    /// An ordinal.
    Ordinal,
    /// A percentage.
    Percent,
    /// A duration.
    Duration,
    /// A date, a period, or a date with a time.
    Date,
    /// A time of day.
    Time,
    /// An amount with a unit.
    Quantity,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 12] = [
        Kind::Quoted,
        Kind::Url,
        Kind::Email,
        Kind::Path,
        Kind::File,
        Kind::Number,
        Kind::Ordinal,
        Kind::Percent,
        Kind::Duration,
        Kind::Date,
        Kind::Time,
        Kind::Quantity,
    ];

    /// Whether it is a name, and not a number, date or amount.
    pub fn is_name(self) -> bool {
        matches!(self, Self::Quoted | Self::Url | Self::Email | Self::Path | Self::File)
    }

    /// Returns the placeholder for a literal of this kind in a masked sentence. No sentence contains it,
    /// because brackets are never part of a word.
    pub fn placeholder(self) -> &'static str {
        match self {
            Self::Quoted => "⟨quoted⟩",
            Self::Url => "⟨url⟩",
            Self::Email => "⟨email⟩",
            Self::Path => "⟨path⟩",
            Self::File => "⟨file⟩",
            Self::Number => "⟨number⟩",
            Self::Ordinal => "⟨ordinal⟩",
            Self::Percent => "⟨percent⟩",
            Self::Duration => "⟨duration⟩",
            Self::Date => "⟨date⟩",
            Self::Time => "⟨time⟩",
            Self::Quantity => "⟨quantity⟩",
        }
    }
}

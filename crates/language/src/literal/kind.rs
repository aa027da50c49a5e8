//! The kinds of literals, and the words that are in for them.

use serde::{Deserialize, Serialize};

/// A kind of literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// A quoted text.
    Quoted,
    /// An address of the web.
    Url,
    /// An address of e-mail.
    Email,
    /// A path.
    Path,
    /// A name of a file.
    File,
    /// A number.
    Number,
    /// A place in an order.
    Ordinal,
    /// A percentage.
    Percent,
    /// A length of time.
    Duration,
    /// A day, several days, or a day with a time.
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

    /// Whether it is a name of something, and no value that is reckoned with.
    pub fn is_name(self) -> bool {
        matches!(self, Self::Quoted | Self::Url | Self::Email | Self::Path | Self::File)
    }

    /// The word that stands for a literal of this kind in a masked sentence. No sentence has it of its own: its brackets
    /// are never part of a word.
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

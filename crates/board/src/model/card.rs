use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::board::ColumnId;

/// The id of a card. It is never given to another card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CardId(pub i64);

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The id of a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CommentId(pub i64);

/// Whether there is still something to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is.
    #[default]
    Active,
    /// There is not.
    Done,
}

/// How much a card matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Nobody has said.
    #[default]
    None,
    /// It can wait.
    Low,
    /// As usual.
    Medium,
    /// Before the others.
    High,
}

impl Priority {
    /// All of them, from the least.
    pub const ALL: [Self; 4] = [Self::None, Self::Low, Self::Medium, Self::High];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// As a number from 0, which is how databases and Kanboard have it.
    pub fn number(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Low => 1,
            Self::Medium => 2,
            Self::High => 3,
        }
    }

    /// The priority of that number; the nearest for one that is too small or too large.
    pub fn of_number(number: i64) -> Self {
        match number {
            ..=0 => Self::None,
            1 => Self::Low,
            2 => Self::Medium,
            _ => Self::High,
        }
    }
}

/// A calendar day, written as `2026-11-18`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(pub jiff::civil::Date);

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Day {
    type Err = jiff::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self)
    }
}

impl Serialize for Day {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Everything of a card that people write.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CardFields {
    /// What is to be done, on one line.
    pub title: String,
    /// The same at length.
    #[serde(default)]
    pub description: String,
    /// The user who does it.
    #[serde(default)]
    pub assignee: Option<String>,
    /// The day by which it has to be done.
    #[serde(default)]
    pub due: Option<Day>,
    /// Its labels, in the order in which they were added, none twice.
    #[serde(default)]
    pub labels: Vec<String>,
    /// How much it matters.
    #[serde(default)]
    pub priority: Priority,
    /// Whether it is done.
    #[serde(default)]
    pub status: Status,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Its id.
    pub id: CardId,
    /// The column that it is in.
    pub column: ColumnId,
    /// Where it is in the column, from 1 at the top; 0 for one that was deleted.
    pub place: i64,
    /// What people wrote.
    #[serde(flatten)]
    pub fields: CardFields,
    /// It changes with every change of the card, its comments and its place in a column. An edit that was made for
    /// another version is refused.
    pub version: i64,
    /// The comments, oldest first.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// When it was created, in milliseconds since 1970.
    pub created_at: i64,
    /// When it was last changed.
    pub changed_at: i64,
    /// The user who last changed it, where that is known.
    pub changed_by: Option<String>,
    /// When it was deleted; nothing for one that is on the board. A deleted card is kept until it is purged.
    #[serde(default)]
    pub deleted_at: Option<i64>,
}

impl Card {
    /// Whether it is on the board.
    pub fn is_live(&self) -> bool {
        self.deleted_at.is_none()
    }
}

/// A comment on a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    /// Its id.
    pub id: CommentId,
    /// The user who wrote it, where that is known.
    pub author: Option<String>,
    /// What it says.
    pub text: String,
    /// When it was written, in milliseconds since 1970.
    pub at: i64,
}

/// A change of some of the fields of a card. A field that is `None` stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardPatch {
    /// Another title.
    pub title: Option<String>,
    /// Another description.
    pub description: Option<String>,
    /// Another assignee, or none.
    pub assignee: Option<Option<String>>,
    /// Another due date, or none.
    pub due: Option<Option<Day>>,
    /// Other labels.
    pub labels: Option<Vec<String>>,
    /// Another priority.
    pub priority: Option<Priority>,
    /// Another status.
    pub status: Option<Status>,
}

impl CardPatch {
    /// The fields with the patch applied.
    pub fn apply(&self, fields: &CardFields) -> CardFields {
        CardFields {
            title: self.title.clone().unwrap_or_else(|| fields.title.clone()),
            description: self.description.clone().unwrap_or_else(|| fields.description.clone()),
            assignee: self.assignee.clone().unwrap_or_else(|| fields.assignee.clone()),
            due: self.due.unwrap_or(fields.due),
            labels: self.labels.clone().unwrap_or_else(|| fields.labels.clone()),
            priority: self.priority.unwrap_or(fields.priority),
            status: self.status.unwrap_or(fields.status),
        }
    }

    /// The patch that makes `from` into `to`.
    pub fn between(from: &CardFields, to: &CardFields) -> Self {
        Self {
            title: (from.title != to.title).then(|| to.title.clone()),
            description: (from.description != to.description).then(|| to.description.clone()),
            assignee: (from.assignee != to.assignee).then(|| to.assignee.clone()),
            due: (from.due != to.due).then_some(to.due),
            labels: (from.labels != to.labels).then(|| to.labels.clone()),
            priority: (from.priority != to.priority).then_some(to.priority),
            status: (from.status != to.status).then_some(to.status),
        }
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the fields are already as the patch says.
    pub fn holds_for(&self, fields: &CardFields) -> bool {
        self.apply(fields) == *fields
    }
}

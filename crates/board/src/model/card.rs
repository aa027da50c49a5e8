use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::board::ColumnId;

/// The id of a card, which is never reused.
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

/// The status of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Not done.
    #[default]
    Active,
    /// Done.
    Done,
}

/// The priority of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Priority {
    /// Not set.
    #[default]
    None,
    /// Below normal.
    Low,
    /// Normal.
    Medium,
    /// Above normal.
    High,
}

impl Priority {
    /// All values, in ascending order.
    pub const ALL: [Self; 4] = [Self::None, Self::Low, Self::Medium, Self::High];

    /// Returns the name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// Returns the number, from 0, as in databases and Kanboard.
    pub fn number(self) -> i64 {
        match self {
            Self::None => 0,
            Self::Low => 1,
            Self::Medium => 2,
            Self::High => 3,
        }
    }

    /// Returns the priority with this number, or the nearest one.
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

/// The editable fields of a card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CardFields {
    /// The title, on one line.
    pub title: String,
    /// The description.
    #[serde(default)]
    pub description: String,
    /// The assigned user.
    #[serde(default)]
    pub assignee: Option<String>,
    /// The due date.
    #[serde(default)]
    pub due: Option<Day>,
    /// Its labels, in the order of their addition, without duplicates.
    #[serde(default)]
    pub labels: Vec<String>,
    /// Its priority.
    #[serde(default)]
    pub priority: Priority,
    /// Its status.
    #[serde(default)]
    pub status: Status,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Card {
    /// Its id.
    pub id: CardId,
    /// Its column.
    pub column: ColumnId,
    /// Its place in the column, from 1 at the top; 0 for a deleted card.
    pub place: i64,
    /// Its editable fields.
    #[serde(flatten)]
    pub fields: CardFields,
    /// The version, which changes with every change of the card, its comments and its place. An edit for
    /// another version is rejected.
    pub version: i64,
    /// The comments, oldest first.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// The time of creation, in milliseconds since 1970.
    pub created_at: i64,
    /// The time of the last change, in milliseconds since 1970.
    pub changed_at: i64,
    /// The user who last changed it, if known.
    pub changed_by: Option<String>,
    /// The time of deletion, unless it is on the board. A deleted card is stored until it is purged.
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
    /// The author, if known.
    pub author: Option<String>,
    /// Its text.
    pub text: String,
    /// The time, in milliseconds since 1970.
    pub at: i64,
}

/// A partial update of a card. A field that is `None` stays unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardPatch {
    /// The new title.
    pub title: Option<String>,
    /// The new description.
    pub description: Option<String>,
    /// The new assignee; `Some(None)` removes it.
    pub assignee: Option<Option<String>>,
    /// The new due date; `Some(None)` removes it.
    pub due: Option<Option<Day>>,
    /// The new labels.
    pub labels: Option<Vec<String>>,
    /// The new priority.
    pub priority: Option<Priority>,
    /// The new status.
    pub status: Option<Status>,
}

impl CardPatch {
    /// Returns the fields with the patch applied.
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

    /// Returns the patch that turns `from` into `to`.
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

    /// Whether the fields already have the values of the patch.
    pub fn holds_for(&self, fields: &CardFields) -> bool {
        self.apply(fields) == *fields
    }
}

use serde::{Deserialize, Serialize};

use super::card::CardId;
use super::operation::Effect;

/// A change of a board, for whoever shows it. The numbers of a board's events grow without an end; one that was seen is not seen
/// again by asking for those after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number on its board.
    pub number: i64,
    /// What happened.
    pub kind: EventKind,
    /// The card that it happened to, if it did to one.
    pub card: Option<CardId>,
    /// The user on whose behalf it was done, where that is known.
    pub author: Option<String>,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// What can happen to a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum EventKind {
    CardCreated,
    CardMoved,
    CardUpdated,
    CardDeleted,
    CardRestored,
    CommentAdded,
    CommentRemoved,
    ColumnCreated,
    ColumnMoved,
    ColumnChanged,
}

impl EventKind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::CardCreated,
        Self::CardMoved,
        Self::CardUpdated,
        Self::CardDeleted,
        Self::CardRestored,
        Self::CommentAdded,
        Self::CommentRemoved,
        Self::ColumnCreated,
        Self::ColumnMoved,
        Self::ColumnChanged,
    ];

    /// The kind of event that an effect is.
    pub fn of(effect: &Effect) -> Self {
        match effect {
            Effect::CardCreated { .. } => Self::CardCreated,
            Effect::CardMoved { .. } => Self::CardMoved,
            Effect::CardUpdated { .. } => Self::CardUpdated,
            Effect::CardDeleted { .. } => Self::CardDeleted,
            Effect::CardRestored { .. } => Self::CardRestored,
            Effect::CommentAdded { .. } => Self::CommentAdded,
            Effect::CommentRemoved { .. } => Self::CommentRemoved,
            Effect::ColumnCreated { .. } => Self::ColumnCreated,
            Effect::ColumnMoved { .. } => Self::ColumnMoved,
            Effect::ColumnChanged { .. } => Self::ColumnChanged,
        }
    }

    /// As it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CardCreated => "card_created",
            Self::CardMoved => "card_moved",
            Self::CardUpdated => "card_updated",
            Self::CardDeleted => "card_deleted",
            Self::CardRestored => "card_restored",
            Self::CommentAdded => "comment_added",
            Self::CommentRemoved => "comment_removed",
            Self::ColumnCreated => "column_created",
            Self::ColumnMoved => "column_moved",
            Self::ColumnChanged => "column_changed",
        }
    }
}

use serde::{Deserialize, Serialize};

use super::card::CardId;
use super::operation::Effect;

/// A change of a board, for observers. The numbers of a board's events only increase, so a client that
/// requests the events after the last one it has seen gets each event once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number, unique on its board.
    pub number: i64,
    /// The kind of change.
    pub kind: EventKind,
    /// The affected card, if any.
    pub card: Option<CardId>,
    /// The user on whose behalf it happened, if known.
    pub author: Option<String>,
    /// The time, in milliseconds since 1970.
    pub at: i64,
}

/// The kind of an event.
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
    /// All values.
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

    /// Returns the kind of event for an effect.
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

    /// Returns the stored name.
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

use serde::{Deserialize, Serialize};

use super::board::{BoardId, Column};
use super::card::{Card, CardId, Comment};

/// The id of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OperationId(pub i64);

/// An applied batch with the effects of its edits. The history of a board consists of operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Its id.
    pub id: OperationId,
    /// The board.
    pub board: BoardId,
    /// The user on whose behalf it was applied.
    pub author: String,
    /// The time, in milliseconds since 1970.
    pub at: i64,
    /// The effects of the edits, in order. An edit that changed nothing has none.
    pub effects: Vec<Effect>,
    /// The operation that it reverted, if any.
    pub reverts: Option<OperationId>,
}

/// The effect of an edit, with all data that is needed to undo it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// A card was created.
    CardCreated {
        /// The card.
        card: Card,
    },
    /// A card was moved.
    CardMoved {
        /// The card before.
        before: Card,
        /// The card after.
        after: Card,
    },
    /// Fields of a card were changed.
    CardUpdated {
        /// The card before.
        before: Card,
        /// The card after.
        after: Card,
    },
    /// A card was deleted.
    CardDeleted {
        /// The card before.
        before: Card,
    },
    /// A deleted card was restored.
    CardRestored {
        /// The card after.
        card: Card,
    },
    /// A comment was added, or restored.
    CommentAdded {
        /// The card.
        card: CardId,
        /// The comment.
        comment: Comment,
    },
    /// A comment was removed.
    CommentRemoved {
        /// The card.
        card: CardId,
        /// The comment.
        comment: Comment,
    },
    /// A column was created.
    ColumnCreated {
        /// The column.
        column: Column,
    },
    /// A column was moved. The columns between its two places were shifted.
    ColumnMoved {
        /// The column before.
        before: Column,
        /// The column after.
        after: Column,
    },
    /// A column was renamed, archived or restored.
    ColumnChanged {
        /// The column before.
        before: Column,
        /// The column after.
        after: Column,
    },
}

impl Effect {
    /// Returns the affected card, if any.
    pub fn card(&self) -> Option<CardId> {
        match self {
            Self::CardCreated { card } | Self::CardRestored { card } => Some(card.id),
            Self::CardMoved { after, .. } | Self::CardUpdated { after, .. } => Some(after.id),
            Self::CardDeleted { before } => Some(before.id),
            Self::CommentAdded { card, .. } | Self::CommentRemoved { card, .. } => Some(*card),
            Self::ColumnCreated { .. } | Self::ColumnMoved { .. } | Self::ColumnChanged { .. } => None,
        }
    }
}

use serde::{Deserialize, Serialize};

use super::board::{BoardId, Column};
use super::card::{Card, CardId, Comment};

/// The id of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OperationId(pub i64);

/// A batch that was applied, with what each of its edits did. The history of a board is made of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// Its id.
    pub id: OperationId,
    /// The board.
    pub board: BoardId,
    /// The user on whose behalf it was done.
    pub author: String,
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What each edit did, in order. One that found everything as it was to be has no entry.
    pub effects: Vec<Effect>,
    /// The operation that it took back, if any.
    pub reverts: Option<OperationId>,
}

/// What an edit did, with everything that it takes to undo it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// A card is there now.
    CardCreated {
        /// The card.
        card: Card,
    },
    /// A card was moved.
    CardMoved {
        /// As it was.
        before: Card,
        /// As it is.
        after: Card,
    },
    /// Fields of a card are different.
    CardUpdated {
        /// As it was.
        before: Card,
        /// As it is.
        after: Card,
    },
    /// A card was deleted.
    CardDeleted {
        /// As it was.
        before: Card,
    },
    /// A deleted card is back.
    CardRestored {
        /// As it is.
        card: Card,
    },
    /// A comment was added, or brought back.
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
    /// A column is there now.
    ColumnCreated {
        /// The column.
        column: Column,
    },
    /// A column was moved. The columns between its two places made room.
    ColumnMoved {
        /// As it was.
        before: Column,
        /// As it is.
        after: Column,
    },
    /// A column has another title, or was put out of sight or brought back.
    ColumnChanged {
        /// As it was.
        before: Column,
        /// As it is.
        after: Column,
    },
}

impl Effect {
    /// The card that it is about, if it is about one.
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

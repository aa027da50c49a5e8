use super::board::{BoardId, ColumnId};
use super::card::{CardFields, CardId, CardPatch, Comment};
use super::operation::OperationId;

/// A single change of a board. It refers to cards and columns by id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Creates a card.
    CreateCard {
        /// Its column.
        column: ColumnId,
        /// Its place, from 1; by default the end.
        place: Option<i64>,
        /// Its fields. The column determines the status.
        fields: CardFields,
    },
    /// Moves a card to a column, or to another place in its own. Does nothing if the card is already there.
    MoveCard {
        /// The card.
        card: CardId,
        /// The column.
        column: ColumnId,
        /// Its place, from 1; by default the end.
        place: Option<i64>,
    },
    /// Changes fields of a card.
    UpdateCard {
        /// The card.
        card: CardId,
        /// The change.
        patch: CardPatch,
    },
    /// Deletes a card. Its id, fields and comments are stored until it is purged.
    DeleteCard {
        /// The card.
        card: CardId,
    },
    /// Restores a deleted card.
    RestoreCard {
        /// The card.
        card: CardId,
        /// Its place, from 1; by default the end.
        place: Option<i64>,
    },
    /// Adds a comment to a card.
    AddComment {
        /// The card.
        card: CardId,
        /// The text.
        text: String,
    },
    /// Adds a comment with its original author and time.
    KeepComment {
        /// The card.
        card: CardId,
        /// The author, if known.
        author: Option<String>,
        /// The text.
        text: String,
        /// The time, in milliseconds since 1970.
        at: i64,
    },
    /// Removes a comment. It is stored until its card is purged.
    RemoveComment {
        /// The card.
        card: CardId,
        /// The comment with its text, because a server may reuse the id of a removed comment.
        comment: Comment,
    },
    /// Restores a removed comment.
    RestoreComment {
        /// The card.
        card: CardId,
        /// The comment.
        comment: Comment,
    },
    /// Creates a column at the right end.
    CreateColumn {
        /// Its title.
        title: String,
    },
    /// Renames a column.
    RenameColumn {
        /// The column.
        column: ColumnId,
        /// Its new title.
        title: String,
    },
    /// Moves a column to another place.
    MoveColumn {
        /// The column.
        column: ColumnId,
        /// Its place, from 1 at the left, counting archived columns.
        place: i64,
    },
    /// Archives a column with its cards, or restores it.
    ArchiveColumn {
        /// The column.
        column: ColumnId,
        /// Whether to archive it.
        archived: bool,
    },
}

impl Edit {
    /// Returns the existing card that the edit changes, if any.
    pub fn card(&self) -> Option<CardId> {
        match self {
            Self::MoveCard { card, .. }
            | Self::UpdateCard { card, .. }
            | Self::DeleteCard { card }
            | Self::RestoreCard { card, .. }
            | Self::AddComment { card, .. }
            | Self::KeepComment { card, .. }
            | Self::RemoveComment { card, .. }
            | Self::RestoreComment { card, .. } => Some(*card),
            Self::CreateCard { .. }
            | Self::CreateColumn { .. }
            | Self::RenameColumn { .. }
            | Self::MoveColumn { .. }
            | Self::ArchiveColumn { .. } => None,
        }
    }
}

/// The precondition of an edit. If it fails, the complete batch is rejected and nothing changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// The card has this version, so the editor has seen its latest state.
    Version(CardId, i64),
    /// The card has these values and, if given, is in this column.
    Fields {
        /// The card.
        card: CardId,
        /// Its values.
        fields: CardPatch,
        /// Its column.
        column: Option<ColumnId>,
        /// The number of its comments.
        comments: Option<usize>,
    },
    /// The column has this place, counted from the left.
    ColumnPlace {
        /// The column.
        column: ColumnId,
        /// Its place.
        place: i64,
    },
    /// The column has this title and archived state.
    Column {
        /// The column.
        column: ColumnId,
        /// Its title.
        title: String,
        /// Whether it is archived.
        archived: bool,
        /// Whether it must have no cards.
        empty: bool,
    },
}

/// An edit with its guard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The guard.
    pub guard: Option<Guard>,
    /// The edit.
    pub edit: Edit,
}

impl From<Edit> for Step {
    fn from(edit: Edit) -> Self {
        Self { guard: None, edit }
    }
}

/// A list of edits that is applied atomically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The board.
    pub board: BoardId,
    /// The user on whose behalf it is applied.
    pub author: String,
    /// The idempotency key: the same for every attempt of a request. A store that has an operation with this
    /// key and author returns that operation and changes nothing. If empty, every attempt is a separate
    /// request.
    pub key: String,
    /// The edits, in order. Negative ids are placeholders for objects that the same batch creates: `-1` is
    /// its first new card, or its first new column.
    pub steps: Vec<Step>,
    /// The operation that it reverts, if any.
    pub reverts: Option<OperationId>,
}

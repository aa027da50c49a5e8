use super::board::{BoardId, ColumnId};
use super::card::{CardFields, CardId, CardPatch, Comment};
use super::operation::OperationId;

/// One change of a board. Everything that it names was resolved before: ids, no titles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Edit {
    /// Makes a card.
    CreateCard {
        /// The column that it goes to.
        column: ColumnId,
        /// Its place from 1; at the end without one.
        place: Option<i64>,
        /// What it says. The status follows from the column.
        fields: CardFields,
    },
    /// Moves a card to a column, or to another place in its own. One that is there already stays, and that is no error.
    MoveCard {
        /// The card.
        card: CardId,
        /// The column.
        column: ColumnId,
        /// Its place from 1; at the end without one.
        place: Option<i64>,
    },
    /// Changes fields of a card.
    UpdateCard {
        /// The card.
        card: CardId,
        /// The change.
        patch: CardPatch,
    },
    /// Deletes a card. Its id, fields and comments are kept until it is purged.
    DeleteCard {
        /// The card.
        card: CardId,
    },
    /// Brings a deleted card back.
    RestoreCard {
        /// The card.
        card: CardId,
        /// Its place from 1; at the end without one.
        place: Option<i64>,
    },
    /// Adds a comment to a card.
    AddComment {
        /// The card.
        card: CardId,
        /// What it says.
        text: String,
    },
    /// Adds a comment that was written elsewhere.
    KeepComment {
        /// The card.
        card: CardId,
        /// Who wrote it, where that is known.
        author: Option<String>,
        /// What it says.
        text: String,
        /// When, in milliseconds since 1970.
        at: i64,
    },
    /// Removes a comment. It is kept until its card is purged.
    RemoveComment {
        /// The card.
        card: CardId,
        /// The comment, with its words: a server gives the id of a removed comment to another one.
        comment: Comment,
    },
    /// Brings a removed comment back.
    RestoreComment {
        /// The card.
        card: CardId,
        /// The comment.
        comment: Comment,
    },
    /// Makes a column at the right.
    CreateColumn {
        /// Its title.
        title: String,
    },
    /// Gives a column another title.
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
        /// Its place from 1 at the left, among all columns, archived ones included.
        place: i64,
    },
    /// Puts a column out of sight with its cards, or brings it back.
    ArchiveColumn {
        /// The column.
        column: ColumnId,
        /// Whether it is out of sight.
        archived: bool,
    },
}

impl Edit {
    /// The card that it changes, unless it makes one or is about a column.
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

/// What has to hold right before an edit. If it does not, the whole batch is refused and nothing is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Guard {
    /// The card has this version: the editor has seen its latest state.
    Version(CardId, i64),
    /// These fields of the card are as given, and it is in the column, where one is given.
    Fields {
        /// The card.
        card: CardId,
        /// Its fields.
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
    /// The column has this title and is out of sight or not.
    Column {
        /// The column.
        column: ColumnId,
        /// Its title.
        title: String,
        /// Whether it is out of sight.
        archived: bool,
        /// Whether no card is in it.
        empty: bool,
    },
}

/// An edit and what has to hold before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What has to hold.
    pub guard: Option<Guard>,
    /// The edit.
    pub edit: Edit,
}

impl From<Edit> for Step {
    fn from(edit: Edit) -> Self {
        Self { guard: None, edit }
    }
}

/// Edits that are one unit: all of them are made, or none is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The board.
    pub board: BoardId,
    /// The user on whose behalf it is done.
    pub author: String,
    /// A text that is the same for every attempt at the same request. A store that has an operation of this key and author gives
    /// that one back and changes nothing. Empty: every attempt is a separate request.
    pub key: String,
    /// The edits, in order. Ids below zero stand for what the same batch makes: `-1` is the first card, or column, that it makes.
    pub steps: Vec<Step>,
    /// The operation that it takes back, if any.
    pub reverts: Option<OperationId>,
}

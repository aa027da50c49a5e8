use lemmascope_intent::{Cause, Failure};
use lemmascope_store::StoreError;
use thiserror::Error;

use crate::model::{BoardId, CardId, ColumnId, CommentId, OperationId, Unmade};

/// The reason why a store rejected a call. Nothing was changed, unless the variant states otherwise.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The board does not exist.
    #[error("there is no board with the id {}", .0.0)]
    NoBoard(BoardId),
    /// The card does not exist; it may have been purged.
    #[error("there is no card {0}")]
    NoCard(CardId),
    /// The card was deleted.
    #[error("the card {0} was deleted")]
    Deleted(CardId),
    /// The card was not deleted, so it cannot be restored.
    #[error("the card {0} was not deleted")]
    NotDeleted(CardId),
    /// The column does not exist.
    #[error("there is no column with the id {}", .0.0)]
    NoColumn(ColumnId),
    /// The column is archived, and accepts no cards.
    #[error("the column \"{0}\" is archived")]
    ColumnArchived(String),
    /// The comment does not exist.
    #[error("there is no comment with the id {}", .0.0)]
    NoComment(CommentId),
    /// The history does not contain the operation: it has expired, or belongs to another board.
    #[error("the history no longer has the operation {}", .0.0)]
    NoOperation(OperationId),
    /// The card was changed in the meantime.
    #[error("the card {card} \"{title}\" was changed{} since", named(.by))]
    Changed {
        /// The card.
        card: CardId,
        /// Its current title.
        title: String,
        /// The user who changed it, if known.
        by: Option<String>,
    },
    /// The column was changed in the meantime.
    #[error("the column \"{title}\" was changed since")]
    ColumnChanged {
        /// Its current title.
        title: String,
    },
    /// The name is already in use.
    #[error("there is a {what} \"{name}\" already")]
    Taken {
        /// The kind of thing that has the name: a board, a column.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A value is invalid.
    #[error("{field} {reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// The reason.
        reason: String,
    },
    /// A limit of the board is reached.
    #[error("a board takes at most {limit} {what}")]
    Full {
        /// The limited kind of thing.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// The owner has no access to a board, and boards on a shared server are not created implicitly.
    #[error("no board is shared with {owner}")]
    NotShared {
        /// The owner.
        owner: String,
    },
    /// The action is reserved for the owner of the board.
    #[error("the board \"{board}\" belongs to {owner}")]
    NotOwner {
        /// The board.
        board: String,
        /// Its owner.
        owner: String,
    },
    /// The Kanboard server rejected a call, or could not be reached.
    #[error("Kanboard: {method}: {reason}")]
    Remote {
        /// The method that was called.
        method: &'static str,
        /// The reason.
        reason: String,
        /// Whether a retry may succeed.
        transient: bool,
    },
    /// A batch failed on the Kanboard server, and could not be rolled back completely.
    #[error("a part of it was done on the Kanboard server: {reason}")]
    Partly {
        /// The reasons of the failure and of the failed rollback.
        reason: String,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// A stored value is invalid.
    #[error("the stored {what} cannot be read: {reason}")]
    Unreadable {
        /// The kind of value.
        what: &'static str,
        /// The reason.
        reason: String,
    },
}

impl BoardError {
    /// Returns the error for a call whose result means failure.
    pub(crate) fn refused(method: &'static str) -> Self {
        Self::Remote { method, reason: "the server refused it".into(), transient: false }
    }

    /// Whether a retry may succeed.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Remote { transient, .. } => *transient,
            Self::Database(error) => error.is_transient(),
            _ => false,
        }
    }
}

impl From<Unmade> for BoardError {
    fn from(unmade: Unmade) -> Self {
        match unmade {
            Unmade::Card(card) => Self::NoCard(card),
            Unmade::Column(column) => Self::NoColumn(column),
        }
    }
}

fn named(author: &Option<String>) -> String {
    author.as_ref().map(|author| format!(" by {author}")).unwrap_or_default()
}

impl From<BoardError> for Failure {
    fn from(error: BoardError) -> Self {
        let cause = match &error {
            BoardError::NoBoard(_)
            | BoardError::NoCard(_)
            | BoardError::NoColumn(_)
            | BoardError::NoComment(_)
            | BoardError::Deleted(_)
            | BoardError::NotDeleted(_) => Cause::TargetNotFound,
            BoardError::ColumnArchived(_) | BoardError::Invalid { .. } | BoardError::Full { .. } => {
                Cause::InvalidParameter
            }
            BoardError::NoOperation(_) => Cause::NoEffect,
            BoardError::NotShared { .. } | BoardError::NotOwner { .. } => Cause::Forbidden,
            BoardError::Changed { .. } | BoardError::ColumnChanged { .. } => Cause::Conflict,
            BoardError::Taken { .. } => Cause::AlreadyExists,
            error if error.is_transient() => Cause::Unavailable,
            BoardError::Remote { .. } => Cause::Unavailable,
            BoardError::Partly { .. } => Cause::Failed,
            BoardError::Database(_) | BoardError::Unreadable { .. } => Cause::Failed,
        };
        let hint = match &error {
            BoardError::Database(error) => error.hint().map(str::to_string),
            BoardError::Changed { card, .. } => Some(format!("Read {card} first, then change it again.")),
            BoardError::Deleted(card) => Some(format!("Restore it with `board restore {card}`.")),
            _ => None,
        };
        let failure = Failure::new(cause, error.to_string());
        let failure = match error {
            BoardError::Partly { .. } => failure.effect_unknown(),
            _ => failure,
        };
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

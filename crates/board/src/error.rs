use lemmascope_intent::{Cause, Failure};
use lemmascope_store::StoreError;
use thiserror::Error;

use crate::model::{BoardId, CardId, ColumnId, CommentId, OperationId};

/// Why a store did not do what it was asked for. Nothing was changed, unless the variant says otherwise.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// There is no such board.
    #[error("there is no board with the id {}", .0.0)]
    NoBoard(BoardId),
    /// There is no such card; it may have been purged.
    #[error("there is no card {0}")]
    NoCard(CardId),
    /// The card was deleted.
    #[error("the card {0} was deleted")]
    Deleted(CardId),
    /// The card was not deleted, so that it cannot be restored.
    #[error("the card {0} was not deleted")]
    NotDeleted(CardId),
    /// There is no such column.
    #[error("there is no column with the id {}", .0.0)]
    NoColumn(ColumnId),
    /// The column is out of sight, and takes no cards.
    #[error("the column \"{0}\" is archived")]
    ColumnArchived(String),
    /// There is no such comment.
    #[error("there is no comment with the id {}", .0.0)]
    NoComment(CommentId),
    /// The history does not have the operation: it is too long ago, or of another board.
    #[error("the history no longer has the operation {}", .0.0)]
    NoOperation(OperationId),
    /// Somebody has changed the card since.
    #[error("the card {card} \"{title}\" was changed{} since", named(.by))]
    Changed {
        /// The card.
        card: CardId,
        /// Its title now.
        title: String,
        /// The user who did, where that is known.
        by: Option<String>,
    },
    /// Somebody has changed the column since.
    #[error("the column \"{title}\" was changed since")]
    ColumnChanged {
        /// Its title now.
        title: String,
    },
    /// There is one of that name already.
    #[error("there is a {what} \"{name}\" already")]
    Taken {
        /// What has the name: a board, a column.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A value is not allowed.
    #[error("{field} {reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// Why not.
        reason: String,
    },
    /// The board takes no more of something.
    #[error("a board takes at most {limit} {what}")]
    Full {
        /// Of what.
        what: &'static str,
        /// How many it takes.
        limit: usize,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] StoreError),
    /// A stored value cannot be read.
    #[error("the stored {what} cannot be read: {reason}")]
    Unreadable {
        /// What.
        what: &'static str,
        /// Why not.
        reason: String,
    },
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
            BoardError::Changed { .. } | BoardError::ColumnChanged { .. } => Cause::Conflict,
            BoardError::Taken { .. } => Cause::AlreadyExists,
            BoardError::Database(error) if error.is_transient() => Cause::Unavailable,
            BoardError::Database(_) | BoardError::Unreadable { .. } => Cause::Failed,
        };
        let hint = match &error {
            BoardError::Database(error) => error.hint().map(str::to_string),
            BoardError::Changed { card, .. } => Some(format!("Look at {card} first; then change it anew.")),
            BoardError::Deleted(card) => Some(format!("Bring it back with `board restore {card}`.")),
            _ => None,
        };
        let failure = Failure::new(cause, error.to_string());
        match hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    }
}

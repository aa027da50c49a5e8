use lemmascope_intent::{Cause, Failure};
use lemmascope_store::StoreError;
use thiserror::Error;

use crate::model::{BoardId, CardId, ColumnId, CommentId, OperationId, Unmade};

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
    /// A person has changed the card since.
    #[error("the card {card} \"{title}\" was changed{} since", named(.by))]
    Changed {
        /// The card.
        card: CardId,
        /// Its title now.
        title: String,
        /// The user who did, where that is known.
        by: Option<String>,
    },
    /// A person has changed the column since.
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
    /// No board is shared with an owner, and none is made for them on a server of others.
    #[error("no board is shared with {owner}")]
    NotShared {
        /// The owner.
        owner: String,
    },
    /// Only the owner of a board may do that.
    #[error("the board \"{board}\" belongs to {owner}")]
    NotOwner {
        /// The board.
        board: String,
        /// Its owner.
        owner: String,
    },
    /// The Kanboard server refused a call, or could not be reached.
    #[error("Kanboard: {method}: {reason}")]
    Remote {
        /// The method that was called.
        method: &'static str,
        /// Why.
        reason: String,
        /// Whether the same call may well succeed a moment later.
        transient: bool,
    },
    /// A batch failed on the Kanboard server, and what was done of it could not be undone there.
    #[error("a part of it was done on the Kanboard server: {reason}")]
    Partly {
        /// Why it failed, and why it was not undone.
        reason: String,
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

impl BoardError {
    /// A call that the Kanboard server answered with a result that means failure.
    pub(crate) fn refused(method: &'static str) -> Self {
        Self::Remote { method, reason: "the server refused it".into(), transient: false }
    }

    /// Whether the same call may well succeed a moment later.
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

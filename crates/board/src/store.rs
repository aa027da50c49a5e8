//! The seam between the board and where its cards are kept.

use std::sync::Arc;

use lemmascope_intent::BoxFuture;

use crate::error::BoardError;
use crate::model::{Batch, Board, BoardId, Event, Operation, OperationId, Snapshot};

/// The answer of a store.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, BoardError>>;

/// Where boards are kept: in a database of ours, or on a Kanboard server.
///
/// What people write is resolved to ids by the caller, from a [`Snapshot`]. A store applies [`Batch`]es of edits. Undo needs no
/// method: [`inverse`](crate::model::inverse) makes the batch that takes an operation back.
///
/// A store without versions, tombstones or a separate history (Kanboard) keeps these beside it, in a database of ours.
pub trait Store: Send + Sync {
    /// All boards, by id, those out of sight too. A store that has none makes one first.
    fn boards(&self) -> Answer<'_, Vec<Board>>;

    /// The board of an owner who has none, made if need be.
    fn first_board<'a>(&'a self, owner: &'a str) -> Answer<'a, Board>;

    /// Makes a board of an owner, with the default columns.
    fn create_board<'a>(&'a self, name: &'a str, owner: &'a str) -> Answer<'a, Board>;

    /// Shares a board with these owners and with no others.
    fn share_board<'a>(&'a self, board: BoardId, members: &'a [String]) -> Answer<'a, Board>;

    /// Puts a board out of sight, or brings it back. Its cards are kept.
    fn archive_board(&self, board: BoardId, archived: bool) -> Answer<'_, Board>;

    /// Everything on a board now. What was applied before is in it.
    fn snapshot(&self, board: BoardId) -> Answer<'_, Arc<Snapshot>>;

    /// Applies a batch as one unit, and records it as an operation with one event for each effect.
    ///
    /// Each guard is checked right before its edit; where one does not hold, nothing is changed. Writers of one board take turns,
    /// so that no update is lost and no two cards of a column have the same place. A card that enters a column which completes is
    /// done, and one that leaves such a column is active again.
    fn apply<'a>(&'a self, batch: &'a Batch) -> Answer<'a, Operation>;

    /// An operation of the history, unless it is too long ago.
    fn operation(&self, id: OperationId) -> Answer<'_, Option<Operation>>;

    /// The latest operations of a user on a board, the last one first.
    fn history<'a>(&'a self, board: BoardId, author: &'a str, limit: u64) -> Answer<'a, Vec<Operation>>;

    /// The events after that number, at most so many. Older ones than are kept are left out.
    fn events(&self, board: BoardId, after: i64, limit: u64) -> Answer<'_, Vec<Event>>;

    /// Removes the cards permanently that were deleted before that moment, in milliseconds since 1970; gives their number.
    fn purge(&self, board: BoardId, before: i64) -> Answer<'_, u64>;

    /// Closes what is open.
    fn close(&self) -> BoxFuture<'_, ()>;
}

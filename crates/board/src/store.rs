//! The interface between the board domain and its storage.

use std::sync::Arc;

use lemmascope_intent::BoxFuture;

use crate::error::BoardError;
use crate::model::{Batch, Board, BoardId, Event, Operation, OperationId, Snapshot};

/// The future result of a store.
pub type Answer<'a, T> = BoxFuture<'a, Result<T, BoardError>>;

/// The storage of boards: an embedded database, or a Kanboard server.
///
/// The caller resolves references to ids, from a [`Snapshot`]. A store applies [`Batch`]es of edits. Undo
/// needs no method: [`inverse`](crate::model::inverse) creates the batch that reverts an operation.
///
/// A store without versions, deleted cards or a history of its own (Kanboard) keeps these in a local database
/// beside it.
pub trait Store: Send + Sync {
    /// Returns all boards by id, including archived ones. An empty store creates one first.
    fn boards(&self) -> Answer<'_, Vec<Board>>;

    /// Returns the first board of an owner, and creates it if the owner has none.
    fn first_board<'a>(&'a self, owner: &'a str) -> Answer<'a, Board>;

    /// Creates a board of an owner, with the default columns.
    fn create_board<'a>(&'a self, name: &'a str, owner: &'a str) -> Answer<'a, Board>;

    /// Shares a board with exactly these owners.
    fn share_board<'a>(&'a self, board: BoardId, members: &'a [String]) -> Answer<'a, Board>;

    /// Archives a board, or restores it. Its cards are kept.
    fn archive_board(&self, board: BoardId, archived: bool) -> Answer<'_, Board>;

    /// Returns the current state of a board, including all applied batches.
    fn snapshot(&self, board: BoardId) -> Answer<'_, Arc<Snapshot>>;

    /// Applies a batch atomically, and records it as an operation with one event for each effect.
    ///
    /// Checks each guard right before its edit; if one fails, nothing changes. Writers of a board are
    /// serialized, so that no update is lost and places are unique. A card that enters a completing column
    /// becomes done, and one that leaves it becomes active.
    fn apply<'a>(&'a self, batch: &'a Batch) -> Answer<'a, Operation>;

    /// Returns an operation of the history, unless it has expired.
    fn operation(&self, id: OperationId) -> Answer<'_, Option<Operation>>;

    /// Returns the latest operations of a user on a board, last first.
    fn history<'a>(&'a self, board: BoardId, author: &'a str, limit: u64) -> Answer<'a, Vec<Operation>>;

    /// Returns up to `limit` events after a number. Expired events are missing.
    fn events(&self, board: BoardId, after: i64, limit: u64) -> Answer<'_, Vec<Event>>;

    /// Deletes the cards permanently that were deleted before a time, in milliseconds since 1970. Returns
    /// their number.
    fn purge(&self, board: BoardId, before: i64) -> Answer<'_, u64>;

    /// Closes the store.
    fn close(&self) -> BoxFuture<'_, ()>;
}

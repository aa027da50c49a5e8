//! The values of a board: its content, edits of it, and the effects of edits. All of it is pure data.

mod board;
mod card;
mod edit;
mod event;
mod inverse;
mod operation;
mod placeholder;
mod snapshot;

pub use board::{Board, BoardId, Column, ColumnId, DEFAULT_COLUMNS};
pub use card::{Card, CardFields, CardId, CardPatch, Comment, CommentId, Day, Priority, Status};
pub use edit::{Batch, Edit, Guard, Step};
pub use event::{Event, EventKind};
pub use inverse::inverse;
pub use operation::{Effect, Operation, OperationId};
pub(crate) use placeholder::{Unmade, made_card, made_column};
pub use snapshot::{Snapshot, User};

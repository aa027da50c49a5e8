//! Boards in an embedded database, SQLite or PostgreSQL.
//!
//! Every batch is one transaction that locks the row of its board, so the writers of a board are serialized
//! on PostgreSQL as on SQLite. Boards are cached in memory, and updated with the rows that were written
//! since.

mod cache;
mod columns;
mod issuing;
mod placing;
mod rows;
pub(crate) mod schema;
mod writing;

use std::sync::Arc;

use jiff::Timestamp;
use lemmascope_intent::{BoxFuture, Owner, fold};
use lemmascope_store::query::{Expr, ExprTrait, Query, Value as Bound};
use lemmascope_store::{Store as Database, StoreError};

use self::cache::Cache;
use self::schema::{BOARD, CARD, COLUMN, COMMENT};
pub(crate) use self::writing::Writing;
use crate::error::BoardError;
use crate::limits;
use crate::model::{Batch, Board, BoardId, DEFAULT_COLUMNS, Event, Operation, OperationId, Snapshot};
use crate::store::{Answer, Store};

/// The name of the board in a new store.
pub const FIRST_BOARD: &str = "Main";

/// The store of boards in an embedded database.
pub struct Embedded {
    database: Database,
    cache: Cache,
    /// The number of operations that are stored for each user and board.
    history: u64,
}

/// The default number of stored operations.
pub const HISTORY: u64 = 1000;
/// The number of stored events of a board.
pub(crate) const EVENTS: i64 = 10_000;

impl Embedded {
    /// Opens the database at a URL. Also returns a notice for the user, if there is one.
    pub async fn open(url: &str, history: u64) -> Result<(Self, Option<String>), BoardError> {
        let opened = Database::open(url, schema::MIGRATIONS).await?;
        let embedded = Self { database: opened.store, cache: Cache::default(), history };
        Ok((embedded, opened.notice))
    }

    async fn insert_board(&self, name: &str, owner: &str) -> Result<Board, BoardError> {
        limits::line("name", name, limits::TITLE)?;
        let mut transaction = self.database.begin().await?;
        let insert = Query::insert()
            .into_table(BOARD)
            .columns(["name", "folded", "archived", "owner", "number", "generation"])
            .values_panic([
                name.into(),
                key(name, owner).into(),
                false.into(),
                owner.into(),
                0.into(),
                0.into(),
            ])
            .take();
        let id = transaction.insert_returning_id(insert).await.map_err(|error| match error {
            StoreError::Duplicate { .. } => BoardError::Taken { what: "board", name: name.into() },
            error => error.into(),
        })?;
        for (place, (title, completes)) in (1_i64..).zip(DEFAULT_COLUMNS) {
            let insert = Query::insert()
                .into_table(COLUMN)
                .columns(["board", "title", "place", "archived", "completes"])
                .values_panic([id.into(), title.into(), place.into(), false.into(), completes.into()])
                .take();
            transaction.execute(insert).await?;
        }
        transaction.commit().await?;
        Ok(Board {
            id: BoardId(id),
            name: name.into(),
            archived: false,
            owner: owner.into(),
            members: Vec::new(),
        })
    }

    /// Changes columns of a board's own row.
    pub(crate) async fn change_board(
        &self,
        board: BoardId,
        columns: impl IntoIterator<Item = (&'static str, Bound)>,
    ) -> Result<Board, BoardError> {
        let mut update = Query::update();
        update.table(BOARD).and_where(Expr::col("id").eq(board.0));
        for (column, value) in columns {
            update.value(column, value);
        }
        update.returning(Query::returning().columns(["id", "name", "archived", "owner", "members"]));
        let row = self.database.fetch_optional(update.take()).await?;
        self.cache.forget(board);
        rows::board(&row.ok_or(BoardError::NoBoard(board))?)
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    pub(crate) async fn all_boards(&self) -> Result<Vec<Board>, BoardError> {
        let rows = self.database.fetch_all(rows::select_boards()).await?;
        rows.iter().map(rows::board).collect()
    }
}

impl Store for Embedded {
    fn boards(&self) -> Answer<'_, Vec<Board>> {
        Box::pin(async move {
            let boards = self.all_boards().await?;
            if !boards.is_empty() {
                return Ok(boards);
            }
            match self.insert_board(FIRST_BOARD, Owner::local().as_str()).await {
                // Another process created it first.
                Ok(_) | Err(BoardError::Taken { .. }) => self.all_boards().await,
                Err(error) => Err(error),
            }
        })
    }

    fn first_board<'a>(&'a self, owner: &'a str) -> Answer<'a, Board> {
        Box::pin(async move {
            match self.insert_board(FIRST_BOARD, owner).await {
                Err(BoardError::Taken { .. }) => {
                    let boards = self.all_boards().await?;
                    let own = |board: &Board| board.owner == owner && fold(&board.name) == fold(FIRST_BOARD);
                    let taken = BoardError::Taken { what: "board", name: FIRST_BOARD.into() };
                    boards.into_iter().find(own).ok_or(taken)
                }
                made => made,
            }
        })
    }

    fn create_board<'a>(&'a self, name: &'a str, owner: &'a str) -> Answer<'a, Board> {
        Box::pin(self.insert_board(name, owner))
    }

    fn share_board<'a>(&'a self, board: BoardId, members: &'a [String]) -> Answer<'a, Board> {
        Box::pin(async move {
            if members.len() > limits::MEMBERS {
                return Err(BoardError::Full { what: "members", limit: limits::MEMBERS });
            }
            members.iter().try_for_each(|member| limits::line("member", member, limits::NAME))?;
            let members = serde_json::to_string(members)
                .map_err(|error| BoardError::Invalid { field: "members", reason: error.to_string() })?;
            self.change_board(board, [("members", members.into())]).await
        })
    }

    fn archive_board(&self, board: BoardId, archived: bool) -> Answer<'_, Board> {
        Box::pin(self.change_board(board, [("archived", archived.into())]))
    }

    fn snapshot(&self, board: BoardId) -> Answer<'_, Arc<Snapshot>> {
        Box::pin(self.cache.snapshot(&self.database, board))
    }

    fn apply<'a>(&'a self, batch: &'a Batch) -> Answer<'a, Operation> {
        Box::pin(async move {
            if batch.steps.len() > limits::BATCH {
                return Err(BoardError::Full { what: "changes at once", limit: limits::BATCH });
            }
            let mut writing = Writing::begin(&self.database, batch, now()).await?;
            if let Some(operation) = writing.applied_before().await? {
                return Ok(operation);
            }
            for step in &batch.steps {
                writing.step(step).await?;
            }
            writing.commit(self.history, EVENTS).await
        })
    }

    fn operation(&self, id: OperationId) -> Answer<'_, Option<Operation>> {
        Box::pin(async move {
            let select = rows::select_operations().and_where(Expr::col("id").eq(id.0)).take();
            self.database.fetch_optional(select).await?.as_ref().map(rows::operation).transpose()
        })
    }

    fn history<'a>(&'a self, board: BoardId, author: &'a str, limit: u64) -> Answer<'a, Vec<Operation>> {
        Box::pin(async move {
            let select = rows::select_operations()
                .and_where(Expr::col("board").eq(board.0))
                .and_where(Expr::col("author").eq(author))
                .limit(limit)
                .take();
            self.database.fetch_all(select).await?.iter().map(rows::operation).collect()
        })
    }

    fn events(&self, board: BoardId, after: i64, limit: u64) -> Answer<'_, Vec<Event>> {
        Box::pin(async move {
            let select =
                rows::select_events(board).and_where(Expr::col("number").gt(after)).limit(limit).take();
            self.database.fetch_all(select).await?.iter().map(rows::event).collect()
        })
    }

    fn purge(&self, board: BoardId, before: i64) -> Answer<'_, u64> {
        Box::pin(async move {
            // Usually there is nothing to purge; this check avoids the lock and the invalidation of the
            // cache.
            let any = Query::select()
                .column("id")
                .from(CARD)
                .and_where(Expr::col("board").eq(board.0))
                .and_where(Expr::col("deleted_at").lt(before))
                .limit(1)
                .take();
            if self.database.fetch_optional(any).await?.is_none() {
                return Ok(0);
            }
            let mut transaction = self.database.begin().await?;
            let lock = Query::update()
                .table(BOARD)
                .value("generation", Expr::col("generation").add(1))
                .and_where(Expr::col("id").eq(board.0))
                .take();
            if transaction.execute(lock).await? == 0 {
                return Err(BoardError::NoBoard(board));
            }
            let doomed = Query::select()
                .column("id")
                .from(CARD)
                .and_where(Expr::col("board").eq(board.0))
                .and_where(Expr::col("deleted_at").lt(before))
                .take();
            let comments =
                Query::delete().from_table(COMMENT).and_where(Expr::col("card").in_subquery(doomed)).take();
            transaction.execute(comments).await?;
            let cards = Query::delete()
                .from_table(CARD)
                .and_where(Expr::col("board").eq(board.0))
                .and_where(Expr::col("deleted_at").lt(before))
                .take();
            let purged = transaction.execute(cards).await?;
            transaction.commit().await?;
            Ok(purged)
        })
    }

    fn close(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.database.close())
    }
}

/// Returns the normalized name of a board. It includes the owner, so that names are unique per owner and
/// reveal nothing to others.
fn key(name: &str, owner: &str) -> String {
    match owner == Owner::local().as_str() {
        true => fold(name),
        false => format!("{owner}\u{1f}{}", fold(name)),
    }
}

pub(crate) fn now() -> i64 {
    Timestamp::now().as_millisecond()
}

//! The in-memory cache of boards. A snapshot reads one row, and the rows that were written since the last
//! one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use lemmascope_store::Store as Database;
use lemmascope_store::query::{Expr, ExprTrait, Query};

use super::rows::{self, StoredCard};
use super::schema::CARD;
use crate::error::BoardError;
use crate::model::{BoardId, Card, CardId, Column, ColumnId, Snapshot};

#[derive(Default)]
pub(super) struct Cache(Mutex<HashMap<BoardId, Arc<Cached>>>);

struct Cached {
    generation: i64,
    positions: HashMap<CardId, i64>,
    snapshot: Arc<Snapshot>,
}

impl Cache {
    /// Returns the current state of a board.
    pub(super) async fn snapshot(
        &self,
        database: &Database,
        board: BoardId,
    ) -> Result<Arc<Snapshot>, BoardError> {
        let select = rows::select_boards().and_where(Expr::col("id").eq(board.0)).take();
        let row = database.fetch_optional(select).await?.ok_or(BoardError::NoBoard(board))?;
        let (number, generation) = (row.integer("number")?, row.integer("generation")?);
        let board = rows::board(&row)?;
        let known = self.entries().get(&board.id).cloned();
        let known = known.filter(|known| known.generation == generation);
        if let Some(known) = known.as_ref().filter(|known| known.snapshot.number == number) {
            return Ok(Arc::clone(&known.snapshot));
        }
        let columns = database.fetch_all(rows::select_columns(board.id)).await?;
        let columns = columns.iter().map(rows::column).collect::<Result<Vec<Column>, _>>()?;

        // It may already contain rows that are written in between. These have greater numbers, and are read
        // again the next time.
        let after = known.as_ref().map_or(-1, |known| known.snapshot.number);
        let written = rows::select_cards(board.id).and_where(Expr::col("number").gt(after)).take();
        let written = database.fetch_all(written).await?;
        let written = written.iter().map(rows::card).collect::<Result<Vec<StoredCard>, _>>()?;
        let comments = comments_of(database, board.id, after).await?;

        let mut positions = known.as_ref().map(|known| known.positions.clone()).unwrap_or_default();
        let mut cards: HashMap<CardId, Arc<Card>> = match &known {
            Some(known) => known.snapshot.cards.iter().map(|card| (card.id, Arc::clone(card))).collect(),
            None => HashMap::with_capacity(written.len()),
        };
        for mut stored in written {
            let id = stored.card.id;
            stored.card.comments = comments.get(&id).cloned().unwrap_or_default();
            match stored.position {
                Some(position) => positions.insert(id, position),
                None => positions.remove(&id),
            };
            cards.insert(id, Arc::new(stored.card));
        }
        let cards = in_order(cards, &positions, &columns);
        let snapshot = Arc::new(Snapshot { board, number, columns, cards, users: None });
        let cached = Cached { generation, positions, snapshot: Arc::clone(&snapshot) };
        self.entries().insert(snapshot.board.id, Arc::new(cached));
        Ok(snapshot)
    }

    /// Discards the cached board, so that the next snapshot reads all of it.
    pub(super) fn forget(&self, board: BoardId) {
        self.entries().remove(&board);
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, HashMap<BoardId, Arc<Cached>>> {
        // Entries are inserted in one step, so a panic in another thread leaves them consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the comments of the cards that were written after this number.
async fn comments_of(
    database: &Database,
    board: BoardId,
    after: i64,
) -> Result<HashMap<CardId, Vec<crate::model::Comment>>, BoardError> {
    let written = Query::select()
        .column("id")
        .from(CARD)
        .and_where(Expr::col("board").eq(board.0))
        .and_where(Expr::col("number").gt(after))
        .take();
    let select = rows::select_comments()
        .and_where(Expr::col("removed").eq(false))
        .and_where(Expr::col("card").in_subquery(written))
        .take();
    let mut comments: HashMap<CardId, Vec<_>> = HashMap::new();
    for row in database.fetch_all(select).await? {
        let (card, comment) = rows::comment(&row)?;
        comments.entry(card).or_default().push(comment);
    }
    Ok(comments)
}

/// Returns the cards ordered by column and position, each with its place, followed by the deleted ones.
fn in_order(
    cards: HashMap<CardId, Arc<Card>>,
    positions: &HashMap<CardId, i64>,
    columns: &[Column],
) -> Vec<Arc<Card>> {
    let order: HashMap<ColumnId, usize> =
        columns.iter().enumerate().map(|(at, column)| (column.id, at)).collect();
    let mut cards: Vec<Arc<Card>> = cards.into_values().collect();
    cards.sort_by_cached_key(|card| {
        let column = order.get(&card.column).copied().unwrap_or(usize::MAX);
        (!card.is_live(), column, positions.get(&card.id).copied(), card.id)
    });
    let mut last = (None, 0);
    for card in &mut cards {
        last = if last.0 == Some(card.column) { (last.0, last.1 + 1) } else { (Some(card.column), 1) };
        let place = if card.is_live() { last.1 } else { 0 };
        if card.place != place {
            Arc::make_mut(card).place = place;
        }
    }
    cards
}

//! Rows that mirror another system, which assigns their ids.

use lemmascope_store::query::{Expr, ExprTrait, Order, Query};

use super::rows::{self, StoredCard};
use super::schema::{BOARD, CARD, COLUMN, COMMENT};
use super::writing::{PROVISIONAL, Writing};
use crate::error::BoardError;
use crate::limits;
use crate::model::{Card, CardId, Column, ColumnId, CommentId, Effect, Status};

impl Writing<'_> {
    /// Marks all further edits as mirrored changes of the other system.
    pub(crate) fn follow_elsewhere(&mut self) {
        self.follows = true;
    }

    /// Rolls the transaction back.
    pub(crate) async fn rollback(self) -> Result<(), BoardError> {
        self.transaction.rollback().await?;
        Ok(())
    }

    /// Returns the cards of a column, from the top.
    pub(crate) async fn order(&mut self, column: ColumnId) -> Result<Vec<(CardId, Status)>, BoardError> {
        let select = Query::select()
            .columns(["id", "done"])
            .from(CARD)
            .and_where(Expr::col("lane").eq(column.0))
            .and_where(Expr::col("position").is_not_null())
            .order_by("position", Order::Asc)
            .take();
        let rows = self.transaction.fetch_all(select).await?;
        rows.iter()
            .map(|row| {
                let status = if row.boolean("done")? { Status::Done } else { Status::Active };
                Ok((CardId(row.integer("id")?), status))
            })
            .collect()
    }

    /// Sets the id for the rows that are created from now on; `None` lets the database choose.
    pub(crate) fn issue(&mut self, id: Option<i64>) {
        self.issued = id;
    }

    /// Gives the rows that are created from now on a provisional id, which [`renumber`](Self::renumber)
    /// replaces.
    pub(crate) fn issue_provisionally(&mut self) {
        self.issued = Some(PROVISIONAL);
    }

    /// Replaces the provisional id of a created or restored row by the id in the other system.
    pub(crate) async fn renumber(&mut self, effect: Effect, id: i64) -> Result<Effect, BoardError> {
        Ok(match effect {
            Effect::CardCreated { card } => {
                self.write_id(CARD, card.id.0, id).await?;
                Effect::CardCreated { card: Card { id: CardId(id), ..card } }
            }
            Effect::CommentAdded { card, mut comment } => {
                self.write_id(COMMENT, comment.id.0, id).await?;
                comment.id = CommentId(id);
                Effect::CommentAdded { card, comment }
            }
            Effect::ColumnCreated { column } => {
                self.write_id(COLUMN, column.id.0, id).await?;
                for known in self.columns.iter_mut().filter(|known| known.id == column.id) {
                    known.id = ColumnId(id);
                }
                Effect::ColumnCreated { column: Column { id: ColumnId(id), ..column } }
            }
            other => other,
        })
    }

    async fn write_id(&mut self, table: &'static str, from: i64, to: i64) -> Result<(), BoardError> {
        // The result of an earlier attempt may have been mirrored since.
        if from != to {
            self.remove_row(table, to).await?;
        }
        let update = Query::update().table(table).value("id", to).and_where(Expr::col("id").eq(from)).take();
        self.transaction.execute(update).await?;
        Ok(())
    }

    async fn remove_row(&mut self, table: &'static str, id: i64) -> Result<u64, BoardError> {
        let delete = Query::delete().from_table(table).and_where(Expr::col("id").eq(id)).take();
        let removed = self.transaction.execute(delete).await?;
        if removed > 0 {
            // A deleted row has no number by which the cache would notice it, so the cache must read
            // everything again.
            let update = Query::update()
                .table(BOARD)
                .value("generation", Expr::col("generation").add(1))
                .and_where(Expr::col("id").eq(self.batch.board.0))
                .take();
            self.transaction.execute(update).await?;
        }
        Ok(removed)
    }

    /// Returns all cards of the board with their comments, including deleted cards. The cards of a column are
    /// in order.
    pub(crate) async fn cards(&mut self) -> Result<Vec<Card>, BoardError> {
        let select = rows::select_cards(self.batch.board).order_by("position", Order::Asc).take();
        let stored = self.transaction.fetch_all(select).await?;
        let mut stored = stored.iter().map(rows::card).collect::<Result<Vec<StoredCard>, _>>()?;
        let of_board = Query::select()
            .column("id")
            .from(CARD)
            .and_where(Expr::col("board").eq(self.batch.board.0))
            .take();
        let select = rows::select_comments()
            .and_where(Expr::col("removed").eq(false))
            .and_where(Expr::col("card").in_subquery(of_board))
            .take();
        let mut comments = std::collections::HashMap::<CardId, Vec<_>>::new();
        for row in self.transaction.fetch_all(select).await? {
            let (card, comment) = rows::comment(&row)?;
            comments.entry(card).or_default().push(comment);
        }
        for it in &mut stored {
            it.card.comments = comments.remove(&it.card.id).unwrap_or_default();
        }
        Ok(stored.into_iter().map(|it| it.card).collect())
    }

    /// Deletes a card permanently that no longer exists in the other system.
    pub(crate) async fn forget_card(&mut self, card: CardId) -> Result<(), BoardError> {
        let before = self.card(card).await?;
        let comments = Query::delete().from_table(COMMENT).and_where(Expr::col("card").eq(card.0)).take();
        self.transaction.execute(comments).await?;
        self.remove_row(CARD, card.0).await?;
        match before.is_live() {
            true => self.keep(Effect::CardDeleted { before }).await,
            false => Ok(()),
        }
    }

    /// Updates a column to its state in the other system.
    pub(crate) async fn follow_column(&mut self, column: &Column) -> Result<(), BoardError> {
        let known = self.columns.iter().find(|known| known.id == column.id).cloned();
        if known.as_ref() == Some(column) {
            return Ok(());
        }
        match &known {
            Some(_) => {
                let update = Query::update()
                    .table(COLUMN)
                    .value("title", column.title.as_str())
                    .value("place", column.place)
                    .value("completes", column.completes)
                    .and_where(Expr::col("id").eq(column.id.0))
                    .take();
                self.transaction.execute(update).await?;
            }
            None => {
                let insert = Query::insert()
                    .into_table(COLUMN)
                    .columns(["id", "board", "title", "place", "archived", "completes"])
                    .values_panic([
                        column.id.0.into(),
                        self.batch.board.0.into(),
                        column.title.as_str().into(),
                        column.place.into(),
                        column.archived.into(),
                        column.completes.into(),
                    ])
                    .take();
                self.transaction.execute(insert).await?;
            }
        }
        self.columns.retain(|other| other.id != column.id);
        self.columns.push(column.clone());
        self.columns.sort_by_key(|column| column.place);
        match known {
            // The first mirroring records no events.
            None if self.number == 0 => Ok(()),
            Some(before) => self.keep(Effect::ColumnChanged { before, after: column.clone() }).await,
            None => self.keep(Effect::ColumnCreated { column: column.clone() }).await,
        }
    }

    /// Deletes a column that no longer exists in the other system.
    pub(crate) async fn forget_column(&mut self, column: &Column) -> Result<(), BoardError> {
        self.remove_row(COLUMN, column.id.0).await?;
        self.columns.retain(|known| known.id != column.id);
        let after = Column { archived: true, ..column.clone() };
        self.keep(Effect::ColumnChanged { before: column.clone(), after }).await
    }

    /// Deletes a comment that no longer exists in the other system.
    pub(crate) async fn forget_comment(&mut self, comment: CommentId) -> Result<(), BoardError> {
        self.remove_row(COMMENT, comment.0).await?;
        Ok(())
    }

    /// Adds a comment that a person wrote in the other system.
    pub(super) async fn keep_signed_comment(
        &mut self,
        card: CardId,
        author: Option<&str>,
        text: &str,
        at: i64,
    ) -> Result<Effect, BoardError> {
        author.map_or(Ok(()), |author| limits::line("author", author, limits::NAME))?;
        let added = self.add_comment(card, text).await?;
        let Effect::CommentAdded { card, mut comment } = added else { return Ok(added) };
        self.sign_comment(comment.id, author.unwrap_or_default(), at).await?;
        (comment.author, comment.at) = (author.map(str::to_string), at);
        Ok(Effect::CommentAdded { card, comment })
    }

    /// Sets the author and the time of a comment.
    pub(crate) async fn sign_comment(
        &mut self,
        comment: CommentId,
        author: &str,
        at: i64,
    ) -> Result<(), BoardError> {
        let update = Query::update()
            .table(COMMENT)
            .value("author", author)
            .value("at", at)
            .and_where(Expr::col("id").eq(comment.0))
            .take();
        self.transaction.execute(update).await?;
        Ok(())
    }
}

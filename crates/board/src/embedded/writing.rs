//! The application of a batch, from its first lock to its commit.

use lemmascope_store::query::{Expr, ExprTrait, Order, Query, SelectStatement, Value as Bound};
use lemmascope_store::{Store as Database, Transaction};

use super::schema::{BOARD, CARD, EVENT, OPERATION};
use super::{placing, rows};
use crate::error::BoardError;
use crate::limits;
use crate::model::{
    Batch, Card, CardFields, CardId, CardPatch, Column, ColumnId, Edit, Effect, EventKind, Guard, Operation,
    OperationId, Status, Step,
};

mod comments;

pub(crate) struct Writing<'b> {
    pub(super) transaction: Transaction,
    pub(super) batch: &'b Batch,
    pub(super) columns: Vec<Column>,
    /// The number of the last event.
    pub(super) number: i64,
    now: i64,
    effects: Vec<Effect>,
    /// The id of the next row, if another system assigns it.
    pub(super) issued: Option<i64>,
    /// Whether the changes are mirrored from another system, where cards can be in columns that are archived
    /// here.
    pub(super) follows: bool,
}

/// The id of a row before another system assigns the final one.
pub(super) const PROVISIONAL: i64 = i64::MIN;

impl<'b> Writing<'b> {
    pub(crate) async fn begin(database: &Database, batch: &'b Batch, now: i64) -> Result<Self, BoardError> {
        let mut transaction = database.begin().await?;
        let lock = rows::select_boards().and_where(Expr::col("id").eq(batch.board.0)).lock_exclusive().take();
        let row = transaction.fetch_optional(lock).await?.ok_or(BoardError::NoBoard(batch.board))?;
        let number = row.integer("number")?;
        let columns = transaction.fetch_all(rows::select_columns(batch.board)).await?;
        let columns = columns.iter().map(rows::column).collect::<Result<_, _>>()?;
        Ok(Self {
            transaction,
            batch,
            columns,
            number,
            now,
            effects: Vec::new(),
            issued: None,
            follows: false,
        })
    }

    /// Returns the operation that an earlier attempt of the same request has recorded.
    pub(crate) async fn applied_before(&mut self) -> Result<Option<Operation>, BoardError> {
        if self.batch.key.is_empty() {
            return Ok(None);
        }
        let select = self.own_operations().and_where(Expr::col("key").eq(&self.batch.key)).take();
        self.transaction.fetch_optional(select).await?.as_ref().map(rows::operation).transpose()
    }

    pub(super) async fn step(&mut self, step: &Step) -> Result<(), BoardError> {
        match self.perform(step).await? {
            Some(effect) => self.keep(effect).await,
            None => Ok(()),
        }
    }

    /// Checks the guard of an edit, and makes the edit. The effect is recorded separately, by
    /// [`keep`](Self::keep).
    pub(crate) async fn perform(&mut self, step: &Step) -> Result<Option<Effect>, BoardError> {
        let step = step.settled(&self.effects)?;
        if let Some(guard) = &step.guard {
            self.check(guard).await?;
        }
        Ok(match &step.edit {
            Edit::CreateCard { column, place, fields } => Some(self.create(*column, *place, fields).await?),
            Edit::MoveCard { card, column, place } => self.relocate(*card, *column, *place).await?,
            Edit::UpdateCard { card, patch } => self.update(*card, patch).await?,
            Edit::DeleteCard { card } => Some(self.delete(*card).await?),
            Edit::RestoreCard { card, place } => Some(self.restore(*card, *place).await?),
            Edit::AddComment { card, text } => Some(self.add_comment(*card, text).await?),
            Edit::KeepComment { card, author, text, at } => {
                Some(self.keep_signed_comment(*card, author.as_deref(), text, *at).await?)
            }
            Edit::RemoveComment { card, comment } => Some(self.remove_comment(*card, comment).await?),
            Edit::RestoreComment { card, comment } => Some(self.restore_comment(*card, comment).await?),
            Edit::CreateColumn { title } => Some(self.create_column(title).await?),
            Edit::RenameColumn { column, title } => {
                let column = self.column(*column)?.clone();
                self.free_title(title, Some(column.id))?;
                self.change_column(&column, Column { title: title.clone(), ..column.clone() }).await?
            }
            Edit::MoveColumn { column, place } => self.move_column(*column, *place).await?,
            Edit::ArchiveColumn { column, archived } => {
                let column = self.column(*column)?.clone();
                if !archived {
                    self.free_title(&column.title, Some(column.id))?;
                }
                self.change_column(&column, Column { archived: *archived, ..column.clone() }).await?
            }
        })
    }

    /// Records the effect of an edit.
    pub(crate) async fn keep(&mut self, effect: Effect) -> Result<(), BoardError> {
        self.number += 1;
        self.record(&effect).await?;
        self.effects.push(effect);
        Ok(())
    }

    /// Returns the effects of the edits so far.
    pub(crate) fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Returns the current columns.
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Commits without recording an operation, because the changes are mirrored.
    pub(crate) async fn commit_followed(mut self) -> Result<(), BoardError> {
        self.write_number().await?;
        self.transaction.commit().await?;
        Ok(())
    }

    async fn write_number(&mut self) -> Result<(), BoardError> {
        let update = Query::update()
            .table(BOARD)
            .value("number", self.number)
            .and_where(Expr::col("id").eq(self.batch.board.0))
            .take();
        self.transaction.execute(update).await?;
        Ok(())
    }

    /// Records the operation, deletes expired history, and commits.
    pub(crate) async fn commit(mut self, history: u64, events: i64) -> Result<Operation, BoardError> {
        self.write_number().await?;
        let effects = serde_json::to_string(&self.effects)
            .map_err(|error| BoardError::Unreadable { what: "operation", reason: error.to_string() })?;
        let insert = Query::insert()
            .into_table(OPERATION)
            .columns(["board", "author", "key", "at", "effects", "reverts"])
            .values_panic([
                self.batch.board.0.into(),
                self.batch.author.as_str().into(),
                self.batch.key.as_str().into(),
                self.now.into(),
                effects.into(),
                self.batch.reverts.map(|operation| operation.0).into(),
            ])
            .take();
        let id = self.transaction.insert_returning_id(insert).await?;
        let oldest = Query::select()
            .column("id")
            .from(OPERATION)
            .and_where(Expr::col("board").eq(self.batch.board.0))
            .and_where(Expr::col("author").eq(&self.batch.author))
            .order_by("id", Order::Desc)
            .limit(1)
            .offset(history)
            .take();
        if let Some(row) = self.transaction.fetch_optional(oldest).await? {
            let old = Query::delete()
                .from_table(OPERATION)
                .and_where(Expr::col("board").eq(self.batch.board.0))
                .and_where(Expr::col("author").eq(&self.batch.author))
                .and_where(Expr::col("id").lte(row.integer("id")?))
                .take();
            self.transaction.execute(old).await?;
        }
        if self.number > events {
            let old = Query::delete()
                .from_table(EVENT)
                .and_where(Expr::col("board").eq(self.batch.board.0))
                .and_where(Expr::col("number").lte(self.number - events))
                .take();
            self.transaction.execute(old).await?;
        }
        self.transaction.commit().await?;
        Ok(Operation {
            id: OperationId(id),
            board: self.batch.board,
            author: self.batch.author.clone(),
            at: self.now,
            effects: self.effects,
            reverts: self.batch.reverts,
        })
    }

    async fn create(
        &mut self,
        column: ColumnId,
        place: Option<i64>,
        fields: &CardFields,
    ) -> Result<Effect, BoardError> {
        limits::fields(fields)?;
        let target = self.open_column(column)?;
        let status = if target.completes { Status::Done } else { fields.status };
        let fields = CardFields { status, ..fields.clone() };
        let number = self.number + 1;
        let position = placing::position(&mut self.transaction, column, None, place, number).await?;
        let mut columns = vec!["board", "lane", "position", "created_at"];
        let mut values: Vec<Bound> =
            vec![self.batch.board.0.into(), column.0.into(), position.into(), self.now.into()];
        for (name, value) in self.written(&fields)? {
            columns.push(name);
            values.push(value);
        }
        if let Some(id) = self.issued {
            columns.push("id");
            values.push(id.into());
        }
        let insert = Query::insert()
            .into_table(CARD)
            .columns(columns)
            .values_panic(values.into_iter().map(Expr::value))
            .take();
        let id = CardId(self.transaction.insert_returning_id(insert).await?);
        let card = self.card(id).await?;
        Ok(Effect::CardCreated { card })
    }

    async fn relocate(
        &mut self,
        card: CardId,
        column: ColumnId,
        place: Option<i64>,
    ) -> Result<Option<Effect>, BoardError> {
        let before = self.live(card).await?;
        let target = self.open_column(column)?.clone();
        let leaves = self.column(before.column)?.completes;
        if before.column == column {
            let last = self.count(column).await?;
            if place.is_none_or(|place| place.clamp(1, last) == before.place) {
                return Ok(None);
            }
        }
        let status = match (target.completes, leaves && before.column != column) {
            (true, _) => Status::Done,
            (false, true) => Status::Active,
            (false, false) => before.fields.status,
        };
        let number = self.number + 1;
        let position = placing::position(&mut self.transaction, column, Some(card), place, number).await?;
        let fields = CardFields { status, ..before.fields.clone() };
        let mut update = self.update_of(card, &fields)?;
        update.value("lane", column.0).value("position", position);
        self.transaction.execute(update).await?;
        let after = self.card(card).await?;
        Ok(Some(Effect::CardMoved { before, after }))
    }

    async fn update(&mut self, card: CardId, patch: &CardPatch) -> Result<Option<Effect>, BoardError> {
        limits::patch(patch)?;
        let before = self.live(card).await?;
        let fields = patch.apply(&before.fields);
        if fields == before.fields {
            return Ok(None);
        }
        let update = self.update_of(card, &fields)?;
        self.transaction.execute(update).await?;
        let after = self.card(card).await?;
        Ok(Some(Effect::CardUpdated { before, after }))
    }

    async fn delete(&mut self, card: CardId) -> Result<Effect, BoardError> {
        let before = self.live(card).await?;
        let mut update = self.update_of(card, &before.fields)?;
        update.value("position", None::<i64>).value("deleted_at", self.now);
        self.transaction.execute(update).await?;
        Ok(Effect::CardDeleted { before })
    }

    async fn restore(&mut self, card: CardId, place: Option<i64>) -> Result<Effect, BoardError> {
        let before = self.card(card).await?;
        if before.is_live() {
            return Err(BoardError::NotDeleted(card));
        }
        self.open_column(before.column)?;
        let number = self.number + 1;
        let position =
            placing::position(&mut self.transaction, before.column, Some(card), place, number).await?;
        let mut update = self.update_of(card, &before.fields)?;
        update.value("position", position).value("deleted_at", None::<i64>);
        self.transaction.execute(update).await?;
        let card = self.card(card).await?;
        Ok(Effect::CardRestored { card })
    }

    async fn check(&mut self, guard: &Guard) -> Result<(), BoardError> {
        let (card, holds) = match guard {
            Guard::Version(card, version) => {
                let card = self.live(*card).await?;
                let holds = card.version == *version;
                (card, holds)
            }
            Guard::Fields { card, fields, column, comments } => {
                let card = self.live(*card).await?;
                let holds = fields.holds_for(&card.fields)
                    && column.is_none_or(|column| card.column == column)
                    && comments.is_none_or(|count| card.comments.len() == count);
                (card, holds)
            }
            Guard::ColumnPlace { column, place } => {
                let column = self.column(*column)?;
                return match column.place == *place {
                    true => Ok(()),
                    false => Err(BoardError::ColumnChanged { title: column.title.clone() }),
                };
            }
            Guard::Column { column, title, archived, empty } => {
                let column = self.column(*column)?.clone();
                let is_empty = !empty || self.count(column.id).await? == 0;
                return match column.title == *title && column.archived == *archived && is_empty {
                    true => Ok(()),
                    false => Err(BoardError::ColumnChanged { title: column.title }),
                };
            }
        };
        match holds {
            true => Ok(()),
            false => Err(BoardError::Changed {
                card: card.id,
                title: card.fields.title,
                by: card.changed_by.filter(|author| *author != self.batch.author),
            }),
        }
    }

    /// Returns the number of cards in a column.
    async fn count(&mut self, column: ColumnId) -> Result<i64, BoardError> {
        placing::place(&mut self.transaction, column, i64::MAX).await.map(|place| place - 1)
    }

    fn column(&self, id: ColumnId) -> Result<&Column, BoardError> {
        self.columns.iter().find(|column| column.id == id).ok_or(BoardError::NoColumn(id))
    }

    fn open_column(&self, id: ColumnId) -> Result<&Column, BoardError> {
        let column = self.column(id)?;
        match column.archived && !self.follows {
            true => Err(BoardError::ColumnArchived(column.title.clone())),
            false => Ok(column),
        }
    }

    async fn live(&mut self, id: CardId) -> Result<Card, BoardError> {
        let card = self.card(id).await?;
        if card.is_live() { Ok(card) } else { Err(BoardError::Deleted(id)) }
    }

    /// Returns a card with its place and its comments.
    pub(crate) async fn card(&mut self, id: CardId) -> Result<Card, BoardError> {
        let select = rows::select_cards(self.batch.board).and_where(Expr::col("id").eq(id.0)).take();
        let row = self.transaction.fetch_optional(select).await?.ok_or(BoardError::NoCard(id))?;
        let mut stored = rows::card(&row)?;
        if let Some(position) = stored.position {
            stored.card.place = placing::place(&mut self.transaction, stored.card.column, position).await?;
        }
        let comments = rows::select_comments()
            .and_where(Expr::col("removed").eq(false))
            .and_where(Expr::col("card").eq(id.0))
            .take();
        for row in self.transaction.fetch_all(comments).await? {
            stored.card.comments.push(rows::comment(&row)?.1);
        }
        Ok(stored.card)
    }

    /// Updates only the change metadata of a card.
    async fn touch(&mut self, card: &Card) -> Result<(), BoardError> {
        let update = self.update_of(card.id, &card.fields)?;
        self.transaction.execute(update).await?;
        Ok(())
    }

    fn update_of(
        &self,
        card: CardId,
        fields: &CardFields,
    ) -> Result<lemmascope_store::query::UpdateStatement, BoardError> {
        let mut update = Query::update();
        update.table(CARD).and_where(Expr::col("id").eq(card.0));
        for (name, value) in self.written(fields)? {
            update.value(name, value);
        }
        Ok(update.take())
    }

    /// Returns the columns that every change of a card writes.
    fn written(&self, fields: &CardFields) -> Result<Vec<(&'static str, Bound)>, BoardError> {
        let labels = serde_json::to_string(&fields.labels)
            .map_err(|error| BoardError::Invalid { field: "labels", reason: error.to_string() })?;
        let number = self.number + 1;
        Ok(vec![
            ("title", fields.title.as_str().into()),
            ("description", fields.description.as_str().into()),
            ("assignee", fields.assignee.clone().into()),
            ("due", fields.due.map(|day| day.to_string()).into()),
            ("labels", labels.into()),
            ("priority", fields.priority.number().into()),
            ("done", (fields.status == Status::Done).into()),
            ("version", number.into()),
            ("number", number.into()),
            ("changed_at", self.now.into()),
            ("changed_by", self.batch.author.as_str().into()),
        ])
    }

    async fn record(&mut self, effect: &Effect) -> Result<(), BoardError> {
        let insert = Query::insert()
            .into_table(EVENT)
            .columns(["board", "number", "kind", "card", "author", "at"])
            .values_panic([
                self.batch.board.0.into(),
                self.number.into(),
                EventKind::of(effect).as_str().into(),
                effect.card().map(|card| card.0).into(),
                self.batch.author.as_str().into(),
                self.now.into(),
            ])
            .take();
        self.transaction.execute(insert).await?;
        Ok(())
    }

    fn own_operations(&self) -> SelectStatement {
        rows::select_operations()
            .and_where(Expr::col("board").eq(self.batch.board.0))
            .and_where(Expr::col("author").eq(&self.batch.author))
            .take()
    }
}

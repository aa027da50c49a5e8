//! Edits of columns.

use lemmascope_intent::fold;
use lemmascope_store::query::{Expr, ExprTrait, Query, Value as Bound};

use super::schema::COLUMN;
use super::writing::Writing;
use crate::error::BoardError;
use crate::limits;
use crate::model::{Column, ColumnId, Effect};

impl Writing<'_> {
    pub(super) async fn create_column(&mut self, title: &str) -> Result<Effect, BoardError> {
        self.free_title(title, None)?;
        if self.columns.len() >= limits::COLUMNS {
            return Err(BoardError::Full { what: "columns", limit: limits::COLUMNS });
        }
        let place = self.columns.iter().map(|column| column.place).max().unwrap_or_default() + 1;
        let mut columns = vec!["board", "title", "place", "archived", "completes"];
        let mut values: Vec<Bound> =
            vec![self.batch.board.0.into(), title.into(), place.into(), false.into(), false.into()];
        if let Some(id) = self.issued {
            columns.push("id");
            values.push(id.into());
        }
        let insert = Query::insert()
            .into_table(COLUMN)
            .columns(columns)
            .values_panic(values.into_iter().map(Expr::value))
            .take();
        let id = ColumnId(self.transaction.insert_returning_id(insert).await?);
        let column = Column { id, title: title.into(), place, archived: false, completes: false };
        self.columns.push(column.clone());
        Ok(Effect::ColumnCreated { column })
    }

    pub(super) async fn change_column(
        &mut self,
        before: &Column,
        after: Column,
    ) -> Result<Option<Effect>, BoardError> {
        if after == *before {
            return Ok(None);
        }
        let update = Query::update()
            .table(COLUMN)
            .value("title", after.title.as_str())
            .value("archived", after.archived)
            .and_where(Expr::col("id").eq(after.id.0))
            .take();
        self.transaction.execute(update).await?;
        for column in self.columns.iter_mut().filter(|column| column.id == after.id) {
            *column = after.clone();
        }
        Ok(Some(Effect::ColumnChanged { before: before.clone(), after }))
    }

    /// Moves a column, and renumbers all columns from the left without gaps.
    pub(super) async fn move_column(
        &mut self,
        id: ColumnId,
        place: i64,
    ) -> Result<Option<Effect>, BoardError> {
        let mut order = self.columns.clone();
        order.sort_by_key(|column| (column.place, column.id));
        let from = order.iter().position(|column| column.id == id).ok_or(BoardError::NoColumn(id))?;
        let before = order.remove(from);
        let to = usize::try_from(Ord::max(place, 1) - 1).unwrap_or(usize::MAX).min(order.len());
        if to == from {
            return Ok(None);
        }
        order.insert(to, before.clone());
        for (column, place) in order.iter_mut().zip(1..) {
            if column.place != place {
                column.place = place;
                let update = Query::update()
                    .table(COLUMN)
                    .value("place", place)
                    .and_where(Expr::col("id").eq(column.id.0))
                    .take();
                self.transaction.execute(update).await?;
            }
        }
        let after = order[to].clone();
        self.columns = order;
        Ok(Some(Effect::ColumnMoved { before, after }))
    }

    /// Checks that a title is valid and that no other visible column has it.
    pub(super) fn free_title(&self, title: &str, own: Option<ColumnId>) -> Result<(), BoardError> {
        limits::line("title", title, limits::TITLE)?;
        let folded = fold(title);
        let others = self.columns.iter().filter(|column| !column.archived && Some(column.id) != own);
        match others.map(|column| fold(&column.title)).any(|other| other == folded) {
            true => Err(BoardError::Taken { what: "column", name: title.into() }),
            false => Ok(()),
        }
    }
}

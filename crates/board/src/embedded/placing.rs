//! Positions of cards. Gaps between them allow an insertion without rewriting the other cards.

use lemmascope_store::Transaction;
use lemmascope_store::query::{Expr, ExprTrait, Order, Query, SelectStatement};

use super::schema::CARD;
use crate::error::BoardError;
use crate::model::{CardId, ColumnId};

/// The gap after the last card of a column: 32 successive insertions fit between any two cards.
const GAP: i64 = 1 << 32;

/// Returns the position for a place in a column, from 1, or for the end. `card` itself does not count if it
/// is in the column.
pub(super) async fn position(
    transaction: &mut Transaction,
    column: ColumnId,
    card: Option<CardId>,
    place: Option<i64>,
    number: i64,
) -> Result<i64, BoardError> {
    if let Some(position) = free(transaction, column, card, place).await? {
        return Ok(position);
    }
    spread(transaction, column, number).await?;
    let position = free(transaction, column, card, place).await?;
    position.ok_or_else(|| BoardError::Unreadable {
        what: "order of a column",
        reason: "there is no room between two cards".into(),
    })
}

/// Returns the place of a card with this position, from 1.
pub(super) async fn place(
    transaction: &mut Transaction,
    column: ColumnId,
    position: i64,
) -> Result<i64, BoardError> {
    let select = Query::select()
        .expr_as(Expr::col("id").count(), "before")
        .from(CARD)
        .and_where(Expr::col("lane").eq(column.0))
        .and_where(Expr::col("position").lt(position))
        .take();
    let row = transaction.fetch_optional(select).await?;
    Ok(row.map(|row| row.integer("before")).transpose()?.unwrap_or_default() + 1)
}

async fn free(
    transaction: &mut Transaction,
    column: ColumnId,
    card: Option<CardId>,
    place: Option<i64>,
) -> Result<Option<i64>, BoardError> {
    let others = || {
        let mut select = positions(column);
        if let Some(card) = card {
            select.and_where(Expr::col("id").ne(card.0));
        }
        select
    };
    let place = place.map(|place| u64::try_from(place.saturating_sub(1)).unwrap_or_default());
    if let Some(before) = place {
        // The card that will precede it, if any, and the next one.
        let (skipped, wanted) = (before.saturating_sub(1), if before == 0 { 1 } else { 2 });
        let select = others().order_by("position", Order::Asc).limit(wanted).offset(skipped).take();
        let found = transaction.fetch_all(select).await?;
        let found = found.iter().map(|row| row.integer("position")).collect::<Result<Vec<i64>, _>>()?;
        match (before, found.as_slice()) {
            (0, [first]) => return Ok(first.checked_sub(GAP)),
            (1.., [low, high]) => {
                let middle = low + (high - low) / 2;
                return Ok((middle > *low).then_some(middle));
            }
            // It becomes the last.
            _ => {}
        }
    }
    let last = others().order_by("position", Order::Desc).limit(1).take();
    let last = transaction.fetch_optional(last).await?.map(|row| row.integer("position")).transpose()?;
    Ok(last.unwrap_or_default().checked_add(GAP))
}

fn positions(column: ColumnId) -> SelectStatement {
    Query::select()
        .column("position")
        .from(CARD)
        .and_where(Expr::col("lane").eq(column.0))
        .and_where(Expr::col("position").is_not_null())
        .take()
}

/// Rewrites all positions of a column with gaps between them.
async fn spread(transaction: &mut Transaction, column: ColumnId, number: i64) -> Result<(), BoardError> {
    let select = positions(column).column("id").order_by("position", Order::Asc).take();
    let rows = transaction.fetch_all(select).await?;
    // Positions must be unique at all times, even in between.
    let clear = Query::update()
        .table(CARD)
        .value("position", None::<i64>)
        .and_where(Expr::col("lane").eq(column.0))
        .take();
    transaction.execute(clear).await?;
    for (row, at) in rows.iter().zip(1_i64..) {
        let update = Query::update()
            .table(CARD)
            .value("position", at * GAP)
            .value("number", number)
            .and_where(Expr::col("id").eq(row.integer("id")?))
            .take();
        transaction.execute(update).await?;
    }
    Ok(())
}

//! Conversion of rows into values.

use lemmascope_store::Row;
use lemmascope_store::query::{Expr, ExprTrait, Order, Query, SelectStatement};

use super::schema::{BOARD, CARD, COLUMN, COMMENT, EVENT, OPERATION};
use crate::error::BoardError;
use crate::model::{
    Board, BoardId, Card, CardFields, CardId, Column, ColumnId, Comment, CommentId, Event, EventKind,
    Operation, OperationId, Priority, Status,
};

/// A stored card: with a position instead of a place, and without comments.
#[derive(Debug, Clone)]
pub(super) struct StoredCard {
    pub(super) card: Card,
    pub(super) position: Option<i64>,
}

pub(super) fn select_boards() -> SelectStatement {
    Query::select()
        .columns(["id", "name", "archived", "owner", "members", "number", "generation"])
        .from(BOARD)
        .order_by("id", Order::Asc)
        .take()
}

pub(super) fn board(row: &Row) -> Result<Board, BoardError> {
    let members = serde_json::from_str(row.text("members")?)
        .map_err(|error| BoardError::Unreadable { what: "members", reason: error.to_string() })?;
    Ok(Board {
        id: BoardId(row.integer("id")?),
        name: row.text("name")?.into(),
        archived: row.boolean("archived")?,
        owner: row.text("owner")?.into(),
        members,
    })
}

pub(super) fn select_columns(board: BoardId) -> SelectStatement {
    Query::select()
        .columns(["id", "title", "place", "archived", "completes"])
        .from(COLUMN)
        .and_where(Expr::col("board").eq(board.0))
        .order_by("place", Order::Asc)
        .take()
}

pub(super) fn column(row: &Row) -> Result<Column, BoardError> {
    Ok(Column {
        id: ColumnId(row.integer("id")?),
        title: row.text("title")?.into(),
        place: row.integer("place")?,
        archived: row.boolean("archived")?,
        completes: row.boolean("completes")?,
    })
}

/// Returns the user, or `None` for a change that was mirrored from another system.
fn author(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_string())
}

pub(super) fn select_cards(board: BoardId) -> SelectStatement {
    Query::select()
        .columns([
            "id",
            "lane",
            "position",
            "title",
            "description",
            "assignee",
            "due",
            "labels",
            "priority",
            "done",
            "version",
            "created_at",
            "changed_at",
            "changed_by",
            "deleted_at",
        ])
        .from(CARD)
        .and_where(Expr::col("board").eq(board.0))
        .take()
}

pub(super) fn card(row: &Row) -> Result<StoredCard, BoardError> {
    let labels = row.text("labels")?;
    let labels = serde_json::from_str(labels)
        .map_err(|error| BoardError::Unreadable { what: "labels", reason: error.to_string() })?;
    let due = row.optional_text("due")?.map(str::parse).transpose();
    let due = due.map_err(|error: jiff::Error| BoardError::Unreadable {
        what: "due date",
        reason: error.to_string(),
    })?;
    let card = Card {
        id: CardId(row.integer("id")?),
        column: ColumnId(row.integer("lane")?),
        place: 0,
        fields: CardFields {
            title: row.text("title")?.into(),
            description: row.text("description")?.into(),
            assignee: row.optional_text("assignee")?.map(str::to_string),
            due,
            labels,
            priority: Priority::of_number(row.integer("priority")?),
            status: if row.boolean("done")? { Status::Done } else { Status::Active },
        },
        version: row.integer("version")?,
        comments: Vec::new(),
        created_at: row.integer("created_at")?,
        changed_at: row.integer("changed_at")?,
        changed_by: author(row.text("changed_by")?),
        deleted_at: row.optional_integer("deleted_at")?,
    };
    Ok(StoredCard { card, position: row.optional_integer("position")? })
}

pub(super) fn select_comments() -> SelectStatement {
    Query::select()
        .columns(["id", "card", "author", "text", "at"])
        .from(COMMENT)
        .order_by("id", Order::Asc)
        .take()
}

pub(super) fn comment(row: &Row) -> Result<(CardId, Comment), BoardError> {
    let comment = Comment {
        id: CommentId(row.integer("id")?),
        author: author(row.text("author")?),
        text: row.text("text")?.into(),
        at: row.integer("at")?,
    };
    Ok((CardId(row.integer("card")?), comment))
}

pub(super) fn select_operations() -> SelectStatement {
    Query::select()
        .columns(["id", "board", "author", "at", "effects", "reverts"])
        .from(OPERATION)
        .order_by("id", Order::Desc)
        .take()
}

pub(super) fn operation(row: &Row) -> Result<Operation, BoardError> {
    let effects = serde_json::from_str(row.text("effects")?)
        .map_err(|error| BoardError::Unreadable { what: "operation", reason: error.to_string() })?;
    Ok(Operation {
        id: OperationId(row.integer("id")?),
        board: BoardId(row.integer("board")?),
        author: row.text("author")?.into(),
        at: row.integer("at")?,
        effects,
        reverts: row.optional_integer("reverts")?.map(OperationId),
    })
}

pub(super) fn select_events(board: BoardId) -> SelectStatement {
    Query::select()
        .columns(["number", "kind", "card", "author", "at"])
        .from(EVENT)
        .and_where(Expr::col("board").eq(board.0))
        .order_by("number", Order::Asc)
        .take()
}

pub(super) fn event(row: &Row) -> Result<Event, BoardError> {
    let name = row.text("kind")?;
    let kind = EventKind::ALL.into_iter().find(|kind| kind.as_str() == name);
    let kind = kind.ok_or_else(|| BoardError::Unreadable {
        what: "event",
        reason: format!("its kind is \"{name}\", which a newer program may have written"),
    })?;
    Ok(Event {
        number: row.integer("number")?,
        kind,
        card: row.optional_integer("card")?.map(CardId),
        author: author(row.text("author")?),
        at: row.integer("at")?,
    })
}

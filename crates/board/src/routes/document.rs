//! Boards and cards as JSON documents.

use serde_json::{Map, Value as Json, json};

use crate::model::{Board, Card, Column, Event, Priority, Snapshot, Status};

/// The maximum length of a description in a snapshot, in characters. The document of a card contains all of
/// it.
const EXCERPT: usize = 400;

pub(super) fn board(board: &Board) -> Json {
    json!({
        "id": board.id.0,
        "name": board.name,
        "archived": board.archived,
        "owner": board.owner,
        "members": board.members,
    })
}

/// Returns a column with the ids of its cards, from the top.
pub(super) fn column(column: &Column, cards: &[i64]) -> Json {
    json!({
        "id": column.id.0,
        "title": column.title,
        "archived": column.archived,
        "completes": column.completes,
        "cards": cards,
    })
}

/// Returns a card without its comments. Omits empty fields.
pub(super) fn summary(card: &Card) -> Json {
    let mut summary = fields(card);
    let description = &card.fields.description;
    if !description.is_empty() {
        let excerpt: String = description.chars().take(EXCERPT).collect();
        if excerpt.len() < description.len() {
            summary.insert("isExcerpt".into(), true.into());
        }
        summary.insert("description".into(), excerpt.into());
    }
    if !card.comments.is_empty() {
        summary.insert("comments".into(), card.comments.len().into());
    }
    Json::Object(summary)
}

/// Returns a card with its complete description and its comments.
pub(super) fn card(card: &Card, now: &Snapshot) -> Json {
    let mut whole = fields(card);
    let comments = card.comments.iter().map(|comment| {
        json!({"id": comment.id.0, "author": comment.author, "text": comment.text, "at": comment.at})
    });
    whole.insert("description".into(), card.fields.description.as_str().into());
    whole.insert("comments".into(), comments.collect());
    whole.insert("columnTitle".into(), json!(now.column(card.column).map(|column| column.title.as_str())));
    whole.insert("createdAt".into(), card.created_at.into());
    whole.insert("changedAt".into(), card.changed_at.into());
    whole.insert("changedBy".into(), json!(card.changed_by));
    whole.insert("deleted".into(), (!card.is_live()).into());
    Json::Object(whole)
}

fn fields(card: &Card) -> Map<String, Json> {
    let fields = &card.fields;
    let mut told = Map::new();
    let mut put = |name: &str, value: Json| {
        told.insert(name.into(), value);
    };
    put("id", card.id.0.into());
    put("column", card.column.0.into());
    put("title", fields.title.as_str().into());
    put("status", if fields.status == Status::Done { "done" } else { "active" }.into());
    put("version", card.version.into());
    if let Some(assignee) = &fields.assignee {
        put("assignee", assignee.as_str().into());
    }
    if let Some(due) = fields.due {
        put("dueDate", due.to_string().into());
    }
    if !fields.labels.is_empty() {
        put("labels", json!(fields.labels));
    }
    if fields.priority != Priority::None {
        put("priority", fields.priority.as_str().into());
    }
    told
}

pub(super) fn event(event: &Event) -> Json {
    json!({
        "number": event.number,
        "kind": event.kind.as_str(),
        "card": event.card.map(|card| card.0),
        "author": event.author,
        "at": event.at,
    })
}

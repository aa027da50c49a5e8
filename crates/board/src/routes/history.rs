use std::sync::Arc;

use lemmascope_intent::{Failure, Route, RouteAnswer, RouteCall, RouteMethod, RouteSchema};
use serde_json::{Value as Json, json};

use super::{Answered, board_of_path, document, number, schema, store};
use crate::model::{Event, Snapshot};
use crate::site::Site;

const USUAL: i64 = 50;
const MOST: i64 = 500;

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(
        site,
        RouteMethod::Get,
        "/v1/boards/{board}/history",
        "getBoardHistory",
        "List the latest changes of a board, the last one first.",
        |site, call| Box::pin(answer(site, call)),
    )
    .query(
        "before",
        json!({"type": "integer", "minimum": 1}),
        "Only changes before the event of this number.",
    )
    .query(
        "limit",
        json!({"type": "integer", "minimum": 1, "maximum": MOST}),
        "How many; 50 unless it is given.",
    )
    .answers(RouteSchema::Json(schema::history()))
}

async fn answer(site: &Site, call: &RouteCall) -> Answered {
    let board = board_of_path(site, call).await?;
    let store = store(site, call).await?;
    let now = store.snapshot(board.id).await.map_err(Failure::from)?;
    let limit = number(call, "limit").unwrap_or(USUAL).clamp(1, MOST);
    let before = number(call, "before").unwrap_or(i64::MAX).min(now.number.saturating_add(1));
    let after = before.saturating_sub(1).saturating_sub(limit).max(0);
    let events = store.events(board.id, after, limit.unsigned_abs()).await.map_err(Failure::from)?;
    let told = events.iter().rev().filter(|event| event.number < before).map(|event| named(event, &now));
    Ok(RouteAnswer::json(json!({"number": now.number, "events": told.collect::<Vec<_>>()})))
}

/// Returns an event with the current title of its card.
fn named(event: &Event, now: &Snapshot) -> Json {
    let mut told = document::event(event);
    let card = event.card.and_then(|id| now.card(id));
    if let Some(card) = card {
        told["title"] = card.fields.title.as_str().into();
        let column = now.column(card.column).map(|column| column.title.as_str());
        told["column"] = json!(column);
    }
    told
}

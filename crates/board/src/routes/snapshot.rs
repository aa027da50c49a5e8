use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use lemmascope_intent::{Failure, Route, RouteAnswer, RouteCall, RouteMethod, RouteSchema};
use serde_json::{Value as Json, json};

use super::{Answered, board_of_path, document, number, schema, store};
use crate::model::{BoardId, CardId, ColumnId, Snapshot};
use crate::site::Site;
use crate::store::Store;

/// The maximum number of events that are searched for changed cards. If there are more, all cards are sent.
const FEW: u64 = 500;

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(
        site,
        RouteMethod::Get,
        "/v1/boards/{board}",
        "getBoard",
        "Show a board: its columns, and its cards without their comments.",
        |site, call| Box::pin(answer(site, call)),
    )
    .query(
        "after",
        json!({"type": "integer", "minimum": 0}),
        "Only the cards that have changed after the event of this number. The columns are always whole.",
    )
    .answers(RouteSchema::Json(schema::snapshot()))
}

async fn answer(site: &Site, call: &RouteCall) -> Answered {
    let board = board_of_path(site, call).await?;
    let store = store(site, call).await?;
    // The events are read first: changes in between are in the snapshot, and are sent again the next time.
    let changed = match number(call, "after") {
        Some(after) => changed_after(store.as_ref(), board.id, after).await?,
        None => None,
    };
    let now = store.snapshot(board.id).await.map_err(Failure::from)?;
    Ok(RouteAnswer::json(written(&now, changed.as_ref())))
}

/// Returns the cards that have changed after an event, unless there are too many or the events are no longer
/// stored.
async fn changed_after(
    store: &dyn Store,
    board: BoardId,
    after: i64,
) -> Result<Option<HashSet<CardId>>, Failure> {
    let events = store.events(board, after, FEW + 1).await?;
    let is_whole = match events.first() {
        Some(first) => first.number == after + 1 && events.len() as u64 <= FEW,
        None => store.snapshot(board).await?.number == after,
    };
    Ok(is_whole.then(|| events.iter().filter_map(|event| event.card).collect()))
}

fn written(now: &Snapshot, changed: Option<&HashSet<CardId>>) -> Json {
    let mut order: HashMap<ColumnId, Vec<i64>> = HashMap::new();
    let mut cards = Vec::new();
    for card in now.cards.iter().filter(|card| card.is_live()) {
        order.entry(card.column).or_default().push(card.id.0);
        if changed.is_none_or(|changed| changed.contains(&card.id)) {
            cards.push(document::summary(card));
        }
    }
    let columns = now.columns.iter().map(|column| {
        let cards = order.get(&column.id).map(Vec::as_slice).unwrap_or_default();
        document::column(column, cards)
    });
    json!({
        "board": document::board(&now.board),
        "number": now.number,
        "whole": changed.is_none(),
        "columns": columns.collect::<Vec<_>>(),
        "cards": cards,
    })
}

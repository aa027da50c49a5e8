use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{
    Failure, Owner, Route, RouteAnswer, RouteCall, RouteEvent, RouteMethod, RouteSchema,
};
use serde_json::json;
use tokio::sync::Mutex;

use super::{Answered, board_of_path, document, number, schema, store};
use crate::error::BoardError;
use crate::model::{Board, BoardId, Event};
use crate::site::Site;
use crate::store::Store;

/// How long a change of another process may stay unnoticed. One of this process wakes the stream at once.
const INTERVAL: Duration = Duration::from_millis(400);
/// How long is waited after the store has failed.
const RECOVERY: Duration = Duration::from_secs(3);
/// The most events that are read at once.
const BLOCK: u64 = 200;

pub(super) fn route(site: &Arc<Site>) -> Route {
    super::route(
        site,
        RouteMethod::Get,
        "/v1/boards/{board}/events",
        "followBoard",
        "Stream the changes of a board.",
        |site, call| Box::pin(answer(site, call)),
    )
    .query(
        "after",
        json!({"type": "integer", "minimum": 0}),
        "Begins after the event of this number, as the header Last-Event-ID does; with the next change unless it is given.",
    )
    .answers(RouteSchema::Events(schema::event()))
}

async fn answer(site: &Arc<Site>, call: &RouteCall) -> Answered {
    let board = board_of_path(site, call).await?;
    let store = Arc::clone(store(site, call).await?);
    let now = store.snapshot(board.id).await.map_err(Failure::from)?.number;
    let resumed = call.headers.get("last-event-id").and_then(|text| text.trim().parse().ok());
    let after = resumed.or_else(|| number(call, "after")).unwrap_or(now).clamp(0, now);
    let following = Following {
        site: Arc::clone(site),
        store,
        owner: call.owner.clone(),
        board: board.id,
        after,
        // The client knows by it that it is connected, and up to where.
        ready: VecDeque::from([RouteEvent { id: None, event: "ready".into(), data: json!({"number": now}) }]),
    };
    let following = Arc::new(Mutex::new(following));
    Ok(RouteAnswer::Events(Box::new(move || {
        let following = Arc::clone(&following);
        Box::pin(async move { following.lock().await.next().await })
    })))
}

/// A stream on its way.
struct Following {
    site: Arc<Site>,
    store: Arc<dyn Store>,
    owner: Owner,
    board: BoardId,
    after: i64,
    /// What was read and is not sent yet.
    ready: VecDeque<RouteEvent>,
}

impl Following {
    async fn next(&mut self) -> Option<RouteEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            // Asked for before the look, so that no change falls in between.
            let site = Arc::clone(&self.site);
            let mut changed = std::pin::pin!(site.changes());
            changed.as_mut().enable();
            let pause = match self.store.events(self.board, self.after, BLOCK).await {
                Ok(events) if events.is_empty() => INTERVAL,
                Ok(events) => {
                    // The board may be no longer shared.
                    let boards = self.store.boards().await.ok()?;
                    let is_open = |it: &Board| it.id == self.board && it.is_open_to(self.owner.as_str());
                    if !boards.iter().any(is_open) {
                        return None;
                    }
                    self.take(&events);
                    continue;
                }
                Err(BoardError::NoBoard(_)) => return None,
                // A database that is away may come back; the client keeps its stream.
                Err(_) => RECOVERY,
            };
            let _over = tokio::time::timeout(pause, changed).await;
        }
    }

    fn take(&mut self, events: &[Event]) {
        let Some((first, last)) = events.first().zip(events.last()) else { return };
        if first.number > self.after + 1 {
            // Older events are no longer kept: the client reads the board again.
            let data = json!({"number": last.number});
            self.ready.push_back(RouteEvent {
                id: Some(last.number.to_string()),
                event: "reset".into(),
                data,
            });
        } else {
            self.ready.extend(events.iter().map(|event| RouteEvent {
                id: Some(event.number.to_string()),
                event: "change".into(),
                data: document::event(event),
            }));
        }
        self.after = last.number;
    }
}

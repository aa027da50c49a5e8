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

/// The polling interval for changes of other processes. Changes of this process wake the stream immediately.
const INTERVAL: Duration = Duration::from_millis(400);
/// The delay after a failure of the store.
const RECOVERY: Duration = Duration::from_secs(3);
/// The maximum number of events that are read at once.
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
        // Informs the client that it is connected, and of the current number.
        ready: VecDeque::from([RouteEvent { id: None, event: "ready".into(), data: json!({"number": now}) }]),
    };
    let following = Arc::new(Mutex::new(following));
    Ok(RouteAnswer::Events(Box::new(move || {
        let following = Arc::clone(&following);
        Box::pin(async move { following.lock().await.next().await })
    })))
}

/// The state of an event stream.
struct Following {
    site: Arc<Site>,
    store: Arc<dyn Store>,
    owner: Owner,
    board: BoardId,
    after: i64,
    /// The events that were read and not sent yet.
    ready: VecDeque<RouteEvent>,
}

impl Following {
    async fn next(&mut self) -> Option<RouteEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                return Some(event);
            }
            // Enabled before the read, so that no notification is missed.
            let site = Arc::clone(&self.site);
            let mut changed = std::pin::pin!(site.changes());
            changed.as_mut().enable();
            let pause = match self.store.events(self.board, self.after, BLOCK).await {
                Ok(events) if events.is_empty() => INTERVAL,
                Ok(events) => {
                    // The board may no longer be shared with the owner.
                    let boards = self.store.boards().await.ok()?;
                    let is_open = |it: &Board| it.id == self.board && it.is_open_to(self.owner.as_str());
                    if !boards.iter().any(is_open) {
                        return None;
                    }
                    self.take(&events);
                    continue;
                }
                Err(BoardError::NoBoard(_)) => return None,
                // An unreachable database may recover, so the stream stays open.
                Err(_) => RECOVERY,
            };
            let _over = tokio::time::timeout(pause, changed).await;
        }
    }

    fn take(&mut self, events: &[Event]) {
        let Some((first, last)) = events.first().zip(events.last()) else { return };
        if first.number > self.after + 1 {
            // Older events are no longer stored, so the client must read the board again.
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

//! A stream of the events of an intent.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use lemmascope_intent::{Cancellation, RouteEvent, RouteEvents};
use serde_json::json;
use tokio::time::Instant;

use super::Gateway;
use super::journal::{self, Event};
use super::status::Status;

/// The polling interval for events of other processes.
const POLL: Duration = Duration::from_millis(250);

/// Returns a stream of the events after a number: existing ones, and those that occur within `wait`. It ends
/// after the final event.
pub(super) fn follow(
    gateway: Arc<Gateway>,
    intent: String,
    viewer: String,
    since: i64,
    wait: Duration,
    cancellation: Cancellation,
) -> RouteEvents {
    let following = Following {
        gateway,
        intent,
        viewer,
        since,
        deadline: Instant::now() + wait,
        ready: VecDeque::new(),
        is_over: false,
        cancellation,
    };
    let following = Arc::new(tokio::sync::Mutex::new(following));
    Box::new(move || {
        let following = Arc::clone(&following);
        Box::pin(async move { following.lock().await.next().await })
    })
}

struct Following {
    gateway: Arc<Gateway>,
    intent: String,
    viewer: String,
    since: i64,
    deadline: Instant,
    ready: VecDeque<Event>,
    is_over: bool,
    cancellation: Cancellation,
}

impl Following {
    async fn next(&mut self) -> Option<RouteEvent> {
        loop {
            if let Some(event) = self.ready.pop_front() {
                self.since = event.seq;
                let status = Status::parse(&event.status, event.waiting_reason.as_deref());
                self.is_over = status.is_some_and(Status::is_terminal) && self.ready.is_empty();
                return Some(RouteEvent {
                    id: Some(event.seq.to_string()),
                    event: event.event_type.clone(),
                    data: event.to_json(),
                });
            }
            if self.is_over {
                return None;
            }
            // Subscribed before the read, so that no change is missed.
            let mut changed = self.gateway.changed.subscribe();
            let database = &self.gateway.database;
            match journal::events(database, &self.intent, self.since, &self.viewer).await {
                Ok(events) => self.ready = events.into(),
                Err(failure) => {
                    let data = failure.to_json();
                    self.is_over = true;
                    return Some(RouteEvent { id: None, event: "error".into(), data });
                }
            }
            if !self.ready.is_empty() {
                continue;
            }
            let until = self.deadline.min(Instant::now() + POLL);
            if Instant::now() >= self.deadline {
                return None;
            }
            tokio::select! {
                _ = changed.changed() => {}
                () = tokio::time::sleep_until(until) => {}
                () = self.cancellation.cancelled() => return None,
            }
        }
    }
}

/// Returns the schema of an event.
pub(super) fn schema() -> serde_json::Value {
    json!({
        "type": "object",
        "required": ["seq", "event_type", "status", "at"],
        "properties": {
            "seq": {"type": "integer"},
            "event_type": {"type": "string"},
            "status": {"type": "string"},
            "at": {"type": "string", "format": "date-time"},
        },
    })
}

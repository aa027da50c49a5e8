//! Ended threads and notices are deleted after the configured time, and nothing else is.

use std::sync::Arc;
use std::time::Duration;

use lemmascope_channels::Settings;
use lemmascope_channels::gateway::TaskTiming;
use serde_json::json;

use crate::desk::{Backend, Desk};
use crate::engine::Recorder;
use crate::receiver::Receiver;

const NOTE: &str = "intent.note.v1";

fn open(backend: &Backend, kept: &str) -> Desk {
    let settings = backend.settings();
    let pace =
        TaskTiming { keys: Duration::from_millis(1), tidying: Duration::from_millis(20), ..settings.pace };
    let engine = Recorder::new(&backend.journal());
    let engine = engine.with("channels.keep_threads", kept).with("channels.keep_notices", kept);
    Desk::new(Settings { pace, ..settings }, Arc::new(engine))
}

/// Creates an ended intent, an open one, and a delivered notice.
async fn filled(desk: &Desk) -> (String, String, String) {
    let receiver = Receiver::answering("200 OK").await;
    let hook = json!({"callback_url": receiver.url, "event_types": ["report.ready"]});
    assert_eq!(desk.post("ana", "/v1/webhooks/subscriptions", hook).await.0, 200);
    let (_, published) = desk.post("ana", "/v1/webhooks/events", json!({"event_type": "report.ready"})).await;
    let event = published["event_id"].as_str().unwrap().to_string();
    let (over, open) =
        (desk.submit("ana", NOTE, "bob", json!({})).await, desk.submit("ana", NOTE, "bob", json!({})).await);
    desk.until("ana", &open, "DELIVERED").await;
    (over, open, event)
}

pub(crate) async fn what_has_ended_is_removed_when_the_settings_say_so(backend: Backend) {
    let desk = open(&backend, "1ms");
    let (over, open, event) = filled(&desk).await;
    desk.post("bob", &format!("/v1/intents/{over}/resolve"), json!({"status": "COMPLETED"})).await;
    for path in [format!("/v1/intents/{over}"), format!("/v1/webhooks/events/{event}")] {
        desk.wait_for("the removal", || async { (desk.get("ana", &path).await.0 == 404).then_some(()) })
            .await;
    }
    // Open threads stay; the inbox and its changes no longer contain the others.
    assert_eq!(desk.until("ana", &open, "DELIVERED").await["last_seq"], 3);
    assert_eq!(desk.events("ana", &open).await.len(), 3);
    let threads = desk.get("bob", "/v1/inbox").await.1["threads"].clone();
    assert_eq!((threads.as_array().unwrap().len(), &threads[0]["thread_id"]), (1, &json!(open)));
    let changes = desk.get("bob", "/v1/inbox/changes").await.1["changes"].clone();
    assert!(
        changes.as_array().unwrap().iter().all(|it| it["thread"]["thread_id"] == json!(open)),
        "{changes}"
    );
    desk.close().await;
}

pub(crate) async fn nothing_is_removed_unless_the_settings_say_so(backend: Backend) {
    let desk = open(&backend, "0s");
    let (over, open, event) = filled(&desk).await;
    desk.post("bob", &format!("/v1/intents/{over}/resolve"), json!({"status": "COMPLETED"})).await;
    desk.close().await;
    // A restarted worker deletes expired data first.
    let desk = self::open(&backend, "1d");
    desk.submit("ana", NOTE, "bob", json!({})).await;
    for path in
        [format!("/v1/intents/{over}"), format!("/v1/intents/{open}"), format!("/v1/webhooks/events/{event}")]
    {
        assert_eq!(desk.get("ana", &path).await.0, 200, "{path}");
    }
    desk.close().await;
}

use serde_json::{Value as Json, json};

use crate::desk::Backend;

const NOTE: &str = "intent.note.v1";

pub(crate) async fn a_terminal_status_is_final(backend: Backend) {
    let desk = backend.open();
    let body = json!({"intent_type": NOTE, "to_agent": "bob", "payload": {}, "reply_to": "agent://carl"});
    let (_, accepted) = desk.post("ana", "/v1/intents", body).await;
    let id = accepted["intent_id"].as_str().unwrap();
    let resolve = format!("/v1/intents/{id}/resolve");
    for bad in [json!({}), json!({"status": "TIMED_OUT"}), json!({"status": "DONE"})] {
        assert_eq!(desk.post("bob", &resolve, bad).await.1["error"]["field"], "status");
    }
    let (status, resolved) =
        desk.post("bob", &resolve, json!({"status": "COMPLETED", "result": {"n": 1}})).await;
    assert_eq!((status, &resolved["event"]["event_type"]), (200, &json!("intent.completed")));
    assert_eq!(resolved["completion_delivery"], json!({"delivered": true, "reply_to": "agent://carl"}));
    for status in ["COMPLETED", "FAILED", "CANCELED"] {
        let (code, refused) = desk.post("ana", &resolve, json!({"status": status})).await;
        assert_eq!((code, &refused["error"]["code"]), (409, &json!("INTENT_TERMINAL")));
    }
    let (_, changes) = desk.get("carl", "/v1/inbox/changes").await;
    assert_eq!(changes["changes"][0]["thread"]["result"], json!({"n": 1}));
    assert_eq!(desk.until("ana", id, "COMPLETED").await["delivery_status"], "done");
}

pub(crate) async fn events_are_followed_and_resumed(backend: Backend) {
    let desk = backend.open();
    let id = desk.submit("ana", NOTE, "bob", json!({})).await;
    desk.until("ana", &id, "DELIVERED").await;
    let mut events =
        desk.follow("ana", &format!("/v1/intents/{id}/events/stream?since=1&wait_seconds=60"), &[]).await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let event = events().await.unwrap();
        seen.push((event.id.unwrap(), event.event));
    }
    assert_eq!(
        seen,
        [("2".into(), "intent.submitted".into()), ("3".into(), "intent.delivered".into())]
            as [(String, String); 2]
    );
    desk.post("bob", &format!("/v1/intents/{id}/resolve"), json!({"status": "FAILED", "reason": "no"})).await;
    let last = events().await.unwrap();
    assert_eq!((last.event.as_str(), &last.data["seq"]), ("intent.failed", &json!(4)));
    assert!(events().await.is_none());
    let path = format!("/v1/intents/{id}/events/stream?since=0&wait_seconds=60");
    let mut resumed = desk.follow("bob", &path, &[("last-event-id", "3")]).await;
    assert_eq!(resumed().await.unwrap().event, "intent.failed");
    assert!(resumed().await.is_none());
    let quiet = desk.submit("ana", NOTE, "bob", json!({})).await;
    desk.until("ana", &quiet, "DELIVERED").await;
    let mut waiting =
        desk.follow("ana", &format!("/v1/intents/{quiet}/events/stream?since=3&wait_seconds=0"), &[]).await;
    assert!(waiting().await.is_none());
}

pub(crate) async fn a_deadline_ends_an_intent(backend: Backend) {
    let desk = backend.open();
    let soon = written(100);
    let body = json!({"intent_type": NOTE, "to_agent": "bob", "payload": {}, "deadline_at": soon});
    let (_, accepted) = desk.post("ana", "/v1/intents", body).await;
    let id = accepted["intent_id"].as_str().unwrap();
    let intent = desk.until("ana", id, "TIMED_OUT").await;
    assert_eq!(intent["delivery_status"], "failed");
    assert_eq!(
        desk.post("bob", &format!("/v1/intents/{id}/resolve"), json!({"status": "COMPLETED"})).await.0,
        409
    );
    assert_eq!(desk.events("ana", id).await.last().unwrap(), "intent.timed_out");
}

pub(crate) async fn a_recipient_is_reminded(backend: Backend) {
    let desk = backend.open();
    let body = json!({"intent_type": NOTE, "to_agent": "bob", "payload": {}, "remind_at": written(100)});
    let (_, accepted) = desk.post("ana", "/v1/intents", body).await;
    let id = accepted["intent_id"].as_str().unwrap().to_string();
    desk.wait_for("the reminder", || async {
        desk.events("bob", &id).await.contains(&"intent.reminder".to_string()).then_some(())
    })
    .await;
    assert_eq!(desk.until("bob", &id, "DELIVERED").await["status"], "DELIVERED");
}

pub(crate) async fn a_thread_is_answered_delegated_and_tidied(backend: Backend) {
    let desk = backend.open();
    let id = desk.submit("ana", NOTE, "bob", json!({})).await;
    desk.until("ana", &id, "DELIVERED").await;
    let at = |action: &str| format!("/v1/inbox/{id}/{action}");
    assert_eq!(desk.post("bob", &at("reply"), json!({})).await.1["error"]["field"], "message");
    for message in ["one", "two"] {
        let (status, answered) = desk.post("bob", &at("reply"), json!({"message": message})).await;
        assert_eq!((status, &answered["thread"]["status"]), (200, &json!("IN_PROGRESS")));
    }
    // The sender now has an answer in its inbox.
    let (_, inbox) = desk.get("ana", "/v1/inbox").await;
    assert_eq!(inbox["threads"][0]["thread_id"], json!(id));
    let messages = |thread: &Json| -> Vec<Json> {
        let events = thread["timeline"].as_array().unwrap().iter();
        events
            .filter(|it| it["event_type"] == "intent.replied")
            .map(|it| it["data"]["message"].clone())
            .collect()
    };
    assert_eq!(messages(&inbox["threads"][0]), [json!("one"), json!("two")]);
    let (_, deleted) = desk.post("ana", &at("messages/delete"), json!({"mode": "self", "limit": 1})).await;
    assert_eq!(
        (&deleted["deleted_count"], messages(&deleted["thread"])),
        (&json!(1), vec![json!("one"), Json::Null])
    );
    let (_, other) = desk.get("bob", &format!("/v1/inbox/{id}")).await;
    assert_eq!(messages(&other["thread"]), [json!("one"), json!("two")]);
    // An agent cannot delete messages of others for all participants.
    let (_, none) = desk.post("ana", &at("messages/delete"), json!({"mode": "both", "limit": 9})).await;
    assert_eq!(none["deleted_count"], 0);
    let (_, all) = desk.post("bob", &at("messages/delete"), json!({"mode": "both", "limit": 9})).await;
    assert_eq!((&all["deleted_count"], messages(&all["thread"])), (&json!(2), vec![Json::Null, Json::Null]));

    let (_, delegated) =
        desk.post("bob", &at("delegate"), json!({"delegate_to": "agent://carl", "note": "yours"})).await;
    assert_eq!(delegated["thread"]["owner_agent"], "agent://carl");
    assert_eq!(delegated["thread"]["waiting_reason"], "WAITING_FOR_AGENT");
    let (_, inbox) = desk.get("carl", "/v1/inbox").await;
    assert_eq!(inbox["threads"][0]["thread_id"], json!(id));
    assert_eq!(desk.post("bob", &at("delegate"), json!({"delegate_to": "agent://bob"})).await.0, 403);
    let engine = json!({"delegate_to": "agent://lemmascope/main"});
    assert_eq!(desk.post("carl", &at("delegate"), engine).await.1["error"]["field"], "delegate_to");
    // The answer to a question completes it.
    let ask = json!({"question": "how?", "requested_by": "agent://ana", "requested_at": written(0)});
    let question = desk.submit("ana", "intent.ask.v1", "bob", ask).await;
    desk.until("ana", &question, "DELIVERED").await;
    let (_, answered) =
        desk.post("bob", &format!("/v1/inbox/{question}/reply"), json!({"message": "so"})).await;
    assert_eq!(answered["thread"]["status"], "COMPLETED");
    assert_eq!(answered["thread"]["result"]["answer"], "so");
}

pub(crate) async fn changes_are_read_once_in_order(backend: Backend) {
    let desk = backend.open();
    let mut ids = Vec::new();
    for number in 0..5 {
        let id = desk.submit("ana", NOTE, "bob", json!({"number": number})).await;
        desk.until("bob", &id, "DELIVERED").await;
        ids.push(id);
    }
    let mut cursor = String::new();
    let mut seen = Vec::new();
    loop {
        let (status, page) = desk.get("bob", &format!("/v1/inbox/changes?cursor={cursor}&limit=2")).await;
        assert_eq!(status, 200, "{page}");
        let changes = page["changes"].as_array().unwrap();
        seen.extend(changes.iter().map(|change| change["thread"]["thread_id"].as_str().unwrap().to_string()));
        cursor = page["next_cursor"].as_str().unwrap().to_string();
        if page["has_more"] == json!(false) {
            break;
        }
    }
    assert_eq!(seen, ids);
    let (_, none) = desk.get("bob", &format!("/v1/inbox/changes?cursor={cursor}")).await;
    assert_eq!((&none["changes"], &none["next_cursor"]), (&json!([]), &json!(cursor)));
    desk.post("bob", &format!("/v1/inbox/{}/reply", ids[0]), json!({"message": "hi"})).await;
    let (_, one) = desk.get("bob", &format!("/v1/inbox/changes?cursor={cursor}")).await;
    assert_eq!(one["changes"].as_array().unwrap().len(), 1);
    assert_eq!(desk.get("bob", "/v1/inbox/changes?cursor=x").await.1["error"]["field"], "cursor");
}

/// Returns the time this many milliseconds from now.
pub(crate) fn written(milliseconds: i64) -> String {
    lemmascope_channels::store::written(lemmascope_channels::store::now() + milliseconds)
}

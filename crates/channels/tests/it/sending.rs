use std::sync::Arc;

use lemmascope_channels::Settings;
use lemmascope_intent::RouteMethod;
use serde_json::{Value as Json, json};

use crate::desk::Backend;

const NOTE: &str = "intent.note.v1";

fn body(payload: Json) -> Json {
    json!({"intent_type": NOTE, "to_agent": "agent://bob", "payload": payload})
}

pub(crate) async fn an_intent_is_accepted_and_delivered(backend: Backend) {
    let desk = backend.open();
    let (status, accepted) = desk.post("ana", "/v1/intents", body(json!({"text": "olá"}))).await;
    assert_eq!((status, &accepted["ok"], &accepted["status"]), (200, &json!(true), &json!("SUBMITTED")));
    let id = accepted["intent_id"].as_str().unwrap();
    assert!(accepted["created_at"].as_str().unwrap().ends_with('Z'));
    assert_eq!(desk.events("ana", id).await[..2], ["intent.created", "intent.submitted"]);
    let intent = desk.until("ana", id, "DELIVERED").await;
    assert_eq!((&intent["from_agent"], &intent["to_agent"]), (&json!("agent://ana"), &json!("agent://bob")));
    assert_eq!(intent["payload"], json!({"text": "olá"}));
    let (_, inbox) = desk.get("bob", "/v1/inbox?owner_agent=agent://bob").await;
    let thread = &inbox["threads"][0];
    assert_eq!((&thread["intent_id"], &thread["owner_agent"]), (&json!(id), &json!("agent://bob")));
    assert_eq!(thread["timeline"].as_array().unwrap().len(), 3);
    // Reading the thread acknowledges it, once.
    for _ in 0..2 {
        let (_, thread) = desk.get("bob", &format!("/v1/inbox/{id}")).await;
        assert_eq!(thread["thread"]["status"], "ACKNOWLEDGED");
    }
    assert_eq!(desk.events("ana", id).await[2..], ["intent.delivered", "intent.acknowledged"]);
    let (_, inbox) = desk.get("ana", "/v1/inbox").await;
    assert_eq!(inbox["threads"], json!([]));
    desk.close().await;
}

pub(crate) async fn a_repeated_submission_is_one_intent(backend: Backend) {
    let desk = backend.open();
    let send = async |agent: &str, key: &str, body: Json| {
        desk.send(agent, RouteMethod::Post, "/v1/intents", &[("idempotency-key", key)], body).await
    };
    let (_, first, _) = send("ana", "key-0001", body(json!({"a": 1, "b": 2}))).await;
    let (status, again, headers) = send("ana", "key-0001", body(json!({"b": 2, "a": 1}))).await;
    assert_eq!(
        (status, &again["intent_id"], &again["created_at"]),
        (200, &first["intent_id"], &first["created_at"])
    );
    assert_eq!(headers["idempotency-replayed"], "true");
    let (status, refused, _) = send("ana", "key-0001", body(json!({"a": 2}))).await;
    assert_eq!(
        (status, &refused["ok"], &refused["error"]["code"]),
        (409, &json!(false), &json!("IDEMPOTENCY_CONFLICT"))
    );
    // A key in the body is equivalent to one in the header. Keys of other agents are separate.
    let mut with_key = body(json!({"a": 1, "b": 2}));
    with_key["idempotency_key"] = json!("key-0001");
    let (_, again) = desk.post("ana", "/v1/intents", with_key.clone()).await;
    assert_eq!(again["intent_id"], first["intent_id"]);
    let (_, other) = desk.post("eve", "/v1/intents", with_key).await;
    assert_ne!(other["intent_id"], first["intent_id"]);
    // The key is still known after a restart.
    desk.close().await;
    let desk = backend.open();
    let (_, again, _) = desk
        .send(
            "ana",
            RouteMethod::Post,
            "/v1/intents",
            &[("idempotency-key", "key-0001")],
            body(json!({"a": 1, "b": 2})),
        )
        .await;
    assert_eq!(again["intent_id"], first["intent_id"]);
}

pub(crate) async fn many_at_once_with_one_key_are_one_intent(backend: Backend) {
    // Two instances, which the database sees as separate processes.
    let desks = [Arc::new(backend.open()), Arc::new(backend.open())];
    let mut asked = tokio::task::JoinSet::new();
    for index in 0..40_usize {
        let desk = Arc::clone(&desks[index % 2]);
        asked.spawn(async move {
            let key = format!("key-{:04}", index % 4);
            let headers = [("idempotency-key", key.as_str())];
            let (status, accepted, _) =
                desk.send("ana", RouteMethod::Post, "/v1/intents", &headers, body(json!({"key": key}))).await;
            assert_eq!(status, 200, "{accepted}");
            (key, accepted["intent_id"].as_str().unwrap().to_string())
        });
    }
    let mut ids: Vec<(String, String)> = asked.join_all().await;
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 4, "{ids:?}");
}

pub(crate) async fn bad_submissions_are_refused_with_their_field(backend: Backend) {
    let desk = backend.open();
    let with = |name: &str, value: Json| {
        let mut body = body(json!({}));
        body[name] = value;
        body
    };
    for (body, status, field) in [
        (json!([]), 422, "body"),
        (json!({}), 422, "payload"),
        (with("intent_type", json!("x")), 422, "intent_type"),
        (with("intent_type", json!(1)), 422, "intent_type"),
        (with("correlation_id", json!("x")), 422, "correlation_id"),
        (with("to_agent", json!("")), 422, "to_agent"),
        (with("payload", json!("x")), 422, "payload"),
        (with("payload", json!({"a": "\u{0}"})), 422, "payload"),
        (with("deadline_at", json!("soon")), 422, "deadline_at"),
        (with("payload", json!({"a": "x".repeat(200 << 10)})), 413, "payload"),
    ] {
        let (code, refused) = desk.post("ana", "/v1/intents", body).await;
        assert_eq!((code, &refused["ok"]), (status, &json!(false)));
        assert_eq!(refused["error"]["field"], field, "{refused}");
        assert!(refused["error"]["reason"].is_string() && refused["error"]["code"].is_string());
    }
}

pub(crate) async fn an_agent_sees_its_own_only(backend: Backend) {
    let desk = backend.open();
    let id = desk.submit("ana", NOTE, "bob", json!({})).await;
    for path in
        ["/v1/intents/ID", "/v1/intents/ID/events", "/v1/inbox/ID", "/v1/inbox?owner_agent=agent://bob"]
    {
        let (status, refused) = desk.get("eve", &path.replace("ID", &id)).await;
        assert_eq!((status, &refused["error"]["code"]), (403, &json!("FORBIDDEN")), "{path}");
    }
    for (path, body) in [
        ("/v1/intents/ID/resolve", json!({"status": "FAILED"})),
        ("/v1/inbox/ID/reply", json!({"message": "hello"})),
        ("/v1/inbox/ID/approve", json!({})),
        ("/v1/inbox/ID/delegate", json!({"delegate_to": "agent://eve"})),
        ("/v1/inbox/ID/messages/delete", json!({})),
    ] {
        let (status, _) = desk.post("eve", &path.replace("ID", &id), body).await;
        assert_eq!(status, 403, "{path}");
    }
    let (status, _) = desk.get("ana", "/v1/intents/00000000-0000-4000-8000-000000000000").await;
    assert_eq!(status, 404);
    desk.until("bob", &id, "DELIVERED").await;
    // The sender cannot decide for the recipient.
    for action in ["approve", "reject"] {
        assert_eq!(desk.post("ana", &format!("/v1/inbox/{id}/{action}"), json!({})).await.0, 403);
    }
}

pub(crate) async fn a_trace_goes_through(backend: Backend) {
    let desk = backend.open();
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let headers = [("x-trace-id", "trace-7"), ("traceparent", parent)];
    let (_, accepted, answered) =
        desk.send("ana", RouteMethod::Post, "/v1/intents", &headers, body(json!({}))).await;
    assert_eq!((&*answered["x-trace-id"], &*answered["traceparent"]), ("trace-7", parent));
    let id = accepted["intent_id"].as_str().unwrap();
    let intent = desk.until("bob", id, "DELIVERED").await;
    assert_eq!((&intent["trace_id"], &intent["traceparent"]), (&json!("trace-7"), &json!(parent)));
}

pub(crate) async fn payloads_fit_the_schema_of_their_type(backend: Backend) {
    let desk = backend.open();
    let schema = json!({"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}});
    let register = json!({"semantic_type": NOTE, "schema": schema});
    assert_eq!(desk.post("ana", "/v1/schemas", register.clone()).await.0, 200);
    let (_, stored) = desk.get("bob", &format!("/v1/schemas/{NOTE}")).await;
    assert_eq!(stored["schema"]["schema"], schema);
    assert_eq!(desk.post("eve", "/v1/schemas", register).await.0, 403);
    let (status, refused) = desk.post("ana", "/v1/intents", body(json!({"text": 1}))).await;
    assert_eq!((status, &refused["error"]["field"]), (422, &json!("payload.text")));
    assert_eq!(desk.post("ana", "/v1/intents", body(json!({"text": "a"}))).await.0, 200);
    let remote = json!({"semantic_type": "intent.other.v1", "schema": {"$ref": "http://127.0.0.1:1/x"}});
    assert_eq!(desk.post("ana", "/v1/schemas", remote).await.0, 422);
    let (_, able) = desk.get("ana", "/v1/capabilities").await;
    assert!(able["supported_intent_types"].as_array().unwrap().contains(&json!(NOTE)));
    assert_eq!(desk.get("ana", "/v1/schemas/intent.nothing.v1").await.0, 404);
}

pub(crate) async fn too_many_requests_are_refused(backend: Backend) {
    let desk = backend.open_with(|settings| Settings { rate: 3, ..settings });
    for _ in 0..3 {
        assert_eq!(desk.post("ana", "/v1/intents", body(json!({}))).await.0, 200);
    }
    let (status, refused, headers) =
        desk.send("ana", RouteMethod::Post, "/v1/intents", &[], body(json!({}))).await;
    assert_eq!((status, &refused["error"]["code"]), (429, &json!("RATE_LIMITED")));
    assert!(headers["retry-after"].parse::<u64>().unwrap() >= 1);
    assert_eq!(desk.post("bob", "/v1/intents", body(json!({}))).await.0, 200);
    assert_eq!(desk.get("ana", "/v1/inbox").await.0, 200);
}

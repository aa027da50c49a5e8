use lemmascope_channels::Settings;
use lemmascope_intent::RouteMethod;
use serde_json::{Value as Json, json};

use crate::desk::{Backend, Desk};
use crate::receiver::{Receiver, header};

async fn subscribe(desk: &Desk, url: &str, types: Json) -> Json {
    let body = json!({"callback_url": url, "event_types": types});
    let (status, made) = desk.post("bob", "/v1/webhooks/subscriptions", body).await;
    assert_eq!(status, 200, "{made}");
    made["subscription"].clone()
}

pub(crate) async fn a_delivery_is_signed_and_acknowledged(backend: Backend) {
    let desk = backend.open();
    let receiver = Receiver::answering("204 No Content").await;
    let subscription = subscribe(&desk, &receiver.url, json!(["intent.delivered"])).await;
    assert!(subscription["secret"].as_str().unwrap().starts_with("whsec_"));
    let (_, listed) = desk.get("bob", "/v1/webhooks/subscriptions").await;
    assert_eq!(listed["subscriptions"][0]["secret"], Json::Null);
    let (_, accepted, _) = desk
        .send(
            "ana",
            RouteMethod::Post,
            "/v1/intents",
            &[("x-trace-id", "trace-9")],
            json!({"intent_type": "intent.note.v1", "to_agent": "bob", "payload": {}}),
        )
        .await;
    let id = accepted["intent_id"].as_str().unwrap();
    desk.until("ana", id, "ACKNOWLEDGED").await;
    let received = receiver.received();
    let [(head, body)] = received.as_slice() else { panic!("{received:?}") };
    let event: Json = serde_json::from_str(body).unwrap();
    assert_eq!((&event["type"], &event["data"]["intent_id"]), (&json!("intent.delivered"), &json!(id)));
    assert_eq!(header(head, "x-trace-id"), "trace-9");
    assert!(header(head, "webhook-signature").starts_with("v1,"));
    assert!(
        !header(head, "webhook-id").is_empty() && header(head, "webhook-timestamp").parse::<u64>().is_ok()
    );
    // A revoked subscription gets no further calls.
    let path = format!("/v1/webhooks/subscriptions/{}", subscription["subscription_id"].as_str().unwrap());
    assert_eq!(desk.send("eve", RouteMethod::Delete, &path, &[], Json::Null).await.0, 403);
    let (_, revoked, _) = desk.send("bob", RouteMethod::Delete, &path, &[], Json::Null).await;
    assert_eq!(revoked["subscription"]["active"], false);
    assert!(revoked["subscription"]["revoked_at"].is_string());
    let (_, event) = desk.post("bob", "/v1/webhooks/events", json!({"event_type": "intent.delivered"})).await;
    assert_eq!(event["queued_deliveries"], 0);
}

/// A subscriber to all events gets every event of an intent from the first one, each once.
pub(crate) async fn notices_begin_with_the_first_event(backend: Backend) {
    let desk = backend.open();
    let receiver = Receiver::answering("204 No Content").await;
    subscribe(&desk, &receiver.url, json!(["intent.*"])).await;
    let mut ids = Vec::new();
    for number in 0..3 {
        ids.push(desk.submit("ana", "intent.note.v1", "bob", json!({"number": number})).await);
    }
    desk.submit("ana", "intent.note.v1", "eve", json!({})).await;
    let heard = |id: &str| {
        let events = receiver.received().into_iter().filter_map(|(_, body)| {
            let notice: Json = serde_json::from_str(&body).unwrap();
            let of_intent = notice["data"]["intent_id"] == json!(id);
            of_intent
                .then(|| (notice["data"]["event"]["seq"].as_i64(), notice["type"].as_str().map(String::from)))
        });
        let mut events: Vec<(Option<i64>, Option<String>)> = events.collect();
        events.sort();
        events
    };
    for id in &ids {
        desk.until("ana", id, "ACKNOWLEDGED").await;
        desk.wait_for("four notices", || async { (heard(id).len() >= 4).then_some(()) }).await;
        let types: Vec<String> = heard(id).into_iter().filter_map(|(_, it)| it).collect();
        let first = ["intent.created", "intent.submitted", "intent.delivered", "intent.acknowledged"];
        assert_eq!(types, first, "{id}");
    }
    assert_eq!(receiver.received().len(), 12, "nothing of the intent to eve");
}

pub(crate) async fn a_receiver_that_fails_becomes_a_dead_letter_and_is_redriven(backend: Backend) {
    let desk = backend.open();
    let receiver = Receiver::answering("500 Oops").await;
    subscribe(&desk, &receiver.url, json!(["report.*"])).await;
    let (_, event) = desk
        .post("bob", "/v1/webhooks/events", json!({"event_type": "report.ready", "data": {"n": 1}}))
        .await;
    let id = event["event_id"].as_str().unwrap().to_string();
    assert_eq!(event["queued_deliveries"], 1);
    let counters = |name: &'static str| {
        let (desk, id) = (&desk, &id);
        async move {
            let (_, event) = desk.get("bob", &format!("/v1/webhooks/events/{id}")).await;
            (event[name] == json!(1)).then_some(event)
        }
    };
    let dead = desk.wait_for("the dead letter", || counters("dead_lettered")).await;
    assert_eq!((&dead["pending"], &dead["delivered"]), (&json!(0), &json!(0)));
    assert_eq!(receiver.received().len(), 3);
    let (_, letters) = desk.get("bob", "/v1/dead-letters").await;
    let letter = &letters["dead_letters"][0];
    assert!(letter["error"].as_str().unwrap().contains("500"), "{letter}");
    let redrive = format!("/v1/dead-letters/{}/redrive", letter["dead_letter_id"].as_str().unwrap());
    assert_eq!(desk.post("eve", &redrive, json!({})).await.0, 403);
    receiver.answer("200 OK");
    assert_eq!(desk.post("bob", &redrive, json!({})).await.0, 200);
    desk.wait_for("the delivery", || counters("delivered")).await;
    // All attempts send the same message, and a replay is another attempt.
    desk.post("bob", &format!("/v1/webhooks/events/{id}/replay"), json!({})).await;
    desk.wait_for("the replay", || async { (receiver.received().len() == 5).then_some(()) }).await;
    let ids: std::collections::HashSet<String> =
        receiver.received().iter().map(|(head, _)| header(head, "webhook-id")).collect();
    assert_eq!(ids.len(), 1);
}

pub(crate) async fn private_addresses_are_not_called(backend: Backend) {
    // The address was allowed when the subscription was created, and is no longer.
    let secret_place = Receiver::answering("200 OK").await;
    let desk = backend.open();
    subscribe(&desk, &secret_place.url, json!(["a.b"])).await;
    desk.close().await;
    let redirecting = Receiver::answering(&format!("302 Found\r\nlocation: {}", secret_place.url)).await;
    let port = redirecting.url.split(':').nth(2).unwrap().split('/').next().unwrap().to_string();
    let desk = backend
        .open_with(|settings| Settings { private_callbacks: vec![format!("127.0.0.1:{port}")], ..settings });
    for url in
        [&secret_place.url, "http://localhost.localdomain@127.0.0.1/", "http://[::1]/", "file:///etc/passwd"]
    {
        let body = json!({"callback_url": url, "event_types": ["a.b"]});
        let (status, refused) = desk.post("bob", "/v1/webhooks/subscriptions", body).await;
        assert_eq!((status, &refused["error"]["field"]), (422, &json!("callback_url")), "{url}");
    }
    subscribe(&desk, &redirecting.url, json!(["a.b"])).await;
    // The resolved address of a name is checked when the connection is made.
    let by_name = secret_place.url.replace("127.0.0.1", "localhost");
    subscribe(&desk, &by_name, json!(["a.b"])).await;
    let (_, event) = desk.post("bob", "/v1/webhooks/events", json!({"event_type": "a.b"})).await;
    assert_eq!(event["queued_deliveries"], 3);
    let path = format!("/v1/webhooks/events/{}", event["event_id"].as_str().unwrap());
    let path = &path;
    desk.wait_for("three dead letters", || async {
        (desk.get("bob", path).await.1["dead_lettered"] == json!(3)).then_some(())
    })
    .await;
    assert_eq!(secret_place.received().len(), 0);
    assert!(!redirecting.received().is_empty());
}

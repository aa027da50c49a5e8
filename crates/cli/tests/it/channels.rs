//! Intents between agents, at a real server, with the engine as a recipient.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::serving::Server;

/// How long a test waits for what has to happen.
const PATIENCE: Duration = Duration::from_secs(60);

fn key(desk: &Desk, agent: &str) -> String {
    let made = desk.lemmascope(&["keys", "create", agent, "--json"]).out;
    let made: Value = serde_json::from_str(&made).unwrap();
    assert_eq!(made["agent"], agent);
    made["key"].as_str().unwrap().to_string()
}

fn ask(server: &Server, method: &str, path: &str, key: &str, body: Value) -> (String, Value) {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let (status, body) = server.ask(method, path, key, &body);
    let document = serde_json::from_str(&body).unwrap_or_else(|_| panic!("{status}: {body}"));
    (status.split(' ').nth(1).unwrap().to_string(), document)
}

fn send(server: &Server, key: &str, body: Value) -> String {
    let (status, accepted) = ask(server, "POST", "/v1/intents", key, body);
    assert_eq!(status, "200", "{accepted}");
    accepted["intent_id"].as_str().unwrap().to_string()
}

fn until(server: &Server, key: &str, id: &str, status: &str) -> Value {
    let began = Instant::now();
    loop {
        let (code, body) = ask(server, "GET", &format!("/v1/intents/{id}"), key, Value::Null);
        assert_eq!(code, "200", "{body}");
        let intent = &body["intent"];
        if intent["status"] == status || intent["waiting_reason"] == status {
            return intent.clone();
        }
        assert!(began.elapsed() < PATIENCE, "waiting for {status}: {intent:#}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn question(text: &str) -> Value {
    json!({
        "intent_type": "intent.ask.v1",
        "to_agent": "agent://lemmascope/work",
        "payload": {"question": text, "requested_by": "agent://ana", "requested_at": "2026-01-31T12:00:00Z"},
    })
}

#[test]
fn agents_send_intents_and_the_engine_carries_them_out() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    let (ana, bob) = (key(&desk, "ana"), key(&desk, "bob"));
    // The calls of the gateway and those of the engine share a path.
    let (status, named) = ask(&server, "GET", "/v1/intents/board.move_card", &ana, Value::Null);
    assert_eq!((status.as_str(), &named["name"]), ("200", &json!("board.move_card")));
    let (status, refused) = ask(&server, "POST", "/v1/intents", "nobody", json!({"intent_type": "a.b.v1"}));
    assert_eq!((status.as_str(), &refused["ok"]), ("401", &json!(false)), "{refused}");
    assert_eq!(refused["error"]["code"], "UNAUTHORIZED");

    let note =
        json!({"intent_type": "intent.note.v1", "to_agent": "agent://bob", "payload": {"text": "hello"}});
    let id = send(&server, &ana, note);
    until(&server, &ana, &id, "DELIVERED");
    let (_, inbox) = ask(&server, "GET", "/v1/inbox?owner_agent=agent://bob", &bob, Value::Null);
    assert_eq!(inbox["threads"][0]["intent_id"], json!(id));
    let (status, _) = ask(&server, "GET", "/v1/inbox?owner_agent=agent://bob", &ana, Value::Null);
    assert_eq!(status, "403");
    let (_, events) = server.ask("GET", &format!("/v1/intents/{id}/events/stream?wait_seconds=0"), &bob, "");
    for (number, name) in [(1, "intent.created"), (2, "intent.submitted"), (3, "intent.delivered")] {
        assert!(
            events.contains(&format!("event: {name}")) && events.contains(&format!("id: {number}")),
            "{events}"
        );
    }

    let id = send(&server, &ana, question("create a card Login in Backlog"));
    let made = until(&server, &ana, &id, "COMPLETED");
    assert!(made["result"]["answer"].as_str().unwrap().contains("Login"), "{made:#}");
    let id = send(&server, &ana, question("move the login card to done"));
    until(&server, &ana, &id, "COMPLETED");
    let (_, done) = server.ask("POST", "/v1/commands", &ana, &json!({"line": "board list"}).to_string());
    assert!(done.contains("Login"), "{done}");

    // What the key does not permit is not done for an intent either.
    let forbidden = json!({
        "intent_type": "intent.do.v1",
        "to_agent": "agent://lemmascope/work",
        "payload": {"intent": "files.create_file", "parameters": {"path": "a.txt"}},
    });
    let id = send(&server, &ana, forbidden);
    let refused = until(&server, &ana, &id, "FAILED");
    assert!(refused["reason"].as_str().unwrap().contains("files"), "{refused:#}");
    assert!(!desk.work().join("a.txt").exists());
}

#[test]
fn a_plan_that_needs_a_confirmation_is_carried_out_after_the_approval() {
    let desk = Desk::new();
    desk.write("f/one.txt", "1");
    desk.write("f/two.txt", "2");
    let server = Server::start(&desk);
    let delete = json!({
        "intent_type": "intent.do.v1",
        "to_agent": "agent://lemmascope/work",
        "payload": {"sentence": "delete the folder f and create a folder g"},
    });
    let id = send(&server, &server.token, delete);
    until(&server, &server.token, &id, "WAITING_FOR_HUMAN");
    assert!(desk.work().join("f").exists());
    let (_, events) = ask(&server, "GET", &format!("/v1/intents/{id}/events"), &server.token, Value::Null);
    let asked = events["events"].as_array().unwrap().last().unwrap().clone();
    assert!(asked["data"]["digest"].is_string(), "{asked:#}");
    let path = format!("/v1/approvals/{}/decision", asked["data"]["approval_id"].as_str().unwrap());
    let (status, decided) = ask(&server, "POST", &path, &server.token, json!({"decision": "approve"}));
    assert_eq!(status, "200", "{decided}");
    until(&server, &server.token, &id, "COMPLETED");
    assert!(!desk.work().join("f").exists() && desk.work().join("g").exists());
}

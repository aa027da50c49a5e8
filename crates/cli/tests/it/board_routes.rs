//! The HTTP routes of boards, on a real server.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::desk::Desk;
use crate::serving::Server;

fn sent(server: &Server, key: &str, path: &str, body: &Value) -> (String, Value) {
    let (status, answer) = server.ask("POST", path, key, &body.to_string());
    (status, serde_json::from_str(&answer).unwrap_or_else(|error| panic!("{error}: {answer}")))
}

fn applied(server: &Server, actions: Value) -> (String, Value) {
    sent(server, &server.token, "/v1/board/intents", &json!({"reply": "Done.", "actions": actions}))
}

fn seen(server: &Server, path: &str) -> Value {
    let (status, answer) = server.ask("GET", path, &server.token, "");
    assert!(status.contains("200"), "{status} {answer}");
    serde_json::from_str(&answer).unwrap()
}

fn say(server: &Server, message: &str) -> Value {
    let (status, answer) = sent(server, &server.token, "/v1/board/messages", &json!({"message": message}));
    assert!(status.contains("200"), "{status} {answer}");
    answer
}

#[test]
fn accepts_valid_envelopes_and_rejects_invalid_fields() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    let (status, answer) =
        applied(&server, json!([{"type": "create_card", "title": "Fix login bug", "column": "Ready"}]));
    assert!(status.contains("200"), "{answer}");
    assert_eq!(answer["reply"], "Created 'Fix login bug' in Ready (#1).");
    assert_eq!(answer["actions"][0]["result"], "done");
    // An invalid envelope is rejected with the faulty field, and has no effect.
    for (actions, field) in [
        (json!([{"type": "move_card", "identifier": "#1"}]), "actions[0].toColumn"),
        (json!([{"type": "move_card", "identifier": "#1", "toColumn": "Done", "x": 1}]), "actions[0].x"),
        (json!([{"type": "jump"}]), "actions[0].type"),
        (json!([{"type": "list_cards", "version": 1}]), "actions[0].version"),
        (
            json!([{"type": "move_card", "identifier": "#1", "toColumn": "Done", "position": 0}]),
            "actions[0].position",
        ),
    ] {
        let (status, problem) = applied(&server, actions);
        assert!(status.contains("422"), "{status}");
        assert_eq!(problem["field"], field, "{problem}");
    }
    let (status, problem) = sent(&server, &server.token, "/v1/board/intents", &json!([]));
    assert!(status.contains("422") && problem["detail"].is_string(), "{problem}");
    // An unknown column leads to a question.
    let (_, asked) =
        applied(&server, json!([{"type": "move_card", "identifier": "#1", "toColumn": "Nowhere"}]));
    assert_eq!(asked["needsClarification"], true, "{asked}");
    assert_eq!(seen(&server, "/v1/boards/1")["number"], 1);
}

#[test]
fn rejects_stale_edits_with_the_current_card() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    applied(&server, json!([{"type": "create_card", "title": "Old", "column": "Ready"}]));
    let rename = |title: &str, version: i64| json!([{"type": "update_card", "identifier": "#1", "version": version, "updates": {"title": title}}]);
    let (status, _) = applied(&server, rename("New", 1));
    assert!(status.contains("200"), "{status}");
    let (status, problem) = applied(&server, rename("Late", 1));
    assert!(status.contains("409"), "{status} {problem}");
    assert_eq!(problem["current"]["title"], "New");
    let version = problem["current"]["version"].as_i64().unwrap();
    let (status, _) = applied(&server, rename("Last", version));
    assert!(status.contains("200"), "{status}");
    assert_eq!(seen(&server, "/v1/boards/1/cards/1")["title"], "Last");
    // The version for several actions on one card is the one before the first of them.
    let version = seen(&server, "/v1/boards/1/cards/1")["version"].clone();
    let (status, answer) = applied(
        &server,
        json!([
            {"type": "set_priority", "identifier": "#1", "version": version, "priority": "high"},
            {"type": "move_card", "identifier": "#1", "version": version, "toColumn": "Done", "position": 1},
        ]),
    );
    assert!(status.contains("200"), "{status} {answer}");
}

#[test]
fn answers_sentences_questions_and_undo_with_envelopes() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    for title in ["Integrate auth", "Auth tests"] {
        applied(&server, json!([{"type": "create_card", "title": title, "column": "Ready"}]));
    }
    let made = say(&server, "cria um cartão Página Inicial em Backlog");
    assert_eq!(made["reply"], "Criei 'Página Inicial' em Backlog (#3).");
    assert_eq!(made["actions"][0]["type"], "create_card");
    assert_eq!(made["actions"][0]["result"], "done");
    let asked = say(&server, "move auth to Done");
    assert_eq!(asked["needsClarification"], true, "{asked}");
    assert_eq!(asked["actions"], json!([]));
    let answers = asked["suggestions"].as_array().unwrap();
    assert_eq!(answers.len(), 2, "{asked}");
    let done = say(&server, answers[0].as_str().unwrap());
    assert!(done["reply"].as_str().unwrap().starts_with("Moved "), "{done}");
    assert_eq!(done["actions"][0]["toColumn"], "Done");
    let undone = say(&server, "Desfazer");
    assert!(undone["reply"].as_str().unwrap().starts_with("Desfeito: cartão #"), "{undone}");
    assert_eq!(undone["suggestions"], json!(["Refazer"]));
    assert_eq!(say(&server, "redo")["actions"][0]["result"], "done");
    let unread = say(&server, "banana phone");
    assert_eq!(unread["needsClarification"], true, "{unread}");
    // A person can cancel a question and continue.
    say(&server, "move auth to Backlog");
    assert_eq!(say(&server, "never mind")["reply"], "All right. Nothing was changed.");
    // Each board has a separate conversation and undo history.
    desk.lemmascope(&["board", "new", "Garden"]);
    let body = json!({"message": "create a card Weeds in Ready", "board": 2});
    let (_, weeds) = sent(&server, &server.token, "/v1/board/messages", &body);
    assert_eq!(weeds["reply"], "Created 'Weeds' in Ready (#4).", "{weeds}");
    assert_eq!(seen(&server, "/v1/boards/2")["cards"].as_array().unwrap().len(), 1);
    let body = json!({"message": "undo", "board": 2});
    sent(&server, &server.token, "/v1/board/messages", &body);
    assert_eq!(seen(&server, "/v1/boards/2")["cards"], json!([]));
    assert_eq!(seen(&server, "/v1/boards/1")["cards"].as_array().unwrap().len(), 3);
}

#[test]
fn enforces_scopes_of_api_keys() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    let made = desk.lemmascope(&["keys", "create", "watcher", "--scopes", "observe", "--json"]).out;
    let made: Value = serde_json::from_str(&made).unwrap();
    let key = made["key"].as_str().unwrap();
    assert!(server.ask("GET", "/v1/boards", key, "").0.contains("200"));
    for path in ["/v1/board/intents", "/v1/board/messages"] {
        let (status, problem) =
            sent(&server, key, path, &json!({"reply": "x", "actions": [], "message": "x"}));
        assert!(status.contains("403") && problem["code"] == "SCOPE_MISSING", "{status} {problem}");
    }
    let (status, _) = server.ask("GET", "/v1/boards/1", "none", "");
    assert!(status.contains("401"), "{status}");
    for path in ["/v1/boards/99", "/v1/boards/x", "/v1/boards/1/cards/5"] {
        let (status, _) = server.ask("GET", path, &server.token, "");
        assert!(status.contains("404"), "{path}: {status}");
    }
}

#[test]
fn event_stream_resumes_from_event_number() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    applied(&server, json!([{"type": "create_card", "title": "One", "column": "Ready"}]));
    let follow = |head: &str, query: &str| {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        write!(
            stream,
            "GET /v1/boards/1/events{query} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n{head}\r\n",
            server.address, server.token
        )
        .unwrap();
        let lines = BufReader::new(stream).lines().map(|line| line.unwrap());
        lines.filter_map(|line| line.strip_prefix("data:").map(|data| data.trim().to_string()))
    };
    let mut events = follow("", "");
    let ready: Value = serde_json::from_str(&events.next().unwrap()).unwrap();
    assert_eq!(ready, json!({"number": 1}));
    // Changes by the shell, in the same process, and by another process.
    desk.lemmascope(&["board", "move", "1", "to", "Done"]);
    desk.lemmascope(&["--foreground", "board", "comment", "1", "It shipped."]);
    for (number, kind) in [(2, "card_moved"), (3, "comment_added")] {
        let event: Value = serde_json::from_str(&events.next().unwrap()).unwrap();
        assert_eq!((event["number"].as_i64(), event["kind"].as_str()), (Some(number), Some(kind)), "{event}");
    }
    for resumed in [follow("last-event-id: 2\r\n", ""), follow("", "?after=2")] {
        let event: Value = serde_json::from_str(&resumed.take(2).last().unwrap()).unwrap();
        assert_eq!(event["number"], 3);
    }
    // A page that knows the board up to a number gets the changes since then.
    let since = seen(&server, "/v1/boards/1?after=2");
    assert_eq!((since["whole"].as_bool(), since["number"].as_i64()), (Some(false), Some(3)));
    assert_eq!(since["cards"][0]["comments"], 1);
    let history = seen(&server, "/v1/boards/1/history?limit=2");
    let kinds: Vec<&str> =
        history["events"].as_array().unwrap().iter().map(|it| it["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["comment_added", "card_moved"]);
    let earlier = seen(&server, "/v1/boards/1/history?before=2");
    assert_eq!(earlier["events"][0]["title"], "One");
}

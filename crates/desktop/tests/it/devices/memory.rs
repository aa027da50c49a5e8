//! Tests remembered facts.

use lemmascope_desktop::memory;
use lemmascope_intent::{Domain, Failure, Outcome};
use serde_json::{Value as Json, json};

use crate::seat::Seat;

fn domain(seat: &Seat) -> Domain {
    memory::domain(memory::Settings { state: seat.at("state/memory") })
}

fn try_call(seat: &Seat, verb: &str, arguments: Json) -> Result<Outcome, Failure> {
    seat.try_call_of(&domain(seat), verb, arguments)
}

fn replay(seat: &Seat, outcome: &Outcome) -> Outcome {
    let call = outcome.undo.as_ref().unwrap();
    let arguments = serde_json::to_value(&call.arguments).unwrap();
    try_call(seat, &call.capability, arguments).unwrap()
}

fn recalled(seat: &Seat, arguments: Json) -> Vec<String> {
    let recalled = try_call(seat, "memory.recall", arguments).unwrap().value;
    let facts = recalled.as_list().unwrap().iter();
    facts.map(|fact| fact.as_object().unwrap()["fact"].as_text().unwrap().to_string()).collect()
}

#[test]
fn remembers_recalls_and_forgets_facts() {
    let seat = Seat::empty();
    let first = try_call(&seat, "memory.remember", json!({ "fact": " a chave está com a Ána " })).unwrap();
    try_call(&seat, "memory.remember", json!({ "fact": "Rui comes on Friday" })).unwrap();
    assert_eq!(recalled(&seat, json!({})), ["Rui comes on Friday", "a chave está com a Ána"]);
    assert_eq!(recalled(&seat, json!({ "keys": ["ANA"] })), ["a chave está com a Ána"]);
    let forgotten = try_call(&seat, "memory.forget", json!({ "keys": ["rui"] })).unwrap();
    assert_eq!(recalled(&seat, json!({})).len(), 1);
    let back = replay(&seat, &forgotten);
    assert_eq!(recalled(&seat, json!({})), ["Rui comes on Friday", "a chave está com a Ána"]);
    replay(&seat, &back);
    assert_eq!(recalled(&seat, json!({})).len(), 1);
    let dropped = replay(&seat, &first);
    assert!(recalled(&seat, json!({})).is_empty());
    replay(&seat, &dropped);
    assert_eq!(recalled(&seat, json!({ "minutes": 0 })), ["a chave está com a Ána"]);
}

#[test]
fn recalls_old_facts_only_on_request() {
    let seat = Seat::empty();
    seat.write(
        "state/memory/facts.jsonl",
        "{\"id\":1,\"at\":\"2020-01-01T00:00:00Z\",\"fact\":\"long ago\"}\ndamaged\n",
    );
    assert!(recalled(&seat, json!({})).is_empty());
    assert_eq!(recalled(&seat, json!({ "minutes": 0 })), ["long ago"]);
    try_call(&seat, "memory.remember", json!({ "fact": "now" })).unwrap();
    let file = std::fs::read_to_string(seat.at("state/memory/facts.jsonl")).unwrap();
    assert!(file.contains("damaged") && file.contains("long ago"), "{file}");
}

#[test]
fn rejects_secrets_and_invalid_facts() {
    let seat = Seat::empty();
    let secret =
        try_call(&seat, "memory.remember", json!({ "fact": "the password is hunter2" })).unwrap_err();
    assert_eq!(secret.cause.as_str(), "forbidden");
    assert!(!format!("{secret:?}").contains("hunter2"));
    for fact in ["", "  ", "\u{7}", &"x".repeat(5000)] {
        let refused = try_call(&seat, "memory.remember", json!({ "fact": fact })).unwrap_err();
        assert_eq!(refused.cause.as_str(), "invalid_parameter");
    }
    assert!(!seat.at("state/memory/facts.jsonl").exists());
    let nothing = try_call(&seat, "memory.forget", json!({})).unwrap_err();
    assert_eq!(nothing.cause.as_str(), "missing_parameter");
    let unknown = try_call(&seat, "memory.forget", json!({ "id": 7 })).unwrap_err();
    assert_eq!(unknown.cause.as_str(), "target_not_found");
}

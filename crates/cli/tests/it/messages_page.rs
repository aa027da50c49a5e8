//! The message page in a real browser, which an engine drives as a person.

use serde_json::{Value, json};

use crate::console::Person;
use crate::desk::Desk;
use crate::serving::Server;

fn send(server: &Server, key: &str, path: &str, body: &Value) -> Value {
    let (status, answer) = server.ask("POST", path, key, &body.to_string());
    assert!(status.contains("200"), "{status} {answer}");
    serde_json::from_str(&answer).unwrap()
}

#[test]
fn message_page_manages_contacts_approvals_and_macros() {
    let (served, own) = (Desk::new(), Desk::new());
    served.with_time();
    own.with_time();
    let server = Server::start(&served);
    let made = served.lemmascope(&["keys", "create", "ana", "--scopes", "observe,act", "--json"]).out;
    let made: Value = serde_json::from_str(&made).unwrap();
    let ana = made["key"].as_str().unwrap();
    // An intent between two other agents, for which the person at this machine only decides an approval.
    let template = json!({"steps": [{"approval": {"question": "May it go out?", "by": "agent://local"}}]});
    send(&server, ana, "/v1/macros", &json!({"macro_id": "release", "template": template}));
    let payload = json!({"text": "Release 4.2", "workflow": {"workflow_macro_id": "release"}});
    let body = json!({"intent_type": "intent.release.v1", "to_agent": "agent://bob", "payload": payload});
    let sent = send(&server, ana, "/v1/intents", &body);
    let close = json!({"steps": [{"delay": {"seconds": 1}}]});
    send(&server, &server.token, "/v1/macros", &json!({"macro_id": "close", "template": close}));

    let person = Person { desk: &own };
    let page = |view: &str| person.does(&["goto", &format!("http://{}/messages#/{view}", server.address)]);
    person.does(&["goto", &format!("http://{}/?token={}", server.address, server.token)]);
    person.wait_for_text("#pages", "Messages");

    page("contacts");
    person.does(&["wait", "exists", "#names"]);
    person.does(&["type", "#names", "Ana Silva, Nita"]);
    person.does(&["type", "#agent", "ana"]);
    person.does(&["click", "Add"]);
    person.wait_for_text("#place table", "agent://ana");

    // An unknown name leads to a question, and nothing is sent.
    page("inbox");
    person.does(&["wait", "exists", "#to"]);
    person.does(&["type", "#to", "Zacarias"]);
    person.does(&["type", "#message", "Is it ready?"]);
    person.does(&["click", "Send"]);
    person.wait_for_text("#sent", "No contact is called");
    person.does(&["type", "#to", "Nita"]);
    person.does(&["click", "Send"]);
    person.wait_for_text("#sent", "Sent to ana");
    let (_, inbox) = server.ask("GET", "/v1/inbox", ana, "");
    assert!(inbox.contains("Is it ready?"), "{inbox}");

    person.wait_for_text("#to-approvals", "1");
    page("approvals");
    person.wait_for_text("#place", "May it go out?");
    person.does(&["click", "Approve"]);
    person.wait_for_text("#place", "Nothing waits for your decision.");
    let id = sent["intent_id"].as_str().unwrap();
    let (_, intent) = server.ask("GET", &format!("/v1/intents/{id}/events/stream?wait_seconds=20"), ana, "");
    assert!(intent.contains("intent.approved") && intent.contains("intent.completed"), "{intent}");

    page("macros");
    person.wait_for_text("#place", "version 1");
    person.does(&["type", "#share-close", "ana"]);
    person.does(&["click", "Share"]);
    person.wait_for_text("#place", "agent://ana");
    let (_, macros) = server.ask("GET", "/v1/macros", ana, "");
    assert!(macros.contains(r#""macro_id":"close""#), "{macros}");
    person.does(&["click", "Revoke"]);
    person.does(&["wait", "gone", "[aria-label=\"Revoke close from agent://ana\"]"]);
    let (_, macros) = server.ask("GET", "/v1/macros", ana, "");
    assert!(!macros.contains(r#""macro_id":"close""#), "{macros}");
}

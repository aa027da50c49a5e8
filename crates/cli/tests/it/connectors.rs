//! The commands in docs/connectors.md, on a real server.

use std::process::Command;

use serde_json::Value;

use crate::desk::Desk;
use crate::serving::Server;

const PAGE: &str = include_str!("../../../../docs/connectors.md");

/// Returns the commands of the page, each with its expected output.
fn examples() -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    let mut is_continued = false;
    for line in PAGE.lines() {
        let Some(text) = line.strip_prefix("    ") else {
            is_continued = false;
            continue;
        };
        if let Some(command) = text.strip_prefix("$ ") {
            examples.push((command.trim_end_matches('\\').to_string(), String::new()));
            is_continued = text.ends_with('\\');
        } else if is_continued {
            let (command, _) = examples.last_mut().unwrap();
            command.push_str(text.trim_end_matches('\\'));
            is_continued = text.ends_with('\\');
        } else if text.starts_with('{') {
            examples.last_mut().unwrap().1 = text.to_string();
        }
    }
    examples
}

#[test]
fn connector_examples_return_the_documented_answers() {
    let desk = Desk::new();
    let server = Server::start(&desk);
    let made = desk.lemmascope(&["keys", "create", "maria", "--scopes", "observe,act", "--json"]).out;
    let made: Value = serde_json::from_str(&made).unwrap();
    let examples = examples();
    assert_eq!(examples.len(), 6);
    for (command, expected) in examples {
        let output = Command::new("sh")
            .args(["-c", &command])
            .env("URL", format!("http://{}", server.address))
            .env("KEY", made["key"].as_str().unwrap())
            .output()
            .unwrap();
        let answer = String::from_utf8(output.stdout).unwrap();
        let mut rest = answer.as_str();
        for part in expected.split('…') {
            let at = rest.find(part);
            let at = at.unwrap_or_else(|| panic!("{command}\nhas no {part}\nin {answer}"));
            rest = &rest[at + part.len()..];
        }
    }
    // A key with the scope `observe` cannot send; the documents are public.
    let made = desk.lemmascope(&["keys", "create", "eve", "--scopes", "observe", "--json"]).out;
    let made: Value = serde_json::from_str(&made).unwrap();
    let key = made["key"].as_str().unwrap();
    let body = r#"{"requester_agent": "agent://eve", "target_agent": "agent://bob", "message": "Hi"}"#;
    let (status, answer) = server.ask("POST", "/connectors/chatgpt/v1/adapt", key, body);
    assert!(status.contains("403") && answer.contains(r#""ok":false"#), "{status} {answer}");
    let (_, answer) = server.ask("GET", "/contacts", key, "");
    assert!(answer.contains(r#""contacts":[]"#), "{answer}");
    for path in ["/connectors/chatgpt/openapi.json", "/connectors/gemini/functions.json"] {
        let (status, _) = server.ask("GET", path, "", "");
        assert!(status.contains("200"), "{path}: {status}");
    }
    let (status, _) = server.ask("POST", "/v1/adapt", key, body);
    assert!(status.contains("404"), "{status}");
}

#[test]
fn single_connector_server_accepts_short_paths() {
    let desk = Desk::new();
    let server = Server::start_with(&desk, &["--connector", "chatgpt"]);
    let body = r#"{"requester_agent": "agent://me", "target_agent": "agent://bob", "message": "Hi"}"#;
    let (status, answer) = server.ask("POST", "/v1/adapt", &server.token, body);
    assert!(status.contains("200") && answer.contains(r#""decision_mode":"sent""#), "{status} {answer}");
}

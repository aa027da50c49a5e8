//! Conversations about messages to contacts, executed for real.
//!
//! `talk/messages.txt` was written before the reader was changed for it. `missed_messages.txt` says what goes otherwise.

use serde_json::Value as Json;

use super::{compare, folder};
use crate::desk::Desk;

/// So many of all sentences have to go as they are meant.
const RIGHT: f64 = 0.85;

/// The contacts that there are, each with its agent.
const CONTACTS: [(&str, &str); 5] = [
    ("Ana Silva", "ana.silva"),
    ("Ana Costa", "ana.costa"),
    ("Marta", "marta"),
    ("Bob", "bob"),
    ("Rui", "rui"),
];

#[test]
fn messages_carry_their_text_verbatim() {
    let (mut missed, mut harm) = (String::new(), Vec::new());
    let (mut right, mut all) = (0, 0);
    for turns in read() {
        let desk = Desk::new();
        desk.without_browser();
        for (name, agent) in CONTACTS {
            desk.lemmascope(&["contact", "add", name, agent]);
        }
        for (said, wanted) in turns {
            let done = desk.lemmascope(&["--session", "talk", "--json", "say", &said]);
            let answer: Json = serde_json::from_str(&done.out).unwrap_or_default();
            all += 1;
            if is(&answer, &wanted) {
                right += 1;
            } else {
                missed.push_str(&format!("{said}\t{wanted}\t{}\n", seen(&answer)));
            }
            let is_plan = wanted.starts_with("plans") || wanted.starts_with("sends");
            if has_changed(&answer) && !wanted.starts_with("sends") || is_planned(&answer) && !is_plan {
                harm.push(format!("{said}: {}", seen(&answer)));
            }
        }
    }
    compare("missed_messages.txt", &missed, &format!("{right} of {all} as they are meant"));
    assert!(harm.is_empty(), "something would be done that nobody asked for: {harm:#?}");
    assert!(f64::from(right) >= RIGHT * f64::from(all), "{right} of {all}");
}

/// Whether an answer is as it is expected.
fn is(answer: &Json, wanted: &str) -> bool {
    let (first, rest) = wanted.split_once(' ').unwrap_or((wanted, ""));
    match first {
        "plans" => {
            let (name, text) = rest.split_once(": ").unwrap();
            let lines = lines(answer);
            let line = lines.first().cloned().unwrap_or_default();
            let is_message = line.contains(&format!("recipient=\"{name}"))
                && line.contains(&format!("message=\"{text}\""));
            answer["status"] == "ask" && lines.len() == 1 && is_message
        }
        "sends" => {
            let agent = CONTACTS.iter().find(|(name, _)| *name == rest).unwrap().1;
            answer["status"] == "ok" && answer["actions"].to_string().contains(&format!("agent://{agent}"))
        }
        "chooses" => {
            let is_open = ["TARGET_AMBIGUOUS", "AMBIGUOUS_INTENT"].iter().any(|code| answer["code"] == *code);
            answer["status"] == "ask" && is_open && !is_planned(answer)
        }
        "nothing" => !is_planned(answer) && !has_changed(answer),
        _ => panic!("{wanted}"),
    }
}

/// The steps of a plan that waits for a confirmation.
fn lines(answer: &Json) -> Vec<String> {
    let lines = answer["plan"].as_array().cloned().unwrap_or_default();
    lines.iter().filter_map(Json::as_str).map(str::to_string).collect()
}

fn is_planned(answer: &Json) -> bool {
    answer["status"] == "ask" && !lines(answer).is_empty()
}

/// Whether something was sent or changed. What only looks has no actions that did something.
fn has_changed(answer: &Json) -> bool {
    let is_sent = answer["actions"].to_string().contains("send to");
    let changes = answer["changes"].as_array().is_some_and(|changes| !changes.is_empty());
    answer["status"] == "ok" && (is_sent || changes)
}

fn seen(answer: &Json) -> String {
    let code = answer["code"].as_str().or(answer["intent"].as_str()).unwrap_or_default();
    let status = answer["status"].as_str().unwrap_or_default();
    format!("{status} {code} {}", lines(answer).join(" | ")).trim().to_string()
}

fn read() -> Vec<Vec<(String, String)>> {
    let text = std::fs::read_to_string(folder().join("talk/messages.txt")).unwrap();
    let mut talks: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with(['#', '='])) {
        match line.strip_prefix("> ") {
            Some(said) => talks.last_mut().unwrap().push((said.into(), String::new())),
            None if line.trim().is_empty() => talks.push(Vec::new()),
            None => talks.last_mut().unwrap().last_mut().unwrap().1 = line.trim().into(),
        }
    }
    talks.retain(|talk| !talk.is_empty());
    talks
}

//! Conversations, in which the preceding sentences determine the meaning of a sentence.
//!
//! Each is held in a separate session, and its requests are executed: on existing files, and on a machine
//! without sound and system bus, so that no computer is shut down. `golden/missed_conversation.txt` lists the
//! misunderstood sentences.

use serde_json::{Value as Json, json};

use super::{compare, folder, plain, refusal};
use crate::desk::Desk;

struct Turn {
    /// The conversation of the sentence.
    session: String,
    said: String,
    wanted: String,
}

#[test]
fn conversations_match_expected_readings() {
    let mut desk = Desk::new();
    desk.know("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere".into());
    furnish(&desk);
    let turns = read();
    assert!(turns.len() >= 80, "{}", turns.len());
    let mut missed = String::new();
    let mut right = 0;
    for turn in &turns {
        let done = desk.lemmascope(&["--session", &turn.session, "--json", "say", &turn.said]);
        let answer: Json = serde_json::from_str(&done.out).unwrap_or_default();
        let seen = seen(&answer, &desk);
        if seen == wanted(turn, &desk) {
            right += 1;
        } else {
            missed.push_str(&format!("conversation\t{}\t{seen}\n", turn.said));
        }
    }
    compare("missed_conversation.txt", &missed, &format!("{right} of {} as they are meant", turns.len()));
}

/// Creates the files that the conversations mention.
fn furnish(desk: &Desk) {
    desk.without_browser();
    std::fs::create_dir(desk.user_home().join("Documents")).unwrap();
    for folder in ["archive", "arquivo"] {
        std::fs::create_dir(desk.work().join(folder)).unwrap();
    }
    for (path, text) in [
        ("employees.csv", "Name,Salary\nAna,1000\nRui,1500\n"),
        ("funcionarios.csv", "Nome,Salário\nAna,1000\nRui,1500\n"),
        ("orders.csv", "Amount,Region\n10,North\n20,South\n"),
        ("pedidos.csv", "Valor,Região\n10,Norte\n20,Sul\n"),
        ("minutes.txt", "The meeting began at nine. Everybody was there.\n"),
        ("ata.txt", "A reunião começou às nove. Estavam todos.\n"),
        ("report.pdf", "x"),
        ("relatorio.pdf", "x"),
        ("photo.jpg", "x"),
        ("foto.jpg", "x"),
    ] {
        desk.write(path, text);
    }
}

/// Returns the result of a sentence, in the notation of the file. A reply of the conversation itself has no
/// reading.
fn seen(answer: &Json, desk: &Desk) -> String {
    // A sentence for which this machine lacks a requirement was still understood.
    let (reading, turn) = (&answer["reading"], &answer["flow"]["turn"]);
    if let Some(code) = refusal(answer) {
        let fields = answer["missing"].as_array().cloned().unwrap_or_default();
        let fields: Vec<&str> = fields.iter().filter_map(Json::as_str).collect();
        return format!("ask {code} {}", fields.join(",")).trim_end().to_string();
    }
    if turn == "confirm" {
        return "act confirm {}".into();
    }
    let intent = reading["intent"].as_str().or(answer["intent"].as_str()).unwrap_or("-");
    let parameters = reading["parameters"].as_object().cloned().unwrap_or_default();
    format!("act {intent} {}", sorted(&plain(&json!(parameters), desk)))
}

/// Returns the expected result. An error document does not name the intent, but the missing parameter implies
/// it.
fn wanted(turn: &Turn, desk: &Desk) -> String {
    let parts: Vec<&str> = turn.wanted.splitn(3, ' ').collect();
    match parts.as_slice() {
        ["ask", _, rest] => format!("ask {rest}"),
        ["act", intent, parameters] => {
            let parameters: Json = serde_json::from_str(parameters).unwrap();
            format!("act {intent} {}", sorted(&plain(&parameters, desk)))
        }
        _ => panic!("{}", turn.wanted),
    }
}

/// Sorts values, because their order in the sentence is irrelevant.
fn sorted(parameters: &Json) -> Json {
    let mut fields: Vec<(&String, &Json)> = parameters.as_object().into_iter().flatten().collect();
    fields.sort_by_key(|(name, _)| *name);
    fields
        .into_iter()
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

fn read() -> Vec<Turn> {
    let text = std::fs::read_to_string(folder().join("conversation.txt")).unwrap();
    let mut turns = Vec::new();
    let mut number = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split('\t').skip(1).map(str::to_string);
        match (parts.next(), parts.next()) {
            (Some(said), Some(wanted)) => {
                turns.push(Turn { session: format!("talk{number}"), said, wanted });
            }
            _ => number += 1,
        }
    }
    turns
}

//! `lemmascope doctor` on a machine with missing requirements. `doctor.txt` is a session of a person.

use std::path::Path;

use serde_json::Value;

use crate::desk::Desk;
use crate::transcripts::play;

#[test]
fn doctor_lists_missing_requirements_with_remedies() {
    let desk = Desk::new();
    desk.without_browser();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/doctor.txt");
    play(&path, &desk, |text| {
        let mut is_own = true;
        let own = text.lines().filter(|line| {
            if !line.starts_with(' ') {
                // Sound, sandbox and text recognition depend on the machine.
                is_own = !["audio", "ocr", "sandbox"]
                    .iter()
                    .any(|name| line.get(9..).is_some_and(|it| it.starts_with(name)));
            }
            is_own
        });
        own.map(|line| match line.split_once(" starts: ") {
            Some(_) => "ok       browser   PROGRAM starts: VERSION\n".to_string(),
            None => format!("{line}\n"),
        })
        .collect()
    });
}

fn findings(desk: &Desk) -> (i32, Value) {
    let done = desk.lemmascope(&["doctor", "--json"]);
    (done.code, serde_json::from_str(&done.out).unwrap())
}

fn state(answer: &Value, name: &str) -> (String, Value) {
    let checks = answer["checks"].as_array().unwrap();
    let check =
        checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("{name}: {answer}"));
    (check["state"].as_str().unwrap().to_string(), check.clone())
}

#[test]
fn doctor_passes_with_a_browser_and_creates_no_files() {
    let desk = Desk::new();
    let (code, answer) = findings(&desk);
    assert_eq!((code, &answer["status"]), (0, &Value::from("ok")), "{answer}");
    let (browser, check) = state(&answer, "browser");
    assert_eq!(browser, "ok");
    assert!(check["detail"].as_str().unwrap().contains("starts: "), "{check}");
    assert_ne!(state(&answer, "sandbox").0, "broken", "{answer}");
    assert_eq!(state(&answer, "display").0, "missing");
    assert!(!desk.home().join("state.db").exists() && !desk.home().join("browsers").exists());
}

#[test]
fn doctor_reports_damaged_database_without_changing_it() {
    let desk = Desk::new();
    desk.without_browser();
    let file = desk.home().join("state.db");
    std::fs::write(&file, "this is no database, whatever its name says".repeat(100)).unwrap();
    let (code, answer) = findings(&desk);
    assert_eq!((code, state(&answer, "database").0.as_str()), (1, "broken"), "{answer}");
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("this is no database"));
}

#[test]
fn doctor_reports_unreachable_servers_with_a_remedy() {
    let desk = Desk::new();
    let settings = "store:\n  url: postgres://nobody@127.0.0.1:1/none\nmodel:\n  url: http://127.0.0.1:1/v1\n  name: small\n\
                    web:\n  mode: remote\n  remote_url: http://127.0.0.1:1\n";
    std::fs::create_dir_all(desk.home()).unwrap();
    std::fs::write(desk.home().join("config.yaml"), settings).unwrap();
    let (code, answer) = findings(&desk);
    assert_eq!(code, 1);
    for name in ["database", "model", "browser"] {
        let (state, check) = state(&answer, name);
        assert_eq!(state, "broken", "{check}");
        assert!(check["remedy"].as_str().is_some_and(|remedy| !remedy.is_empty()), "{check}");
    }
}

//! Checks that the definitions in `examples/` are valid or broken as documented.

use std::path::Path;
use std::process::{Command, Output};

#[test]
fn example_definitions_are_valid() {
    let output = check("examples/intents");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn broken_examples_are_reported_with_line_and_remedy() {
    let output = check("examples/broken");
    assert_eq!(output.status.code(), Some(1));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["bad"], report["files"], "every file there is broken");
    for fault in report["faults"].as_array().unwrap() {
        assert_ne!(fault["remedy"], "", "{fault}");
        assert!(fault["line"].as_u64().unwrap() > 1, "{fault}");
    }
}

fn check(folder: &str) -> Output {
    let home = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_lemmascope"))
        .args(["--json", "check", folder])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("LEMMASCOPE_HOME", home.path())
        .output()
        .unwrap()
}

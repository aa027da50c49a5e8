//! Every file in `cases` is a session of a person: lines that begin with `$ ` are typed, and the following
//! lines are the expected output. The test types the same lines and compares the output.
//!
//! `UPDATE_GOLDEN=1` writes the actual output; review the difference before you commit it.

use std::path::{Path, PathBuf};

use crate::desk::Desk;

#[test]
fn files() {
    check("files");
}

#[test]
fn board() {
    check("board");
}

#[test]
fn messages() {
    check("messages");
}

#[test]
fn files_safety() {
    check("files_safety");
}

#[test]
fn shipped_intents() {
    check("shipped_intents");
}

#[test]
fn resuming() {
    check("resuming");
}

#[test]
fn mistakes() {
    check("mistakes");
}

#[test]
fn own_definitions() {
    check("own_definitions");
}

#[test]
fn defining() {
    check("defining");
}

#[test]
fn checking() {
    check("checking");
}

#[test]
fn configuration() {
    check("configuration");
}

#[test]
fn scripts() {
    check("scripts");
}

#[test]
fn sessions() {
    check("sessions");
}

#[test]
fn credentials() {
    check("credentials");
}

#[test]
fn documents() {
    check("documents");
}

#[test]
fn spreadsheets() {
    check("spreadsheets");
}

#[test]
fn summaries() {
    check("summaries");
}

#[test]
fn hostile_files() {
    check("hostile_files");
}

#[test]
fn parsing() {
    check("parsing");
}

#[test]
fn helping() {
    check("helping");
}

#[test]
fn everyday() {
    check("everyday");
}

#[test]
fn errors() {
    check("errors");
}

#[test]
fn sentences() {
    check("sentences");
}

#[test]
fn names() {
    check("names");
}

#[test]
fn every_case_file_has_a_test() {
    let tried = include_str!("transcripts.rs");
    for entry in std::fs::read_dir(cases()).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(tried.contains(&format!("check(\"{name}\")")), "{name} is not tried");
    }
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cases")
}

fn check(name: &str) {
    let mut desk = Desk::new();
    // The test files of the document readers are available to the command too.
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    for reader in ["document", "spreadsheet"] {
        desk.know(reader, crates.join(reader).join("tests/it").display().to_string());
    }
    play(&cases().join(format!("{name}.txt")), &desk, |text| text);
}

/// Types the lines of a file in this environment, and compares the output, after `tidy` has removed values
/// that differ between runs.
pub(crate) fn play(path: &Path, desk: &Desk, tidy: impl Fn(String) -> String) {
    let expected = std::fs::read_to_string(path).unwrap();
    let mut seen = String::new();
    for line in typed(&expected) {
        let done = desk.shell(&line);
        seen.push_str(&format!("$ {}\n{}{}", line.replace('\n', "\n> "), done.out, done.err));
        if done.code != 0 {
            seen.push_str(&format!("[exit {}]\n", done.code));
        }
        seen.push('\n');
    }
    let seen = tidy(normalize_transcript(&seen, desk));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, format!("{}{seen}", preface(&expected))).unwrap();
        return;
    }
    let expected = &expected[preface(&expected).len()..];
    assert!(expected == seen, "{} differs; what is seen now:\n{seen}", path.display());
}

/// Returns the text before the first typed line, which is a description for readers.
fn preface(case: &str) -> &str {
    case.find("$ ").map_or("", |at| &case[..at])
}

/// Returns the typed lines; `> ` continues one.
fn typed(case: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut typing = false;
    for line in case.lines() {
        if let Some(line) = line.strip_prefix("$ ") {
            lines.push(line.to_string());
            typing = true;
        } else if let (true, Some(more), Some(last)) = (typing, line.strip_prefix("> "), lines.last_mut()) {
            last.push('\n');
            last.push_str(more);
        } else {
            typing = false;
        }
    }
    lines
}

/// Replaces values that differ between runs and machines by placeholders.
fn normalize_transcript(text: &str, desk: &Desk) -> String {
    let text = text
        .replace(&desk.home().display().to_string(), "[engine home]")
        .replace(&desk.user_home().display().to_string(), "[home]")
        .replace(&desk.work().display().to_string(), "[work]");
    let moment = regex::Regex::new(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z").unwrap();
    let run = regex::Regex::new(r#""run":"[0-9a-f]+-[0-9a-f]+""#).unwrap();
    let pid = regex::Regex::new(r"(?m)^(pid|seconds): \d+$").unwrap();
    let local = regex::Regex::new(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d").unwrap();
    let code = regex::Regex::new(r"--confirm [0-9a-f]{16}").unwrap();
    let text = moment.replace_all(&text, "[moment]");
    let text = local.replace_all(&text, "[moment]");
    let text = code.replace_all(&text, "--confirm [code]");
    let text = run.replace_all(&text, r#""run":"[run]""#);
    pid.replace_all(&text, "$1: [number]").into_owned()
}

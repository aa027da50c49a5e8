//! The golden table: `cases/*.txt`, a row per line.

use std::fs;
use std::path::Path;

use lemmascope_language::command::{Vocabulary, parse};

use crate::composed;

#[test]
fn command_cases_match_the_golden_table() {
    let vocabulary = composed::vocabulary(["checkout", "review_product"]);
    let mut rows = 0;
    let mut wrong = Vec::new();
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/command/cases");
    for entry in fs::read_dir(cases).unwrap() {
        let path = entry.unwrap().path();
        for (number, row) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let place = format!("{}:{}", path.file_name().unwrap().to_string_lossy(), number + 1);
            if row.starts_with("# Every case") {
                continue;
            }
            rows += 1;
            if let Err(why) = check(row, &vocabulary) {
                wrong.push(format!("{place}: {row}\n    {why}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {rows} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(rows >= 250, "only {rows} rows were found");
}

fn check(row: &str, vocabulary: &Vocabulary<'_>) -> Result<(), String> {
    if let Some((line, canonical)) = row.split_once(" => ") {
        let shown = read(&plain(line), vocabulary)?;
        if shown != canonical {
            return Err(format!("came out as {shown}"));
        }
        let again = read(&shown, vocabulary).map_err(|why| format!("the canonical form fails: {why}"))?;
        return if again == shown { Ok(()) } else { Err(format!("the second time it came out as {again}")) };
    }
    let (line, expected) = row.split_once(" !! ").ok_or("the row has neither => nor !!")?;
    match parse(&plain(line), vocabulary) {
        Ok(read) => Err(format!("was read as {read:?}")),
        Err(error) => {
            let found = format!("{} @{}", error.code, error.position);
            if found == expected { Ok(()) } else { Err(format!("found {found}: {}", error.message)) }
        }
    }
}

fn read(line: &str, vocabulary: &Vocabulary<'_>) -> Result<String, String> {
    match parse(line, vocabulary) {
        Ok(Some(line)) => Ok(line.to_string()),
        Ok(None) => Err("was read as a blank line".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Replaces the escapes of unprintable characters, outside of strings, in which the language has no escapes.
fn plain(line: &str) -> String {
    match line.split_once('"') {
        None => line.replace("\\t", "\t").replace("\\0", "\0"),
        Some(_) => line.replace("\\0", "\0"),
    }
}

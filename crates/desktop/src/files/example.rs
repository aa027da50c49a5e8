//! Verifies that the example verb in CONTRIBUTING.md compiles, works, and is printed there unchanged.

use lemmascope_intent::{Args, Value};

use super::call_scope::CallScope;
use super::count_lines;

#[test]
fn contributing_page_contains_the_example_source() {
    let page = include_str!("../../../../CONTRIBUTING.md");
    let (_, rest) = page.split_once("   ```rust\n").unwrap();
    let (block, _) = rest.split_once("   ```\n").unwrap();
    let printed: String =
        block.lines().map(|line| format!("{}\n", line.strip_prefix("   ").unwrap_or(line))).collect();
    assert_eq!(printed, include_str!("count_lines.rs"));
}

#[test]
fn example_counts_lines() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().canonicalize().unwrap();
    std::fs::write(home.join("notes.txt"), "one\n\nthree\n").unwrap();
    let site = CallScope::unguarded(&home, vec![home.clone()]);
    let count = |blank: bool| {
        let path = home.join("notes.txt").display().to_string();
        let given = [("path".to_string(), Value::from(path)), ("blank".to_string(), blank.into())];
        count_lines::act(&site, &Args::new(given.into_iter().collect())).unwrap().value
    };
    assert_eq!(count(true), 3.into());
    assert_eq!(count(false), 2.into());
}

#[test]
fn example_declares_its_command_syntax() {
    let signature = count_lines::signature();
    let syntax = signature.syntax.as_ref().unwrap();
    assert_eq!(
        (syntax.words, syntax.is_positional("path"), syntax.is_positional("blank")),
        ("count lines", true, false)
    );
    assert!(signature.is_called("count_lines") && signature.is_called("files.count_lines"));
}

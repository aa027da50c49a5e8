//! Checks that the parsers of commands and of definitions contain no verb of a domain.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::architecture::source::{Source, Tests};
use crate::composed::catalog;

/// Words that are both names of verbs and words of the language itself, with their meaning in the language.
const WORDS: &[(&str, &str)] = &[
    ("extract", "a key of a definition"),
    ("frame", "a key of a target"),
    ("keys", "a key combination, in a usage"),
    ("text", "a role, and a key of a target"),
    ("title", "a source of extracts"),
    ("html", "a source of extracts"),
    ("type", "a key of a definition"),
    ("url", "a role, and a source of extracts"),
    ("viewport", "a target that is the page"),
    ("wait", "the step that waits for a condition"),
    ("proceed", "the action by which a flow goes on to its next page"),
];

const FOLDERS: [&str; 2] = ["language/src/command", "intent/src/definition"];

#[test]
fn parsers_contain_no_verb_literals() {
    let verbs = names();
    let mut found = Vec::new();
    let mut used = BTreeSet::new();
    for file in FOLDERS.iter().flat_map(|folder| sources(&crates().join(folder))) {
        let literals = Source::read(&file).literals(Tests::LeftOut);
        for literal in literals.into_iter().filter(|literal| verbs.contains(literal)) {
            match WORDS.iter().any(|(word, _)| *word == literal) {
                true => drop(used.insert(literal)),
                false => found.push(format!("{}: {literal:?}", file.display())),
            }
        }
    }
    assert!(found.is_empty(), "a verb is declared in its signature alone:\n{}", found.join("\n"));
    let stale: Vec<&str> = WORDS.iter().map(|(word, _)| *word).filter(|word| !used.contains(*word)).collect();
    assert!(stale.is_empty(), "these words are not used any more: {stale:?}");
}

#[test]
fn detects_verb_literals_in_source() {
    let verbs = names();
    let listed = |source: &str| {
        let literals = Source::parse(source).literals(Tests::LeftOut);
        literals.into_iter().filter(|literal| verbs.contains(literal)).collect::<Vec<_>>()
    };
    assert_eq!(
        listed(r#"fn f() { matches!(name, "hover" | "wait visible" | "near") }"#),
        ["hover", "wait visible"]
    );
    assert_eq!(
        listed(r#"const VERBS: &[&str] = &["web.click", "files.copy", "page"];"#),
        ["web.click", "files.copy"]
    );
    assert_eq!(listed(r#"#[cfg(test)] mod tests { const A: &str = "hover"; }"#), Vec::<String>::new());
}

/// Returns the full names of all verbs, and their command words and short names.
fn names() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for verb in catalog().signatures() {
        names.insert(verb.name.to_string());
        names.extend(verb.syntax.as_ref().map(|syntax| syntax.words.to_string()));
        names.extend(verb.is_action.then(|| verb.verb().to_string()));
    }
    names
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let files = files.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "rs"));
    files.chain(folders.iter().flat_map(|folder| sources(folder))).collect()
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

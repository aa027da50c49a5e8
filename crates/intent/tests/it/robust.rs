//! Checks that reading arbitrary input ends quickly and without a panic.

use std::fs;
use std::time::{Duration, Instant};

use lemmascope_intent::{Definition, yaml};
use proptest::prelude::*;

use crate::definition::files;
use crate::pages::rules;

fn valid() -> Vec<String> {
    files("valid").iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// Reads a source, and accesses every span and message of the result.
fn exercise(source: &str) {
    let begin = Instant::now();
    let checked = Definition::read(source, &rules());
    assert!(begin.elapsed() < Duration::from_secs(5), "took {:?}: {source}", begin.elapsed());
    for diagnostic in &checked.diagnostics {
        assert!(source.get(diagnostic.span.clone()).is_some(), "{diagnostic:?} in {source:?}");
        assert!(diagnostic.message.len() < 3000 && diagnostic.remedy.len() < 3000, "{diagnostic:?}");
        assert!(!diagnostic.message.is_empty() && diagnostic.remedy.ends_with('.'), "{diagnostic:?}");
    }
    assert!(checked.definition.is_some() || !checked.diagnostics.is_empty());
}

/// Fragments of the language, to be inserted at invalid positions.
const SCRAPS: [&str; 28] = [
    "$", "${", "$name", "[", "]", "{", "}", ":", "- ", "\n", "\n  ", "'", "\"", "|", ">", "&a ", "*a", "!x ",
    "? ", "~", "1e999", "true", "é", "😀", "\t", "#", "\r", "steps: ",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn reading_any_bytes_does_not_panic(bytes in any::<Vec<u8>>()) {
        if let Ok(text) = yaml::decode(&bytes) {
            exercise(text);
        }
    }

    #[test]
    fn reading_mutated_definitions_does_not_panic(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec(
            (any::<prop::sample::Index>(), 0usize..12, prop::sample::select(SCRAPS.to_vec())), 1..6),
    ) {
        let sources = valid();
        let mut chars: Vec<char> = which.get(&sources).chars().collect();
        for (place, removed, scrap) in edits {
            let at = place.index(chars.len() + 1);
            let end = (at + removed).min(chars.len());
            chars.splice(at..end, scrap.chars());
        }
        exercise(&chars.into_iter().collect::<String>());
    }

    #[test]
    fn reading_reordered_lines_does_not_panic(
        which in any::<prop::sample::Index>(),
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0usize..6), 1..6),
    ) {
        let sources = valid();
        let mut lines: Vec<String> = which.get(&sources).lines().map(str::to_string).collect();
        for (from, to, indent) in moves {
            let line = lines.remove(from.index(lines.len()));
            lines.insert(to.index(lines.len() + 1), format!("{}{}", " ".repeat(indent), line.trim_start()));
        }
        exercise(&lines.join("\n"));
    }
}

#[test]
fn parses_deep_and_wide_definitions_quickly() {
    let deep = format!(
        "intent: a\nversion: 1\nsteps: {}{}",
        "[{try: {catch: [], steps: ".repeat(2000),
        "[]}}]".repeat(2000)
    );
    exercise(&deep);
    let wide = format!("intent: a\nversion: 1\nsteps:\n{}", "  - action: clik\n".repeat(30_000));
    exercise(&wide);
    let many =
        format!("intent: a\nversion: 1\nsteps:\n{}", "  - action: goto\n    url: $a$b$c\n".repeat(9_000));
    exercise(&many);
    let dollars = format!(
        "intent: a\nversion: 1\nsteps:\n  - action: goto\n    url: \"\\x41{}\"\n",
        "$a ".repeat(300_000)
    );
    exercise(&dollars);
    let regex =
        "intent: a\nversion: 1\nsteps: [{action: wait, condition: {url_matches: '((a{1000}){1000}){1000}'}}]";
    exercise(regex);
    let long = "x".repeat(900_000);
    exercise(&format!("\"{long}\": 1\n"));
    exercise(&format!("intent: {long}\nversion: {long}\nsteps: []\n"));
    exercise(&format!("intent: a\nversion: 1\nsteps:\n  - action: {long}\n"));
    exercise(&format!("intent: a\nversion: 1\nsteps:\n  - action: goto\n    url: ${long}\n"));
    exercise(&format!("intent: a\nversion: 1\nsteps:\n  - action: wait\n    condition: {long}\n"));
    let keys: String = (0..60_000).map(|n| format!("key{n}: 1\n")).collect();
    exercise(&keys);
    let parameters: String = (0..20_000).map(|n| format!("  - {{name: p{n}, type: string}}\n")).collect();
    exercise(&format!("intent: a\nversion: 1\nparameters:\n{parameters}steps: [{{action: observe}}]"));
}

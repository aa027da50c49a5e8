//! Patterns files: valid files are read completely, and errors are reported with location and remedy.

use std::fs;

use lemmascope_intent::{Definition, PatternDefinition};

use crate::definition::{files, tell};

#[test]
fn reads_all_fields_of_patterns_file() {
    let source = "patterns:\n  issue_form:\n    description: A form\n    detection:\n      container: main\n      \
                  selector: h1\n      url_contains: /new\n      url_matches: new$\n      text_contains: [New, Neu]\n      \
                  pattern_exists: login_form\n    elements:\n      title: { selector: '#t', role: text }\n      \
                  ok: { text: Save, text_contains: Sa, description: The button }\n";
    let checked = PatternDefinition::read(source);
    assert!(checked.diagnostics.is_empty(), "{}", tell(source, &checked.diagnostics));
    let pattern = checked.patterns.unwrap().remove(0);
    assert_eq!(pattern.name.value, "issue_form");
    assert_eq!(pattern.detection.url_contains, ["/new"]);
    assert_eq!(pattern.detection.text_contains, ["New", "Neu"]);
    assert_eq!(pattern.detection.pattern_exists.as_deref(), Some("login_form"));
    let names: Vec<&str> = pattern.elements.iter().map(|element| element.name.as_str()).collect();
    assert_eq!(names, ["title", "ok"]);
    assert_eq!(pattern.elements[1].text.as_deref(), Some("Save"));
}

/// With `UPDATE_EXPECTED` set, the golden files are rewritten and must then be reviewed.
#[test]
fn reports_errors_of_broken_patterns() {
    let update = std::env::var_os("UPDATE_EXPECTED").is_some();
    let mut wrong = String::new();
    for file in files("broken_patterns") {
        let source = fs::read_to_string(&file).unwrap();
        let checked = PatternDefinition::read(&source);
        let told = tell(&source, &checked.diagnostics);
        let golden = file.with_extension("expected");
        if update {
            fs::write(&golden, &told).unwrap();
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        if told != expected || told.is_empty() {
            wrong.push_str(&format!("{}:\n{told}instead of\n{expected}\n", file.display()));
        }
        assert!(checked.patterns.is_none(), "{}", file.display());
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn limits_pattern_file_sizes() {
    let many = |count: usize| -> String {
        (0..count).map(|n| format!("  p{n}: {{ elements: {{ a: {{ role: link }} }} }}\n")).collect()
    };
    assert!(PatternDefinition::read(&format!("patterns:\n{}", many(100))).patterns.is_some());
    assert!(PatternDefinition::read(&format!("patterns:\n{}", many(101))).patterns.is_none());
    let parts: String = (0..41).map(|n| format!("      e{n}: {{ role: link }}\n")).collect();
    assert!(PatternDefinition::read(&format!("patterns:\n  a:\n    elements:\n{parts}")).patterns.is_none());
    let long = "x".repeat(1001);
    let source = format!("patterns: {{ a: {{ elements: {{ b: {{ selector: {long} }} }} }} }}");
    assert!(PatternDefinition::read(&source).patterns.is_none());
}

#[test]
fn detects_file_kind_by_keys() {
    assert!(PatternDefinition::is_meant_by("patterns: {}"));
    assert!(!PatternDefinition::is_meant_by("pack: a\npatterns: [patterns.yaml]"));
    assert!(!PatternDefinition::is_meant_by("intent: a\npatterns: {}"));
    assert!(Definition::read("patterns: {}", &Default::default()).definition.is_none());
}
